// What the factorization kernels share: packs of four, and the blocks of a run.
//
// A block is up to four rows of one run that start at a place divisible by 4. Its rows have equal length; the last pack
// of each holds the block's own triangle, the packs before it belong to the rows that support the block.
#pragma once

#include "factorization/kernels.hpp"
#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {

using Pack4 = Pack<double, 4>;

inline Pack4::Mask first_lanes(int count) { return Pack4::Mask{0, 1, 2, 3} < (Pack4::Mask{} + count); }
inline double sum_lanes(Pack4 p) { return (p[0] + p[2]) + (p[1] + p[3]); }

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

struct Block {
  int row;       // first row of the matrix
  int size;      // 1 to 4 rows
  int before;    // rows of the same run above it
  int slot;      // in a padded vector
  int places;    // of the packs before the triangle
  int stride;    // between rows of the packed factor
  double* rows;  // first row in the packed factor

  double* L(int q) const { return rows + q * stride; }
  double* triangle(int q) const { return rows + q * stride + places; }
};

inline Block block_of(const PackedFactor& f, const Run& run, int number) {
  const int before = 4 * number, left = run.own.length - before, row = run.own.row + before;
  const int places = run.own.place + before;
  return {row, left < 4 ? left : 4, before, run.own.slot + before, places, places + 4, f.L + f.tree.start[row]};
}

// Calls work(run, block) for every block, tip to base or base to tip.
template <class Work>
void blocks_to_base(const PackedFactor& f, Work&& work) {
  for (int r = f.tree.run_count - 1; r >= 0; --r) {
    const Run& run = f.tree.runs[r];
    for (int b = (run.own.length - 1) / 4; b >= 0; --b) work(run, block_of(f, run, b));
  }
}
template <class Work>
void blocks_to_tip(const PackedFactor& f, Work&& work) {
  for (int r = 0; r < f.tree.run_count; ++r) {
    const Run& run = f.tree.runs[r];
    for (int b = 0; 4 * b < run.own.length; ++b) work(run, block_of(f, run, b));
  }
}

// Calls work(segment) for the rows above a block in its own run and for the run's segments: all that supports it.
template <class Work>
void for_support(const PackedFactor& f, const Run& run, const Block& block, Work&& work) {
  for (int s = run.segments_begin; s < run.segments_end; ++s) work(f.tree.segments[s]);
  if (block.before > 0) work(Segment{run.own.row, block.before, run.own.place, run.own.slot});
}

// Calls work.operator()<B>() with the block's size as a constant.
template <class Work>
auto with_size(int size, Work&& work) {
  switch (size) {
    case 1:
      return work.template operator()<1>();
    case 2:
      return work.template operator()<2>();
    case 3:
      return work.template operator()<3>();
    default:
      return work.template operator()<4>();
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
