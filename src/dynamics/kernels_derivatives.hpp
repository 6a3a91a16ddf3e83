// The kernels of the derivatives of one instruction set.
#pragma once

#include "dynamics/aba_derivatives_fast.hpp"

namespace tenon {

struct DerivativeKernels {
  void (*rnea)(const CompiledModel&, DerivativeRows&, const DerivativePattern&, double* sine, double* cosine,
               const double* q, const double* v, const double* a, const Force<double>* external,
               const DerivativeAnswer& out, bool zeros_are_there);
  void (*aba)(const CompiledModel&, DerivativeRows&, const DerivativePattern&, DerivativeSweeps&, DerivativeFactor&,
              double* sine, double* cosine, const double* q, const double* v, const double* tau, const double* zero,
              double* a, const Force<double>* external, const DerivativeAnswer& out);
};
extern const DerivativeKernels derivative_kernels_isa_baseline, derivative_kernels_isa_avx2;

}  // namespace tenon
