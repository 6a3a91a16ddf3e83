// M = KᵀS K on packed rows: blocks of four rows, rank-four updates of their ancestors.  [Fea05] appendix, by blocks.
// About D2 multiply-adds as the listing has, and four reciprocals per block instead of D1 divisions.
#include "factorization/kernels_parts.hpp"
#include "factorization/kernels_small.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

constexpr Pack4::Mask first_lanes[5] = {{0, 0, 0, 0}, {-1, 0, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, 0}, {-1, -1, -1, -1}};

// `count` numbers and zeros up to four.
Pack4 load_first(const double* from, int count) { return select(first_lanes[count], Pack4::load(from), Pack4(0.0)); }
// The same without reading behind them: for the end of M.
Pack4 load_last(const double* from, int count) {
  Pack4 p(0.0);
  for (int lane = 0; lane < count; ++lane) p.set(lane, from[lane]);
  return p;
}

// The nonzeros of M's rows, packed.
template <int B>
void pack_rows(const PackedFactor& f, const Block& block, const double* M) {
  const long n = f.tree.n, stride = block.stride;
  const double* from = M + block.own.row * n;
  double* U = f.scratch + block.offset;
  const Group* group = f.tree.groups + block.supports_begin;
  const long safe = block.own.row + B == n ? n - 4 : n;  // columns from which a pack may be read
  for (const Group* end = group + block.supports; group != end; ++group, U += 4) {
    const double* column = from + group->row;
    const int count = group->count;
    if (group->row > safe) [[unlikely]] {
      for (int q = 0; q < B; ++q) load_last(column + q * n, count).store(U + q * stride);
    } else {
      for (int q = 0; q < B; ++q) load_first(column + q * n, count).store(U + q * stride);
    }
  }
  const double* own = from + block.own.row;
  for (int q = 0; q < B - 1; ++q) load_first(own + q * n, q + 1).store(U + q * stride);
  load_last(own + (B - 1) * n, B).store(U + (B - 1) * stride);
}

// S⁻¹, T and D, from S in M or, once it has been updated, in the packed rows. Returns the row that failed, or -1.
template <int B, bool packed>
int factor_self(const PackedFactor& f, const Block& block, const double* M) {
  const long n = f.tree.n;
  const double* in_M = M + block.own.row * (n + 1);
  const long self = block.offset + block.stride - 4;
  const int slot = block.own.slot;
  const SmallFactor<B> small{.S = packed ? f.scratch + self : in_M,
                             .stride = packed ? block.stride : n,
                             .inverse = f.K + self,
                             .inverse_stride = block.stride,
                             .T = f.T + 4L * slot,
                             .D = f.D + slot,
                             .diagonal = in_M,
                             .diagonal_stride = n + 1};
  const int failed = small.factorize();
  return failed < 0 ? -1 : block.own.row + failed;
}

// K = S⁻¹U for the packs of the supports.
template <int B>
void factor_panel(const double* U, double* K, long stride) {
  Pack4 inverse[B][B];
  for (int q = 0; q < B; ++q)
    for (int r = 0; r <= q; ++r) inverse[q][r] = inverse[r][q] = Pack4(K[(q + 1) * stride - 4 + r]);
  for (long c = 0; c < stride - 4; c += 4) {
    Pack4 u[B];
    for (int q = 0; q < B; ++q) u[q] = Pack4::load(U + q * stride + c);
    for (int q = 0; q < B; ++q) {
      Pack4 k = inverse[q][0] * u[0];
      for (int r = 1; r < B; ++r) k = mul_add(inverse[q][r], u[r], k);
      k.store(K + q * stride + c);
    }
  }
}

