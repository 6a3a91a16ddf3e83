// The Delassus kernels of one instruction set.
#pragma once

#include "delassus/scratch.hpp"
#include "spatial/isa.hpp"

namespace tenon {

struct DelassusKernels {
  using Kernel = void (*)(const CompiledModel&, const ConstraintSet::Data&, const DelassusScratch<double>&,
                          const double* q, double* out);
  Kernel ltl_osim, kjr, efpa, pv_osim, pv_osimr;
  void (*dense)(int n, int m, double* M, double* J, double* out);
};
TENON_ISA_TABLES(DelassusKernels, delassus_kernels);

}  // namespace tenon
