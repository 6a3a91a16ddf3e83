// The products and solves for a matrix of right-hand sides (row-major): rows of X are what packs run along.
// [Fea05] appendix with x_i a row; blocks of four rows of L, in place.
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

// X_j += sign * sum over the block of L_qj X_q for T rows j side by side, from place `at` on.
template <int B, int T, int sign>
void add_to_rows(const Columns& X, const BlockRows<B>& rows, int row, int at) {
  double a[T][B];
  for (int t = 0; t < T; ++t)
    for (int q = 0; q < B; ++q) a[t][q] = sign * rows.L(q)[at + t];
  for_columns(X.count, [&]<class V>(int c) {
    V sum[T];
    for (int t = 0; t < T; ++t) sum[t] = load_as<V>(X.row(row + t) + c);
    for (int q = 0; q < B; ++q) {
      const V x = load_as<V>(X.row(rows.block.own.row + q) + c);
      for (int t = 0; t < T; ++t) sum[t] = mul_add(V(a[t][q]), x, sum[t]);
    }
    for (int t = 0; t < T; ++t) store_as(sum[t], X.row(row + t) + c);
  });
}

template <int B, int sign>
void scatter(const BlockRows<B>& rows, const Columns& X) {
  for (int p = 0; p < rows.block.supports; ++p) {
    const Group group = rows.supports[p];
    int k = 0;
    for (; k + 2 <= group.count; k += 2) add_to_rows<B, 2, sign>(X, rows, group.row + k, 4 * p + k);
    if (k < group.count) add_to_rows<B, 1, sign>(X, rows, group.row + k, 4 * p + k);
  }
}

void add_scaled(const Columns& X, int to, double factor, int from) {
  for_columns(X.count, [&]<class V>(int c) {
    store_as(mul_add(V(factor), load_as<V>(X.row(from) + c), load_as<V>(X.row(to) + c)), X.row(to) + c);
  });
}

void scale(const Columns& X, int row, double factor) {
  for_columns(X.count, [&]<class V>(int c) { store_as(V(factor) * load_as<V>(X.row(row) + c), X.row(row) + c); });
}

template <int B>
void solve_lt_block(const BlockRows<B>& rows, const Columns& X) {
  const int row = rows.block.own.row;
  for (int q = B - 1; q > 0; --q)
    for (int s = 0; s < q; ++s) add_scaled(X, row + s, -rows.triangle(q)[s], row + q);
  scatter<B, -1>(rows, X);
}

template <int B>
void multiply_lt_block(const BlockRows<B>& rows, const Columns& X) {
  const int row = rows.block.own.row;
  scatter<B, 1>(rows, X);
  for (int s = 0; s < B; ++s)
    for (int q = s + 1; q < B; ++q) add_scaled(X, row + s, rows.triangle(q)[s], row + q);
}

}  // namespace

void solve_lt_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f.tree, [&]<int B>(const Block& block) { solve_lt_block<B>(BlockRows<B>(f, block), {X, columns}); });
}
void multiply_lt_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) { multiply_lt_block<B>(BlockRows<B>(f, block), {X, columns}); });
}
void solve_l_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) {
    gather_rows<B, Gather::solve>(BlockRows<B>(f, block), X, columns, columns);
  });
}
void multiply_l_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f.tree, [&]<int B>(const Block& block) {
    gather_rows<B, Gather::multiply>(BlockRows<B>(f, block), X, columns, columns);
  });
}
void solve_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f.tree, [&]<int B>(const Block& block) {
    solve_lt_block<B>(BlockRows<B>(f, block), {X, columns});
    for (int q = 0; q < B; ++q) scale({X, columns}, block.own.row + q, f.D_inverse[block.own.slot + q]);
  });
  solve_l_columns(f, X, columns);
}

}  // namespace TENON_ISA
}  // namespace tenon
