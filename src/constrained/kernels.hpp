// The constrained-dynamics kernels of one instruction set.
#pragma once

#include "constrained/scratch.hpp"
#include "spatial/isa.hpp"

namespace tenon {

struct ConstrainedKernels {
  using Kernel = SolveReport (*)(const CompiledModel&, const ConstraintSet::Data&, const ConstrainedScratch<double>&,
                                 const ConstrainedProblem<double>&, double* acceleration, double* lambda);
  Kernel prox_ltl, prox_ltls, pv, prox_pv, pv_soft, pv_early, constrained_aba, constrained_aba_plain;
};
TENON_ISA_TABLES(ConstrainedKernels, constrained_kernels);

}  // namespace tenon
