// Momentum about the centre of mass and the matrix that gives it, h = A v (momentum.hpp).
#include <algorithm>

#include "dynamics/momentum.hpp"
#include "kinematics/data.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

Vector6 centroidal_momentum(const Model& model, const Kinematics& kinematics) {
  check_kinematics(model, kinematics);
  const CompiledModel& m = model.compiled();
  const KinematicBody<double>* body = kinematics.data().body.data();
  return from_force(momentum_about(m, body, centre_of(m, body)));
}

void centroidal_map(const Model& model, const Kinematics& kinematics, std::span<double> map) {
  check_kinematics(model, kinematics);
  const CompiledModel& m = model.compiled();
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  check_size(map.size(), 6 * nv, "map");
  std::fill(map.begin(), map.end(), 0.0);
  const KinematicBody<double>* body = kinematics.data().body.data();
  const Vec3<double> centre = centre_of(m, body);
  each_momentum_column(m, body, [&](int dof, const Force<double>& h) {
    const Vector6 column = from_force(about(centre, h));
    for (std::size_t row = 0; row < 6; ++row) map[row * nv + static_cast<std::size_t>(dof)] += column[row];
  });
}

}  // namespace tenon
