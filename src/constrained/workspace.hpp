// Inside of the public ConstrainedWorkspace.
#pragma once

#include <optional>

#include "constrained/kernels.hpp"
#include "constrained/kernels_walk.hpp"
#include "constrained/verdict.hpp"
#include "delassus/workspace.hpp"
#include "model/walk_choice.hpp"
#include "spatial/aligned.hpp"

namespace tenon {

struct ConstrainedWorkspace::Data {
  Data(const Model& model, const ConstraintSet& set, Constrained algorithm, Mode mode);

  std::uint64_t serial = 0;  // of the model
  ConstraintCapacity capacity;
  ConstrainedSizes sizes;
  Workspace tree;         // external wrenches
  Kinematics kinematics;  // what the rows must equal
  AlignedVector block;
  WalkChoice walks;  // constrained-aba, prox-pv
  BoundPlan bound;
  AlignedVector walk, dual;  // their scratch
  Mode mode;
  std::optional<DelassusWorkspace> delassus;  // prox-pv
  std::vector<double> target, R;              // rows
  std::vector<double> change;                 // nv: v⁺ - v
  Verdict verdict;

  void make_room(const Model& model, const ConstraintSet& set, Constrained algorithm);
};

}  // namespace tenon
