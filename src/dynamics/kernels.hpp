// The dynamics kernels of one instruction set.
#pragma once

#include "dynamics/fast/minverse.hpp"
#include "dynamics/mirror.hpp"
#include "dynamics/paper/aba.hpp"
#include "dynamics/paper/crba.hpp"
#include "dynamics/paper/minverse_apply.hpp"
#include "dynamics/paper/rnea.hpp"
#include "spatial/isa.hpp"

namespace tenon {

struct DynamicsKernels {
  void (*rnea)(const CompiledModel&, RneaBody<double>*, double* sine, double* cosine, const double* q, const double* v,
               const double* a, const Force<double>* external, double* tau);
  void (*aba)(const CompiledModel&, AbaBody<double>*, AbaAxis<double>*, double* sine, double* cosine, const double* q,
              const double* v, const double* tau, const Force<double>* external, double* a);
  void (*crba)(const CompiledModel&, CrbaBody<double>*, double* sine, double* cosine, const double* q, double* M);
  void (*minverse)(const CompiledModel&, const MinverseScratch<double>&, double* sine, double* cosine, const double* q,
                   double* Minv);
  void (*eliminate)(const CompiledModel&, AbaBody<double>*, AbaAxis<double>*, double* sine, double* cosine,
                    const double* q, const double* zero);
  void (*apply_minverse)(const CompiledModel&, const AbaBody<double>*, const AbaAxis<double>*, double* scratch,
                         const double* x, double* out, int columns);
  void (*mirror)(double* M, int n, bool lower_to_upper);
};
TENON_ISA_TABLES(DynamicsKernels, dynamics_kernels);

}  // namespace tenon
