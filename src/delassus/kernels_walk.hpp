// The fast Delassus kernels of one instruction set.
#pragma once

#include "delassus/fast/row_plan.hpp"
#include "spatial/isa.hpp"

namespace tenon {

struct DelassusWalkKernels {
  void (*pv_osimr)(const CompiledModel&, const ConstraintSet::Data&, const Walk<4>&, const RowPlan<double>&,
                   const RowRoom&, double* scratch, const double* q, double* out);
  // R: stiffness in the set's order.
  void (*caba_osim)(const CompiledModel&, const ConstraintSet::Data&, const Walk<4>&, const RowPlan<double>&,
                    const RowRoom&, double* scratch, const double* q, const double* R, double* out);
  std::size_t (*scratch_size)(const Walk<4>&, const RowPlan<double>&, const RowRoom&, bool damped);  // doubles
  // ltl-osim: Jt (columns x rows) of J (rows x columns); out = YᵀZ (m x m) of n x m matrices, known to be symmetric.
  void (*transpose)(const double* J, int rows, int columns, double* Jt);
  void (*product)(const double* Y, const double* Z, int n, int m, double* L, double* out);
};
TENON_ISA_TABLES(DelassusWalkKernels, delassus_walk_kernels);

}  // namespace tenon
