// One block on packed rows: its own factors, its rows of K, and what it takes from the rows of its supports. [Fea05]
// appendix, by blocks.
#pragma once

#include <algorithm>

#include "factorization/kernels_small.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Four columns of one row of M; neighbours nearly always are. Lanes behind the end of a path hold anything.
TENON_INLINE Pack4 load_columns(const double* row, const int* column, long lanes) {
  Pack4 x(0.0);
  for (int lane = 0; lane < 4; ++lane)
    if (lane < lanes) x.set(lane, row[column[lane]]);
  return x;
}

template <int size, BlockShape shape>
struct BlockFactor {
  static constexpr int B = count_of(size), P = packs_of(size), d = depth_of(size);
  // Copies, because a store of a pack may alias whatever a reference points to.
  const long n, depth;
  const int packs, coupled;
  const double* const rows;  // of M
  const int* const path;
  double* const numbers;
  double* const sums;
  double* const scratch;
  // What is taken from the rows of an open block; they are as long as its last pack of places.
  const long taken_stride;
  double* const taken;
  SmallFactors<double, B> small;

  TENON_INLINE BlockFactor(const PackedFactor& f, const Block& block, const double* M)
      : n(f.tree.n),
        depth(d < 0 ? block.depth : d),
        packs(P < 0 ? block.packs : P),
        coupled(block.coupled),
        rows(M + block.row * n),
        path(f.tree.paths + block.path),
        numbers(f.numbers + block.offset),
        sums(f.sums),
        scratch(f.scratch),
        taken_stride(4 * ((depth >> 2) + 1)),
        taken(sums + (P == 0 ? 0 : triangle_offset(depth))) {}

  TENON_INLINE bool factorize(int row) {
    const bool positive = own_rows(rows + row);
    if constexpr (P > 0)
      few_packs();
    else if constexpr (P < 0)
      many_packs();
    if constexpr (shape == BlockShape::open) {
      // A few more than they are, perhaps: what follows belongs to deeper places and is zero.
      const int all = B * ((P < 0 ? packs : P) + 1);
      for (int c = 0; c < all; ++c) Pack4(0.0).store(taken + 4 * c);
    }
    return positive;
  }

 private:
  static constexpr bool in_batch = shape == BlockShape::closed_twin || shape == BlockShape::closed_star;

  // T, D and S⁻¹. Returns whether all pivots are positive.
  TENON_INLINE bool own_rows(const double* own) {
    if constexpr (in_batch) {
      for (int q = 0; q < B; ++q) {
        small.D_inverse[q] = numbers[D_inverse_at + q];
        for (int s = 0; s < q; ++s) small.t[q][s] = numbers[T_at + 4 * q + s];
      }
      return true;
    } else {
      for (int q = 0; q < B; ++q)
        for (int s = 0; s <= q; ++s) {
          double x = own[q * n + s];
          if constexpr (shape == BlockShape::closed_fork)
            if (s < q) x = coupled >> (4 * q + s) & 1 ? x : 0.0;
          if constexpr (shape == BlockShape::open) x -= taken[q * taken_stride + depth + s];
          small.s[q][s] = x;
        }
      small.factorize();
      bool positive = true;
      for (int q = 0; q < B; ++q) {
        positive &= small.D[q] > pivot_rounding * own[q * n + q];
        numbers[T_at + 5 * q] = small.D[q];
        numbers[inverse_at + 5 * q] = small.x[q][q];
        for (int s = 0; s < q; ++s) {
          numbers[T_at + 4 * q + s] = small.t[q][s];
          numbers[inverse_at + 4 * q + s] = numbers[inverse_at + 4 * s + q] = small.x[q][s];
        }
      }
      return positive;
    }
  }

  TENON_INLINE void load_pack(long p, Pack4 (&U)[B]) const {
    const int* column = path + 4 * p;
    if (column[3] - column[0] == 3) [[likely]]
      for (int q = 0; q < B; ++q) U[q] = Pack4::load(rows + q * n + column[0]);
    else
      for (int q = 0; q < B; ++q) U[q] = load_columns(rows + q * n, column, d < 0 ? 4 : std::min<long>(4, d - 4 * p));
    if constexpr (shape == BlockShape::open)
      for (int q = 0; q < B; ++q) U[q] -= Pack4::load(taken + q * taken_stride + 4 * p);
  }

