// L x, Lᵀx, L⁻¹x, L⁻ᵀx and M⁻¹x for one vector, four rows at a time.  [Fea05] appendix, by blocks: L = T K.
// All work in place, too. So does Lᵀx, although the appendix says that it would be inefficient: from the tips to the
// base, row i is read before it is written, and what its descendants add to it waits in one number per place.
#include <utility>

#include "factorization/kernels_block.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

template <int B>
TENON_INLINE void load_rows(const double* from, double (&x)[B]) {
  for (int q = 0; q < B; ++q) x[q] = from[q];
}
template <int B>
TENON_INLINE void store_rows(const double (&x)[B], double* to) {
  for (int q = 0; q < B; ++q) to[q] = x[q];
}
template <int B>
TENON_INLINE void store_rows(Pack4 x, double* to) {
  if constexpr (B == 4) {
    x.store(to);
  } else {
    for (int q = 0; q < B; ++q) to[q] = x[q];
  }
}

// Adds what was summed up for the rows of an open block.
template <int B, int P, int d>
TENON_INLINE void take(const BlockRows<B, P, d>& K, const double* sum, double (&x)[B]) {
  if (!K.open) return;
  for (int q = 0; q < B; ++q) x[q] += sum[K.depth + q];
}

// sum_j += sign * sum over the block of K_qj x_q, for all that supports the block. Places behind it become zero: its
// own, for the next path, and those that a number times a zero behind K's rows may have spoilt. Only whole packs are
// stored, so that no load waits for two stores; and the block's own sum comes first, because blocks wait for each other
// here.
template <int sign, int B, int P, int d>
TENON_INLINE void give(const BlockRows<B, P, d>& K, double* sum, const double (&x)[B]) {
  Pack4 a[B];
  for (int q = 0; q < B; ++q) a[q] = Pack4(x[q]);
  const int lane = K.depth & 3;
  for (long p = 0; p < K.packs; ++p) {
    Pack4 y = Pack4::load(K.K(0) + 4 * p) * a[0];
    for (int q = 1; q < B; ++q) y = mul_add(Pack4::load(K.K(q) + 4 * p), a[q], y);
    Pack4 before = Pack4::load(sum + 4 * p);
    if (p == K.packs - 1 && lane != 0) before = keep(first_lanes[lane], before);
    (sign > 0 ? before + y : before - y).store(sum + 4 * p);
  }
  if (K.open && lane == 0) Pack4(0.0).store(sum + K.depth);
}

// The rows of an open block, for those that they support: whoever reads this pack meets no number of another path.
template <int B, int P, int d>
TENON_INLINE void share(const BlockRows<B, P, d>& K, double* path, Pack4 x) {
  if (!K.open) return;
  const int lane = K.depth & 3;
  double* pack = path + (K.depth & ~3);
  if (B == 4 || lane == 0) return x.store(pack);
  Pack4 y = keep(first_lanes[lane], Pack4::load(pack));
  for (int q = 0; q < B; ++q) y = select(first_lanes[lane + q], y, Pack4(x[q]));
  y.store(pack);
}

// sum over all that supports the block of K_qj x_j, for each row q.
template <int B, int P, int d>
TENON_INLINE Pack4 gather(const BlockRows<B, P, d>& K, const double* path) {
  Pack4 sum[4] = {0.0, 0.0, 0.0, 0.0};
  for (long p = 0; p < K.packs; ++p) {
    const Pack4 x = Pack4::load(path + 4 * p);
    for (int q = 0; q < B; ++q) sum[q] = mul_add(Pack4::load(K.K(q) + 4 * p), x, sum[q]);
  }
  return sums_of_lanes(sum[0], sum[1], sum[2], sum[3]);
}

template <int B>
TENON_INLINE Pack4 pack_of(const double (&x)[B]) {
  Pack4 p(0.0);
  for (int q = 0; q < B; ++q) p.set(q, x[q]);
  return p;
}

