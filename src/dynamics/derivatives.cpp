// The public calls: check, then run.
#include "dynamics/derivatives.hpp"

#include "dynamics/kernels_derivatives.hpp"
#include "dynamics/kernels_walk.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

DerivativesWorkspace::Data::Data(const Model& robot) : serial(robot.compiled().serial), tree(robot) {
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

DerivativesWorkspace::DerivativesWorkspace(const Model& model) : data_(std::make_unique<Data>(model)) {}
DerivativesWorkspace::~DerivativesWorkspace() = default;
DerivativesWorkspace::DerivativesWorkspace(DerivativesWorkspace&&) noexcept = default;
DerivativesWorkspace& DerivativesWorkspace::operator=(DerivativesWorkspace&&) noexcept = default;

std::size_t DerivativesWorkspace::bytes() const {
  const Data& d = *data_;
  return sizeof(Data) + d.tree.bytes() + sizeof(double) * (d.sine.size() + d.cosine.size() + 2 * d.a.size()) +
         (sizeof(DerivativeBody<double>) + sizeof(Force<double>)) * d.body.size() +
         sizeof(DerivativeAxis<double>) * d.axis.size() + d.rows.bytes() + d.pattern.bytes() + d.sweeps.bytes() +
         d.factor.bytes();
}

namespace {

DerivativesWorkspace::Data& checked(const Model& model, DerivativesWorkspace& ws) {
  if (ws.data().serial != model.compiled().serial) throw Error("derivatives workspace: made for another model");
  return ws.data();
}

}  // namespace

void rnea_derivatives(const Model& model, DerivativesWorkspace& ws, std::span<const double> q,
                      std::span<const double> v, std::span<const double> a, std::span<double> dtau_dq,
                      std::span<double> dtau_dv, std::span<double> dtau_da, std::span<const ExternalWrench> wrenches,
                      Zeros zeros) {
  const CompiledModel& m = model.compiled();
  DerivativesWorkspace::Data& w = checked(model, ws);
  const std::size_t size = static_cast<std::size_t>(m.nv) * static_cast<std::size_t>(m.nv);
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_input(a, m.nv, "a");
  check_size(dtau_dq.size(), size, "dtau_dq");
  check_size(dtau_dv.size(), size, "dtau_dv");
  check_size(dtau_da.size(), size, "dtau_da");
  const Force<double>* external = body_wrenches(model, w.tree, wrenches);
  if (!w.rows.usable)
    return rnea_derivatives_plain(m, w, q.data(), v.data(), a.data(), external, dtau_dq.data(), dtau_dv.data(),
                                  dtau_da.data());
  TENON_ISA_CHOICE(derivative_kernels)
      .rnea(m, w.rows, w.pattern, w.sine.data(), w.cosine.data(), q.data(), v.data(), a.data(), external,
            {dtau_dq.data(), dtau_dv.data(), dtau_da.data()}, zeros == Zeros::kept);
}

void aba_derivatives(const Model& model, DerivativesWorkspace& ws, std::span<const double> q, std::span<const double> v,
                     std::span<const double> tau, std::span<double> da_dq, std::span<double> da_dv,
                     std::span<double> da_dtau, std::span<const ExternalWrench> wrenches) {
  const CompiledModel& m = model.compiled();
  DerivativesWorkspace::Data& w = checked(model, ws);
  const std::size_t size = static_cast<std::size_t>(m.nv) * static_cast<std::size_t>(m.nv);
  check_size(da_dq.size(), size, "da_dq");
  check_size(da_dv.size(), size, "da_dv");
  check_size(da_dtau.size(), size, "da_dtau");
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_input(tau, m.nv, "tau");
  const Force<double>* external = body_wrenches(model, w.tree, wrenches);
  if (w.rows.usable) {
    TENON_ISA_CHOICE(derivative_kernels)
        .aba(m, w.rows, w.pattern, w.sweeps, w.factor, w.sine.data(), w.cosine.data(), q.data(), v.data(), tau.data(),
             w.zero.data(), w.a.data(), external, {da_dq.data(), da_dv.data(), da_dtau.data()});
    return;
  }
  TENON_ISA_CHOICE(walk_kernels)
      .aba(m, m.limb_walk, w.tree.walk.data(), q.data(), v.data(), tau.data(), external, w.a.data());
  rnea_derivatives_plain(m, w, q.data(), v.data(), w.a.data(), external, da_dq.data(), da_dv.data(), da_dtau.data());
  aba_derivatives_plain(m, w, da_dq.data(), da_dv.data(), da_dtau.data());
}

}  // namespace tenon
