// Inside of the public ConstrainedWorkspace.
#pragma once

#include "constrained/kernels.hpp"
#include "spatial/aligned.hpp"

namespace tenon {

struct ConstrainedWorkspace::Data {
  Data(const Model& model, const ConstraintSet& set, Constrained algorithm);

  std::uint64_t serial = 0;  // of the model
  ConstraintCapacity capacity;
  ConstrainedSizes sizes;
  Workspace tree;         // external wrenches
  Kinematics kinematics;  // what the rows must equal
  AlignedVector block;
  std::vector<double> target, R;  // rows
  std::vector<double> change;     // nv: v⁺ - v

  void make_room(const ConstraintSet& set, Constrained algorithm);
};

}  // namespace tenon
