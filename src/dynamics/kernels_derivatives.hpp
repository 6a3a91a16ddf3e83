// The kernels of the derivatives of one instruction set.
#pragma once

#include "dynamics/derivative_answer.hpp"
#include "dynamics/rnea_derivatives_fast.hpp"

namespace tenon {

struct DerivativeKernels {
  void (*rnea)(const CompiledModel&, DerivativeRows&, double* sine, double* cosine, const double* q, const double* v,
               const double* a, const Force<double>* external, const DerivativeAnswer& out);
};
extern const DerivativeKernels derivative_kernels_isa_baseline, derivative_kernels_isa_avx2;

}  // namespace tenon
