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

bool factor_rows(const PackedFactor& f, const Block& block, const double* M) {
  return kernels[static_cast<int>(block.shape) * block_sizes + block.size](f, block, M);
}

// From the tips, the block that the listing would fail at, whatever batch failed before. Those of a batch say so
// themselves.
int failed_block(const PackedFactor& f, const double* M) {
  const auto positive = [&](const Block& block) {
    for (int q = 0; q < block.count; ++q)
      if (!(f.numbers[block.offset + T_at + 5 * q] > pivot_rounding * M[(block.row + q) * (f.tree.n + 1L)]))
        return false;
    return true;
  };
  for (int b = f.tree.block_count - 1; b >= 0; --b) {
    const Block& block = f.tree.blocks[b];
    const bool in_batch = block.shape == closed_twin || block.shape == closed_star;
    if ((in_batch && !positive(block)) || !factor_rows(f, block, M)) return b;
  }
  return 0;
}

}  // namespace

// From the tips to the base, once the closed blocks alike have their own factors.
int factorize(const PackedFactor& f, const double* M) {
  bool positive = true;
  for (int b = 0; b < f.tree.batch_count; ++b) positive &= factorize_batch(f, f.tree.batches[b], M);
  if (!positive) [[unlikely]]
    return failed_block(f, M);
  const Block* const first = f.tree.blocks;
  for (const Block* block = first + f.tree.block_count; block != first;) {
    --block;
    if (!factor_rows(f, *block, M)) [[unlikely]]
      return static_cast<int>(block - first);
  }
  return -1;
}

}  // namespace TENON_ISA

const FactorizationKernels TENON_ISA_NAME(factorization_table) = {
    factorize,        solve,         multiply_l,         multiply_lt,         solve_l,
    solve_lt,         solve_columns, multiply_l_columns, multiply_lt_columns, solve_l_columns,
    solve_lt_columns, inverse,       branch_factorize,   branch_solve,        limbs_factorize,
    limbs_solve,
};

}  // namespace tenon
