// Damped inverse by its definition: the dense Delassus matrix (dense.hpp), R⁻¹ on its diagonal, dense Cholesky, one
// solve per column. The reference for the others; nothing is shared with them.
#pragma once

#include "delassus/damped_scratch.hpp"
#include "delassus/dense.hpp"

namespace tenon {
inline namespace TENON_ISA {

// M and J stand in w.d. The factor C (lower) takes the place of Λ⁻¹ + R⁻¹ in w.B.
template <class S>
void dense_damped_factors(int n, int m, const DampedScratch<S>& w) {
  dense_delassus(n, m, w.d.M, w.d.J, w.B);
  for (int a = 0; a < m; ++a) w.B[static_cast<std::ptrdiff_t>(a) * m + a] += S(1) / w.R[a];
  dense_cholesky(m, w.B);
}

// x <- C⁻ᵀC⁻¹x.
template <class S>
void dense_damped_solve_factored(int m, const S* C, S* x) {
  dense_forward(m, C, x);
  for (int i = m - 1; i >= 0; --i) {
    for (int k = i + 1; k < m; ++k) x[i] = neg_mul_add(C[static_cast<std::ptrdiff_t>(k) * m + i], x[k], x[i]);
    x[i] = x[i] / C[static_cast<std::ptrdiff_t>(i) * m + i];
  }
}

template <class S>
void dense_damped_solve(int n, int m, const DampedScratch<S>& w) {
  dense_damped_factors(n, m, w);
  dense_damped_solve_factored(m, w.B, w.x);
}

template <class S>
void dense_damped_inverse(int n, int m, const DampedScratch<S>& w) {
  dense_damped_factors(n, m, w);
  for (int j = 0; j < m; ++j) {
    for (int k = 0; k < m; ++k) w.y[k] = S(k == j ? 1 : 0);
    dense_damped_solve_factored(m, w.B, w.y);
    for (int k = 0; k <= j; ++k) w.A[static_cast<std::ptrdiff_t>(k) * m + j] = w.y[k];
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
