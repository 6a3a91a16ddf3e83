// The public calls of the regressor.
#include "dynamics/regressor.hpp"

#include "dynamics/workspace.hpp"
#include "kinematics/kernels.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

void inverse_dynamics_regressor(const Model& model, Workspace& ws, const State& state, std::span<const double> a,
                                std::span<double> Y) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  const CompiledModel& m = model.compiled();
  TreeMemory& w = checked(model, ws);
  const std::size_t columns = 10 * m.links.size();
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_input(a, m.nv, "a");
  check_size(Y.size(), static_cast<std::size_t>(m.nv) * columns, "Y");
  TENON_ISA_CHOICE(kinematics_kernels)
      .forward(m, w.kinematics.data(), w.sine.data(), w.cosine.data(), q.data(), v.data(), a.data());
  regressor_kernel<double>(m, w.kinematics.data(), w.S.data(), Y.data());
}

std::vector<double> regressor_parameters(const Model& model) {
  std::vector<double> parameters;
  parameters.reserve(10 * model.compiled().links.size());
  for (const CompiledLink& link : model.compiled().links) {
    const auto& [mass, h, I] = link.I;
    parameters.insert(parameters.end(), {mass, h.x, h.y, h.z, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz});
  }
  return parameters;
}

}  // namespace tenon
