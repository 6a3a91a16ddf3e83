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

// X_j += sign * sum over the block of K_qj X_q for T rows j side by side, from place `at` on.
template <int B, int T, int sign>
void add_to_rows(const Columns& X, const BlockRows<B>& K, int row, long at) {
  double a[T][B];
  for (int t = 0; t < T; ++t)
    for (int q = 0; q < B; ++q) a[t][q] = K.row(q)[at + t];
  for_columns(X.count, [&]<class V>(int c) {
    V sum[T];
    for (int t = 0; t < T; ++t) sum[t] = load_as<V>(X.row(row + t) + c);
    for (int q = 0; q < B; ++q) {
      const V x = load_as<V>(X.row(K.own.row + q) + c);
      for (int t = 0; t < T; ++t)
        sum[t] = sign > 0 ? mul_add(x, V(a[t][q]), sum[t]) : neg_mul_add(x, V(a[t][q]), sum[t]);
    }
    for (int t = 0; t < T; ++t) store_as(sum[t], X.row(row + t) + c);
  });
}

template <int B, int sign>
void scatter(const BlockRows<B>& K, const Columns& X) {
  for (long p = 0; p < K.supports; ++p) {
    const Group group = K.groups[p];
    int k = 0;
    for (; k + 2 <= group.count; k += 2) add_to_rows<B, 2, sign>(X, K, group.row + k, 4 * p + k);
    if (k < group.count) add_to_rows<B, 1, sign>(X, K, group.row + k, 4 * p + k);
  }
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
void multiply_self(const BlockRows<B>& K, const Columns& X) {
  on_own_rows<B>(X, K.own.row, [&]<class V>(V(&x)[B]) {
    V y[B];
    for (int q = 0; q < B; ++q) {
      y[q] = x[0] * V(K.self(q)[0]);
      for (int s = 1; s < B; ++s) y[q] = mul_add(x[s], V(K.self(q)[s]), y[q]);
    }
    for (int q = 0; q < B; ++q) x[q] = y[q];
  });
}

// T X, TᵀX, T⁻¹X, T⁻ᵀX; row q of T is at t + 4 q.
template <int B>
void multiply_t(const double* t, const Columns& X, int row) {
  on_own_rows<B>(X, row, [&]<class V>(V(&x)[B]) {
    for (int q = B - 1; q > 0; --q)
      for (int s = 0; s < q; ++s) x[q] = mul_add(x[s], V(t[4 * q + s]), x[q]);
  });
}
template <int B>
void multiply_tt(const double* t, const Columns& X, int row) {
  on_own_rows<B>(X, row, [&]<class V>(V(&x)[B]) {
    for (int s = 0; s < B; ++s)
      for (int q = s + 1; q < B; ++q) x[s] = mul_add(x[q], V(t[4 * q + s]), x[s]);
  });
}
template <int B>
void solve_t(const double* t, const Columns& X, int row) {
  on_own_rows<B>(X, row, [&]<class V>(V(&x)[B]) {
    for (int q = 1; q < B; ++q)
      for (int s = 0; s < q; ++s) x[q] = neg_mul_add(x[s], V(t[4 * q + s]), x[q]);
  });
}
template <int B>
void solve_tt(const double* t, const Columns& X, int row) {
  on_own_rows<B>(X, row, [&]<class V>(V(&x)[B]) {
    for (int q = B - 1; q > 0; --q)
      for (int s = 0; s < q; ++s) x[s] = neg_mul_add(x[q], V(t[4 * q + s]), x[s]);
  });
}

}  // namespace

void solve_lt_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> K(f.tree, block, f.K);
    scatter<B, -1>(K, {X, columns});
    solve_tt<B>(f.T + 4L * K.own.slot, {X, columns}, K.own.row);
  });
}
void multiply_lt_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> K(f.tree, block, f.K);
    multiply_tt<B>(f.T + 4L * K.own.slot, {X, columns}, K.own.row);
    scatter<B, 1>(K, {X, columns});
  });
}
void solve_l_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> K(f.tree, block, f.K);
    solve_t<B>(f.T + 4L * K.own.slot, {X, columns}, K.own.row);
    gather_rows<B, Gather::subtract>(K, X, columns, columns);
  });
}
void multiply_l_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> K(f.tree, block, f.K);
    gather_rows<B, Gather::add>(K, X, columns, columns);
    multiply_t<B>(f.T + 4L * K.own.slot, {X, columns}, K.own.row);
  });
}
void solve_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> K(f.tree, block, f.K);
    scatter<B, -1>(K, {X, columns});
    multiply_self<B>(K, {X, columns});
  });
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) {
    gather_rows<B, Gather::subtract>(BlockRows<B>(f.tree, block, f.K), X, columns, columns);
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
