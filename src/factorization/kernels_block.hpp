// What the factorization kernels share: packs of four and the rows of a block.
#pragma once

#include "factorization/kernels.hpp"
#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {

using Pack4 = Pack<double, 4>;

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

// B rows of the packed factor: packs for the supports, then the pack of the block's own triangle.
template <int B>
struct BlockRows {
  const Block& block;
  const Group* supports;
  double* first;
  long stride;

  BlockRows(const PackedFactor& f, const Block& b)
      : block(b),
        supports(f.tree.groups + b.supports_begin),
        first(f.L + 4L * b.own.offset),
        stride(4L * (b.supports + 1)) {}
  double* L(int q) const { return first + q * stride; }
  double* triangle(int q) const { return first + (q + 1) * stride - 4; }
};

// Calls work.operator()<B>(block) for every block, tip to base or base to tip, with the block's size as a constant.
template <class Work>
void with_size(const Block& block, Work&& work) {
  switch (block.own.count) {
    case 1:
      return work.template operator()<1>(block);
    case 2:
      return work.template operator()<2>(block);
    case 3:
      return work.template operator()<3>(block);
    default:
      return work.template operator()<4>(block);
  }
}
template <class Work>
void blocks_to_base(const RunsView& tree, Work&& work) {
  for (int b = tree.block_count - 1; b >= 0; --b) with_size(tree.blocks[b], work);
}
template <class Work>
void blocks_to_tip(const RunsView& tree, Work&& work) {
  for (int b = 0; b < tree.block_count; ++b) with_size(tree.blocks[b], work);
}

}  // namespace TENON_ISA
}  // namespace tenon
