// The kernels of the damped inverse of one instruction set.
#pragma once

#include "delassus/damped_scratch.hpp"
#include "spatial/isa.hpp"

namespace tenon {

struct DampedKernels {
  using Kernel = void (*)(const CompiledModel&, const ConstraintSet::Data&, const DampedScratch<double>&,
                          const double* q);
  struct Pair {
    Kernel inverse, solve;
    Kernel factors;  // all that does not depend on x; null where that is the inverse
  };
  Pair caba_osim_plain, caba_osimf, pv_osimf, pv_osimr_cholesky, ltl_osim_cholesky, ltl_osim_inverse;
  Kernel caba_osimf_diagonal;  // of Λ_R after its solve, into y
  // Λ_R from Λ⁻¹ in A: pv_osimr_inverse.hpp.
  void (*invert_damped)(int m, const double* R, double* A, double* B);
  void (*factor_and_solve_damped)(int m, const double* R, const double* A, double* B, double* x);
  using Dense = void (*)(int n, int m, const DampedScratch<double>&);
  Dense dense_inverse, dense_solve;
};
TENON_ISA_TABLES(DampedKernels, damped_kernels);

}  // namespace tenon
