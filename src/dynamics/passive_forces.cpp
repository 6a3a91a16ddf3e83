// What joints do by themselves: damping, springs, dry friction made single-valued (spring.hpp). O(n).
#include <cmath>

#include "dynamics/spring.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

void passive_forces(const Model& model, const State& state, std::span<double> tau) {
  passive_forces(model, state, {}, tau);
}

void passive_forces(const Model& model, const State& state, const PassiveOptions& options, std::span<double> tau) {
  const auto& [q, v] = state;
  const double friction_smoothing = options.friction_smoothing;
  const CompiledModel& m = model.compiled();
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_size(tau.size(), v.size(), "tau");
  if (!(friction_smoothing >= 0) || std::isinf(friction_smoothing))
    throw Error("friction_smoothing: found " + std::to_string(friction_smoothing) + ", expected 0 or a velocity above");
  passive_forces_kernel(m, q.data(), v.data(), friction_smoothing, tau.data());
}

}  // namespace tenon
