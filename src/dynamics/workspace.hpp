// Inside of the public Workspace.
#pragma once

#include <vector>

#include "dynamics/aba.hpp"
#include "dynamics/crba.hpp"
#include "dynamics/rnea.hpp"
#include "kinematics/forward.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

struct Workspace::Data {
  const CompiledModel* model = nullptr;
  std::vector<double> sine, cosine;  // nq
  std::vector<double> zero;          // nv zeros
  std::vector<KinematicBody<double>> kinematics;
  std::vector<RneaBody<double>> rnea;
  std::vector<AbaBody<double>> aba;
  std::vector<AbaAxis<double>> axes;
  std::vector<CrbaBody<double>> crba;
  std::vector<Force<double>> external;  // per body, body axes
};

// Error when the workspace was sized for another model.
Workspace::Data& checked(const Model& model, Workspace& ws);

// Sums the wrenches per body; null when there are none.
const Force<double>* body_wrenches(const Model& model, Workspace::Data& ws, std::span<const ExternalWrench> wrenches);

}  // namespace tenon
