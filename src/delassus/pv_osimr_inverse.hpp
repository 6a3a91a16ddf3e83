// Damped inverse, fast: Λ⁻¹ by PV-OSIMr on the walks (pv_osimr_walk.hpp), then by blocks of four rows, W columns side
// by side, what pv_osimr_cholesky.hpp does plainly:
//   1  Λ⁻¹ + R⁻¹ = UᵀU        2  V = U⁻¹, and its transpose        3  Λ_R = V Vᵀ;    or solves with U
// O(n + m³) with m³/6 products in each step. Matrices are padded to whole blocks with ones on the diagonal.
// Up to a dozen rows blocks do not pay, and cholesky.hpp does all three. Inverting pivots in place would take fewer
// steps, but loses all digits of stiff redundant rows.
#pragma once

#include "delassus/cholesky.hpp"
#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {

constexpr int row_block = 4, few_rows = 12;
constexpr std::ptrdiff_t padded(int rows) {
  return (static_cast<std::ptrdiff_t>(rows) + row_block - 1) / row_block * row_block;
}

// y - c_0 x_0 - … - c_3 x_3 over columns [first, last), x_a being four rows; whole packs.
template <int W, class S>
TENON_INLINE void subtract_four_rows(const S& c0, const S& c1, const S& c2, const S& c3, const S* x, std::ptrdiff_t n,
                                     std::ptrdiff_t first, std::ptrdiff_t last, S* y) {
  if constexpr (W == 1) {
    for (std::ptrdiff_t j = first; j < last; ++j)
      y[j] = neg_mul_add(c3, x[3 * n + j],
                         neg_mul_add(c2, x[2 * n + j], neg_mul_add(c1, x[n + j], neg_mul_add(c0, x[j], y[j]))));
  } else {
    using V = Pack<S, W>;
    const V v0(c0), v1(c1), v2(c2), v3(c3);
    for (std::ptrdiff_t j = first / W * W; j < last; j += W) {
      V sum = neg_mul_add(v0, V::load(x + j), V::load(y + j));
      sum = neg_mul_add(v1, V::load(x + n + j), sum);
      sum = neg_mul_add(v2, V::load(x + 2 * n + j), sum);
      neg_mul_add(v3, V::load(x + 3 * n + j), sum).store(y + j);
    }
  }
}

// Step 1: U in the upper triangle of B, with the reciprocals of its diagonal, from the m x m matrix A: cholesky.hpp's
// numbers, four rows at a time taken out of the rest in registers.
template <int W, class S>
void factor_rows(int m, const S* A, const S* R, S* B) {
  const std::ptrdiff_t n = padded(m);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      B[i * n + j] = i < m && j < m ? A[static_cast<std::ptrdiff_t>(i) * m + j] : S(i == j ? 1 : 0);
    if (i < m) B[i * n + i] += S(1) / R[i];
  }
  for (std::ptrdiff_t k = 0; k < n; k += row_block) {
    S* rows = B + k * n;
    for (int a = 0; a < row_block; ++a) {
      S* row = rows + a * n;
      const S d = S(1) / square_root(row[k + a]);
      for (std::ptrdiff_t j = k + a + 1; j < n; ++j) row[j] = d * row[j];
      row[k + a] = d;
      for (int b = a + 1; b < row_block; ++b) {
        const S c = row[k + b];
        for (std::ptrdiff_t j = k + b; j < n; ++j) rows[b * n + j] = neg_mul_add(c, row[j], rows[b * n + j]);
      }
    }
    for (std::ptrdiff_t i = k + row_block; i < n; ++i)
      subtract_four_rows<W>(rows[i], rows[n + i], rows[2 * n + i], rows[3 * n + i], rows, n, i, n, B + i * n);
  }
}

// A becomes Λ_R (upper triangle). B: three times padded(m) squared.
template <class S, int W>
void blocked_inverse(int m, const S* R, S* A, S* B) {
  if (m <= few_rows) {
    const UpperMatrix<S> U{A, m};
    add_compliance(U, R);
    cholesky(U, 0, m);
    return invert(U, 0, m);
  }
  const std::ptrdiff_t n = padded(m);
  S *V = B + n * n, *T = V + n * n;  // T is V transposed, negative
  factor_rows<W>(m, A, R, B);
  for (std::ptrdiff_t k = 0; k < n * n; ++k) V[k] = T[k] = S(0);
  for (std::ptrdiff_t i = n - 1; i >= 0; --i) {  // step 2: u_ii v_i = e_i - Σ u_ik v_k
    const S* u = B + i * n;
    S* v = V + i * n;
    const std::ptrdiff_t next = (i / row_block + 1) * row_block;
    for (std::ptrdiff_t k = next; k < n; k += row_block)
      subtract_four_rows<W>(u[k], u[k + 1], u[k + 2], u[k + 3], V + k * n, n, k, n, v);
    for (std::ptrdiff_t k = i + 1; k < next; ++k)
      for (std::ptrdiff_t j = k; j < n; ++j) v[j] = neg_mul_add(u[k], V[k * n + j], v[j]);
    for (std::ptrdiff_t j = i + 1; j < n; ++j) v[j] = u[i] * v[j];
    v[i] = u[i];
    for (std::ptrdiff_t j = i; j < n; ++j) T[j * n + i] = -v[j];
  }
  for (int i = 0; i < m; ++i) {  // step 3: row i of V Vᵀ, in place of that of U
    S* row = B + i * n;
    const S* v = V + i * n;
    for (std::ptrdiff_t j = i / row_block * row_block; j < n; ++j) row[j] = S(0);
    for (std::ptrdiff_t k = i / row_block * row_block; k < n; k += row_block)
      subtract_four_rows<W>(v[k], v[k + 1], v[k + 2], v[k + 3], T + k * n, n, i, k + row_block, row);
    for (int j = i; j < m; ++j) A[static_cast<std::ptrdiff_t>(i) * m + j] = row[j];
  }
}

// Λ⁻¹ + R⁻¹ = UᵀU: in A itself up to a dozen rows, otherwise in B, padded(m) squared.
template <class S, int W>
void blocked_factor(int m, const S* R, S* A, S* B) {
  if (m > few_rows) return factor_rows<W>(m, A, R, B);
  const UpperMatrix<S> U{A, m};
  add_compliance(U, R);
  cholesky(U, 0, m);
}
// x becomes Λ_R x.
template <class S>
void blocked_substitute(int m, const S* A, const S* B, S* x) {
  const UpperMatrix<const S> U{m > few_rows ? B : A, m > few_rows ? static_cast<int>(padded(m)) : m};
  solve_transposed(U, 0, m, x);
  solve_upper(U, 0, m, x);
}
template <class S, int W>
void blocked_solve(int m, const S* R, S* A, S* B, S* x) {
  blocked_factor<S, W>(m, R, A, B);
  blocked_substitute(m, A, B, x);
}

}  // namespace TENON_ISA
}  // namespace tenon
