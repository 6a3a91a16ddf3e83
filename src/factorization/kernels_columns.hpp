// The rows of a block from the rows that support it, several columns at a time in registers.
#pragma once

#include <type_traits>

#include "factorization/kernels_block.hpp"

namespace tenon {
inline namespace TENON_ISA {

// solve:    X_q <- X_q - sum of L_qj X_j, with the block's own rows taken as they become new   (L⁻¹X)
// multiply: X_q <- X_q + sum of L_qj X_j, with the block's own rows taken as they were          (L X)
// fill:     as solve, from X_q = 0                                                              (M⁻¹)
enum class Gather { solve, multiply, fill };

// W packs (or single numbers) of columns from c on.
template <int B, Gather kind, class V, int W>
void gather_tile(const BlockRows<B>& rows, double* X, long stride, int c) {
  constexpr int step = std::is_same_v<V, double> ? 1 : 4;  // numbers in a V
  double* own = X + rows.block.own.row * stride + c;
  V x[B][W];
  for (int q = 0; q < B; ++q)
    for (int w = 0; w < W; ++w) x[q][w] = kind == Gather::fill ? V(0.0) : load_as<V>(own + q * stride + w * step);
  const auto own_rows = [&] {
    for (int k = 0; k < B; ++k) {
      const int q = kind == Gather::multiply ? B - 1 - k : k;
      for (int s = 0; s < q; ++s) {
        const double l = rows.triangle(q)[s];
        for (int w = 0; w < W; ++w) x[q][w] = mul_add(V(kind == Gather::multiply ? l : -l), x[s][w], x[q][w]);
      }
    }
  };
  if constexpr (kind == Gather::multiply) own_rows();
  for (int p = 0; p < rows.block.supports; ++p) {
    const Group group = rows.supports[p];
    const double* from = X + group.row * stride + c;
    for (int k = 0; k < group.count; ++k, from += stride) {
      V y[W];
      for (int w = 0; w < W; ++w) y[w] = load_as<V>(from + w * step);
      for (int q = 0; q < B; ++q) {
        const V l(rows.L(q)[4 * p + k]);
        for (int w = 0; w < W; ++w)
          x[q][w] = kind == Gather::multiply ? mul_add(l, y[w], x[q][w]) : neg_mul_add(l, y[w], x[q][w]);
      }
    }
  }
  if constexpr (kind != Gather::multiply) own_rows();
  for (int q = 0; q < B; ++q)
    for (int w = 0; w < W; ++w) store_as(x[q][w], own + q * stride + w * step);
}

// Columns 0 to `columns` of a matrix whose rows are `stride` apart.
template <int B, Gather kind>
void gather_rows(const BlockRows<B>& rows, double* X, long stride, int columns) {
  int c = 0;
  for (; c + 8 <= columns; c += 8) gather_tile<B, kind, Pack4, 2>(rows, X, stride, c);
  if (c + 4 <= columns) {
    gather_tile<B, kind, Pack4, 1>(rows, X, stride, c);
    c += 4;
  }
  for (; c < columns; ++c) gather_tile<B, kind, double, 1>(rows, X, stride, c);
}

}  // namespace TENON_ISA
}  // namespace tenon
