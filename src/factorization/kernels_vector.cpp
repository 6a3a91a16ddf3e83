// L x, Lᵀx, L⁻¹x, L⁻ᵀx and M⁻¹x for one vector, four rows at a time.  [Fea05] appendix, by blocks: L = T K.
// All work in place. Lᵀx does so too, although the appendix says that it would be inefficient: going from the base to
// the tips, row i is read before any of its descendants adds to x_i.
#include "factorization/kernels_block.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

// The rows of a block in x, four of them or padded with zeros.
template <int B>
Pack4 load_rows(const double* x) {
  if constexpr (B == 4) return Pack4::load(x);
  Pack4 p(0.0);
  for (int q = 0; q < B; ++q) p.set(q, x[q]);
  return p;
}
template <int B>
void store_rows(Pack4 rows, double* x) {
  if constexpr (B == 4) return rows.store(x);
  for (int q = 0; q < B; ++q) x[q] = rows[q];
}

// Every block of x in four places of w.
void pad(const RunsView& tree, const double* x, double* w) {
  blocks_by_row(tree, [&]<int B>(const Block& block) { load_rows<B>(x + block.own.row).store(w + block.own.slot); });
}

// w_j += sign * sum over the block of K_qj x_q, for all that supports the block.
template <int B, int sign>
void scatter(const BlockRows<B>& K, const double* x, double* w) {
  Pack4 a[B];
  for (int q = 0; q < B; ++q) a[q] = Pack4(x[q]);
  for (long p = 0; p < K.supports; ++p) {
    double* at = w + K.groups[p].slot;
    Pack4 sum = Pack4::load(at);
    for (int q = 0; q < B; ++q) {
      const Pack4 k = Pack4::load(K.row(q) + 4 * p);
      sum = sign > 0 ? mul_add(k, a[q], sum) : neg_mul_add(k, a[q], sum);
    }
    sum.store(at);
  }
}

// sum over all that supports the block of K_qj w_j, for each row q.
template <int B>
Pack4 gather(const BlockRows<B>& K, const double* w) {
  Pack4 sum[4] = {0.0, 0.0, 0.0, 0.0};
  for (long p = 0; p < K.supports; ++p) {
    const Pack4 x = Pack4::load(w + K.groups[p].slot);
    for (int q = 0; q < B; ++q) sum[q] = mul_add(Pack4::load(K.row(q) + 4 * p), x, sum[q]);
  }
  return sums_of_lanes(sum[0], sum[1], sum[2], sum[3]);
}

// S⁻¹x; the rows of a symmetric matrix are its columns.
template <int B>
Pack4 multiply_self(const BlockRows<B>& K, const double* x) {
  Pack4 sum = Pack4::load(K.self(0)) * Pack4(x[0]);
  for (int q = 1; q < B; ++q) sum = mul_add(Pack4::load(K.self(q)), Pack4(x[q]), sum);
  return sum;
}

// T x, Tᵀx, T⁻¹x, T⁻ᵀx in place; row q of T is at t + 4 q.
template <int B>
void multiply_t(const double* t, double* x) {
  for (int q = B - 1; q > 0; --q)
    for (int s = 0; s < q; ++s) x[q] = mul_add(t[4 * q + s], x[s], x[q]);
}
template <int B>
void multiply_tt(const double* t, double* x) {
  for (int s = 0; s < B; ++s)
    for (int q = s + 1; q < B; ++q) x[s] = mul_add(t[4 * q + s], x[q], x[s]);
}
template <int B>
void solve_t(const double* t, double* x) {
  for (int q = 1; q < B; ++q)
    for (int s = 0; s < q; ++s) x[q] = neg_mul_add(t[4 * q + s], x[s], x[q]);
}
template <int B>
void solve_tt(const double* t, double* x) {
  for (int q = B - 1; q > 0; --q)
    for (int s = 0; s < q; ++s) x[s] = neg_mul_add(t[4 * q + s], x[q], x[s]);
}

}  // namespace

// M⁻¹ = K⁻¹S⁻¹K⁻ᵀ. Blocks that nothing supports are done after the first sweep.
void solve(const PackedFactor& factor, double* x) {
  const PackedFactor f = factor;
  double* w = f.scratch;
  pad(f.tree, x, w);
  blocks_to_base(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> K(f.tree, block, f.K);
    double* own = w + K.own.slot;
    const Pack4 scaled = multiply_self<B>(K, own);
    if (K.supports > 0)
      scatter<B, -1>(K, own, w);
    else
      store_rows<B>(scaled, x + K.own.row);
    scaled.store(own);
  });
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) {
    if (block.supports == 0) return;
    const BlockRows<B> K(f.tree, block, f.K);
    const Pack4 own = Pack4::load(w + K.own.slot) - gather<B>(K, w);
    own.store(w + K.own.slot);
    store_rows<B>(own, x + K.own.row);
  });
}

// L⁻ᵀ = T⁻ᵀK⁻ᵀ.
void solve_lt(const PackedFactor& factor, double* x) {
  const PackedFactor f = factor;
  double* w = f.scratch;
  pad(f.tree, x, w);
  blocks_to_base(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> K(f.tree, block, f.K);
    double* own = w + K.own.slot;
    scatter<B, -1>(K, own, w);
    solve_tt<B>(f.T + 4L * K.own.slot, own);
    for (int q = 0; q < B; ++q) x[K.own.row + q] = own[q];
  });
}

// L⁻¹ = K⁻¹T⁻¹.
void solve_l(const PackedFactor& factor, double* x) {
  const PackedFactor f = factor;
  double* w = f.scratch;
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> K(f.tree, block, f.K);
    solve_t<B>(f.T + 4L * K.own.slot, x + K.own.row);
    Pack4 own = load_rows<B>(x + K.own.row);
    if (K.supports > 0) own -= gather<B>(K, w);
    own.store(w + K.own.slot);
    store_rows<B>(own, x + K.own.row);
  });
}

// L = T K.
void multiply_l(const PackedFactor& factor, double* x) {
  const PackedFactor f = factor;
  double* w = f.scratch;
  pad(f.tree, x, w);
  blocks_to_base(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> K(f.tree, block, f.K);
    const Pack4 own = Pack4::load(w + K.own.slot) + gather<B>(K, w);
    store_rows<B>(own, x + K.own.row);
    multiply_t<B>(f.T + 4L * K.own.slot, x + K.own.row);
  });
}

// Lᵀ = KᵀTᵀ.
void multiply_lt(const PackedFactor& factor, double* x) {
  const PackedFactor f = factor;
  double* w = f.scratch;
  pad(f.tree, x, w);
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> K(f.tree, block, f.K);
    double* own = w + K.own.slot;
    multiply_tt<B>(f.T + 4L * K.own.slot, own);
    scatter<B, 1>(K, own, w);
  });
  blocks_by_row(f.tree,
                [&]<int B>(const Block& block) { store_rows<B>(Pack4::load(w + block.own.slot), x + block.own.row); });
}

}  // namespace TENON_ISA
}  // namespace tenon
