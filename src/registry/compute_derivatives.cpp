// Adapters: derivatives, Coriolis matrix, joint reactions, regressor.
#include "registry/compute.hpp"

namespace tenon::compute {

namespace {

// The k-th of three nv x nv matrices that stand one after the other.
std::span<double> third(std::span<double> out, std::size_t k) {
  return out.subspan(k * (out.size() / 3), out.size() / 3);
}

}  // namespace

void rnea_derivatives(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  tenon::rnea_derivatives(model, ws.data().derivatives.get(model), s.q, s.v, s.a, third(out, 0), third(out, 1),
                          third(out, 2), s.wrenches);
}

void aba_derivatives(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  tenon::aba_derivatives(model, ws.data().derivatives.get(model), s.q, s.v, s.tau, third(out, 0), third(out, 1),
                         third(out, 2), s.wrenches);
}

void coriolis(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  coriolis_matrix(model, ws.data().tree, s.q, s.v, out);
}

void joint_reaction(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const Vector6 wrench = tenon::joint_reaction(model, ws.data().tree, s.q, s.v, s.a, s.frame, s.wrenches);
  for (std::size_t k = 0; k < 6; ++k) out[k] = wrench[k];
}

void regressor(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  inverse_dynamics_regressor(model, ws.data().tree, s.q, s.v, s.a, out);
}

}  // namespace tenon::compute
