// The kernels of one instruction set, as its table lists them.
#pragma once

#include "factorization/kernels.hpp"
#include "spatial/isa.hpp"

namespace tenon {
inline namespace TENON_ISA {

int factorize(const PackedFactor& f, const double* M);
// Returns whether all pivots are positive.
bool factorize_batch(const PackedFactor& f, const Batch& batch, const double* M);
void solve(const PackedFactor& f, const double* x, double* out);
void multiply_l(const PackedFactor& f, const double* x, double* out);
void multiply_lt(const PackedFactor& f, const double* x, double* out);
void solve_l(const PackedFactor& f, const double* x, double* out);
void solve_lt(const PackedFactor& f, const double* x, double* out);
void solve_columns(const PackedFactor& f, double* X, int columns);
void multiply_l_columns(const PackedFactor& f, double* X, int columns);
void multiply_lt_columns(const PackedFactor& f, double* X, int columns);
void solve_l_columns(const PackedFactor& f, double* X, int columns);
void solve_lt_columns(const PackedFactor& f, double* X, int columns);
void inverse(const PackedFactor& f, double* out);
int branch_factorize(const BranchFactor& f, const double* M);
void branch_solve(const BranchFactor& f, const double* x, double* out, int columns);
int limbs_factorize(const LimbFactor& f, const double* M);
void limbs_solve(const LimbFactor& f, const double* x, double* out, int columns);

}  // namespace TENON_ISA
}  // namespace tenon
