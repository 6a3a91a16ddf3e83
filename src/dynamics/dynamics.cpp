// The public calls: check, then run the kernel of the active instruction set.
#include "tenon/dynamics.hpp"

#include <algorithm>

#include "dynamics/kernels.hpp"
#include "dynamics/workspace.hpp"
#include "model/arguments.hpp"

namespace tenon {

void rnea(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
          std::span<const double> a, std::span<double> tau, std::span<const ExternalWrench> wrenches) {
  const CompiledModel& m = model.compiled();
  Workspace::Data& w = checked(model, ws);
  check_input(q, m.nq, "q");
  check_input(v, m.nv, "v");
  check_input(a, m.nv, "a");
  check_size(tau.size(), static_cast<std::size_t>(m.nv), "tau");
  const Force<double>* external = body_wrenches(model, w, wrenches);
  TENON_ISA_CHOICE(dynamics_kernels)
      .rnea(m, w.rnea.data(), w.sine.data(), w.cosine.data(), q.data(), v.data(), a.data(), external, tau.data());
}

void gravity_torque(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> tau) {
  const std::vector<double>& zero = checked(model, ws).zero;
  rnea(model, ws, q, zero, zero, tau);
}

void bias_torque(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
                 std::span<double> tau) {
  rnea(model, ws, q, v, checked(model, ws).zero, tau);
}

void crba(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> M, Triangle triangle) {
  const CompiledModel& m = model.compiled();
  Workspace::Data& w = checked(model, ws);
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  check_input(q, m.nq, "q");
  check_size(M.size(), nv * nv, "M");
  std::fill(M.begin(), M.end(), 0.0);
  TENON_ISA_CHOICE(dynamics_kernels).crba(m, w.crba.data(), w.sine.data(), w.cosine.data(), q.data(), M.data());
  if (triangle == Triangle::lower) return;
  for (std::size_t i = 0; i < nv; ++i)
    for (std::size_t j = 0; j < i; ++j) M[j * nv + i] = M[i * nv + j];
}

void aba(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
         std::span<const double> tau, std::span<double> a, std::span<const ExternalWrench> wrenches) {
  const CompiledModel& m = model.compiled();
  Workspace::Data& w = checked(model, ws);
  check_input(q, m.nq, "q");
  check_input(v, m.nv, "v");
  check_input(tau, m.nv, "tau");
  check_size(a.size(), static_cast<std::size_t>(m.nv), "a");
  const Force<double>* external = body_wrenches(model, w, wrenches);
  TENON_ISA_CHOICE(dynamics_kernels)
      .aba(m, w.aba.data(), w.axes.data(), w.sine.data(), w.cosine.data(), q.data(), v.data(), tau.data(), external,
           a.data());
}

}  // namespace tenon
