// The fast sweeps of one instruction set, and how much scratch they need.
#pragma once

#include "model/compiled.hpp"

namespace tenon {

struct WalkKernels {
  void (*rnea)(const CompiledModel&, const Walk<4>&, double* scratch, const double* q, const double* v, const double* a,
               const Force<double>* external, double* tau);
  void (*aba)(const CompiledModel&, const Walk<4>&, double* scratch, const double* q, const double* v,
              const double* tau, const Force<double>* external, double* qdd);
  void (*crba)(const CompiledModel&, const Walk<4>&, double* scratch, const double* q, double* M, bool lower,
               bool upper);
  std::size_t (*scratch_size)(const CompiledModel&);  // doubles, for any of them on any walk of the model
};
extern const WalkKernels walk_kernels_isa_baseline, walk_kernels_isa_avx2;

}  // namespace tenon
