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

// X_j += sign * sum over the block of L_qj X_q for T rows j side by side.
template <int B, int T, int sign>
void add_to_rows(const Columns& X, const Block& block, int row, int place) {
  const auto columns = [&]<class V>(int begin, int end, int step) {
    V a[T][B];
    for (int t = 0; t < T; ++t)
      for (int q = 0; q < B; ++q) a[t][q] = V(sign * block.L(q)[place + t]);
    for (int c = begin; c < end; c += step) {
      V sum[T];
      for (int t = 0; t < T; ++t) sum[t] = load_as<V>(X.row(row + t) + c);
      for (int q = 0; q < B; ++q) {
        const V x = load_as<V>(X.row(block.row + q) + c);
        for (int t = 0; t < T; ++t) sum[t] = mul_add(a[t][q], x, sum[t]);
      }
      for (int t = 0; t < T; ++t) store_as(sum[t], X.row(row + t) + c);
    }
  };
  const int packs = X.count / 4 * 4;
  columns.template operator()<Pack4>(0, packs, 4);
  columns.template operator()<double>(packs, X.count, 1);
}

template <int B, int sign>
void scatter(const PackedFactor& f, const Run& run, const Block& block, const Columns& X) {
  for_support(f, run, block, [&](const Segment& segment) {
    int k = segment.length - 1;
    for (; k >= 1; k -= 2) add_to_rows<B, 2, sign>(X, block, segment.row + k - 1, segment.place + k - 1);
    if (k == 0) add_to_rows<B, 1, sign>(X, block, segment.row, segment.place);
  });
}

void add_scaled(const Columns& X, int to, double factor, int from) {
  const int packs = X.count / 4 * 4;
  double* y = X.row(to);
  const double* x = X.row(from);
  for (int c = 0; c < packs; c += 4) mul_add(Pack4(factor), Pack4::load(x + c), Pack4::load(y + c)).store(y + c);
  for (int c = packs; c < X.count; ++c) y[c] = mul_add(factor, x[c], y[c]);
}

void scale(const Columns& X, int row, double factor) {
  const int packs = X.count / 4 * 4;
  double* x = X.row(row);
  for (int c = 0; c < packs; c += 4) (Pack4(factor) * Pack4::load(x + c)).store(x + c);
  for (int c = packs; c < X.count; ++c) x[c] *= factor;
}

template <int B>
void solve_lt_block(const PackedFactor& f, const Run& run, const Block& block, const Columns& X) {
  for (int q = B - 1; q > 0; --q)
    for (int s = 0; s < q; ++s) add_scaled(X, block.row + s, -block.triangle(q)[s], block.row + q);
  scatter<B, -1>(f, run, block, X);
}

template <int B>
void multiply_lt_block(const PackedFactor& f, const Run& run, const Block& block, const Columns& X) {
  scatter<B, 1>(f, run, block, X);
  for (int s = 0; s < B; ++s)
    for (int q = s + 1; q < B; ++q) add_scaled(X, block.row + s, block.triangle(q)[s], block.row + q);
}

}  // namespace

void solve_lt_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f, [&](const Run& run, const Block& block) {
    with_size(block.size, [&]<int B>() { solve_lt_block<B>(f, run, block, {X, columns}); });
  });
}
void multiply_lt_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_tip(f, [&](const Run& run, const Block& block) {
    with_size(block.size, [&]<int B>() { multiply_lt_block<B>(f, run, block, {X, columns}); });
  });
}
void solve_l_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_tip(f, [&](const Run& run, const Block& block) {
    with_size(block.size, [&]<int B>() { gather_rows<B, Gather::solve>(f, run, block, X, columns, columns); });
  });
}
void multiply_l_columns(const PackedFactor& f, double* X, int columns) {
  blocks_to_base(f, [&](const Run& run, const Block& block) {
    with_size(block.size, [&]<int B>() { gather_rows<B, Gather::multiply>(f, run, block, X, columns, columns); });
  });
}
void solve_columns(const PackedFactor& f, double* X, int columns) {
  solve_lt_columns(f, X, columns);
  for (int r = 0; r < f.tree.run_count; ++r) {
    const Segment& own = f.tree.runs[r].own;
    for (int k = 0; k < own.length; ++k) scale({X, columns}, own.row + k, f.D_inverse[own.slot + k]);
  }
  solve_l_columns(f, X, columns);
}

}  // namespace TENON_ISA
}  // namespace tenon
