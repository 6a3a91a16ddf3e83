// The fast factorization kernels as a table of functions, one table per instruction set. They equal the plain listings
// to rounding, allocate nothing and work on the packed factor of runs.hpp.
#pragma once

#include "factorization/runs.hpp"

namespace tenon {

// A packed factor; the pointers belong to Factorization.
struct PackedFactor {
  RunsView tree;
  double* L;  // packed unit factor, its diagonal and padding 0
  double* D;  // n numbers
  double* D_inverse;
  double* scratch;  // 4 longest rows for factorize, one padded vector for the solves
};

struct FactorizationKernels {
  // Reads the lower triangle of M (row-major, n x n). Returns the first row whose pivot is not positive, or -1.
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