// Line 7 for T ancestors that stand next to each other on the path, whose places begin at K's pointer:
// row_t -= sum over the block of K_qt U_q.
template <int B, int T>
void update_rows(const double* U, const double* K, long stride, double* target, long length) {
  Pack4 a[T][B];
  for (int t = 0; t < T; ++t)
    for (int q = 0; q < B; ++q) a[t][q] = Pack4(K[q * stride + t]);
  for (long c = 0; c < length; c += 4) {
    Pack4 row[T];
    for (int t = 0; t < T; ++t) row[t] = Pack4::load(target + t * length + c);
    for (int q = 0; q < B; ++q) {
      const Pack4 u = Pack4::load(U + q * stride + c);
      for (int t = 0; t < T; ++t) row[t] = neg_mul_add(u, a[t][q], row[t]);
    }
    for (int t = 0; t < T; ++t) row[t].store(target + t * length + c);
  }
}

template <int B>
void eliminate(const PackedFactor& f, const Block& block) {
  const long stride = block.stride;
  const double* U = f.scratch + block.offset;
  double* K = f.K + block.offset;
  const Group* group = f.tree.groups + block.supports_begin + block.supports;
  factor_panel<B>(U, K, stride);
  for (long length = stride - 4; length > 0; length -= 4) {
    const Group at = *--group;
    const double* k = K + length - 4;
    double* target = f.scratch + 4L * at.offset;
    if (at.count == 4) {
      update_rows<B, 2>(U, k + 2, stride, target + 2 * length, length);
      update_rows<B, 2>(U, k, stride, target, length);
    } else if (at.count == 3) {
      update_rows<B, 3>(U, k, stride, target, length);
    } else if (at.count == 2) {
      update_rows<B, 2>(U, k, stride, target, length);
    } else {
      update_rows<B, 1>(U, k, stride, target, length);
    }
  }
}

// By the size of a block.
using Self = int (*)(const PackedFactor&, const Block&, const double*);
constexpr Self self_in_M[5] = {nullptr, factor_self<1, false>, factor_self<2, false>, factor_self<3, false>,
                               factor_self<4, false>};
constexpr Self self_in_rows[5] = {nullptr, factor_self<1, true>, factor_self<2, true>, factor_self<3, true>,
                                  factor_self<4, true>};
constexpr void (*pack[5])(const PackedFactor&, const Block&, const double*) = {nullptr, pack_rows<1>, pack_rows<2>,
                                                                               pack_rows<3>, pack_rows<4>};
constexpr void (*elimination[5])(const PackedFactor&, const Block&) = {nullptr, eliminate<1>, eliminate<2>,
                                                                       eliminate<3>, eliminate<4>};

}  // namespace

// Level by level: the blocks of a level do not wait for each other, so their divisions overlap. The blocks of the tips
// are factorized where they stand in M, and the rows are packed while those divisions are on their way.
int factorize(const PackedFactor& f, const double* M) {
  const Block* const begin = f.tree.by_level;
  const Block* const end = begin + f.tree.block_count;
  if (begin == end) return -1;
  const Block* const tips = begin + f.tree.level_end[0];
  int failed = -1;
  for (const Block* b = begin; b != tips; ++b) {
    const int row = self_in_M[b->own.count](f, *b, M);
    failed = row > failed ? row : failed;
  }
  for (const Block* b = begin; b != end; ++b) pack[b->own.count](f, *b, M);
  const Block* b = begin;
  for (int level = 0; failed < 0; ++level) {
    for (const Block* level_end = begin + f.tree.level_end[level]; b != level_end; ++b)
      if (b->supports > 0) elimination[b->own.count](f, *b);
    if (b == end) return -1;
    for (const Block *c = b, *level_end = begin + f.tree.level_end[level + 1]; c != level_end; ++c) {
      const int row = self_in_rows[c->own.count](f, *c, M);
      failed = row > failed ? row : failed;
    }
  }
  return failed;
}

const FactorizationKernels factorization_table{
    factorize,        solve,         multiply_l,         multiply_lt,         solve_l,
    solve_lt,         solve_columns, multiply_l_columns, multiply_lt_columns, solve_l_columns,
    solve_lt_columns, inverse};

}  // namespace TENON_ISA
}  // namespace tenon
