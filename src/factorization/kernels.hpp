// The fast factorization kernels as a table of functions, one table per instruction set. They equal the plain listings
// to rounding, allocate nothing and work on packed rows (runs.hpp).
//
// They factorize by blocks: M = Kᵀ S K with S block-diagonal and K unit block lower triangular, blocks of up to four
// rows. Each S_b = TᵀD T is factorized by itself, so that [Fea05]'s M = LᵀD L has L = T K: its L costs one small
// triangle per block more than K, and M⁻¹ = K⁻¹S⁻¹K⁻ᵀ none at all.
#pragma once

#include "factorization/runs.hpp"

namespace tenon {

// The pointers belong to PackedStorage.
struct PackedFactor {
  RunsView tree;
  double* K;        // packed rows of K; the pack of the block itself holds S_b⁻¹
  double* T;        // per block four packs, the rows of T below its diagonal, the rest 0
  double* D;        // in padded rows
  double* scratch;  // a second set of packed rows, or a padded vector
};

struct FactorizationKernels {
  // Reads the lower triangle of M (row-major, n x n). Returns the last row whose pivot is not positive, or -1.
  int (*factorize)(const PackedFactor& factor, const double* M);
  // x has n numbers; all of them work in place.
  void (*solve)(const PackedFactor& factor, double* x);
  void (*multiply_l)(const PackedFactor& factor, double* x);
  void (*multiply_lt)(const PackedFactor& factor, double* x);
  void (*solve_l)(const PackedFactor& factor, double* x);
  void (*solve_lt)(const PackedFactor& factor, double* x);
  // X is n x columns, row-major.
  void (*solve_columns)(const PackedFactor& factor, double* X, int columns);
  void (*multiply_l_columns)(const PackedFactor& factor, double* X, int columns);
  void (*multiply_lt_columns)(const PackedFactor& factor, double* X, int columns);
  void (*solve_l_columns)(const PackedFactor& factor, double* X, int columns);
  void (*solve_lt_columns)(const PackedFactor& factor, double* X, int columns);
  // Writes n x n, both triangles.
  void (*inverse)(const PackedFactor& factor, double* out);
};

// The table of the instruction set that active_isa() names.
const FactorizationKernels& factorization_kernels();

}  // namespace tenon
