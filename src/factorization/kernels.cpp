// M = KᵀS K on packed rows: blocks of up to four rows, rank-four updates of their supports.  [Fea05] appendix, by
// blocks. About D2 multiply-adds as the listing has, and at most three divisions per block instead of D1.
#include <array>
#include <utility>

#include "factorization/kernels_elimination.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

using enum BlockShape;

using Kernel = bool (*)(const PackedFactor&, const Block&, const double*);

template <int size, BlockShape shape>
bool factor_block(const PackedFactor& f, const Block& block, const double* M) {
  return BlockFactor<size, shape>(f, block, M).factorize(block.row);
}

// By shape and size; null where a shape has no such size.
template <int size, BlockShape shape>
constexpr Kernel kernel_of() {
  constexpr int B = count_of(size), d = depth_of(size);
  if constexpr ((shape == closed_star && B < 3) || (shape == closed_fork && B < 2) || (shape == open && B + d % 4 > 4))
    return nullptr;
  else
    return factor_block<size, shape>;
}
template <int... kernel>
constexpr std::array<Kernel, block_shapes * block_sizes> list(std::integer_sequence<int, kernel...>) {
  return {kernel_of<kernel % block_sizes, static_cast<BlockShape>(kernel / block_sizes)>()...};
}
constexpr std::array<Kernel, block_shapes * block_sizes> kernels =
    list(std::make_integer_sequence<int, block_shapes * block_sizes>());

// The last block of a batch that has a pivot which is not positive.
int failed_in_batch(const PackedFactor& f, const Batch& batch, const double* M) {
  int failed = batch.blocks[0];
  for (const int b : batch.blocks) {
    const Block& block = f.tree.blocks[b];
    for (int q = 0; q < block.count; ++q)
      if (!(f.numbers[block.offset + T_at + 5 * q] > pivot_rounding * M[(block.row + q) * (f.tree.n + 1L)])) failed = b;
  }
  return failed;
}

}  // namespace

// From the tips to the base, once the closed blocks alike have their own factors.
int factorize(const PackedFactor& f, const double* M) {
  for (int b = 0; b < f.tree.batch_count; ++b)
    if (!factorize_batch(f, f.tree.batches[b], M)) [[unlikely]]
      return failed_in_batch(f, f.tree.batches[b], M);
  const Block* const first = f.tree.blocks;
  for (const Block* block = first + f.tree.block_count; block-- != first;)
    if (!kernels[static_cast<int>(block->shape) * block_sizes + block->size](f, *block, M)) [[unlikely]]
      return static_cast<int>(block - first);
  return -1;
}

const FactorizationKernels factorization_table{
    factorize,        solve,         multiply_l,         multiply_lt,         solve_l,
    solve_lt,         solve_columns, multiply_l_columns, multiply_lt_columns, solve_l_columns,
    solve_lt_columns, inverse};

}  // namespace TENON_ISA
}  // namespace tenon
