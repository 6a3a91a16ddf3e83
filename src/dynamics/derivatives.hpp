// Inside of the public DerivativesWorkspace, and the plain algorithms on it.
#pragma once

#include <vector>

#include "dynamics/derivative_factor.hpp"
#include "dynamics/derivative_pattern.hpp"
#include "dynamics/derivative_rows.hpp"
#include "dynamics/derivative_sweeps.hpp"
#include "dynamics/derivatives_plain.hpp"
#include "dynamics/workspace.hpp"
#include "tenon/derivatives.hpp"

namespace tenon {

struct DerivativesWorkspace::Data {
  explicit Data(const Model& model);
  std::uint64_t serial;  // of the model it was made for
  Workspace::Data tree;  // for the tree algorithms that derivatives start from
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
void rnea_derivatives_plain(const CompiledModel& model, DerivativesWorkspace::Data& ws, const double* q,
                            const double* v, const double* a, const Force<double>* external, double* dtau_dq,
                            double* dtau_dv, double* dtau_da);
// After rnea_derivatives_plain at a = aba(q, v, tau): turns its dtau_dq and dtau_dv into da_dq and da_dv in place.
void aba_derivatives_plain(const CompiledModel& model, DerivativesWorkspace::Data& ws, double* da_dq, double* da_dv,
                           double* da_dtau);

}  // namespace tenon
