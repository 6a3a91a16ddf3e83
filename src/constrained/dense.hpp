// Constrained dynamics by dense factorizations: the reference. O((n + m)³).
#pragma once

#include "tenon/constraints.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

struct DenseKktReport {
  double residual = 0;  // ‖J v̇ + J̇ v - target‖∞
  int rank = 0;         // of J
};

// v̇ and λ (acts as +Jᵀλ) of M v̇ + C v + g = τ + Jᵀλ + wrenches under the set's rows. Allocates.
DenseKktReport dense_constrained_dynamics(const Model& model, const ConstraintSet& set, std::span<const double> q,
                                          std::span<const double> v, std::span<const double> tau,
                                          std::span<double> acceleration, std::span<double> lambda,
                                          std::span<const ExternalWrench> wrenches = {});

}  // namespace tenon
