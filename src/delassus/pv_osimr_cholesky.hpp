// Damped inverse by factoring the damped Delassus matrix of PV-OSIMr.  [cABA] section VIII-C.  O(n + m³).
//   1  Λ⁻¹ by [PVr] Algorithm 3 (pv_osimr.hpp)
//   2  Λ⁻¹ + R⁻¹ = UᵀU
//   3  solves with U: for x, or for the unit vectors
#pragma once

#include "delassus/cholesky.hpp"
#include "delassus/pv_osimr.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Steps 1 and 2, into A.
template <class S>
void pv_osimr_cholesky_into(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                            const S* q, const UpperMatrix<S>& A) {
  place_bodies(model, set, w.d, q);
  place_rows(set, w.d);
  pv_osimr_sweeps<Reach::world>(model, set.branching, w.d, A);
  add_compliance(A, w.R);
  cholesky(A, 0, set.rows);
}

// What later solves would start from.
template <class S>
void pv_osimr_cholesky_factors(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                               const S* q) {
  pv_osimr_cholesky_into(model, set, w, q, UpperMatrix<S>{w.B, set.rows});
}

template <class S>
void pv_osimr_cholesky_solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                             const S* q) {
  const UpperMatrix<S> U{w.B, set.rows};
  pv_osimr_cholesky_into(model, set, w, q, U);
  solve_transposed(U, 0, set.rows, w.x);
  solve_upper(U, 0, set.rows, w.x);
}

template <class S>
void pv_osimr_cholesky_inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                               const S* q) {
  const UpperMatrix<S> U{w.B, set.rows};
  pv_osimr_cholesky_into(model, set, w, q, U);
  inverse_by_columns(U, UpperMatrix<S>{w.A, set.rows}, w.y);
}

}  // namespace TENON_ISA
}  // namespace tenon
