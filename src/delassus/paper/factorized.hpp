// Damped inverse by factoring the damped Delassus matrix, whoever made that.  [cABA] section VIII-C.
//   1  Λ⁻¹ by `delassus(A)`
//   2  Λ⁻¹ + R⁻¹ = UᵀU
//   3  solves with U: for x, or for the unit vectors
#pragma once

#include "delassus/damped_scratch.hpp"
#include "delassus/paper/cholesky.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Steps 1 and 2, into A.
template <class S, class Delassus>
TENON_INLINE void factorized_into(const DampedScratch<S>& w, const UpperMatrix<S>& A, int rows, Delassus&& delassus) {
  delassus(A);
  add_compliance(A, w.R);
  cholesky(A, 0, rows);
}

template <class S, class Delassus>
TENON_INLINE void factorized_solve(const DampedScratch<S>& w, int rows, Delassus&& delassus) {
  const UpperMatrix<S> U{w.B, rows};
  factorized_into(w, U, rows, delassus);
  solve_transposed(U, 0, rows, w.x);
  solve_upper(U, 0, rows, w.x);
}

template <class S, class Delassus>
TENON_INLINE void factorized_inverse(const DampedScratch<S>& w, int rows, Delassus&& delassus) {
  const UpperMatrix<S> U{w.B, rows};
  factorized_into(w, U, rows, delassus);
  inverse_by_columns(U, UpperMatrix<S>{w.A, rows}, w.y);
}

}  // namespace TENON_ISA
}  // namespace tenon
