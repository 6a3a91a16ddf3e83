// Delassus matrix by its definition: M = C Cᵀ (dense Cholesky), Z = C⁻¹Jᵀ, Λ⁻¹ = ZᵀZ. The reference for the others.
// O(n³ + m n² + m² n), of which [PVr] Table I ("naive") names the first and the last. No sparsity is used and nothing
// is shared with the other algorithms.
#pragma once

#include "spatial/scalar.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Lower triangle of M (n x n, row-major) becomes C.
template <class S>
void dense_cholesky(int n, S* M) {
  const auto at = [&](int i, int j) -> S& { return M[static_cast<std::ptrdiff_t>(i) * n + j]; };
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k) at(j, j) = neg_mul_add(at(j, k), at(j, k), at(j, j));
    at(j, j) = square_root(at(j, j));
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k) at(i, j) = neg_mul_add(at(i, k), at(j, k), at(i, j));
      at(i, j) = at(i, j) / at(j, j);
    }
  }
}

// x <- C⁻¹x.
template <class S>
void dense_forward(int n, const S* C, S* x) {
  for (int i = 0; i < n; ++i) {
    const S* row = C + static_cast<std::ptrdiff_t>(i) * n;
    for (int k = 0; k < i; ++k) x[i] = neg_mul_add(row[k], x[k], x[i]);
    x[i] = x[i] / row[i];
  }
}

// M's lower triangle becomes C, the rows of J (m x n) become those of Zᵀ.
template <class S>
void dense_delassus(int n, int m, S* M, S* J, S* out) {
  dense_cholesky(n, M);
  for (int a = 0; a < m; ++a) dense_forward(n, M, J + static_cast<std::ptrdiff_t>(a) * n);
  for (int a = 0; a < m; ++a)
    for (int b = a; b < m; ++b) {
      const S *x = J + static_cast<std::ptrdiff_t>(a) * n, *y = J + static_cast<std::ptrdiff_t>(b) * n;
      S sum(0);
      for (int k = 0; k < n; ++k) sum = mul_add(x[k], y[k], sum);
      out[static_cast<std::ptrdiff_t>(a) * m + b] = out[static_cast<std::ptrdiff_t>(b) * m + a] = sum;
    }
}

}  // namespace TENON_ISA
}  // namespace tenon
