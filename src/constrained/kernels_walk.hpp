// constrained-aba and prox-pv on a walk, of one instruction set.
#pragma once

#include "constrained/fast/bound_plan.hpp"
#include "constrained/scratch.hpp"
#include "delassus/fast/row_plan.hpp"
#include "spatial/isa.hpp"

namespace tenon {

// What prox-pv needs beside: the Delassus sweeps.
struct ProxPvRows {
  const RowPlan<double>& plan;
  const RowRoom& room;
  double* scratch;
};

struct ConstrainedWalkKernels {
  // Doubles: of the sweeps, and of prox-pv's rows.
  std::size_t (*scratch_size)(const CompiledModel&, const Walk<4>&, std::size_t rows);
  void (*prepare)(const CompiledModel&, const Walk<4>&, std::size_t rows, double* scratch);  // once, before it is used
  std::size_t (*prox_pv_size)(std::size_t rows);
  SolveReport (*constrained_aba)(const CompiledModel&, const Walk<4>&, const BoundPlan&, const ConstraintSet::Data&,
                                 double* scratch, const ConstrainedProblem<double>&, double* acceleration,
                                 double* lambda);
  SolveReport (*prox_pv)(const CompiledModel&, const Walk<4>&, const BoundPlan&, const ConstraintSet::Data&,
                         std::size_t rows, double* scratch, double* dual, const ProxPvRows&,
                         const ConstrainedProblem<double>&, double* acceleration, double* lambda);
};
TENON_ISA_TABLES(ConstrainedWalkKernels, constrained_walk_kernels);

}  // namespace tenon
