// Adapters: the tree algorithms, as the public calls run them.
#include <algorithm>

#include "dynamics/workspace.hpp"
#include "model/arguments.hpp"
#include "registry/compute.hpp"
#include "tenon/configuration.hpp"

namespace tenon::compute {

void rnea(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  tenon::rnea(model, ws.data().tree, s.q, s.v, s.a, out, s.wrenches);
}
void gravity(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  gravity_torque(model, ws.data().tree, s.q, out);
}
void bias(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  bias_torque(model, ws.data().tree, s.q, s.v, out);
}
void aba(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  tenon::aba(model, ws.data().tree, s.q, s.v, s.tau, out, s.wrenches);
}
void crba(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  tenon::crba(model, ws.data().tree, s.q, out);
}

void minverse(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const CompiledModel& m = model.compiled();
  check_configuration(model, s.q);
  check_size(out.size(), static_cast<std::size_t>(m.nv) * static_cast<std::size_t>(m.nv), "Minv");
  minverse_by_sweeps(m, checked(model, ws.data().tree), s.q, out, Triangle::both);
}
void minverse_apply(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  tenon::minverse_apply(model, ws.data().tree, s.q, s.x, out);
}

// Column k of M is the force that the k-th unit acceleration takes at rest, beyond gravity's. M is symmetric, so the
// columns may be written as rows.
void rnea_columns(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  AlgorithmWorkspace::Data& d = ws.data();
  const auto nv = static_cast<std::size_t>(model.nv());
  std::vector<double>&at_rest = d.vector, &unit = d.other_vector;
  gravity_torque(model, d.tree, s.q, at_rest);
  std::fill(unit.begin(), unit.end(), 0.0);
  for (std::size_t k = 0; k < nv; ++k) {
    const std::span<double> row = out.subspan(k * nv, nv);
    unit[k] = 1;
    tenon::rnea(model, d.tree, s.q, d.zero, unit, row);
    unit[k] = 0;
    for (std::size_t i = 0; i < nv; ++i) row[i] -= at_rest[i];
  }
}

}  // namespace tenon::compute
