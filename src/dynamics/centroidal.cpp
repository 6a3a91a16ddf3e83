// Momentum about the centre of mass and the matrix that gives it, h = A v ([RBDA] §2.13 for the shift of the reference
// point). Rotor armature is not part of it. O(n), the map O(n d).
#include <algorithm>

#include "dynamics/momentum.hpp"
#include "dynamics/moving.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

namespace {

Force<double> about(const Vec3<double>& point, const Force<double>& h) {
  return {h.linear, cross_add(h.linear, point, h.angular)};
}

}  // namespace

Vector6 centroidal_momentum(const Model& model, const Kinematics& kinematics) {
  const CompiledModel& m = model.compiled();
  const Vec3<double> centre = to_vec3(centre_of_mass(model, kinematics).position);
  Force<double> h{};
  for (int i = 1; i < m.body_count(); ++i) {
    if (!moves(m, i)) continue;
    const KinematicBody<double>& b = kinematics.data().body[static_cast<std::size_t>(i)];
    h += about(centre, act(b.X_wb, m.bodies[i].I * b.v));
  }
  return from_force(h);
}

void centroidal_map(const Model& model, const Kinematics& kinematics, std::span<double> map) {
  const CompiledModel& m = model.compiled();
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  const Vec3<double> centre = to_vec3(centre_of_mass(model, kinematics).position);
  check_size(map.size(), 6 * nv, "map");
  std::fill(map.begin(), map.end(), 0.0);
  each_momentum_column(m, kinematics.data(), [&](int dof, const Force<double>& h) {
    const Vector6 column = from_force(about(centre, h));
    for (std::size_t row = 0; row < 6; ++row) map[row * nv + static_cast<std::size_t>(dof)] += column[row];
  });
}

}  // namespace tenon
