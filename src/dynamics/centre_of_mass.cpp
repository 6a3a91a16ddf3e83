// Centre of mass of everything that moves, from the bodies' momenta; its Jacobian is the linear half of the momentum
// map over the mass. O(n), the Jacobian O(n d): each body adds to the columns of the joints that carry it.
#include <algorithm>

#include "dynamics/momentum.hpp"
#include "dynamics/moving.hpp"
#include "kinematics/data.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

CentreOfMass centre_of_mass(const Model& model, const Kinematics& kinematics) {
  check_kinematics(model, kinematics);
  const CompiledModel& m = model.compiled();
  double mass = 0;
  Vec3<double> moment, momentum, force;
  for (int i = 1; i < m.body_count(); ++i) {
    if (!moves(m, i)) continue;
    const KinematicBody<double>& b = kinematics.data().body[static_cast<std::size_t>(i)];
    const Inertia<double>& I = m.bodies[i].I;
    const Force<double> h = I * b.v, f = I * b.a + cross(b.v, h);
    mass += I.m;
    moment += b.X_wb.R * I.h + I.m * b.X_wb.p;
    momentum += b.X_wb.R * h.linear;
    force += b.X_wb.R * f.linear;
  }
  if (mass == 0) return {};
  const double r = 1 / mass;
  return {mass, from_vec3(r * moment), from_vec3(r * momentum), from_vec3(r * force)};
}

void centre_of_mass_jacobian(const Model& model, const Kinematics& kinematics, std::span<double> jacobian) {
  const CompiledModel& m = model.compiled();
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  check_kinematics(model, kinematics);
  check_size(jacobian.size(), 3 * nv, "jacobian");
  std::fill(jacobian.begin(), jacobian.end(), 0.0);
  double mass = 0;
  for (int i = 1; i < m.body_count(); ++i)
    if (moves(m, i)) mass += m.bodies[i].I.m;
  if (mass == 0) return;
  each_momentum_column(m, kinematics.data(), [&](int dof, const Force<double>& h) {
    const double column[3] = {h.linear.x, h.linear.y, h.linear.z};
    for (std::size_t row = 0; row < 3; ++row) jacobian[row * nv + static_cast<std::size_t>(dof)] += column[row] / mass;
  });
}

}  // namespace tenon
