// The factors of one block's own S = TᵀD T, and S⁻¹.
//
// Derivation. Let the last two rows be C, with entries pp, rp, rr and determinant c, and j the columns before them.
// With
//   g_j = rr s_pj - rp s_rj,   h_j = pp s_rj - rp s_pj     (adj C times C's rows there),
//   Σ_ij = s_ij - s_ri s_rj / rr - g_i g_j / (rr c)         (the Schur complement, by subtractions alone),
// the rows of T are s_rj / rr, rp / rr and g_j / c, and the same for Σ; the pivots are rr, c / rr and those of Σ.
// With E = Σ⁻¹ and W = (g; h) / c = C⁻¹ s_C, the parts of S⁻¹ are (1) E, (2) -W E and (3) C⁻¹ + W E Wᵀ.
// Four pivots one after the other would wait for four divisions; here nothing waits for more than two.
//
// A star (BlockShape) is eliminated leaf by leaf, none of which waits for another.
#pragma once

#include "factorization/kernels_block.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class V, int B>
struct SmallFactors {
  V s[B][B];       // in: lower triangle of S
  V t[B][B];       // out: T below its diagonal
  V D[B];          // pivots
  V D_inverse[B];  // their inverses
  V x[B][B];       // lower triangle of S⁻¹

  TENON_INLINE void factorize() {
    constexpr int p = B - 2, r = B - 1;
    D[r] = s[r][r];
    D_inverse[r] = V(1.0) / D[r];
    if constexpr (B == 1) {
      x[0][0] = D_inverse[0];
    } else {
      const V pp = s[p][p], rp = s[r][p], rr = s[r][r];
      const V c = neg_mul_add(rp, rp, pp * rr), c_inverse = V(1.0) / c;
      D[p] = c * D_inverse[r];
      D_inverse[p] = x[p][p] = rr * c_inverse;
      t[r][p] = rp * D_inverse[r];
      x[r][r] = pp * c_inverse;
      x[r][p] = -rp * c_inverse;
      if constexpr (B > 2) extend(c_inverse);
    }
  }

  // The same for a star; of s only the diagonal and the first column are read.
  TENON_INLINE void factorize_star() {
    D[0] = s[0][0];
    for (int q = 1; q < B; ++q) {
      D[q] = s[q][q];
      D_inverse[q] = V(1.0) / D[q];
      t[q][0] = s[q][0] * D_inverse[q];
      D[0] = neg_mul_add(t[q][0], s[q][0], D[0]);
    }
    D_inverse[0] = x[0][0] = V(1.0) / D[0];
    for (int q = 1; q < B; ++q) {
      x[q][0] = -t[q][0] * x[0][0];
      for (int r = 1; r < q; ++r) {
        t[q][r] = V(0.0);
        x[q][r] = -t[q][0] * x[r][0];
      }
      x[q][q] = neg_mul_add(t[q][0], x[q][0], D_inverse[q]);
    }
  }

 private:
  TENON_INLINE void extend(V c_inverse) {
    constexpr int A = B - 2, p = B - 2, r = B - 1;
    const V pp = s[p][p], rp = s[r][p], rr = s[r][r];
    V g[A], h[A], sigma[A][A], E[A][A], W[2][A], WE[2][A];
    for (int j = 0; j < A; ++j) {
      g[j] = neg_mul_add(rp, s[r][j], rr * s[p][j]);
      h[j] = neg_mul_add(rp, s[p][j], pp * s[r][j]);
      t[p][j] = W[0][j] = g[j] * c_inverse;
      t[r][j] = s[r][j] * D_inverse[r];
      W[1][j] = h[j] * c_inverse;
    }
    for (int i = 0; i < A; ++i)
      for (int j = 0; j <= i; ++j)
        sigma[i][j] = neg_mul_add(g[i] * D_inverse[r], t[p][j], neg_mul_add(s[r][i], t[r][j], s[i][j]));
    if constexpr (A == 1) {
      D[0] = sigma[0][0];
      E[0][0] = D_inverse[0] = V(1.0) / D[0];
    } else {
      const V delta = neg_mul_add(sigma[1][0], sigma[1][0], sigma[0][0] * sigma[1][1]), inverse = V(1.0) / delta;
      D[1] = sigma[1][1];
      D_inverse[1] = V(1.0) / D[1];
      D[0] = delta * D_inverse[1];
      D_inverse[0] = E[0][0] = sigma[1][1] * inverse;
      t[1][0] = sigma[1][0] * D_inverse[1];
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
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
