// The constrained-dynamics kernels of one instruction set.
#pragma once

#include "constrained/scratch.hpp"
#include "spatial/isa.hpp"

namespace tenon {

struct ConstrainedKernels {
  using Kernel = SolveReport (*)(const CompiledModel&, const ConstraintSet::Data&, const ConstrainedScratch<double>&,
                                 const ConstrainedProblem<double>&, double* acceleration, double* lambda);
  // By position in constrained.list; null where there is no kernel over this scratch. Where an algorithm has a `call`,
  // this is its plain version.
  const Kernel* run;
  Kernel operator[](Constrained algorithm) const { return run[static_cast<int>(algorithm)]; }
};
TENON_ISA_TABLES(ConstrainedKernels, constrained_kernels);

}  // namespace tenon
