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

// What of the rows is left in the scratch of a walk by the call before: K, R and R KᵀK.
struct RowsThere {
  std::uint64_t set = 0;
  Constrained algorithm = Constrained::automatic;
  double R = 0;  // of all rows
  bool operator==(const RowsThere&) const = default;
};

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
  RowsThere rows_there;
  Mode mode;
  std::optional<DelassusWorkspace> delassus;  // prox-pv
  std::vector<double> target, R;              // rows
  std::vector<double> change;                 // nv: v⁺ - v
  Verdict verdict;

  void make_room(const Model& model, const ConstraintSet& set, Constrained algorithm);
};

}  // namespace tenon
