// L x, Lᵀx, L⁻¹x, L⁻ᵀx and M⁻¹x for one vector, four rows of L at a time.  [Fea05] appendix, rearranged.
// All work in place. Lᵀx does so too, although the appendix says that it would be inefficient: going from the base to
// the tips, row i is read before any of its descendants adds to x_i.
#include "factorization/kernels_block.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

// x with every run padded to packs of four; the padding is 0.
void load_padded(const PackedFactor& f, const double* x, double* w) {
  for (int r = 0; r < f.tree.run_count; ++r) {
    const Segment& own = f.tree.runs[r].own;
    int k = 0;
    for (; k + 4 <= own.length; k += 4) Pack4::load(x + own.row + k).store(w + own.slot + k);
    if (k == own.length) continue;
    Pack4 last(0.0);
    for (int lane = 0; k + lane < own.length; ++lane) last.set(lane, x[own.row + k + lane]);
    last.store(w + own.slot + k);
  }
}
void store_padded(const PackedFactor& f, const double* w, double* x) {
  for (int r = 0; r < f.tree.run_count; ++r) {
    const Segment& own = f.tree.runs[r].own;
    for (int k = 0; k < own.length; ++k) x[own.row + k] = w[own.slot + k];
  }
}

// w_j += sign * sum over the block of L_qj x_q, for all that supports the block.
template <int B, int sign>
void scatter(const PackedFactor& f, const Run& run, const Block& block, const double (&x)[4], double* w) {
  Pack4 a[B];
  for (int q = 0; q < B; ++q) a[q] = Pack4(sign * x[q]);
  for_support(f, run, block, [&](const Segment& segment) {
    for (int c = 0; c < segment.length; c += 4) {
      Pack4 sum = Pack4::load(w + segment.slot + c);
      for (int q = 0; q < B; ++q) sum = mul_add(a[q], Pack4::load(block.L(q) + segment.place + c), sum);
      sum.store(w + segment.slot + c);
    }
  });
}

// dot_q = sum over all that supports the block of L_qj w_j.
template <int B>
void gather(const PackedFactor& f, const Run& run, const Block& block, const double* w, double (&dot)[4]) {
  Pack4 sum[B];
  for (int q = 0; q < B; ++q) sum[q] = Pack4(0.0);
  for_support(f, run, block, [&](const Segment& segment) {
    for (int c = 0; c < segment.length; c += 4) {
      const Pack4 x = Pack4::load(w + segment.slot + c);
      for (int q = 0; q < B; ++q) sum[q] = mul_add(Pack4::load(block.L(q) + segment.place + c), x, sum[q]);
    }
  });
  for (int q = 0; q < B; ++q) dot[q] = sum_lanes(sum[q]);
}

template <int B>
void load_block(const Block& block, const double* w, double (&x)[4]) {
  for (int q = 0; q < B; ++q) x[q] = w[block.slot + q];
}
// One store of four, so that the next block's loads of four find it.
template <int B>
Pack4 packed(const double (&x)[4]) {
  Pack4 p(0.0);
  for (int q = 0; q < B; ++q) p.set(q, x[q]);
  return p;
}

template <int B, bool divide>
void solve_lt_block(const PackedFactor& f, const Run& run, const Block& block, double* w) {
  double x[4];
  load_block<B>(block, w, x);
  for (int q = B - 1; q > 0; --q)
    for (int s = 0; s < q; ++s) x[s] = neg_mul_add(block.triangle(q)[s], x[q], x[s]);
  const Pack4 solved = packed<B>(x);
  (divide ? solved * Pack4::load(f.D_inverse + block.slot) : solved).store(w + block.slot);
  scatter<B, -1>(f, run, block, x, w);
}

template <int B>
void solve_l_block(const PackedFactor& f, const Run& run, const Block& block, double* w) {
  double x[4], dot[4];
  load_block<B>(block, w, x);
  gather<B>(f, run, block, w, dot);
  for (int q = 0; q < B; ++q) {
    x[q] -= dot[q];
    for (int s = 0; s < q; ++s) x[q] = neg_mul_add(block.triangle(q)[s], x[s], x[q]);
  }
  packed<B>(x).store(w + block.slot);
}

template <int B>
void multiply_lt_block(const PackedFactor& f, const Run& run, const Block& block, double* w) {
  double x[4];
  load_block<B>(block, w, x);
  scatter<B, 1>(f, run, block, x, w);
  for (int s = 0; s < B; ++s)
    for (int q = s + 1; q < B; ++q) x[s] = mul_add(block.triangle(q)[s], x[q], x[s]);
  packed<B>(x).store(w + block.slot);
}

template <int B>
void multiply_l_block(const PackedFactor& f, const Run& run, const Block& block, double* w) {
  double x[4], dot[4];
  load_block<B>(block, w, x);
  gather<B>(f, run, block, w, dot);
  for (int q = B - 1; q >= 0; --q) {
    x[q] += dot[q];
    for (int s = 0; s < q; ++s) x[q] = mul_add(block.triangle(q)[s], x[s], x[q]);
  }
  packed<B>(x).store(w + block.slot);
}

template <bool divide>
void sweep_lt(const PackedFactor& f, double* w) {
  blocks_to_base(f, [&](const Run& run, const Block& block) {
    with_size(block.size, [&]<int B>() { solve_lt_block<B, divide>(f, run, block, w); });
  });
}
void sweep_l(const PackedFactor& f, double* w) {
  blocks_to_tip(f, [&](const Run& run, const Block& block) {
    with_size(block.size, [&]<int B>() { solve_l_block<B>(f, run, block, w); });
  });
}

}  // namespace

void solve(const PackedFactor& f, double* x) {
  load_padded(f, x, f.scratch);
  sweep_lt<true>(f, f.scratch);
  sweep_l(f, f.scratch);
  store_padded(f, f.scratch, x);
}
void solve_lt(const PackedFactor& f, double* x) {
  load_padded(f, x, f.scratch);
  sweep_lt<false>(f, f.scratch);
  store_padded(f, f.scratch, x);
}
void solve_l(const PackedFactor& f, double* x) {
  load_padded(f, x, f.scratch);
  sweep_l(f, f.scratch);
  store_padded(f, f.scratch, x);
}
void multiply_l(const PackedFactor& f, double* x) {
  load_padded(f, x, f.scratch);
  blocks_to_base(f, [&](const Run& run, const Block& block) {
    with_size(block.size, [&]<int B>() { multiply_l_block<B>(f, run, block, f.scratch); });
  });
  store_padded(f, f.scratch, x);
}
void multiply_lt(const PackedFactor& f, double* x) {
  load_padded(f, x, f.scratch);
  blocks_to_tip(f, [&](const Run& run, const Block& block) {
    with_size(block.size, [&]<int B>() { multiply_lt_block<B>(f, run, block, f.scratch); });
  });
  store_padded(f, f.scratch, x);
}

}  // namespace TENON_ISA
}  // namespace tenon
