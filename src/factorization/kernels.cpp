// M = KᵀS K on packed rows: blocks of up to four rows, rank-four updates of their supports.  [Fea05] appendix, by
// blocks. About D2 multiply-adds as the listing has, and at most three divisions per block instead of D1.
#include <array>
#include <utility>

#include "factorization/kernels_parts.hpp"
#include "factorization/kernels_small.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

enum Kind { closed_path, closed_fork, open };

// Four columns of one row of M; neighbours nearly always are. Lanes behind the end of a path hold anything.
TENON_INLINE Pack4 load_columns(const double* row, const int* column) {
  return Pack4(Pack4::Vector{row[column[0]], row[column[1]], row[column[2]], row[column[3]]});
}

template <int B, int P, Kind kind>
struct BlockFactor {
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
  SmallInverse<double, B> small;

  TENON_INLINE BlockFactor(const PackedFactor& f, const Block& block, const double* M)
      : n(f.tree.n),
        depth(block.depth),
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
    if constexpr (kind == open) {
      // A few more than they are, perhaps: what follows belongs to deeper places and is zero.
      const int all = B * ((P < 0 ? packs : P) + 1);
      for (int c = 0; c < all; ++c) Pack4(0.0).store(taken + 4 * c);
    }
    return positive;
  }

 private:
  TENON_INLINE bool own_rows(const double* own) {
    double diagonal[B];
    for (int q = 0; q < B; ++q) {
      for (int s = 0; s <= q; ++s) {
        double x = own[q * n + s];
        if constexpr (kind == closed_fork)
          if (s < q) x = coupled >> (4 * q + s) & 1 ? x : 0.0;
        if constexpr (kind == open) x -= taken[q * taken_stride + depth + s];
        small.s[q][s] = numbers[S_at + 4 * q + s] = x;
      }
      diagonal[q] = own[q * n + q];
    }
    const bool positive = small.invert(diagonal);
    for (int q = 0; q < B; ++q)
      for (int s = 0; s <= q; ++s) numbers[inverse_at + 4 * q + s] = numbers[inverse_at + 4 * s + q] = small.x[q][s];
    return positive;
  }

  TENON_INLINE void load_pack(long p, Pack4 (&U)[B]) const {
    const int* column = path + 4 * p;
    if (column[3] - column[0] == 3) [[likely]]
      for (int q = 0; q < B; ++q) U[q] = Pack4::load(rows + q * n + column[0]);
    else
      for (int q = 0; q < B; ++q) U[q] = load_columns(rows + q * n, column);
    if constexpr (kind == open)
      for (int q = 0; q < B; ++q) U[q] -= Pack4::load(taken + q * taken_stride + 4 * p);
  }

  // K = S⁻¹U
  TENON_INLINE void panel(const Pack4 (&U)[B], double* K, long stride, Pack4::Mask mask) const {
    for (int q = 0; q < B; ++q) {
      Pack4 k = U[0] * Pack4(at(q, 0));
      for (int r = 1; r < B; ++r) k = mul_add(U[r], Pack4(at(q, r)), k);
      keep(mask, k).store(K + q * stride);
    }
  }
  TENON_INLINE double at(int q, int r) const { return q >= r ? small.x[q][r] : small.x[r][q]; }

  // Line 7 for one support: its row, from which sums will be taken, grows by the sum over the block of K_qj U_q.
  template <int packs_of_row>
  TENON_INLINE void update_row(const Pack4 (&U)[P > 0 ? P : 1][B], const double* K, double* row) const {
    Pack4 k[B];
    for (int q = 0; q < B; ++q) k[q] = Pack4(K[4 * P * q]);
    for (int c = 0; c < packs_of_row; ++c) {
      Pack4 sum = Pack4::load(row + 4 * c);
      for (int q = 0; q < B; ++q) sum = mul_add(U[c][q], k[q], sum);
      sum.store(row + 4 * c);
    }
  }
  template <int G>
  TENON_INLINE void update_group(const Pack4 (&U)[P > 0 ? P : 1][B], const double* K, long count) const {
    double* group = sums + triangle_offset(4 * G);
    for (long t = count - 1; t >= 0; --t) update_row<G + 1>(U, K + 4 * G + t, group + 4 * (G + 1) * t);
  }

  TENON_INLINE void few_packs() const {
    Pack4 U[P > 0 ? P : 1][B];
    double* K = numbers + K_at;
    const long last = depth - 4 * (P - 1);
    for (int p = 0; p < P; ++p) {
      load_pack(p, U[p]);
      panel(U[p], K + 4 * p, 4 * P, p == P - 1 ? first_lanes[last] : first_lanes[4]);
    }
    if constexpr (P > 2) update_group<2>(U, K, P == 3 ? last : 4);
    if constexpr (P > 1) update_group<1>(U, K, P == 2 ? last : 4);
    if constexpr (P > 0) update_group<0>(U, K, P == 1 ? last : 4);
  }

  // The same with U in memory and T supports at a time.
  template <int T>
  void update_rows(const double* U, const double* K, double* target, long length) const {
    const long stride = 4L * packs;
    Pack4 a[T][B];
    for (int t = 0; t < T; ++t)
      for (int q = 0; q < B; ++q) a[t][q] = Pack4(K[q * stride + t]);
    for (long c = 0; c < length; c += 4) {
      Pack4 row[T];
      for (int t = 0; t < T; ++t) row[t] = Pack4::load(target + t * length + c);
      for (int q = 0; q < B; ++q) {
        const Pack4 u = Pack4::load(U + q * stride + c);
        for (int t = 0; t < T; ++t) row[t] = mul_add(u, a[t][q], row[t]);
      }
      for (int t = 0; t < T; ++t) row[t].store(target + t * length + c);
    }
  }
  void many_packs() const {
    double* K = numbers + K_at;
    double* U = scratch;
    const long stride = 4L * packs;
    long last = depth - 4L * (packs - 1);
    for (int p = 0; p < packs; ++p) {
      Pack4 u[B];
      load_pack(p, u);
      for (int q = 0; q < B; ++q) u[q].store(U + q * stride + 4 * p);
      panel(u, K + 4 * p, stride, p == packs - 1 ? first_lanes[last] : first_lanes[4]);
    }
    for (long length = stride; length > 0; length -= 4) {
      double* target = sums + triangle_offset(length - 4);
      const double* k = K + length - 4;
      long t = last;
      if (t & 1) --t, update_rows<1>(U, k + t, target + t * length, length);
      while (t > 0) t -= 2, update_rows<2>(U, k + t, target + t * length, length);
      last = 4;
    }
  }
};

