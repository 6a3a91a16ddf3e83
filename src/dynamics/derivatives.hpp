// Inside of the public DerivativesWorkspace, and the plain algorithms on it.
// All spatial quantities have world axes; the origin is where the root body of their tree is, so that a robot far from
// the world's origin loses no digits.
#pragma once

#include <vector>

#include "dynamics/bilinear.hpp"
#include "dynamics/derivative_factor.hpp"
#include "dynamics/derivative_pattern.hpp"
#include "dynamics/derivative_rows.hpp"
#include "dynamics/derivative_sweeps.hpp"
#include "dynamics/workspace.hpp"
#include "tenon/derivatives.hpp"

namespace tenon {

struct DerivativeBody {
  Transform<double> X;           // body frame
  Motion<double> v, a;           // a includes the upward acceleration that stands for gravity
  Inertia<double> I;             // of the body, then of its subtree
  Bilinear<double> B;            // the same
  Force<double> f;               // net force less external wrenches: the same
  ArticulatedInertia<double> A;  // articulated-body inertia
};

struct DerivativeAxis {
  Motion<double> s;         // joint axis
  Motion<double> s_dot;     // v_i × s: its rate
  Motion<double> psi_dot;   // v_parent × s
  Motion<double> psi_ddot;  // a_parent × s + v_parent × psi_dot
  Force<double> U;          // A s
  double D_inverse = 0;
};

struct DerivativesWorkspace::Data {
  explicit Data(const Model& model);
  const CompiledModel* model;
  Workspace tree;  // for the tree algorithms that derivatives start from
  std::vector<double> sine, cosine, a, zero;
  std::vector<DerivativeBody> body;
  std::vector<DerivativeAxis> axis;  // per degree of freedom
  std::vector<Force<double>> p;      // per body
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
