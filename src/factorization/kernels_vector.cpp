// L x, Lᵀx, L⁻¹x, L⁻ᵀx and M⁻¹x for one vector, four rows of L at a time.  [Fea05] appendix, rearranged.
// All work in place. Lᵀx does so too, although the appendix says that it would be inefficient: going from the base to
// the tips, row i is read before any of its descendants adds to x_i.
#include "factorization/kernels_block.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

// The rows of a block in a vector, and in the padded vector w, where every block has four places (the rest 0).
template <int B>
void load_rows(const double* x, double (&rows)[4]) {
  for (int q = 0; q < B; ++q) rows[q] = x[q];
}
template <int B>
Pack4 packed(const double (&rows)[4]) {
  Pack4 p(0.0);
  for (int q = 0; q < B; ++q) p.set(q, rows[q]);
  return p;
}
template <int B>
void store_rows(const double (&rows)[4], double* x) {
  if constexpr (B == 4)
    packed<4>(rows).store(x);
  else
    for (int q = 0; q < B; ++q) x[q] = rows[q];
}
template <int B>
void pad_rows(const Block& block, const double* x, double* w) {
  double rows[4];
  load_rows<B>(x + block.own.row, rows);
  packed<B>(rows).store(w + block.own.slot);
}

// w_j += sign * sum over the block of L_qj x_q, for all that supports the block.
template <int B, int sign>
void scatter(const BlockRows<B>& rows, const double (&x)[4], double* w) {
  Pack4 a[B];
  for (int q = 0; q < B; ++q) a[q] = Pack4(sign * x[q]);
  for (int p = 0; p < rows.block.supports; ++p) {
    double* at = w + rows.supports[p].slot;
    Pack4 sum = Pack4::load(at);
    for (int q = B - 1; q >= 0; --q) sum = mul_add(a[q], Pack4::load(rows.L(q) + 4 * p), sum);  // x_0 is ready last
    sum.store(at);
  }
}

// sum over all that supports the block of L_qj w_j, for each row q.
template <int B>
Pack4 gather(const BlockRows<B>& rows, const double* w) {
  Pack4 sum[4] = {0.0, 0.0, 0.0, 0.0};
  for (int p = 0; p < rows.block.supports; ++p) {
    const Pack4 x = Pack4::load(w + rows.supports[p].slot);
    for (int q = 0; q < B; ++q) sum[q] = mul_add(Pack4::load(rows.L(q) + 4 * p), x, sum[q]);
  }
  return sums_of_lanes(sum[0], sum[1], sum[2], sum[3]);
}

template <int B, bool back_substitute>
void solve_lt_block(const PackedFactor& f, const Block& block, double* w, double* out) {
  const BlockRows<B> rows(f, block);
  double x[4];
  load_rows<B>(w + block.own.slot, x);
  for (int q = B - 1; q > 0; --q)
    for (int s = 0; s < q; ++s) x[s] = neg_mul_add(rows.triangle(q)[s], x[q], x[s]);
  if constexpr (back_substitute)
    (packed<B>(x) * Pack4::load(f.D_inverse + block.own.slot)).store(w + block.own.slot);
  else
    store_rows<B>(x, out + block.own.row);
  scatter<B, -1>(rows, x, w);
}

template <int B>
void solve_l_block(const PackedFactor& f, const Block& block, double* w, double* out) {
  const BlockRows<B> rows(f, block);
  double x[4];
  Pack4 right = Pack4::load(w + block.own.slot);
  if (block.supports > 0) right -= gather<B>(rows, w);
  for (int q = 0; q < B; ++q) {
    x[q] = right[q];
    for (int s = 0; s < q; ++s) x[q] = neg_mul_add(rows.triangle(q)[s], x[s], x[q]);
  }
  packed<B>(x).store(w + block.own.slot);
  store_rows<B>(x, out + block.own.row);
}

template <int B>
void multiply_lt_block(const PackedFactor& f, const Block& block, double* w) {
  const BlockRows<B> rows(f, block);
  double x[4];
  load_rows<B>(w + block.own.slot, x);
  scatter<B, 1>(rows, x, w);
  for (int s = 0; s < B; ++s)
    for (int q = s + 1; q < B; ++q) x[s] = mul_add(rows.triangle(q)[s], x[q], x[s]);
  packed<B>(x).store(w + block.own.slot);
}

template <int B>
void multiply_l_block(const PackedFactor& f, const Block& block, const double* w, double* out) {
  const BlockRows<B> rows(f, block);
  double x[4];
  load_rows<B>(w + block.own.slot, x);
  const Pack4 dot = gather<B>(rows, w);
  for (int q = B - 1; q >= 0; --q) {
    x[q] += dot[q];
    for (int s = 0; s < q; ++s) x[q] = mul_add(rows.triangle(q)[s], x[s], x[q]);
  }
  store_rows<B>(x, out + block.own.row);
}

void pad(const PackedFactor& f, const double* x, double* w) {
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) { pad_rows<B>(block, x, w); });
}

}  // namespace

void solve(const PackedFactor& f, double* x) {
  double* w = f.scratch;
  pad(f, x, w);
  blocks_to_base(f.tree, [&]<int B>(const Block& block) { solve_lt_block<B, true>(f, block, w, x); });
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) { solve_l_block<B>(f, block, w, x); });
}
void solve_lt(const PackedFactor& f, double* x) {
  double* w = f.scratch;
  pad(f, x, w);
  blocks_to_base(f.tree, [&]<int B>(const Block& block) { solve_lt_block<B, false>(f, block, w, x); });
}
void solve_l(const PackedFactor& f, double* x) {
  double* w = f.scratch;
  pad(f, x, w);
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) { solve_l_block<B>(f, block, w, x); });
}
void multiply_l(const PackedFactor& f, double* x) {
  double* w = f.scratch;
  pad(f, x, w);
  blocks_to_base(f.tree, [&]<int B>(const Block& block) { multiply_l_block<B>(f, block, w, x); });
}
void multiply_lt(const PackedFactor& f, double* x) {
  double* w = f.scratch;
  pad(f, x, w);
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) { multiply_lt_block<B>(f, block, w); });
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) {
    double rows[4];
    load_rows<B>(w + block.own.slot, rows);
    store_rows<B>(rows, x + block.own.row);
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
