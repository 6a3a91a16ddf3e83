// The products and solves for a matrix of right-hand sides (row-major): packs run along the rows of X.
// [Fea05] appendix with x_i a row, by blocks: L = T K, in place.
#include "factorization/kernels_columns.hpp"

#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

struct Columns {
  double* X;
  int count;
  double* row(int i) const { return X + static_cast<long>(i) * count; }
};

// Calls work.operator()<V>(c) for packs of columns and then for the single ones that are left.
template <class Work>
void for_columns(int count, Work&& work) {
  int c = 0;
  for (; c + 4 <= count; c += 4) work.template operator()<Pack4>(c);
  for (; c < count; ++c) work.template operator()<double>(c);
}

// X_j += sign * sum over the block of K_qj X_q for T supports from place `at` on.
template <int T, int sign, int B>
void add_to_rows(const Columns& X, const BlockRows<B>& K, int at) {
  double a[T][B];
  for (int t = 0; t < T; ++t)
    for (int q = 0; q < B; ++q) a[t][q] = K.K(q)[at + t];
  for_columns(X.count, [&]<class V>(int c) {
    V sum[T];
    for (int t = 0; t < T; ++t) sum[t] = load_as<V>(X.row(K.path[at + t]) + c);
    for (int q = 0; q < B; ++q) {
      const V x = load_as<V>(X.row(K.row + q) + c);
      for (int t = 0; t < T; ++t)
        sum[t] = sign > 0 ? mul_add(x, V(a[t][q]), sum[t]) : neg_mul_add(x, V(a[t][q]), sum[t]);
    }
    for (int t = 0; t < T; ++t) store_as(sum[t], X.row(K.path[at + t]) + c);
  });
}

template <int sign, int B>
void scatter(const BlockRows<B>& K, const Columns& X) {
  int j = 0;
  for (; j + 2 <= K.depth; j += 2) add_to_rows<2, sign>(X, K, j);
  if (j < K.depth) add_to_rows<1, sign>(X, K, j);
}

// The block's own rows, loaded once for each column: work(x) changes x[0] to x[B - 1].
template <int B, class Work>
void on_own_rows(const Columns& X, int row, Work&& work) {
  for_columns(X.count, [&]<class V>(int c) {
    V x[B];
    for (int q = 0; q < B; ++q) x[q] = load_as<V>(X.row(row + q) + c);
    work(x);
    for (int q = 0; q < B; ++q) store_as(x[q], X.row(row + q) + c);
  });
}

template <int B>
void multiply_inverse(const BlockRows<B>& K, const Columns& X) {
  on_own_rows<B>(X, K.row, [&]<class V>(V(&x)[B]) {
    V y[B];
    for (int q = 0; q < B; ++q) {
      y[q] = x[0] * V(K.inverse(q)[0]);
      for (int s = 1; s < B; ++s) y[q] = mul_add(x[s], V(K.inverse(q)[s]), y[q]);
    }
    for (int q = 0; q < B; ++q) x[q] = y[q];
  });
}

}  // namespace

void solve_lt_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f, [&]<int B>(const BlockRows<B>& K) {
    const BlockTriangle<B> T = K.triangle();
    scatter<-1>(K, {X, columns});
    on_own_rows<B>({X, columns}, K.row, [&](auto& x) { T.solve_transposed(x); });
  });
}
void multiply_lt_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_tip(f, [&]<int B>(const BlockRows<B>& K) {
    const BlockTriangle<B> T = K.triangle();
    on_own_rows<B>({X, columns}, K.row, [&](auto& x) { T.multiply_transposed(x); });
    scatter<1>(K, {X, columns});
  });
}
void solve_l_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_tip(f, [&]<int B>(const BlockRows<B>& K) {
    const BlockTriangle<B> T = K.triangle();
    on_own_rows<B>({X, columns}, K.row, [&](auto& x) { T.solve(x); });
    gather_rows<B, Gather::subtract>(K, X, columns, columns);
  });
}
void multiply_l_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f, [&]<int B>(const BlockRows<B>& K) {
    const BlockTriangle<B> T = K.triangle();
    gather_rows<B, Gather::add>(K, X, columns, columns);
    on_own_rows<B>({X, columns}, K.row, [&](auto& x) { T.multiply(x); });
  });
}
void solve_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f, [&]<int B>(const BlockRows<B>& K) {
    scatter<-1>(K, {X, columns});
    multiply_inverse(K, {X, columns});
  });
  blocks_to_tip(f, [&]<int B>(const BlockRows<B>& K) { gather_rows<B, Gather::subtract>(K, X, columns, columns); });
}

}  // namespace TENON_ISA
}  // namespace tenon