  // Lines 4 to 10 inside the block: U becomes D L, whose rows are D times those of L = T K.
  TENON_INLINE void eliminate(Pack4 (&U)[B]) const {
    for (int q = B - 1; q > 0; --q)
      for (int s = coupled_from(q); s >= 0; --s) U[s] = neg_mul_add(U[q], Pack4(small.t[q][s]), U[s]);
  }
  TENON_INLINE void divide(const Pack4 (&U)[B], Pack4 (&L)[B]) const {
    for (int q = 0; q < B; ++q) L[q] = U[q] * Pack4(small.D_inverse[q]);
  }
  TENON_INLINE void store_K(const Pack4 (&L)[B], double* K, long stride, Pack4::Mask lanes) const {
    Pack4 k[B];
    for (int q = 0; q < B; ++q) {
      k[q] = L[q];
      for (int s = 0; s <= coupled_from(q); ++s) k[q] = neg_mul_add(k[s], Pack4(small.t[q][s]), k[q]);
      keep(lanes, k[q]).store(K + q * stride);
    }
  }
  static constexpr int coupled_from(int q) { return shape == BlockShape::closed_star && q > 0 ? 0 : q - 1; }

  using Panel = Pack4[P > 0 ? P : 1][B];

  // Line 7 for one support: its row, which is taken from M later, grows by the sum over the block of L_q (D L)_qj. DL
  // is in memory to be spread over a pack, and known earlier than L.
  template <int row_packs>
  TENON_INLINE void update_row(const Panel& L, const double* DL, double* row) const {
    Pack4 a[B];
    for (int q = 0; q < B; ++q) a[q] = Pack4(DL[4 * P * q]);
    for (int c = 0; c < row_packs; ++c) {
      Pack4 sum = L[c][B - 1] * a[B - 1];
      for (int q = B - 2; q >= 0; --q) sum = mul_add(L[c][q], a[q], sum);
      (Pack4::load(row + 4 * c) + sum).store(row + 4 * c);
    }
  }
  template <int G>
  TENON_INLINE void update_group(const Panel& L, const double* DL, long count) const {
    double* group = sums + triangle_offset(4 * G);
    for (long t = count - 1; t >= 0; --t) update_row<G + 1>(L, DL + 4 * G + t, group + 4 * (G + 1) * t);
  }

  TENON_INLINE void few_packs() const {
    Panel L;
    const long last = depth - 4 * (P - 1);
    for (int p = 0; p < P; ++p) {
      Pack4 U[B];
      load_pack(p, U);
      eliminate(U);
      for (int q = 0; q < B; ++q) U[q].store(scratch + 4 * (P * q + p));
      divide(U, L[p]);
    }
    if constexpr (P > 3) update_group<3>(L, scratch, last);
    if constexpr (P > 2) update_group<2>(L, scratch, P == 3 ? last : 4);
    if constexpr (P > 1) update_group<1>(L, scratch, P == 2 ? last : 4);
    if constexpr (P > 0) update_group<0>(L, scratch, P == 1 ? last : 4);
    for (int p = 0; p < P; ++p)
      store_K(L[p], numbers + K_at + 4 * p, 4 * P, p == P - 1 ? first_lanes[last] : first_lanes[4]);
  }

  // The same with L in memory and R supports at a time.
  template <int R>
  TENON_INLINE void update_rows(const double* L, const double* DL, double* target, long length) const {
    const long stride = 4L * packs;
    Pack4 a[R][B];
    for (int r = 0; r < R; ++r)
      for (int q = 0; q < B; ++q) a[r][q] = Pack4(DL[q * stride + r]);
    for (long c = 0; c < length; c += 4) {
      Pack4 row[R];
      for (int r = 0; r < R; ++r) row[r] = Pack4::load(target + r * length + c);
      for (int q = 0; q < B; ++q) {
        const Pack4 l = Pack4::load(L + q * stride + c);
        for (int r = 0; r < R; ++r) row[r] = mul_add(l, a[r][q], row[r]);
      }
      for (int r = 0; r < R; ++r) row[r].store(target + r * length + c);
    }
  }
  TENON_INLINE void many_packs() const {
    const long stride = 4L * packs;
    double* DL = scratch;
    double* L = scratch + B * stride;
    long last = depth - 4L * (packs - 1);
    for (int p = 0; p < packs; ++p) {
      Pack4 u[B], l[B];
      load_pack(p, u);
      eliminate(u);
      divide(u, l);
      for (int q = 0; q < B; ++q) {
        u[q].store(DL + q * stride + 4 * p);
        l[q].store(L + q * stride + 4 * p);
      }
      store_K(l, numbers + K_at + 4 * p, stride, p == packs - 1 ? first_lanes[last] : first_lanes[4]);
    }
    for (long length = stride; length > 0; length -= 4) {
      double* target = sums + triangle_offset(length - 4);
      const double* column = DL + length - 4;
      long r = last;
      if (r & 1) --r, update_rows<1>(L, column + r, target + r * length, length);
      while (r > 0) r -= 2, update_rows<2>(L, column + r, target + r * length, length);
      last = 4;
    }
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
