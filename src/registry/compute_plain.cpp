// Adapters: the plain kernels, which read like the papers' listings, body by body in body frames.
#include <algorithm>

#include "dynamics/kernels.hpp"
#include "dynamics/workspace.hpp"
#include "model/arguments.hpp"
#include "registry/compute.hpp"
#include "tenon/configuration.hpp"

namespace tenon::compute {

void rnea_plain(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const CompiledModel& m = model.compiled();
  PlainScratch& w = ws.data().plain.get(model);
  check_configuration(model, s.q);
  check_input(s.v, m.nv, "v");
  check_input(s.a, m.nv, "a");
  check_size(out.size(), static_cast<std::size_t>(m.nv), "tau");
  const Force<double>* external = body_wrenches(model, checked(model, ws.data().tree), s.wrenches);
  TENON_ISA_CHOICE(dynamics_kernels)
      .rnea(m, w.rnea.data(), w.sine.data(), w.cosine.data(), s.q.data(), s.v.data(), s.a.data(), external, out.data());
}

void crba_plain(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const CompiledModel& m = model.compiled();
  PlainScratch& w = ws.data().plain.get(model);
  check_configuration(model, s.q);
  check_size(out.size(), static_cast<std::size_t>(m.nv) * static_cast<std::size_t>(m.nv), "M");
  std::fill(out.begin(), out.end(), 0.0);
  const DynamicsKernels& kernels = TENON_ISA_CHOICE(dynamics_kernels);
  kernels.crba(m, w.crba.data(), w.sine.data(), w.cosine.data(), s.q.data(), out.data());
  kernels.mirror(out.data(), m.nv, true);
}

void aba_plain(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const CompiledModel& m = model.compiled();
  PlainScratch& w = ws.data().plain.get(model);
  check_configuration(model, s.q);
  check_input(s.v, m.nv, "v");
  check_input(s.tau, m.nv, "tau");
  check_size(out.size(), static_cast<std::size_t>(m.nv), "a");
  const Force<double>* external = body_wrenches(model, checked(model, ws.data().tree), s.wrenches);
  TENON_ISA_CHOICE(dynamics_kernels)
      .aba(m, w.aba.data(), w.axes.data(), w.sine.data(), w.cosine.data(), s.q.data(), s.v.data(), s.tau.data(),
           external, out.data());
}

}  // namespace tenon::compute
