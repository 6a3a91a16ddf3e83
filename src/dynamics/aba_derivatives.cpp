// Derivatives of forward dynamics, the plain version: tau = rnea(q, v, aba(q, v, tau)) differentiated gives
//   ∂a/∂q = -M⁻¹ ∂tau/∂q,   ∂a/∂v = -M⁻¹ ∂tau/∂v,   ∂a/∂tau = M⁻¹    ([Car18] eq. 4 ff.).
// M⁻¹ x is forward dynamics without velocity and gravity: two sweeps of the articulated-body algorithm ([RBDA] Table
// 7.1) for each column. O(n) per column, O(n²) in all.
// Departures: world axes, where inertias and forces need no moving between bodies; the axes of a joint are eliminated
// one after the other, as in aba.hpp.
#include <algorithm>

#include "dynamics/derivatives.hpp"

namespace tenon {

namespace {

// Tips to base: U and D of every axis.
void articulate(const CompiledModel& model, DerivativesWorkspace::Data& ws) {
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[i];
    ArticulatedInertia<double>& A = ws.body[i].A;
    for (int j = k.v + velocity_size(k.kind) - 1; j >= k.v; --j) {
      DerivativeAxis& x = ws.axis[j];
      x.U = A * x.s;
      x.D_inverse = 1 / (dot(x.s, x.U) + model.armature[j]);
      A = rank_one_downdate(A, x.D_inverse, x.U);
    }
    if (k.parent > 0) ws.body[k.parent].A += A;
  }
}

// Column x of a row-major matrix <- sign M⁻¹ x.
void solve(const CompiledModel& model, DerivativesWorkspace::Data& ws, double sign, double* x) {
  const std::ptrdiff_t nv = model.nv;
  std::fill(ws.p.begin(), ws.p.end(), Force<double>{});
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[i];
    Force<double> p = ws.p[i];
    for (int j = k.v + velocity_size(k.kind) - 1; j >= k.v; --j) {
      const DerivativeAxis& axis = ws.axis[j];
      x[j * nv] = axis.D_inverse * (sign * x[j * nv] - dot(axis.s, p));
      p += x[j * nv] * axis.U;
    }
    ws.p[k.parent] += p;
  }
  ws.body[0].a = {};
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[i];
    Motion<double> a = ws.body[k.parent].a;
    for (int j = k.v; j < k.v + velocity_size(k.kind); ++j) {
      const DerivativeAxis& axis = ws.axis[j];
      x[j * nv] -= axis.D_inverse * dot(a, axis.U);
      a += x[j * nv] * axis.s;
    }
    ws.body[i].a = a;
  }
}

}  // namespace

void aba_derivatives_plain(const CompiledModel& model, DerivativesWorkspace::Data& ws, double* da_dq, double* da_dv,
                           double* da_dtau) {
  const std::ptrdiff_t nv = model.nv;
  articulate(model, ws);
  std::fill_n(da_dtau, nv * nv, 0.0);
  for (std::ptrdiff_t c = 0; c < nv; ++c) {
    da_dtau[c * nv + c] = 1;
    solve(model, ws, 1, da_dtau + c);
    solve(model, ws, -1, da_dq + c);
    solve(model, ws, -1, da_dv + c);
  }
}

}  // namespace tenon
