// What joints do by themselves: damping, springs, dry friction made single-valued. O(n).
#include <algorithm>
#include <cmath>

#include "dynamics/spring.hpp"
#include "model/arguments.hpp"
#include "model/compiled.hpp"
#include "tenon/configuration.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

namespace {

// In [-1, 1]: linear below the smoothing velocity, the sign above it.
double smoothed_sign(double rate, double smoothing) {
  if (smoothing > 0) return std::clamp(rate / smoothing, -1.0, 1.0);
  return rate > 0 ? 1 : rate < 0 ? -1 : 0;
}

}  // namespace

void passive_forces(const Model& model, std::span<const double> q, std::span<const double> v, std::span<double> tau,
                    double friction_smoothing) {
  const CompiledModel& m = model.compiled();
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_size(tau.size(), v.size(), "tau");
  if (!(friction_smoothing >= 0) || std::isinf(friction_smoothing))
    throw Error("friction_smoothing: found " + std::to_string(friction_smoothing) + ", expected 0 or a velocity above");
  for (const JointInfo& joint : m.joints) {
    std::array<double, 6> stretch{};
    if (joint.stiffness != 0) stretch = spring_stretch(joint, &q[static_cast<std::size_t>(joint.q_index)]);
    for (int d = 0; d < joint.nv; ++d) {
      const std::size_t k = static_cast<std::size_t>(joint.v_index + d);
      tau[k] = -joint.damping * v[k] - joint.stiffness * stretch[static_cast<std::size_t>(d)] -
               joint.friction * smoothed_sign(v[k], friction_smoothing);
    }
  }
}

}  // namespace tenon
