// The public calls: check, then run.
#include "dynamics/derivatives.hpp"

#include "dynamics/kernels_derivatives.hpp"
#include "dynamics/kernels_walk.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

DerivativesMemory::DerivativesMemory(const Model& robot) {
  const CompiledModel* model = &robot.compiled();
  const std::size_t n = model->bodies.size(), nq = static_cast<std::size_t>(model->nq),
                    nv = static_cast<std::size_t>(model->nv);
  sine.resize(nq), cosine.resize(nq), a.resize(nv), zero.resize(nv);
  body.resize(n), axis.resize(nv), p.resize(n);
  rows = DerivativeRows(*model);
  pattern = DerivativePattern(*model, rows);
  sweeps = DerivativeSweeps(*model, rows);
  factor = DerivativeFactor(*model, rows, pattern);
}

std::size_t DerivativesMemory::bytes() const {
  return sizeof *this + sizeof(double) * (sine.size() + cosine.size() + 2 * a.size()) +
         (sizeof(DerivativeBody<double>) + sizeof(Force<double>)) * body.size() +
         sizeof(DerivativeAxis<double>) * axis.size() + rows.bytes() + pattern.bytes() + sweeps.bytes() +
         factor.bytes();
}

namespace {

DerivativesMemory& derivatives_memory(const Model& model, Workspace& ws) {
  check_model(model, ws);
  std::shared_ptr<DerivativesMemory>& memory = ws.data().derivatives;
  if (!memory)
    memory = std::make_shared<DerivativesMemory>(model);  // of a model that is too large to have it made ahead
  return *memory;
}

}  // namespace

void rnea_derivatives(const Model& model, Workspace& ws, const State& state, std::span<const double> a,
                      const RneaDerivatives& out) {
  rnea_derivatives(model, ws, state, a, {}, out);
}

void rnea_derivatives(const Model& model, Workspace& ws, const State& state, std::span<const double> a,
                      const RneaDerivativesOptions& options, const RneaDerivatives& out) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  const auto& [dtau_dq, dtau_dv, dtau_da] = out;
  const CompiledModel& m = model.compiled();
  DerivativesMemory& w = derivatives_memory(model, ws);
  const std::size_t size = static_cast<std::size_t>(m.nv) * static_cast<std::size_t>(m.nv);
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_input(a, m.nv, "a");
  check_size(dtau_dq.size(), size, "dtau_dq");
  check_size(dtau_dv.size(), size, "dtau_dv");
  check_size(dtau_da.size(), size, "dtau_da");
  check_outputs_apart({{dtau_dq, "dtau_dq"}, {dtau_dv, "dtau_dv"}, {dtau_da, "dtau_da"}});
  const Force<double>* external = body_wrenches(model, *ws.data().tree, options.wrenches);
  if (!w.rows.usable)
    return rnea_derivatives_plain(m, w, q.data(), v.data(), a.data(), external, dtau_dq.data(), dtau_dv.data(),
                                  dtau_da.data());
  TENON_ISA_CHOICE(derivative_kernels)
      .rnea(m, w.rows, w.pattern, w.sine.data(), w.cosine.data(), q.data(), v.data(), a.data(), external,
            {dtau_dq.data(), dtau_dv.data(), dtau_da.data()}, options.zeros == Zeros::kept);
}

void aba_derivatives(const Model& model, Workspace& ws, const State& state, std::span<const double> tau,
                     const AbaDerivatives& out) {
  aba_derivatives(model, ws, state, tau, {}, out);
}

void aba_derivatives(const Model& model, Workspace& ws, const State& state, std::span<const double> tau,
                     const DynamicsOptions& options, const AbaDerivatives& out) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  const auto& [da_dq, da_dv, da_dtau] = out;
  const CompiledModel& m = model.compiled();
  DerivativesMemory& w = derivatives_memory(model, ws);
  TreeMemory& tree = *ws.data().tree;
  const std::size_t size = static_cast<std::size_t>(m.nv) * static_cast<std::size_t>(m.nv);
  check_size(da_dq.size(), size, "da_dq");
  check_size(da_dv.size(), size, "da_dv");
  check_size(da_dtau.size(), size, "da_dtau");
  check_outputs_apart({{da_dq, "da_dq"}, {da_dv, "da_dv"}, {da_dtau, "da_dtau"}});
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_input(tau, m.nv, "tau");
  const Force<double>* external = body_wrenches(model, tree, options.wrenches);
  if (w.rows.usable) {
    TENON_ISA_CHOICE(derivative_kernels)
        .aba(m, w.rows, w.pattern, w.sweeps, w.factor, w.sine.data(), w.cosine.data(), q.data(), v.data(), tau.data(),
             w.zero.data(), w.a.data(), external, {da_dq.data(), da_dv.data(), da_dtau.data()});
    return;
  }
  TENON_ISA_CHOICE(walk_kernels)
      .aba(m, m.walks->limbs, tree.walk.data(), q.data(), v.data(), tau.data(), external, w.a.data());
  rnea_derivatives_plain(m, w, q.data(), v.data(), w.a.data(), external, da_dq.data(), da_dv.data(), da_dtau.data());
  aba_derivatives_plain(m, w, da_dq.data(), da_dv.data(), da_dtau.data());
}

}  // namespace tenon
