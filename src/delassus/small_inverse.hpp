// Small symmetric matrices: D⁻¹ of a joint with several degrees of freedom, and products of spatial columns.
#pragma once

#include "spatial/spatial.hpp"

namespace tenon {
inline namespace TENON_ISA {

// inverse = D⁻¹ of a symmetric positive definite D, of which the lower triangle is read: D = L E Lᵀ with a diagonal E,
// then the columns of L⁻¹, then L⁻ᵀE⁻¹L⁻¹.
template <int n, class S>
TENON_INLINE void symmetric_inverse(const S (&D)[n][6], S (&inverse)[n][n]) {
  S L[n][n], e[n];  // below the diagonal; reciprocal pivots
  for (int j = 0; j < n; ++j) {
    S pivot = D[j][j];
    for (int k = 0; k < j; ++k) pivot = neg_mul_add(inverse[j][k], L[j][k], pivot);
    e[j] = S(1) / pivot;
    for (int i = j + 1; i < n; ++i) {
      S x = D[i][j];  // L_ij E_j, kept in `inverse` until it is needed no more
      for (int k = 0; k < j; ++k) x = neg_mul_add(inverse[i][k], L[j][k], x);
      inverse[i][j] = x;
      L[i][j] = e[j] * x;
    }
  }
  S M[n][n];  // L⁻¹, unit diagonal
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i) {
      S x = -L[i][j];
      for (int k = j + 1; k < i; ++k) x = neg_mul_add(L[i][k], M[k][j], x);
      M[i][j] = x;
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      S x = i == j ? e[i] : M[i][j] * e[i];
      for (int k = i + 1; k < n; ++k) x = mul_add(M[k][i] * e[k], M[k][j], x);
      inverse[i][j] = inverse[j][i] = x;
    }
}

// I - f gᵀ where the sum of such products over a joint's axes is symmetric.
template <class S>
TENON_INLINE ArticulatedInertia<S> product_downdate(const ArticulatedInertia<S>& I, const Force<S>& f,
                                                    const Force<S>& g) {
  const Vec3<S>&l = f.linear, &n = f.angular, &p = g.linear, &q = g.angular;
  return {{neg_mul_add(l.x, p.x, I.A.xx), neg_mul_add(l.x, p.y, I.A.xy), neg_mul_add(l.x, p.z, I.A.xz),
           neg_mul_add(l.y, p.y, I.A.yy), neg_mul_add(l.y, p.z, I.A.yz), neg_mul_add(l.z, p.z, I.A.zz)},
          {neg_mul_add(l.x, q.x, I.B.xx), neg_mul_add(l.x, q.y, I.B.xy), neg_mul_add(l.x, q.z, I.B.xz),
           neg_mul_add(l.y, q.x, I.B.yx), neg_mul_add(l.y, q.y, I.B.yy), neg_mul_add(l.y, q.z, I.B.yz),
           neg_mul_add(l.z, q.x, I.B.zx), neg_mul_add(l.z, q.y, I.B.zy), neg_mul_add(l.z, q.z, I.B.zz)},
          {neg_mul_add(n.x, q.x, I.C.xx), neg_mul_add(n.x, q.y, I.C.xy), neg_mul_add(n.x, q.z, I.C.xz),
           neg_mul_add(n.y, q.y, I.C.yy), neg_mul_add(n.y, q.z, I.C.yz), neg_mul_add(n.z, q.z, I.C.zz)}};
}

// Component k of a spatial vector, linear first.
template <class Spatial>
TENON_INLINE auto& component(Spatial& v, int k) {
  auto& half = k < 3 ? v.linear : v.angular;
  return k % 3 == 0 ? half.x : k % 3 == 1 ? half.y : half.z;
}

// Ω f: rows of Ω are motions.
template <class S>
TENON_INLINE Motion<S> apply_rows(const Motion<S>* O, const Force<S>& f) {
  return {{dot(O[0], f), dot(O[1], f), dot(O[2], f)}, {dot(O[3], f), dot(O[4], f), dot(O[5], f)}};
}

}  // namespace TENON_ISA
}  // namespace tenon