// S⁻¹x; the rows of a symmetric matrix are its columns.
template <int B, int P, int d>
TENON_INLINE Pack4 multiply_inverse(const BlockRows<B, P, d>& K, const double (&x)[B]) {
  Pack4 sum = Pack4::load(K.inverse(0)) * Pack4(x[0]);
  for (int q = 1; q < B; ++q) sum = mul_add(Pack4::load(K.inverse(q)), Pack4(x[q]), sum);
  return sum;
}

// Calls work(BlockRows) with the block's count and packs as constants.
template <class Work, int... size>
TENON_INLINE void with_size(const PackedFactor& f, const Block& block, Work&& work,
                            std::integer_sequence<int, size...>) {
  (void)((block.size == size && (work(BlockRows<count_of(size), packs_of(size), depth_of(size)>(f, block)), true)) ||
         ...);
}
template <class Work>
TENON_INLINE void with_size(const PackedFactor& f, const Block& block, Work&& work) {
  with_size(f, block, work, std::make_integer_sequence<int, block_sizes>());
}

}  // namespace

// M⁻¹ = K⁻¹S⁻¹K⁻ᵀ.
void solve(const PackedFactor& factor, const double* in, double* out) {
  const PackedFactor f = factor;
  double* sum = f.sum;
  double* path = f.path;
  double* w = f.padded + 4L * f.tree.block_count;
  const Block* const first = f.tree.blocks;
  const Block* const end = first + f.tree.block_count;
  for (const Block* block = end; block-- != first;) {
    w -= 4;
    with_size(f, *block, [&]<int B, int P, int d>(const BlockRows<B, P, d>& K) {
      double x[B];
      load_rows(in + K.row, x);
      take(K, sum, x);
      give<-1>(K, sum, x);
      multiply_inverse(K, x).store(w);
    });
  }
  for (const Block* block = first; block != end; ++block, w += 4)
    with_size(f, *block, [&]<int B, int P, int d>(const BlockRows<B, P, d>& K) {
      Pack4 own = Pack4::load(w);
      if (P != 0) own -= gather(K, path);
      share(K, path, own);
      store_rows<B>(own, out + K.row);
    });
}

// L⁻ᵀ = T⁻ᵀK⁻ᵀ.
void solve_lt(const PackedFactor& factor, const double* in, double* out) {
  const PackedFactor f = factor;
  double* sum = f.sum;
  blocks_to_base(f, [&]<int B>(const BlockRows<B>& K) {
    double x[B];
    load_rows(in + K.row, x);
    take(K, sum, x);
    give<-1>(K, sum, x);
    K.triangle().solve_transposed(x);
    store_rows(x, out + K.row);
  });
}

// L⁻¹ = K⁻¹T⁻¹.
void solve_l(const PackedFactor& factor, const double* in, double* out) {
  const PackedFactor f = factor;
  double* path = f.path;
  blocks_to_tip(f, [&]<int B>(const BlockRows<B>& K) {
    double x[B];
    load_rows(in + K.row, x);
    K.triangle().solve(x);
    const Pack4 own = pack_of(x) - gather(K, path);
    share(K, path, own);
    store_rows<B>(own, out + K.row);
  });
}

// L = T K.
void multiply_l(const PackedFactor& factor, const double* in, double* out) {
  const PackedFactor f = factor;
  double* path = f.path;
  blocks_to_tip(f, [&]<int B>(const BlockRows<B>& K) {
    double x[B];
    load_rows(in + K.row, x);
    const Pack4 supported = gather(K, path);
    share(K, path, pack_of(x));
    for (int q = 0; q < B; ++q) x[q] += supported[q];
    K.triangle().multiply(x);
    store_rows(x, out + K.row);
  });
}

// Lᵀ = KᵀTᵀ.
void multiply_lt(const PackedFactor& factor, const double* in, double* out) {
  const PackedFactor f = factor;
  double* sum = f.sum;
  blocks_to_base(f, [&]<int B>(const BlockRows<B>& K) {
    double x[B], z[B];
    load_rows(in + K.row, x);
    K.triangle().multiply_transposed(x);
    for (int q = 0; q < B; ++q) z[q] = x[q];
    take(K, sum, z);
    give<1>(K, sum, x);
    store_rows(z, out + K.row);
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
