// Inside of the public Kinematics object.
#pragma once

#include <vector>

#include "kinematics/forward.hpp"
#include "tenon/kinematics.hpp"

namespace tenon {

struct Kinematics::Data {
  const CompiledModel* model = nullptr;
  std::vector<double> sine, cosine;
  std::vector<KinematicBody<double>> body;
};

// Error when `kinematics` was sized for another model.
void check_kinematics(const Model& model, const Kinematics& kinematics);

}  // namespace tenon
