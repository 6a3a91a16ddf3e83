// The part of a Workspace that derivatives use, and the plain algorithms on it.
#pragma once

#include <vector>

#include "dynamics/fast/derivative_factor.hpp"
#include "dynamics/fast/derivative_pattern.hpp"
#include "dynamics/fast/derivative_rows.hpp"
#include "dynamics/fast/derivative_sweeps.hpp"
#include "dynamics/paper/derivatives.hpp"
#include "dynamics/workspace.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

struct DerivativesMemory {
  explicit DerivativesMemory(const Model& model);
  std::size_t bytes() const;

  std::vector<double> sine, cosine, a, zero;
  std::vector<DerivativeBody<double>> body;
  std::vector<DerivativeAxis<double>> axis;  // per degree of freedom
  std::vector<Force<double>> p;              // per body
  DerivativeRows rows;
  DerivativePattern pattern;
  DerivativeSweeps sweeps;
  DerivativeFactor factor;
};

// external: wrench on each body in body axes, or null. Outputs nv x nv, row-major.
void rnea_derivatives_plain(const CompiledModel& model, DerivativesMemory& ws, const double* q, const double* v,
                            const double* a, const Force<double>* external, double* dtau_dq, double* dtau_dv,
                            double* dtau_da);
// After rnea_derivatives_plain at a = aba(q, v, tau): turns its dtau_dq and dtau_dv into da_dq and da_dv in place.
void aba_derivatives_plain(const CompiledModel& model, DerivativesMemory& ws, double* da_dq, double* da_dv,
                           double* da_dtau);

}  // namespace tenon
