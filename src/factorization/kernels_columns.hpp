// The rows of a block from the rows that support it, several columns at a time in registers.
#pragma once

#include "factorization/kernels_block.hpp"

namespace tenon {
inline namespace TENON_ISA {

// X_q <- X_q - sum of K_qj X_j, X_q + sum of K_qj X_j, or - sum of K_qj X_j.
enum class Gather { subtract, add, fill };

// W packs (or single numbers) of columns from c on.
template <int B, Gather kind, class V, int W>
void gather_tile(const BlockRows<B>& K, double* X, long stride, int c) {
  constexpr int step = sizeof(V) / sizeof(double);
  double* own = X + K.row * stride + c;
  V x[B][W];
  for (int q = 0; q < B; ++q)
    for (int w = 0; w < W; ++w) x[q][w] = kind == Gather::fill ? V(0.0) : load_as<V>(own + q * stride + w * step);
  for (int j = 0; j < K.depth; ++j) {
    const double* from = X + K.path[j] * stride + c;
    V y[W];
    for (int w = 0; w < W; ++w) y[w] = load_as<V>(from + w * step);
    for (int q = 0; q < B; ++q) {
      const V a(K.K(q)[j]);
      for (int w = 0; w < W; ++w)
        x[q][w] = kind == Gather::add ? mul_add(y[w], a, x[q][w]) : neg_mul_add(y[w], a, x[q][w]);
    }
  }
  for (int q = 0; q < B; ++q)
    for (int w = 0; w < W; ++w) store_as(x[q][w], own + q * stride + w * step);
}

// Columns 0 to `columns` of a matrix whose rows are `stride` apart.
template <int B, Gather kind>
void gather_rows(const BlockRows<B>& K, double* X, long stride, int columns) {
  int c = 0;
  for (; c + 8 <= columns; c += 8) gather_tile<B, kind, Pack4, 2>(K, X, stride, c);
  if (c + 4 <= columns) {
    gather_tile<B, kind, Pack4, 1>(K, X, stride, c);
    c += 4;
  }
  for (; c < columns; ++c) gather_tile<B, kind, double, 1>(K, X, stride, c);
}

}  // namespace TENON_ISA
}  // namespace tenon
