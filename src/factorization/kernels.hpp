// The fast factorization kernels as a table of functions, one table per instruction set. They equal the plain listings
// to rounding, allocate nothing and work on packed rows (fast/blocks.hpp).
//
// They factorize by blocks: M = Kᵀ S K with S block-diagonal and K unit block lower triangular, blocks of up to four
// rows. With S_b = TᵀD T for each block, [Fea05]'s M = LᵀD L has L = T K: its L costs one small triangle per block more
// than K, and M⁻¹ = K⁻¹S⁻¹K⁻ᵀ none at all.
#pragma once

#include "factorization/fast/blocks.hpp"
#include "factorization/fast/branch_limbs.hpp"
#include "spatial/isa.hpp"

namespace tenon {

constexpr double pivot_rounding = 0x1p-52;  // a pivot below this share of M's diagonal is nothing but rounding

// The pointers belong to PackedStorage.
struct PackedFactor {
  BlocksView tree;
  double* numbers;  // of the blocks, see block_numbers()
  double* sums;     // a triangle of rows, one per place: what is taken from M's rows. Zero between calls.
  double* scratch;  // eight rows as long as all places
  double* sum;      // one number per place, zero between calls
  double* path;     // one number per place
  double* padded;   // four numbers per block
};

struct FactorizationKernels {
  // Reads the lower triangle of M (row-major, n x n). Returns the block that failed, or -1.
  int (*factorize)(const PackedFactor& factor, const double* M);
  // x and out have n numbers; out may be x.
  void (*solve)(const PackedFactor& factor, const double* x, double* out);
  void (*multiply_l)(const PackedFactor& factor, const double* x, double* out);
  void (*multiply_lt)(const PackedFactor& factor, const double* x, double* out);
  void (*solve_l)(const PackedFactor& factor, const double* x, double* out);
  void (*solve_lt)(const PackedFactor& factor, const double* x, double* out);
  // X is n x columns, row-major; in place.
  void (*solve_columns)(const PackedFactor& factor, double* X, int columns);
  void (*multiply_l_columns)(const PackedFactor& factor, double* X, int columns);
  void (*multiply_lt_columns)(const PackedFactor& factor, double* X, int columns);
  void (*solve_l_columns)(const PackedFactor& factor, double* X, int columns);
  void (*solve_lt_columns)(const PackedFactor& factor, double* X, int columns);
  // Writes n x n, both triangles.
  void (*inverse)(const PackedFactor& factor, double* out);
  // Row by row, as a batch does it: the row that failed, or -1; X is n x columns, row-major, and out may be x.
  int (*branch_factorize)(const BranchFactor& factor, const double* M);
  void (*branch_solve)(const BranchFactor& factor, const double* x, double* out, int columns);
  // The same with limbs alike in lanes.
  int (*limbs_factorize)(const LimbFactor& factor, const double* M);
  void (*limbs_solve)(const LimbFactor& factor, const double* x, double* out, int columns);
};

TENON_ISA_TABLES(FactorizationKernels, factorization_table);
// That of the instruction set that active_isa() names.
const FactorizationKernels& factorization_kernels();

}  // namespace tenon
