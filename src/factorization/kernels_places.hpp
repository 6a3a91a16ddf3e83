// One number per place, and what a block does with them: sums for its supports, and the rows that support it.
#pragma once

#include "factorization/kernels_block.hpp"

namespace tenon {
inline namespace TENON_ISA {

struct PlacesInMemory {
  double* numbers;

  TENON_INLINE double number(int place) const { return numbers[place]; }
  TENON_INLINE Pack4 pack(long p) const { return Pack4::load(numbers + 4 * p); }
  TENON_INLINE void set(long p, Pack4 x) const { x.store(numbers + 4 * p); }
};

// For trees that are not deeper than that. Blocks wait for each other's sums: for three cycles here, for a dozen there.
struct PlacesInRegisters {
  Pack4 packs[exact_depth / 4] = {0.0, 0.0};

  TENON_INLINE double number(int place) const { return packs[place >> 2][place & 3]; }
  TENON_INLINE Pack4 pack(long p) const { return packs[p]; }
  TENON_INLINE void set(long p, Pack4 x) { packs[p] = x; }
};

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
template <int B, int P, int d, class Places>
TENON_INLINE void take(const BlockRows<B, P, d>& K, const Places& sum, double (&x)[B]) {
  if (!K.open) return;
  for (int q = 0; q < B; ++q) x[q] += sum.number(K.depth + q);
}

// sum_j += sign * sum over the block of K_qj x_q, for all that supports the block. Places behind it become zero: its
// own, for the next path, and those that a number times a zero behind K's rows may have spoilt. Only whole packs are
// stored, so that no load waits for two stores; and the block's own sum comes first, because blocks wait for each other
// here.
template <int sign, int B, int P, int d, class Places>
TENON_INLINE void give(const BlockRows<B, P, d>& K, Places& sum, const double (&x)[B]) {
  Pack4 a[B];
  for (int q = 0; q < B; ++q) a[q] = Pack4(x[q]);
  const int lane = K.depth & 3;
  for (long p = 0; p < K.packs; ++p) {
    Pack4 y = Pack4::load(K.K(0) + 4 * p) * a[0];
    for (int q = 1; q < B; ++q) y = mul_add(Pack4::load(K.K(q) + 4 * p), a[q], y);
    Pack4 before = sum.pack(p);
    if (p == K.packs - 1 && lane != 0) before = keep(first_lanes[lane], before);
    sum.set(p, sign > 0 ? before + y : before - y);
  }
  if (K.open && lane == 0) sum.set(K.depth >> 2, Pack4(0.0));
}

// The rows of an open block, for those that they support: whoever reads this pack meets no number of another path.
template <int B, int P, int d, class Places>
TENON_INLINE void share(const BlockRows<B, P, d>& K, Places& path, Pack4 x) {
  if (!K.open) return;
  const int lane = K.depth & 3;
  const int p = K.depth >> 2;
  if (B == 4 || lane == 0) return path.set(p, x);
  Pack4 y = path.pack(p);
  for (int q = 0; q < B; ++q) y = select(first_lanes[lane + q], y, Pack4(x[q]));
  path.set(p, y);
}

// sum over all that supports the block of K_qj x_j, for each row q.
template <int B, int P, int d, class Places>
TENON_INLINE Pack4 gather(const BlockRows<B, P, d>& K, const Places& path) {
  Pack4 sum[4] = {0.0, 0.0, 0.0, 0.0};
  for (long p = 0; p < K.packs; ++p) {
    const Pack4 x = path.pack(p);
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

}  // namespace TENON_ISA
}  // namespace tenon
