// The part of a Workspace that the Delassus matrix uses.
#pragma once

#include "constraints/opened.hpp"
#include "delassus/fast/row_plan.hpp"
#include "delassus/kernels.hpp"
#include "spatial/aligned.hpp"
#include "tenon/dynamics.hpp"
#include "tenon/factorization.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

struct DelassusMemory {
  DelassusMemory(const Model& model, ConstraintCapacity capacity, Mode mode);
  std::size_t bytes() const;

  ConstraintCapacity capacity;
  DelassusSizes sizes;
  AlignedVector block;
  // The fast sweeps: how they walk, how rows travel, and their memory.
  WalkChoice walks;
  RowPlan<double> plan;
  RowRoom room;
  AlignedVector walk;
  std::uint64_t chosen_for = 0;  // the set's serial that `chosen` belongs to
  Delassus chosen = Delassus::pv_osimr;
  Kinematics kinematics;  // of rows that are not a single body's, of dense and ltl-osim
  Factorization factors;  // the fast ltl-osim
};

}  // namespace tenon
