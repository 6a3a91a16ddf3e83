// Kinetic energy v·M v / 2 body by body (and rotor by rotor: armature belongs to M), gravity's potential, springs.
// O(n).
#include "dynamics/energy.hpp"

#include "dynamics/workspace.hpp"
#include "kinematics/kernels.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

Energy energy(const Model& model, Workspace& ws, const State& state) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  const CompiledModel& m = model.compiled();
  TreeMemory& w = checked(model, ws);
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  TENON_ISA_CHOICE(kinematics_kernels)
      .forward(m, w.kinematics.data(), w.sine.data(), w.cosine.data(), q.data(), v.data(), nullptr);
  const EnergyParts<double> e = energy_kernel(m, w.kinematics.data(), q.data(), v.data());
  return {e.kinetic, e.potential, e.elastic};
}

}  // namespace tenon
