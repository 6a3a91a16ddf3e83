// What the factorization kernels share: packs of four, and one block's rows and factors.
#pragma once

#include "factorization/kernels.hpp"
#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {

using Pack4 = Pack<double, 4>;

constexpr Pack4::Mask first_lanes[5] = {{0, 0, 0, 0}, {-1, 0, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, 0}, {-1, -1, -1, -1}};

// x in the lanes of a mask, 0 elsewhere, whatever x is there.
TENON_INLINE Pack4 keep(Pack4::Mask lanes, Pack4 x) { return Pack4(Pack4::Vector(lanes & Pack4::Mask(x.value))); }

// A column of doubles or four of them, for loops that take packs first and single columns last.
template <class V>
V load_as(const double* from) {
  if constexpr (sizeof(V) == sizeof(double))
    return *from;
  else
    return V::load(from);
}
inline void store_as(double x, double* to) { *to = x; }
inline void store_as(Pack4 x, double* to) { x.store(to); }

// T of one block, S = TᵀD T.
template <int B>
struct BlockTriangle {
  double t[B][B];  // below the diagonal

  explicit BlockTriangle(const double* T) {
    for (int q = 0; q < B; ++q)
      for (int s = 0; s < q; ++s) t[q][s] = T[4 * q + s];
  }
  // T x, Tᵀx, T⁻¹x, T⁻ᵀx in place.
  template <class V>
  void multiply(V (&x)[B]) const {
    for (int q = B - 1; q > 0; --q)
      for (int s = 0; s < q; ++s) x[q] = mul_add(x[s], V(t[q][s]), x[q]);
  }
  template <class V>
  void multiply_transposed(V (&x)[B]) const {
    for (int s = 0; s < B; ++s)
      for (int q = s + 1; q < B; ++q) x[s] = mul_add(x[q], V(t[q][s]), x[s]);
  }
  template <class V>
  void solve(V (&x)[B]) const {
    for (int q = 1; q < B; ++q)
      for (int s = 0; s < q; ++s) x[q] = neg_mul_add(x[s], V(t[q][s]), x[q]);
  }
  template <class V>
  void solve_transposed(V (&x)[B]) const {
    for (int q = B - 1; q > 0; --q)
      for (int s = 0; s < q; ++s) x[s] = neg_mul_add(x[q], V(t[q][s]), x[s]);
  }
};

// Count, depth and packs of a block_size(), -1 where it says nothing about them.
constexpr int count_of(int size) { return size / depth_classes + 1; }
constexpr int depth_of(int size) { return size % depth_classes <= exact_depth ? size % depth_classes : -1; }
constexpr int packs_of(int size) {
  const int depth = size % depth_classes;
  return depth <= exact_depth         ? (depth + 3) / 4
         : depth == depth_classes - 1 ? -1
                                      : depth - exact_depth + exact_depth / 4;
}

// B rows with P packs and d supports, or any number of them if -1. Copies, because a store of a pack may alias whatever
// a reference points to.
template <int B, int P = -1, int d = -1>
struct BlockRows {
  static constexpr int count = B;
  const int row, depth, packs;
  const bool open;
  const int* const path;  // the columns of the supports
  const double* const numbers;

  TENON_INLINE BlockRows(const PackedFactor& f, const Block& block)
      : row(block.row),
        depth(d < 0 ? block.depth : d),
        packs(P < 0 ? block.packs : P),
        open(block.open()),
        path(f.tree.paths + block.path),
        numbers(f.numbers + block.offset) {}
  const double* K(int q) const { return numbers + K_at + 4L * packs * q; }
  const double* inverse(int q) const { return numbers + inverse_at + 4 * q; }
  BlockTriangle<B> triangle() const { return BlockTriangle<B>(numbers + T_at); }
};

// Calls work(BlockRows) with the block's count as a constant.
template <class Work>
TENON_INLINE void with_count(const PackedFactor& f, const Block& block, Work&& work) {
  switch (block.count) {
    case 1:
      return work(BlockRows<1>(f, block));
    case 2:
      return work(BlockRows<2>(f, block));
    case 3:
      return work(BlockRows<3>(f, block));
    default:
      return work(BlockRows<4>(f, block));
  }
}
template <class Work>
void blocks_to_base(const PackedFactor& f, Work&& work) {
  for (int b = f.tree.block_count - 1; b >= 0; --b) with_count(f, f.tree.blocks[b], work);
}
template <class Work>
void blocks_to_tip(const PackedFactor& f, Work&& work) {
  for (int b = 0; b < f.tree.block_count; ++b) with_count(f, f.tree.blocks[b], work);
}

}  // namespace TENON_ISA
}  // namespace tenon
