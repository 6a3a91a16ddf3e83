// The Delassus kernels of one instruction set.
#pragma once

#include "delassus/scratch.hpp"

namespace tenon {

struct DelassusKernels {
  using Kernel = void (*)(const CompiledModel&, const ConstraintSet::Data&, const DelassusScratch<double>&,
                          const double* q, double* out);
  Kernel ltl_osim, kjr, efpa, pv_osim, pv_osimr;
  void (*dense)(int n, int m, double* M, double* J, double* out);
};
extern const DelassusKernels delassus_kernels_isa_baseline, delassus_kernels_isa_avx2;

}  // namespace tenon
