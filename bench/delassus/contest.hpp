// tenon's side of the Delassus race: its ways of answering, and what their answers are judged by.
#pragma once

#include <functional>

#include "rows_file.hpp"
#include "tenon.hpp"
#include "timing.hpp"

namespace race {

// One way of answering, ours or theirs.
struct Way {
  std::string library, file, algorithm, mode, scalar;
  bool best = false;
  std::size_t bytes = 0;
  std::function<void(int, std::vector<double>&)> answer;  // the matrix of a state, after run()
  Runner runner;
};

struct Contest {
  std::shared_ptr<const tenon::Model> model;
  std::shared_ptr<const States> states;
  std::shared_ptr<const tenon::ConstraintSet> set;

  std::size_t entries() const { return static_cast<std::size_t>(set->rows()) * static_cast<std::size_t>(set->rows()); }
};
Contest make_contest(const std::string& tree_file, const std::string& rows_file, int states);
std::vector<Way> tenon_ways(const Contest& contest);
// J M^-1 J^T by dense Cholesky, of one state.
std::vector<double> reference(const Contest& contest, int state);

// Writes a generated mechanism ("atlas_standin:2") as a neutral model file; joint 1 of body i is named as the model's.
void export_tree(const std::string& generator, const std::string& file);

}  // namespace race
