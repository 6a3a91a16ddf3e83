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

// B packed rows: packs for the supports, then the pack of the block itself. Holds copies, because a store of a pack may
// alias whatever a reference points to.
template <int B>
struct BlockRows {
  const Group own;
  const long supports, stride;
  const Group* const groups;
  double* const first;

  BlockRows(const RunsView& tree, const Block& block, double* packed)
      : own(block.own),
        supports(block.supports),
        stride(block.stride),
        groups(tree.groups + block.supports_begin),
        first(packed + block.offset) {}
  double* row(int q) const { return first + q * stride; }
  double* self(int q) const { return first + (q + 1) * stride - 4; }
};

// Calls work.operator()<B>(block) with the block's size as a constant.
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
// For every block: those that nothing supports come last, or first.
template <class Work>
void blocks_to_base(const RunsView& tree, Work&& work) {
  for (int b = 0; b < tree.block_count; ++b) with_size(tree.by_level[b], work);
}
template <class Work>
void blocks_to_tip(const RunsView& tree, Work&& work) {
  for (int b = tree.block_count - 1; b >= 0; --b) with_size(tree.by_level[b], work);
}
template <class Work>
void blocks_by_row(const RunsView& tree, Work&& work) {
  for (int b = 0; b < tree.block_count; ++b) with_size(tree.blocks[b], work);
}

}  // namespace TENON_ISA
}  // namespace tenon
