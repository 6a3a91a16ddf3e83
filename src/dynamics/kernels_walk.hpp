// The fast sweeps of one instruction set, and how much scratch they need.
#pragma once

#include "spatial/isa.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

struct WalkKernels {
  void (*rnea)(const CompiledModel&, const Walk<4>&, double* scratch, const double* q, const double* v, const double* a,
               const Force<double>* external, double* tau);
  void (*aba)(const CompiledModel&, const Walk<4>&, double* scratch, const double* q, const double* v,
              const double* tau, const Force<double>* external, double* qdd);
  void (*minverse_apply)(const CompiledModel&, const Walk<4>&, double* scratch, const double* q, const double* x,
                         double* out);
  void (*crba)(const CompiledModel&, const Walk<4>&, double* scratch, const double* q, double* M, bool lower,
               bool upper, bool zeros);
  void (*add_wrench)(const Transform<double>& X_bf, const Force<double>& wrench, Force<double>& sum);
  std::size_t (*scratch_size)(const CompiledModel&, const WalkChoice&);  // doubles, for any of them
};
TENON_ISA_TABLES(WalkKernels, walk_kernels);

}  // namespace tenon
