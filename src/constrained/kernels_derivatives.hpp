// The matrix work of the derivatives, by one instruction set (derivative_products.hpp).
#pragma once

#include "spatial/isa.hpp"

namespace tenon {

struct SupportedRows;

struct ConstrainedDerivativeKernels {
  // out (rows x n) = J X.
  void (*rows_times)(const SupportedRows& rows, int n, const double* X, double* out);
  // A becomes its Cholesky factor C, m x m, with the diagonal inverted. False where a pivot says that the rows are not
  // independent.
  bool (*factorize)(int m, double* A);
  // B (m x n) <- -(C Cᵀ)⁻¹B; spare: 4 m numbers.
  void (*minus_solve)(int m, int n, const double* C, double* B, double* spare);
  // out (rows x n) += AᵀB, A m x rows, B m x n.
  void (*add_product)(int m, int rows, int n, const double* A, const double* B, double* out);
};
TENON_ISA_TABLES(ConstrainedDerivativeKernels, constrained_derivative_kernels);

}  // namespace tenon
