// Derivatives of forward dynamics, the plain version: tau = rnea(q, v, aba(q, v, tau)) differentiated gives
//   ∂a/∂q = -M⁻¹ ∂tau/∂q,   ∂a/∂v = -M⁻¹ ∂tau/∂v,   ∂a/∂tau = M⁻¹    ([Car18] eq. 4 ff.).
// M⁻¹ x is forward dynamics without velocity and gravity: two sweeps of the articulated-body algorithm ([RBDA] Table
// 7.1) for each column. O(n) per column, O(n²) in all.
// Departures: world axes, where inertias and forces need no moving between bodies; the axes of a joint are eliminated
// one after the other, as in paper/aba.hpp.
#pragma once

#include <algorithm>
#include "dynamics/paper/aba.hpp"
#include "dynamics/paper/rnea_derivatives.hpp"
#include "model/algorithm_facts.hpp"

#include "dynamics/paper/derivatives.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Tips to base: U and D of every axis.
template <class S>
void derivative_articulate(const CompiledModel& model, const DerivativeScratch<S>& ws) {
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[i];
    ArticulatedInertia<S>& A = ws.body[i].A;
    for (int j = k.v + velocity_size(k.kind) - 1; j >= k.v; --j) {
      DerivativeAxis<S>& x = ws.axis[j];
      x.U = A * x.s;
      x.D_inverse = S(1) / (dot(x.s, x.U) + S(model.armature[j]));
      A = rank_one_downdate(A, x.D_inverse, x.U);
    }
    if (k.parent > 0) ws.body[k.parent].A += A;
  }
}

// Column x of a row-major matrix <- sign M⁻¹ x.
template <class S>
void derivative_solve(const CompiledModel& model, const DerivativeScratch<S>& ws, double sign, S* x) {
  const std::ptrdiff_t nv = model.nv;
  std::fill_n(ws.p, model.body_count(), Force<S>{});
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[i];
    Force<S> p = ws.p[i];
    for (int j = k.v + velocity_size(k.kind) - 1; j >= k.v; --j) {
      const DerivativeAxis<S>& axis = ws.axis[j];
      x[j * nv] = axis.D_inverse * (S(sign) * x[j * nv] - dot(axis.s, p));
      p += x[j * nv] * axis.U;
    }
    ws.p[k.parent] += p;
  }
  ws.body[0].a = {};
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[i];
    Motion<S> a = ws.body[k.parent].a;
    for (int j = k.v; j < k.v + velocity_size(k.kind); ++j) {
      const DerivativeAxis<S>& axis = ws.axis[j];
      x[j * nv] -= axis.D_inverse * dot(a, axis.U);
      a += x[j * nv] * axis.s;
    }
    ws.body[i].a = a;
  }
}

// After plain_rnea_derivatives at a = aba(q, v, tau): turns its dtau_dq and dtau_dv into da_dq and da_dv in place.
template <class S>
void plain_aba_derivatives(const CompiledModel& model, const DerivativeScratch<S>& ws, S* da_dq, S* da_dv, S* da_dtau) {
  const std::ptrdiff_t nv = model.nv;
  derivative_articulate(model, ws);
  std::fill_n(da_dtau, nv * nv, S(0));
  for (std::ptrdiff_t c = 0; c < nv; ++c) {
    da_dtau[c * nv + c] = S(1);
    derivative_solve(model, ws, 1, da_dtau + c);
    derivative_solve(model, ws, -1, da_dq + c);
    derivative_solve(model, ws, -1, da_dv + c);
  }
}

struct AbaDerivativesAlgorithm {
  static constexpr AlgorithmFacts facts{.name = "aba-derivatives",
                                        .family = "aba_derivatives",
                                        .paper = "Car18",
                                        .listing = "section III-E",
                                        .complexity = "O(n²)",
                                        .weights = {83, 129.0, 0.026}};
  template <class Ask>
  static void compute(const Ask& ask) {
    aba_derivatives(ask.model, ask.ws, ask.state(), ask.given.tau, {.wrenches = ask.given.wrenches},
                    {ask.third(0), ask.third(1), ask.third(2)});
  }
  template <class Run>
  static void count(Run& run) {
    AbaPlain::count(run);
    CountedDerivatives<Run> d(run);
    d.of_rnea(run.out);
    plain_aba_derivatives(run.model, d.scratch(), d.dq.data(), d.dv.data(), d.dx.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
