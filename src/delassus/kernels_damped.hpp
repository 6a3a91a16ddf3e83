// The kernels of the damped inverse of one instruction set.
#pragma once

#include "delassus/damped_scratch.hpp"

namespace tenon {

struct DampedKernels {
  using Kernel = void (*)(const CompiledModel&, const ConstraintSet::Data&, const DampedScratch<double>&,
                          const double* q);
  struct Pair {
    Kernel inverse, solve;
    Kernel factors;  // all that does not depend on x; null where that is the inverse
  };
  Pair caba_osim, caba_osimf, pv_osimf, pv_osimr_cholesky, ltl_osim_cholesky, ltl_osim_inverse;
  using Dense = void (*)(int n, int m, const DampedScratch<double>&);
  Dense dense_inverse, dense_solve;
};
extern const DampedKernels damped_kernels_isa_baseline, damped_kernels_isa_avx2;

}  // namespace tenon
