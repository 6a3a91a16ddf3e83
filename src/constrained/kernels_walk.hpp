// constrained-aba on a walk, of one instruction set.
#pragma once

#include "constrained/scratch.hpp"
#include "constrained/walk_places.hpp"

namespace tenon {

struct ConstrainedWalkKernels {
  std::size_t (*scratch_size)(const CompiledModel&, const Walk<4>&, std::size_t rows);  // doubles
  SolveReport (*constrained_aba)(const CompiledModel&, const Walk<4>&, const WalkPlace*, const ConstraintSet::Data&,
                                 std::size_t rows, double* scratch, const ConstrainedProblem<double>&,
                                 double* acceleration, double* lambda);
};
extern const ConstrainedWalkKernels constrained_walk_kernels_isa_baseline, constrained_walk_kernels_isa_avx2;

}  // namespace tenon
