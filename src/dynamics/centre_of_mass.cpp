// Centre of mass of everything that moves, from the bodies' momenta; its Jacobian is the linear half of the momentum
// map over the mass (momentum.hpp).
#include <algorithm>

#include "dynamics/momentum.hpp"
#include "kinematics/data.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

CentreOfMass centre_of_mass(const Model& model, const Kinematics& kinematics) {
  check_kinematics(model, kinematics);
  const CompiledModel& m = model.compiled();
  const double mass = moving_mass(m);
  if (mass == 0) return {};
  const MassMoments<double> sum = mass_moments(m, kinematics.data().body.data());
  const double r = 1 / mass;
  return {mass, from_vec3(r * sum.moment), from_vec3(r * sum.momentum), from_vec3(r * sum.force)};
}

void centre_of_mass_jacobian(const Model& model, const Kinematics& kinematics, std::span<double> jacobian) {
  const CompiledModel& m = model.compiled();
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  check_kinematics(model, kinematics);
  check_size(jacobian.size(), 3 * nv, "jacobian");
  std::fill(jacobian.begin(), jacobian.end(), 0.0);
  const double mass = moving_mass(m);
  if (mass == 0) return;
  each_momentum_column(m, kinematics.data().body.data(), [&](int dof, const Force<double>& h) {
    const Vector3 column = from_vec3((1 / mass) * h.linear);
    for (std::size_t row = 0; row < 3; ++row) jacobian[row * nv + static_cast<std::size_t>(dof)] += column[row];
  });
}

}  // namespace tenon
