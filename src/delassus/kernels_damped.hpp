// The kernels of the damped inverse of one instruction set.
#pragma once

#include "delassus/damped_scratch.hpp"
#include "spatial/isa.hpp"

namespace tenon {

struct DampedKernels {
  using Kernel = void (*)(const CompiledModel&, const ConstraintSet::Data&, const DampedScratch<double>&,
                          const double* q);
  struct Algorithm {
    Kernel inverse, solve;  // null where they are more than a kernel
    Kernel factors;         // all that does not depend on x; null where that is the inverse
    Kernel diagonal;        // of Λ_R after its solve, into y; null where there is a matrix to read
  };
  const Algorithm* algorithms;  // by position in damped.list
  const Algorithm& operator[](Damped algorithm) const { return algorithms[static_cast<int>(algorithm)]; }
  // Λ_R from Λ⁻¹ in A: fast/pv_osimr_inverse.hpp.
  void (*invert_damped)(int m, const double* R, double* A, double* B);
  void (*factor_and_solve_damped)(int m, const double* R, const double* A, double* B, double* x);
};
TENON_ISA_TABLES(DampedKernels, damped_kernels);

}  // namespace tenon
