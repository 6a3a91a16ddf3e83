// What races of mechanisms that are held to the world share: the ways of answering, what they answer, and the program.
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
  std::function<void(int, std::vector<double>&)> answer;  // the numbers of a state, after run()
  Runner runner;
  long operations = 0;  // counted, where it is known
};

// Velocities are ones that the rows allow: redundant rows agree.
struct Contest {
  std::shared_ptr<const tenon::Model> model;
  std::shared_ptr<const States> states;
  std::vector<tenon::Constraint> constraints;
  std::shared_ptr<const tenon::ConstraintSet> set;

  std::size_t nv() const { return static_cast<std::size_t>(model->nv()); }
  std::size_t rows() const { return static_cast<std::size_t>(set->rows()); }
  std::span<const double> q(int k) const { return part(states->q, k, static_cast<std::size_t>(model->nq())); }
  std::span<const double> v(int k) const { return part(states->v, k, nv()); }
  std::span<const double> tau(int k) const { return part(states->tau, k, nv()); }

 private:
  static std::span<const double> part(const std::vector<double>& all, int k, std::size_t size) {
    return {&all[static_cast<std::size_t>(k) * size], size};
  }
};
Contest make_contest(const std::string& tree_file, const std::string& rows_file, int states);

// A race: ours, and what a right answer is. An answer may have one number more: the iterations that it took.
struct Task {
  std::function<std::vector<Way>(const Contest&)> ways;
  std::function<std::vector<double>(const Contest&, const std::string& question, int state)> reference;
  std::function<int(const std::string& question)> judged = [](const std::string&) { return 8; };  // states
};
// The program: --tree FILE --rows FILE [--rounds N] [--states N] [--only QUESTION,…] LIBRARY… | --export GENERATOR FILE
int race_main(int argc, char** argv, const Task& task);

// Writes a generated mechanism ("atlas_standin:2") as a neutral model file; joint 1 of body i is named as the model's.
void export_tree(const std::string& generator, const std::string& file);

}  // namespace race
