// The dynamics kernels of one instruction set.
#pragma once

#include "dynamics/aba.hpp"
#include "dynamics/crba.hpp"
#include "dynamics/rnea.hpp"

namespace tenon {

struct DynamicsKernels {
  void (*rnea)(const CompiledModel&, RneaBody<double>*, double* sine, double* cosine, const double* q, const double* v,
               const double* a, const Force<double>* external, double* tau);
  void (*aba)(const CompiledModel&, AbaBody<double>*, AbaAxis<double>*, double* sine, double* cosine, const double* q,
              const double* v, const double* tau, const Force<double>* external, double* a);
  void (*crba)(const CompiledModel&, CrbaBody<double>*, double* sine, double* cosine, const double* q, double* M);
};
extern const DynamicsKernels dynamics_kernels_isa_baseline, dynamics_kernels_isa_avx2;

}  // namespace tenon
