// Which entries of the derivatives are not zero. Columns are taken four at a time (a panel, whose columns are lanes): a
// row and a panel have a block of four entries, and each lane of it has one of two formulae or none.
#pragma once

#include <span>
#include <vector>

#include "dynamics/fast/derivative_rows.hpp"

namespace tenon {

struct DerivativePattern {
  DerivativePattern() = default;
  DerivativePattern(const CompiledModel& model, const DerivativeRows& rows);
  std::size_t bytes() const;

  // Rows of a panel whose blocks have the same lanes.
  struct Segment {
    int begin, end;
    unsigned char at;      // lanes whose body is the row's or lies before it
    unsigned char beyond;  // lanes whose body lies beyond the row's; in neither: the entry is 0
  };
  std::span<const Segment> segments(int panel) const {
    const int* f = &first[static_cast<std::size_t>(panel)];
    return {all.data() + f[0], all.data() + f[1]};
  }

  // Panels of a row whose blocks are of one kind. Kinds are lists of their own, so that no branch is hard to predict.
  struct Run {
    int row, begin, end;
    unsigned char at, beyond;
  };
  enum Kind { zero, all_at, all_beyond, some_at, some_beyond, mixed, kind_count };
  using Runs = std::vector<Run>[kind_count];
  Runs whole, narrow;  // narrow: of the last panel, where it has less than four columns
  bool mostly_zero = false;

 private:
  void add_runs(int nv, int packs);
  std::vector<Segment> all;  // each panel's cover all rows in order
  std::vector<int> first{0};
};

}  // namespace tenon
