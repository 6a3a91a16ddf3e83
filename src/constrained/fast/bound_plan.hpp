// Where the rows of a set stand on a walk: plain data, made when a ConstraintSet changes. Bodies of one group stand in
// lanes, and so do their rows: a *slot* is one row per lane, as many slots as the busiest lane has rows. On the trunk a
// slot is one row.
#pragma once

#include <vector>

#include "constraints/compiled.hpp"
#include "spatial/aligned.hpp"
#include "walk/places.hpp"

namespace tenon {

// Slots [first, first + count) are on a trunk step, or on a group.
struct BoundStep {
  int step = 0, first = 0, count = 0;
};
// A row of the set: its place in the set's order, its term, and which of the term's rows it is.
struct BoundRow {
  int row = -1;  // none: an idle lane
  int term = 0, which = 0;
};

class BoundPlan {
 public:
  static constexpr int lanes = 4;

  template <class T>
  BoundPlan(const CompiledModel& model, const Walk<lanes, T>& walk)
      : at_(walk_places(model, walk)),
        entry(walk.trunk.size()),
        entries(walk.groups.size()),
        filled_(lanes * walk.groups.size()) {}
  // Room for sets up to this capacity: compiling one then allocates nothing.
  void reserve(const ConstraintCapacity& capacity);
  void compile(const ConstraintSet::Data& set);
  std::size_t bytes() const;

 private:
  std::vector<WalkPlace> at_;  // bodies

 public:
  std::uint64_t serial = 0;              // of the set
  bool local = true;                     // no row in world axes: K and KᵀK below are all there is to know
  std::vector<BoundStep> trunk, groups;  // those that carry rows
  std::vector<BoundRow> row, rows;       // trunk slots; group slots x lanes
  std::vector<int> entry, entries;       // per trunk step, per group: its place in those two; -1: none
  AlignedVector K, Ks;                   // six numbers per slot; six packs per slot, 0 in idle lanes
  AlignedVector square, squares;         // KᵀK, 21 numbers or packs per entry

 private:
  std::vector<int> filled_;  // scratch: rows per lane
};

}  // namespace tenon
