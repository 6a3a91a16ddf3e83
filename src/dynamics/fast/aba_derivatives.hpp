// Derivatives of forward dynamics, fast version of paper/aba_derivatives.hpp: ∂a/∂q = -M⁻¹ ∂tau/∂q and so on. [Car18].
// O(n²).
#pragma once

#include "dynamics/fast/aba_derivatives_factor.hpp"
#include "dynamics/fast/aba_derivatives_sweeps.hpp"
#include "dynamics/fast/derivative_articulated.hpp"

namespace tenon {
inline namespace TENON_ISA {

// out.da takes M⁻¹.
inline void aba_derivatives_kernel(const CompiledModel& model, DerivativeRows& rows, const DerivativePattern& pattern,
                                   DerivativeSweeps& sweeps, DerivativeFactor& factor, double* sine, double* cosine,
                                   const double* q, const double* v, const double* tau, const double* zero, double* a,
                                   const Force<double>* external, const DerivativeAnswer& out) {
  derivative_poses(model, rows, sine, cosine, q);
  derivative_axes(model, rows, v);
  sum_outward(model, rows, rows.velocities);
  derivative_rates(model, rows, v, zero);
  sum_outward(model, rows, rows.accelerations);
  derivative_bodies(rows);
  if (external) derivative_wrenches(model, rows, external);
  derivative_accelerations(model, rows, sweeps, tau, a);
  derivative_second_rates(rows);
  derivative_composites(model, rows);
  derivative_factors(rows);
  if (factor.pays) return solve_by_factor(model, rows, pattern, sweeps, factor, out);
  derivative_entries<false>(model, rows, pattern, out, false);
  solve_by_sweeps(model, rows, sweeps, out.dq, out.dv, out.da);
}

}  // namespace TENON_ISA
}  // namespace tenon
