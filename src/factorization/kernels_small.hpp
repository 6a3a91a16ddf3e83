// The inverse of one block's own S, and its factors S = TᵀD T.
//
// Derivation of the inverse. Let the last two rows be C, with entries pp, rp, rr and determinant c, and j the columns
// before them. With
//   g_j = rr s_pj - rp s_rj,   h_j = pp s_rj - rp s_pj   (adj C times C's rows there),
//   Σ_ij = s_ij - s_ri s_rj / rr - g_i g_j / (rr c)       (the Schur complement; only subtractions, as in elimination),
//   E = Σ⁻¹, W = (g; h) / c = C⁻¹ s_C,
// the parts of S⁻¹ are (1) E, (2) -W E and (3) C⁻¹ + W E Wᵀ. The pivots from the last row up are rr, c / rr, Σ₁₁ and
// det Σ / Σ₁₁. Four pivots one after the other would wait for four divisions; here nothing waits for more than two.
#pragma once

#include "factorization/kernels_block.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Lower triangle in, both triangles out. M_diagonal: of M in these rows. Returns whether all pivots are positive.
template <class T, int B>
struct SmallInverse {
  T s[B][B];  // lower triangle of S
  T x[B][B];  // S⁻¹

  TENON_INLINE bool invert(const T (&M_diagonal)[B]) {
    constexpr int p = B - 2, r = B - 1;
    const T rr = s[r][r];
    bool positive = rr > pivot_rounding * M_diagonal[r];
    if constexpr (B == 1) {
      x[0][0] = T(1.0) / rr;
    } else {
      const T pp = s[p][p], rp = s[r][p];
      const T c = neg_mul_add(rp, rp, pp * rr), c_inverse = T(1.0) / c;
      positive &= c > pivot_rounding * M_diagonal[p] * rr;
      x[p][p] = rr * c_inverse;
      x[r][r] = pp * c_inverse;
      x[r][p] = -rp * c_inverse;
      if constexpr (B > 2) positive &= extend(M_diagonal, T(1.0) / rr, c_inverse);
    }
    return positive;
  }

 private:
  TENON_INLINE bool extend(const T (&M_diagonal)[B], T r_inverse, T c_inverse) {
    constexpr int A = B - 2, p = B - 2, r = B - 1;
    const T pp = s[p][p], rp = s[r][p], rr = s[r][r], rc_inverse = r_inverse * c_inverse;
    T g[A], h[A], sigma[A][A], E[A][A], W[2][A], WE[2][A];
    for (int j = 0; j < A; ++j) {
      g[j] = neg_mul_add(rp, s[r][j], rr * s[p][j]);
      h[j] = neg_mul_add(rp, s[p][j], pp * s[r][j]);
      W[0][j] = g[j] * c_inverse;
      W[1][j] = h[j] * c_inverse;
    }
    for (int i = 0; i < A; ++i)
      for (int j = 0; j <= i; ++j)
        sigma[i][j] = neg_mul_add(g[i] * g[j], rc_inverse, neg_mul_add(s[r][i] * s[r][j], r_inverse, s[i][j]));
    bool positive = sigma[A - 1][A - 1] > pivot_rounding * M_diagonal[A - 1];
    if constexpr (A == 1) {
      E[0][0] = T(1.0) / sigma[0][0];
    } else {
      const T delta = neg_mul_add(sigma[1][0], sigma[1][0], sigma[0][0] * sigma[1][1]), inverse = T(1.0) / delta;
      positive &= delta > pivot_rounding * M_diagonal[0] * sigma[1][1];
      E[0][0] = sigma[1][1] * inverse;
      E[1][1] = sigma[0][0] * inverse;
      E[0][1] = E[1][0] = -sigma[1][0] * inverse;
    }
    for (int k = 0; k < 2; ++k)
      for (int j = 0; j < A; ++j) {
        WE[k][j] = W[k][0] * E[0][j];
        if constexpr (A > 1) WE[k][j] = mul_add(W[k][1], E[1][j], WE[k][j]);
        x[A + k][j] = -WE[k][j];
      }
    for (int i = 0; i < A; ++i)
      for (int j = 0; j <= i; ++j) x[i][j] = E[i][j];
    for (int j = 0; j < A; ++j) {
      x[p][p] = mul_add(WE[0][j], W[0][j], x[p][p]);
      x[r][p] = mul_add(WE[1][j], W[0][j], x[r][p]);
      x[r][r] = mul_add(WE[1][j], W[1][j], x[r][r]);
    }
    return positive;
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
