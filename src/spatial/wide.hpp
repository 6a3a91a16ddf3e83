// An articulated inertia and a force with their columns in packs: eleven registers instead of 27 numbers, for where one
// body at a time is worked on. Any placement costs the same: R is nine numbers.
#pragma once

#include "spatial/column.hpp"
#include "spatial/spatial.hpp"

namespace tenon {
inline namespace TENON_ISA {

struct WideLoad {
  Column A[3], B[3], C[3];  // [A B; Bᵀ C]
  Column l, n;              // linear, angular
};

// Where a body's frame lies in its parent's; the fourth numbers are zero.
struct alignas(sizeof(Column)) WidePlacement {
  double R[3][4];  // columns
  double p[3][4];  // (x y z), (y z x), (z x y)
};
// M Rᵀ by columns.
TENON_INLINE void times_transposed(const Column (&M)[3], const WidePlacement& X, Column (&out)[3]) {
  for (int j = 0; j < 3; ++j) {
    out[j] = M[0] * Column(X.R[0][j]);
    for (int k = 1; k < 3; ++k) out[j] = mul_add(M[k], Column(X.R[k][j]), out[j]);
  }
}
// R M Rᵀ by rows.
TENON_INLINE void rotated_rows(const Column (&M)[3], const WidePlacement& X, Column (&out)[3]) {
  Column MRt[3], rows[3];
  times_transposed(M, X, MRt);
  transpose(MRt, rows);
  times_transposed(rows, X, out);
}
TENON_INLINE Column turned(const WidePlacement& X, Column v) {
  return mul_add(Column::load(X.R[2]), broadcast<2>(v),
                 mul_add(Column::load(X.R[1]), broadcast<1>(v), Column::load(X.R[0]) * broadcast<0>(v)));
}
// v + p × w.
TENON_INLINE Column plus_cross(const WidePlacement& X, Column w, Column v) {
  return neg_mul_add(Column::load(X.p[2]), yzx(w), mul_add(Column::load(X.p[1]), zxy(w), v));
}
// M - N[p] by columns.
TENON_INLINE void minus_times_cross(const WidePlacement& X, const Column (&N)[3], Column (&M)[3]) {
  const Column x(X.p[0][0]), y(X.p[0][1]), z(X.p[0][2]);
  M[0] = mul_add(y, N[2], neg_mul_add(z, N[1], M[0]));
  M[1] = mul_add(z, N[0], neg_mul_add(x, N[2], M[1]));
  M[2] = mul_add(x, N[1], neg_mul_add(y, N[0], M[2]));
}

// What a body hands over, seen from its parent:  A' = RARᵀ,  B' = RBRᵀ - A'[p],  C' = RCRᵀ + ([p] RBRᵀ)ᵀ + [p] B'.
TENON_INLINE WideLoad act(const WidePlacement& X, const WideLoad& x) {
  WideLoad y;
  Column rows[3];
  rotated_rows(x.A, X, y.A);
  rotated_rows(x.B, X, rows);
  rotated_rows(x.C, X, y.C);
  transpose(rows, y.B);
  minus_times_cross(X, rows, y.C);
  minus_times_cross(X, y.A, y.B);
  for (int j = 0; j < 3; ++j) y.C[j] = plus_cross(X, y.B[j], y.C[j]);
  y.l = turned(X, x.l);
  y.n = plus_cross(X, y.l, turned(X, x.n));
  return y;
}

}  // namespace TENON_ISA
}  // namespace tenon
