// Inside of the public Kinematics object.
#pragma once

#include <vector>

#include "kinematics/forward.hpp"
#include "tenon/kinematics.hpp"

namespace tenon {

struct Kinematics::Data {
  std::uint64_t serial = 0;  // of the model it was made for
  std::vector<double> sine, cosine;
  std::vector<KinematicBody<double>> body;
};

// Error when `kinematics` was sized for another model.
void check_kinematics(const Model& model, const Kinematics& kinematics);

}  // namespace tenon
