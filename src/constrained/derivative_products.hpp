// The matrix work of the derivatives, on plain row-major arrays, several rows and columns in registers at a time.
// Col: four columns in a pack, or one where a matrix has fewer than four. The columns that fill no pack are taken by
// one that reaches back over its neighbours (and gives only its own), or from a copy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "spatial/pack.hpp"

namespace tenon {

// Rows of one constraint: they differ from zero in the same columns, those of the axes above its frame.
struct SupportedRows {
  int rows, dofs;
  const int* dof;
  const double* J;  // rows x stride, the first `dofs` of each
  int stride;
};

inline namespace TENON_ISA {

template <class Col>
constexpr int lanes_of = std::is_same_v<Col, double> ? 1 : 4;
template <class Col>
TENON_INLINE Col load_lanes(const double* from) {
  if constexpr (lanes_of<Col> == 1) return *from;
  if constexpr (lanes_of<Col> == 4) return Col::load(from);
}
template <class Col>
TENON_INLINE void store_lanes(const Col& x, double* to) {
  if constexpr (lanes_of<Col> == 1) *to = x;
  if constexpr (lanes_of<Col> == 4) x.store(to);
}

// Columns [j, j + P packs) of `R` rows of J X, from row r on.
template <class Col, int R, int P>
TENON_INLINE void rows_times_tile(const SupportedRows& c, int r, int n, const double* X, int j, double* out) {
  Col sum[R][P];
  for (auto& row : sum)
    for (Col& x : row) x = Col(0.0);
  for (int p = 0; p < c.dofs; ++p) {
    const double* from = X + static_cast<std::ptrdiff_t>(c.dof[p]) * n + j;
    Col x[P];
    for (int k = 0; k < P; ++k) x[k] = load_lanes<Col>(from + k * lanes_of<Col>);
    for (int i = 0; i < R; ++i) {
      const Col a(c.J[static_cast<std::ptrdiff_t>(r + i) * c.stride + p]);
      for (int k = 0; k < P; ++k) sum[i][k] = mul_add(a, x[k], sum[i][k]);
    }
  }
  for (int i = 0; i < R; ++i)
    for (int k = 0; k < P; ++k)
      store_lanes(sum[i][k], out + static_cast<std::ptrdiff_t>(r + i) * n + j + k * lanes_of<Col>);
}
template <class Col, int R>
void rows_times_columns(const SupportedRows& c, int r, int n, const double* X, double* out) {
  constexpr int W = lanes_of<Col>;
  int j = 0;
  for (; j + 2 * W <= n; j += 2 * W) rows_times_tile<Col, R, 2>(c, r, n, X, j, out);
  for (; j + W <= n; j += W) rows_times_tile<Col, R, 1>(c, r, n, X, j, out);
  if (j < n) rows_times_tile<Col, R, 1>(c, r, n, X, n - W, out);
}
// out (rows x n) = J X, X n x n.
template <class Col>
void rows_times(const SupportedRows& c, int n, const double* X, double* out) {
  int r = 0;
  for (; r + 6 <= c.rows; r += 6) rows_times_columns<Col, 6>(c, r, n, X, out);
  for (; r + 3 <= c.rows; r += 3) rows_times_columns<Col, 3>(c, r, n, X, out);
  for (; r < c.rows; ++r) rows_times_columns<Col, 1>(c, r, n, X, out);
}

// Columns of B <- -(C Cᵀ)⁻¹B, C lower triangular, m x m, its diagonal inverted.
template <class Col, int P>
TENON_INLINE void solve_tile(int m, const double* C, double* B, int stride) {
  const auto row = [&](int i, int k) { return B + static_cast<std::ptrdiff_t>(i) * stride + k * lanes_of<Col>; };
  const auto entry = [&](int i, int k) { return C[static_cast<std::ptrdiff_t>(i) * m + k]; };
  const auto step = [&](int i, int begin, int end, double sign, auto&& factor) {
    Col x[P];
    for (int k = 0; k < P; ++k) x[k] = Col(sign) * load_lanes<Col>(row(i, k));
    for (int l = begin; l < end; ++l) {
      const Col f(factor(l));
      for (int k = 0; k < P; ++k) x[k] = neg_mul_add(f, load_lanes<Col>(row(l, k)), x[k]);
    }
    const Col inverse(entry(i, i));
    for (int k = 0; k < P; ++k) store_lanes(inverse * x[k], row(i, k));
  };
  for (int i = 0; i < m; ++i) step(i, 0, i, -1, [&](int l) { return entry(i, l); });
  for (int i = m - 1; i >= 0; --i) step(i, i + 1, m, 1, [&](int l) { return entry(l, i); });
}
// All n columns of B; `spare` has room for four.
template <class Col>
void minus_solve(int m, int n, const double* C, double* B, double* spare) {
  constexpr int W = lanes_of<Col>;
  int j = 0;
  for (; j + 4 * W <= n; j += 4 * W) solve_tile<Col, 4>(m, C, B + j, n);
  for (; j + W <= n; j += W) solve_tile<Col, 1>(m, C, B + j, n);
  const auto rest = n - j;
  if (rest == 0) return;
  std::fill(spare, spare + static_cast<std::ptrdiff_t>(m) * W, 0.0);
  for (int i = 0; i < m; ++i) std::copy_n(B + static_cast<std::ptrdiff_t>(i) * n + j, rest, spare + i * W);
  solve_tile<Col, 1>(m, C, spare, W);
  for (int i = 0; i < m; ++i) std::copy_n(spare + i * W, rest, B + static_cast<std::ptrdiff_t>(i) * n + j);
}

// Rows [i, i + R) and columns [j, j + P packs) of AᵀB, m numbers each; A is m x rows, B m x n.
template <class Col, int R, int P>
TENON_INLINE void product_tile(int m, int rows, int n, const double* A, const double* B, int i, int j,
                               Col (&sum)[R][P]) {
  for (auto& row : sum)
    for (Col& x : row) x = Col(0.0);
  for (int l = 0; l < m; ++l) {
    const double *a = A + static_cast<std::ptrdiff_t>(l) * rows + i, *b = B + static_cast<std::ptrdiff_t>(l) * n + j;
    Col x[P];
    for (int k = 0; k < P; ++k) x[k] = load_lanes<Col>(b + k * lanes_of<Col>);
    for (int r = 0; r < R; ++r)
      for (int k = 0; k < P; ++k) sum[r][k] = mul_add(Col(a[r]), x[k], sum[r][k]);
  }
}
template <class Col, int R, int P>
TENON_INLINE void add_tile(int m, int rows, int n, const double* A, const double* B, int i, int j, double* out) {
  Col sum[R][P];
  product_tile<Col, R, P>(m, rows, n, A, B, i, j, sum);
  for (int r = 0; r < R; ++r)
    for (int k = 0; k < P; ++k) {
      double* to = out + static_cast<std::ptrdiff_t>(i + r) * n + j + k * lanes_of<Col>;
      store_lanes(load_lanes<Col>(to) + sum[r][k], to);
    }
}
template <class Col, int R>
void add_rows(int m, int rows, int n, const double* A, const double* B, int i, double* out) {
  constexpr int W = lanes_of<Col>;
  int j = 0;
  for (; j + 2 * W <= n; j += 2 * W) add_tile<Col, R, 2>(m, rows, n, A, B, i, j, out);
  for (; j + W <= n; j += W) add_tile<Col, R, 1>(m, rows, n, A, B, i, j, out);
  if (j == n) return;
  if constexpr (W == 4) {
    Col sum[R][1];
    product_tile<Col, R, 1>(m, rows, n, A, B, i, n - W, sum);
    for (int r = 0; r < R; ++r)
      for (int k = j; k < n; ++k) out[static_cast<std::ptrdiff_t>(i + r) * n + k] += sum[r][0][k - (n - W)];
  }
}
// out (rows x n) += AᵀB.
template <class Col>
void add_product(int m, int rows, int n, const double* A, const double* B, double* out) {
  int i = 0;
  for (; i + 4 <= rows; i += 4) add_rows<Col, 4>(m, rows, n, A, B, i, out);
  for (; i < rows; ++i) add_rows<Col, 1>(m, rows, n, A, B, i, out);
}

}  // namespace TENON_ISA
}  // namespace tenon
