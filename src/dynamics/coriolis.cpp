// The public call of the Coriolis matrix.
#include "dynamics/coriolis.hpp"

#include "dynamics/workspace.hpp"
#include "kinematics/kernels.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

void coriolis_matrix(const Model& model, Workspace& ws, const State& state, std::span<double> C) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  const CompiledModel& m = model.compiled();
  TreeMemory& w = checked(model, ws);
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_size(C.size(), nv * nv, "C");
  TENON_ISA_CHOICE(kinematics_kernels)
      .forward(m, w.kinematics.data(), w.sine.data(), w.cosine.data(), q.data(), v.data(), nullptr);
  coriolis_kernel<double>(m, {w.kinematics.data(), w.composite.data(), w.bilinear.data(), w.S.data(), w.S_dot.data()},
                          C.data());
}

}  // namespace tenon
