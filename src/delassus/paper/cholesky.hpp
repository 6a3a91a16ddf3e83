// A = UᵀU of a symmetric positive definite matrix in its upper triangle, for rows [first, last) of a larger one.
// The diagonal holds the reciprocals of U's. An A that is not definite gives NaN.
#pragma once

#include "delassus/damped_scratch.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
TENON_INLINE void cholesky(const UpperMatrix<S>& A, int first, int last) {
  for (int k = first; k < last; ++k) {
    A(k, k) = S(1) / square_root(A(k, k));
    for (int j = k + 1; j < last; ++j) A(k, j) = A(k, k) * A(k, j);
    for (int i = k + 1; i < last; ++i)
      for (int j = i; j < last; ++j) A(i, j) = neg_mul_add(A(k, i), A(k, j), A(i, j));
  }
}

// x <- U⁻ᵀx, x <- U⁻¹x.
template <class S, class T>
TENON_INLINE void solve_transposed(const UpperMatrix<T>& U, int first, int last, S* x) {
  for (int k = first; k < last; ++k) {
    x[k] = U(k, k) * x[k];
    for (int j = k + 1; j < last; ++j) x[j] = neg_mul_add(U(k, j), x[k], x[j]);
  }
}
template <class S, class T>
TENON_INLINE void solve_upper(const UpperMatrix<T>& U, int first, int last, S* x) {
  for (int k = last - 1; k >= first; --k) {
    for (int j = k + 1; j < last; ++j) x[k] = neg_mul_add(U(k, j), x[j], x[k]);
    x[k] = U(k, k) * x[k];
  }
}

// U becomes A⁻¹ = U⁻¹U⁻ᵀ.
template <class S>
TENON_INLINE void invert(const UpperMatrix<S>& U, int first, int last) {
  for (int j = first; j < last; ++j)  // column j of V = U⁻¹ from V's columns before it
    for (int i = first; i < j; ++i) {
      S sum = U(i, i) * U(i, j);
      for (int k = i + 1; k < j; ++k) sum = mul_add(U(i, k), U(k, j), sum);
      U(i, j) = -(sum * U(j, j));
    }
  for (int i = first; i < last; ++i)  // V Vᵀ; an entry reads what stands right of it
    for (int j = i; j < last; ++j) {
      S sum = U(i, j) * U(j, j);
      for (int k = j + 1; k < last; ++k) sum = mul_add(U(i, k), U(j, k), sum);
      U(i, j) = sum;
    }
}

// The columns of A⁻¹ by solving for unit vectors, into `out`; x is scratch.
template <class S>
TENON_INLINE void inverse_by_columns(const UpperMatrix<S>& U, const UpperMatrix<S>& out, S* x) {
  for (int j = 0; j < U.rows; ++j) {
    for (int k = 0; k < U.rows; ++k) x[k] = S(k == j ? 1 : 0);
    solve_transposed(U, j, U.rows, x);
    solve_upper(U, 0, U.rows, x);
    for (int k = 0; k <= j; ++k) out(k, j) = x[k];
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
