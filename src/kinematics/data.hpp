// Inside of the public Kinematics object.
#pragma once

#include <vector>

#include "kinematics/forward.hpp"
#include "spatial/aligned.hpp"
#include "tenon/kinematics.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

struct Kinematics::Data {
  std::uint64_t serial = 0;  // of the model it was made for
  WalkChoice walks;
  AlignedVector scratch;
  std::vector<double> sine, cosine;  // of the plain kernel
  bool computed = false;             // by forward_kinematics()
  bool at_rest = false;              // velocities and accelerations of all bodies are zero
  std::vector<KinematicBody<double>> body;
};

// Error when `kinematics` was sized for another model, or holds nothing yet.
void check_kinematics(const Model& model, const Kinematics& kinematics);

}  // namespace tenon
