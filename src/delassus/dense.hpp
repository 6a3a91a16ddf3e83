// Delassus matrix by its definition: M = C Cᵀ (dense Cholesky), Z = C⁻¹Jᵀ, Λ⁻¹ = ZᵀZ. The reference for the others.
// O(n³ + m n² + m² n), of which [PVr] Table I ("naive") names the first and the last. No sparsity is used.
#pragma once

#include "delassus/dense_cholesky.hpp"

namespace tenon {
inline namespace TENON_ISA {

// M's lower triangle becomes C, the rows of J (m x n) become those of Zᵀ.
template <class S>
void dense_delassus(int n, int m, S* M, S* J, S* out) {
  const DenseBlock<S> C{M, n, n};
  cholesky(C);
  for (int a = 0; a < m; ++a) cholesky_forward(C, J + static_cast<std::ptrdiff_t>(a) * n);
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
