// A run that counts an algorithm of constrained trees: a state and the set of constraints, and memory whose numbers are
// variables.
#pragma once

#include <deque>
#include <optional>

#include "constraints/compiled.hpp"
#include "registry/count_state.hpp"
#include "walk/arena.hpp"

namespace tenon::count {

struct RowRun : CountedState {
  using Number = Counted;
  std::optional<ConstraintSet> tips;
  const ConstraintSet::Data& set;
  Numbers matrix;  // rows x rows

  RowRun(const Model& m, const Question& s)
      : CountedState(m, s),
        set(s.constraints ? s.constraints->data() : tips.emplace(m, weld_tips(m)).data()),
        matrix(static_cast<std::size_t>(set.rows * set.rows)) {}

  // cutter(arena) on memory that lives as long as the run.
  template <class Cutter>
  auto cut(Cutter&& cutter) {
    Arena measure;
    cutter(measure);
    Arena arena(blocks_.emplace_back(measure.used()).data());
    return cutter(arena);
  }

 private:
  std::deque<std::vector<double>> blocks_;
};

}  // namespace tenon::count
