// The part of a Workspace that constrained dynamics uses, beside those of the tree and of the Delassus matrix.
#pragma once

#include "constrained/kernels.hpp"
#include "constrained/kernels_walk.hpp"
#include "constrained/verdict.hpp"
#include "constraints/opened.hpp"
#include "delassus/workspace.hpp"
#include "spatial/aligned.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

struct ConstrainedMemory {
  ConstrainedMemory(const Model& model, ConstraintCapacity capacity, Mode mode);
  std::size_t bytes() const;

  ConstrainedSizes sizes;
  Kinematics kinematics;  // what the rows must equal
  AlignedVector block;
  WalkChoice walks;  // constrained-aba, prox-pv
  BoundPlan bound;
  AlignedVector walk, dual;       // their scratch
  std::vector<double> target, R;  // rows
  std::vector<double> change;     // nv: v⁺ - v
  Verdict verdict;
};

}  // namespace tenon