using Kernel = bool (*)(const PackedFactor&, const Block&, const double*);

template <int B, int P, Kind kind>
bool factor_block(const PackedFactor& f, const Block& block, const double* M) {
  return BlockFactor<B, P, kind>(f, block, M).factorize(block.row);
}

template <Kind kind, int... size>
constexpr std::array<Kernel, block_sizes> list(std::integer_sequence<int, size...>) {
  return {factor_block<count_of(size), packs_of(size), kind>...};
}
template <Kind kind>
constexpr std::array<Kernel, block_sizes> kernels = list<kind>(std::make_integer_sequence<int, block_sizes>());

}  // namespace

// From the tips to the base.
int factorize(const PackedFactor& f, const double* M) {
  const Block* const first = f.tree.blocks;
  for (const Block* block = first + f.tree.block_count; block-- != first;) {
    const Kernel kernel = block->open   ? kernels<open>[block->size]
                          : block->fork ? kernels<closed_fork>[block->size]
                                        : kernels<closed_path>[block->size];
    if (!kernel(f, *block, M)) [[unlikely]]
      return static_cast<int>(block - first);
  }
  return -1;
}

const FactorizationKernels factorization_table{
    factorize,        solve,         multiply_l,         multiply_lt,         solve_l,
    solve_lt,         solve_columns, multiply_l_columns, multiply_lt_columns, solve_l_columns,
    solve_lt_columns, inverse};

}  // namespace TENON_ISA
}  // namespace tenon
