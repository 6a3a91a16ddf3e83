// S⁻¹, T and D of one block, S = TᵀD T, with few divisions in a row.
//
// Derivation. Let the last two rows be C, with determinant c and adjugate adj C, and the A rows before them a; b is the
// block between (C's rows, a's columns). With
//   G = adj C b,   Σ = c a - bᵀG  (c times the Schur complement),   δ = det Σ,   H = G adj Σ,
// the parts of S⁻¹ are
//   (1) a: (c/δ) adj Σ,   (2) between: -H/δ,   (3) C: (adj C + H Gᵀ/δ)/c,
// and the pivots from the last row up are s₃₃, c/s₃₃, Σ₁₁/c, δ/(cΣ₁₁), the rows of T s₃ⱼ/s₃₃, G₂ⱼ/c, Σ₁₀/Σ₁₁.
// Four pivots one after the other would wait for four divisions; here no result waits for more than two.
#pragma once

#include "factorization/kernels_block.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <int B>
struct SmallFactor {
  const double* S;  // lower triangle
  long stride;
  double* inverse;  // both triangles
  long inverse_stride;
  double* T;  // what lies below its diagonal, rows four apart
  double* D;
  const double* diagonal;  // of M: a pivot must exceed rounding times it
  long diagonal_stride;

  // Returns the last row whose pivot is too small, or -1.
  [[gnu::always_inline]] int factorize() const {
    if constexpr (B == 1) {
      D[0] = S[0];
      inverse[0] = 1 / S[0];
      return accepts(0) ? -1 : 0;
    } else {
      return from_pair();
    }
  }

 private:
  double s(int i, int j) const { return S[i * stride + j]; }
  void set(int i, int j, double x) const { inverse[i * inverse_stride + j] = inverse[j * inverse_stride + i] = x; }
  bool accepts(int q) const {
    constexpr double rounding = 0x1p-52;  // a pivot below this share of M's diagonal is nothing but rounding
    return D[q] > rounding * diagonal[q * diagonal_stride];
  }

  [[gnu::always_inline]] int from_pair() const {
    constexpr int A = B - 2, p = A, r = A + 1;  // C's rows are p and r
    const double pp = s(p, p), rp = s(r, p), rr = s(r, r);
    const double c = neg_mul_add(rp, rp, pp * rr);
    const double last_inverse = 1 / rr, c_inverse = 1 / c;
    D[r] = rr;
    D[p] = c * last_inverse;
    T[4 * r + p] = rp * last_inverse;
    if (!accepts(r)) [[unlikely]]
      return r;
    if (!accepts(p)) [[unlikely]]
      return p;
    if constexpr (A == 0) {
      set(p, p, rr * c_inverse);
      set(r, r, pp * c_inverse);
      set(r, p, -rp * c_inverse);
      return -1;
    } else {
      double G[2][2];
      for (int j = 0; j < A; ++j) {
        const double pj = s(p, j), rj = s(r, j);
        G[0][j] = neg_mul_add(rp, rj, rr * pj);
        G[1][j] = neg_mul_add(rp, pj, pp * rj);
        T[4 * r + j] = rj * last_inverse;
        T[4 * p + j] = G[0][j] * c_inverse;
      }
      const auto sigma = [&](int i, int j) {
        return neg_mul_add(s(p, i), G[0][j], neg_mul_add(s(r, i), G[1][j], c * s(i, j)));
      };
      if constexpr (A == 1) {
        const double delta = sigma(0, 0);
        D[0] = delta * c_inverse;
        if (!accepts(0)) [[unlikely]]
          return 0;
        fill({pp, rp, rr}, c, c_inverse, 1 / delta, G, {{{1, 0}, {0, 0}}});
      } else {
        const double sigma_00 = sigma(0, 0), sigma_10 = sigma(1, 0), sigma_11 = sigma(1, 1);
        const double delta = neg_mul_add(sigma_10, sigma_10, sigma_00 * sigma_11), upper_inverse = 1 / sigma_11;
        D[1] = sigma_11 * c_inverse;
        D[0] = delta * (c_inverse * upper_inverse);
        T[4] = sigma_10 * upper_inverse;
        if (!accepts(1)) [[unlikely]]
          return 1;
        if (!accepts(0)) [[unlikely]]
          return 0;
        fill({pp, rp, rr}, c, c_inverse, 1 / delta, G, {{{sigma_11, -sigma_10}, {-sigma_10, sigma_00}}});
      }
      return -1;
    }
  }

  struct Pair {
    double pp, rp, rr;
  };
  struct Matrix2 {
    double x[2][2];
  };
  // (1), (2) and (3).
  [[gnu::always_inline]] void fill(Pair C, double c, double c_inverse, double delta_inverse, const double (&G)[2][2],
                                   Matrix2 adjugate) const {
    constexpr int A = B - 2;
    double H[2][2];
    for (int k = 0; k < 2; ++k)
      for (int j = 0; j < A; ++j)
        H[k][j] = A == 1 ? G[k][0] : mul_add(G[k][1], adjugate.x[1][j], G[k][0] * adjugate.x[0][j]);
    const double share = c * delta_inverse;
    for (int i = 0; i < A; ++i)
      for (int j = 0; j <= i; ++j) set(i, j, A == 1 ? share : share * adjugate.x[i][j]);
    for (int k = 0; k < 2; ++k)
      for (int j = 0; j < A; ++j) set(A + k, j, -H[k][j] * delta_inverse);
    const double adj_C[2][2] = {{C.rr, 0}, {-C.rp, C.pp}};
    for (int k = 0; k < 2; ++k)
      for (int l = 0; l <= k; ++l) {
        const double HG = A == 1 ? H[k][0] * G[l][0] : mul_add(H[k][1], G[l][1], H[k][0] * G[l][0]);
        set(A + k, A + l, mul_add(HG, delta_inverse, adj_C[k][l]) * c_inverse);
      }
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
