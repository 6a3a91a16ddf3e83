// The kernels of the derivatives of one instruction set.
#pragma once

#include "dynamics/fast/aba_derivatives.hpp"
#include "spatial/isa.hpp"

namespace tenon {

struct DerivativeKernels {
  void (*rnea)(const CompiledModel&, DerivativeRows&, const DerivativePattern&, double* sine, double* cosine,
               const double* q, const double* v, const double* a, const Force<double>* external,
               const DerivativeAnswer& out, bool zeros_are_there);
  void (*aba)(const CompiledModel&, DerivativeRows&, const DerivativePattern&, DerivativeSweeps&, DerivativeFactor&,
              double* sine, double* cosine, const double* q, const double* v, const double* tau, const double* zero,
              double* a, const Force<double>* external, const DerivativeAnswer& out);
};
TENON_ISA_TABLES(DerivativeKernels, derivative_kernels);

}  // namespace tenon
