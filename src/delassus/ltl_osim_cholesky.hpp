// Damped inverse in joint space, kept as a factorization.  [cABA] section VIII-C, Table III's "LTL-chol".
// O(n d² + m d² + m² d + m³).  Takes every kind of row.
//   1  Λ⁻¹ by LTL-OSIM (ltl_osim.hpp)
//   2  Λ⁻¹ + R⁻¹ = UᵀU
//   3  solves with U: for x, or for the unit vectors
#pragma once

#include "delassus/cholesky.hpp"
#include "delassus/ltl_osim.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Steps 1 and 2, into A.
template <class S>
void ltl_osim_cholesky_into(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                            const S* q, const UpperMatrix<S>& A) {
  ltl_osim_kernel(model, set, w.d, q, A.data);
  add_compliance(A, w.R);
  cholesky(A, 0, set.rows);
}

// What later solves would start from.
template <class S>
void ltl_osim_cholesky_factors(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                               const S* q) {
  ltl_osim_cholesky_into(model, set, w, q, UpperMatrix<S>{w.B, set.rows});
}

template <class S>
void ltl_osim_cholesky_solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                             const S* q) {
  const UpperMatrix<S> U{w.B, set.rows};
  ltl_osim_cholesky_into(model, set, w, q, U);
  solve_transposed(U, 0, set.rows, w.x);
  solve_upper(U, 0, set.rows, w.x);
}

template <class S>
void ltl_osim_cholesky_inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                               const S* q) {
  const UpperMatrix<S> U{w.B, set.rows};
  ltl_osim_cholesky_into(model, set, w, q, U);
  inverse_by_columns(U, UpperMatrix<S>{w.A, set.rows}, w.y);
}

}  // namespace TENON_ISA
}  // namespace tenon
