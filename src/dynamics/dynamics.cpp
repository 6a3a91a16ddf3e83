// The public calls: check, then run the kernel of the active instruction set.
#include "tenon/dynamics.hpp"

#include <algorithm>

#include "dynamics/kernels.hpp"
#include "dynamics/kernels_crba.hpp"
#include "dynamics/kernels_walk.hpp"
#include "dynamics/workspace.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

void rnea(const Model& model, Workspace& ws, const State& state, std::span<const double> a,
          const DynamicsOptions& options, std::span<double> tau) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  const CompiledModel& m = model.compiled();
  TreeMemory& w = checked(model, ws);
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_input(a, m.nv, "a");
  check_size(tau.size(), static_cast<std::size_t>(m.nv), "tau");
  const Force<double>* external = body_wrenches(model, w, options.wrenches);
  TENON_ISA_CHOICE(walk_kernels)
      .rnea(m, *w.walks.limbs, w.walk.data(), q.data(), v.data(), a.data(), external, tau.data());
}

void rnea(const Model& model, Workspace& ws, const State& state, std::span<const double> a, std::span<double> tau) {
  rnea(model, ws, state, a, {}, tau);
}

void gravity_torque(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> tau) {
  const std::vector<double>& zero = checked(model, ws).zero;
  rnea(model, ws, {q, zero}, zero, tau);
}

void bias_torque(const Model& model, Workspace& ws, const State& state, std::span<double> tau) {
  rnea(model, ws, state, checked(model, ws).zero, tau);
}

void crba(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> M) {
  crba(model, ws, q, {}, M);
}

void crba(const Model& model, Workspace& ws, std::span<const double> q, const InertiaOptions& options,
          std::span<double> M) {
  const OneThread one(ws);
  const auto& [triangle, zeros] = options;
  const CompiledModel& m = model.compiled();
  TreeMemory& w = checked(model, ws);
  check_configuration(model, q);
  check_size(M.size(), static_cast<std::size_t>(m.nv) * static_cast<std::size_t>(m.nv), "M");
  const bool lower = triangle != Triangle::upper, upper = triangle != Triangle::lower, write = zeros == Zeros::written;
  if (w.in_root_frame)
    TENON_ISA_CHOICE(crba_kernels).crba(m, w.root_walk, w.walk.data(), q.data(), M.data(), lower, upper, write);
  else
    TENON_ISA_CHOICE(walk_kernels).crba(m, *w.walks.columns, w.walk.data(), q.data(), M.data(), lower, upper, write);
}

void aba(const Model& model, Workspace& ws, const State& state, std::span<const double> tau, std::span<double> a) {
  aba(model, ws, state, tau, {}, a);
}

void aba(const Model& model, Workspace& ws, const State& state, std::span<const double> tau,
         const DynamicsOptions& options, std::span<double> a) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  const CompiledModel& m = model.compiled();
  TreeMemory& w = checked(model, ws);
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_input(tau, m.nv, "tau");
  check_size(a.size(), static_cast<std::size_t>(m.nv), "a");
  const Force<double>* external = body_wrenches(model, w, options.wrenches);
  TENON_ISA_CHOICE(walk_kernels)
      .aba(m, *w.walks.limbs, w.walk.data(), q.data(), v.data(), tau.data(), external, a.data());
}

void minverse_apply(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> x,
                    std::span<double> out) {
  minverse_apply(model, ws, q, x, {}, out);
}

void minverse_apply(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> x,
                    const ColumnOptions& options, std::span<double> out) {
  const OneThread one(ws);
  const int columns = options.columns;
  const CompiledModel& m = model.compiled();
  TreeMemory& w = checked(model, ws);
  if (columns < 1) throw Error("columns is " + std::to_string(columns) + ", expected >= 1");
  check_configuration(model, q);
  check_input(x, m.nv * columns, "x");
  check_size(out.size(), x.size(), "out");
  if (columns == 1) {
    TENON_ISA_CHOICE(walk_kernels).minverse_apply(m, *w.walks.limbs, w.walk.data(), q.data(), x.data(), out.data());
    return;
  }
  const DynamicsKernels& kernels = TENON_ISA_CHOICE(dynamics_kernels);
  kernels.eliminate(m, w.aba.data(), w.axes.data(), w.sine.data(), w.cosine.data(), q.data(), w.zero.data());
  kernels.apply_minverse(m, w.aba.data(), w.axes.data(), w.vectors.data(), x.data(), out.data(), columns);
}

void minverse_by_sweeps(const CompiledModel& m, TreeMemory& w, std::span<const double> q, std::span<double> Minv,
                        Triangle triangle) {
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  const DynamicsKernels& kernels = TENON_ISA_CHOICE(dynamics_kernels);
  if (w.P.empty() && m.levels > 0) {  // too many levels: unit vectors, one packet of columns after the other
    std::fill(Minv.begin(), Minv.end(), 0.0);
    for (std::size_t k = 0; k < nv; ++k) Minv[k * nv + k] = 1;
    kernels.eliminate(m, w.aba.data(), w.axes.data(), w.sine.data(), w.cosine.data(), q.data(), w.zero.data());
    kernels.apply_minverse(m, w.aba.data(), w.axes.data(), w.vectors.data(), Minv.data(), Minv.data(), m.nv);
    return;
  }
  const MinverseScratch<double> scratch{w.root.data(),      w.articulated.data(), w.minverse_axes.data(),
                                        w.root_axes.data(), w.F.data(),           w.P.data()};
  kernels.minverse(m, scratch, w.sine.data(), w.cosine.data(), q.data(), Minv.data());
  if (triangle != Triangle::upper) kernels.mirror(Minv.data(), m.nv, false);
}

}  // namespace tenon
