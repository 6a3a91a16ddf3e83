// The Delassus kernels of one instruction set.
#pragma once

#include "delassus/scratch.hpp"
#include "spatial/isa.hpp"
#include "tenon/delassus.hpp"

namespace tenon {

struct DelassusKernels {
  using Kernel = void (*)(const CompiledModel&, const ConstraintSet::Data&, const DelassusScratch<double>&,
                          const double* q, double* out);
  const Kernel* run;  // by position in delassus.list; null where an algorithm is more than a kernel
  Kernel operator[](Delassus algorithm) const { return run[static_cast<int>(algorithm)]; }
};
TENON_ISA_TABLES(DelassusKernels, delassus_kernels);

}  // namespace tenon
