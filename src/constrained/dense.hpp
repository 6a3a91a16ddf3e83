// Constrained dynamics by dense factorizations: the reference. O((n + m)³).
#pragma once

#include "tenon/constraints.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

struct DenseKktReport {
  double residual = 0;  // ‖J v̇ + J̇ v - target‖∞
  double rounding = 0;  // what rounding can make of it where rows agree
  int rank = 0;         // of J
  double smallest = 0;  // eigenvalue of R^½ Λ⁻¹ R^½ that is not zero; times μ it says how fast proximal iterations go
  double largest = 0;
};

// x and λ of M x = force + Jᵀλ, J x = target; the rest as below.
DenseKktReport dense_kkt(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                         std::span<const double> q, std::span<const double> force, std::span<const double> target,
                         std::span<double> acceleration, std::span<double> lambda, std::span<const double> R = {},
                         bool warm = false);

// v̇ and λ (acts as +Jᵀλ) of M v̇ + C v + g = τ + Jᵀλ + wrenches under the set's rows: of all λ the one of smallest
// R⁻¹-weighted norm (R one number per row, or none: 1), and where rows contradict each other the v̇ of smallest
// R-weighted violation. `warm`: the λ nearest to the one given. Allocates.
DenseKktReport dense_constrained_dynamics(const Model& model, const ConstraintSet& set, std::span<const double> q,
                                          std::span<const double> v, std::span<const double> tau,
                                          std::span<double> acceleration, std::span<double> lambda,
                                          std::span<const ExternalWrench> wrenches = {}, std::span<const double> R = {},
                                          bool warm = false);

}  // namespace tenon
