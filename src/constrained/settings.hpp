// What single calls and batches ask of the settings and of a set.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>

#include "constrained/names.hpp"
#include "constraints/compiled.hpp"

namespace tenon {

// What an algorithm takes for mu where none is given (automatic_mu).
enum class Penalty {
  paper,           // [cABA]'s 1e6, or what heavy trees need
  paper_on_links,  // of inertias that got R: no more than light links bear
  bearable,        // what light links bear: refinement brings the digits back
};
// What the checks and the verdict ask of an algorithm; what its descriptor does not say is false.
struct ConstrainedTraits {
  Penalty penalty = Penalty::paper;
  bool iterates = false;   // on λ
  bool grows = false;      // its λ has had -R r added in every iteration
  bool soft_rows = false;  // R is the stiffness of the rows
  bool reference = false;  // its report is not judged by the verdict
  bool on_walk = false;    // finds the targets of rows by itself, where they do not depend on the state
};
const ConstrainedTraits& traits_of(Constrained algorithm);

// Error that names the setting.
void check_settings(const SolverSettings& settings, int rows);
// A mu of more than this many masses, or moments of inertia where rows turn, costs a sweep digits that count.
template <class T>
constexpr double costly = sizeof(T) < sizeof(double) ? 1e4 : 1e9;
// v̇ is settled when no more than this share of it is expected to change: a tenth of the 1e-9 that `converged` promises,
// because one correction tells the next only roughly.
template <class T>
constexpr double settled_share = sizeof(T) < sizeof(double) ? 1e-5 : 1e-10;
// most, here and below: the largest R.
template <class T>
bool costs_digits(const ConstraintSet::Data& set, double most, double share = 1) {
  return most > share * costly<T> * std::min(set.lightest, set.least_moment);
}
// Beyond this no digit of the tree is left beside R, and corrections are small because nothing moves. A tree without
// mass (armature alone) is judged by its corrections.
template <class T>
bool exceeds_precision(const ConstraintSet::Data& set, double most) {
  const double mass = set.model.compiled().mass, left = most * static_cast<double>(std::numeric_limits<T>::epsilon());
  return (mass > 0 && left > mass) || left > set.moments;
}

// With r ~ ‖λ‖ M/μ² after two iterations, M the mass that a row can feel and ‖λ‖ ~ 10 M, μ = 1e6 M leaves 1e-11 of r,
// and of λ, whose rounding is μ times that of r, nine digits. Light links ask for less, but not for more than a third
// iteration; so do small ones, whose moments shrink with the square of their size: 1e13 ε leaves a correction two
// digits (floats would be at their floor with every robot). The residual form gets the digits of v̇ back that such a μ
// costs; the others take the paper's 1e6, or what heavy trees need, or what small ones bear. Numbers of type T.
template <class T>
double automatic_mu(const ConstraintSet::Data& set, Constrained algorithm) {
  constexpr bool floats = sizeof(T) < sizeof(double);
  const double mass = set.model.compiled().mass > 0 ? set.model.compiled().mass : 1;
  const double bearable =
      std::min(costly<T> * set.lightest, floats ? std::numeric_limits<double>::infinity() : 1e13 * set.least_moment);
  const double paper = 1e6, least = (floats ? 1e1 : 1e4) * mass;
  const Penalty penalty = traits_of(algorithm).penalty;
  if (penalty == Penalty::bearable) return std::clamp(bearable, least, 1e2 * least);
  return std::max(penalty == Penalty::paper_on_links ? std::min(paper, bearable) : paper, 1e4 * mass);
}
// One number per row in place of μ; mu: where the settings state none.
void fill_R(const ConstraintSet& set, double mu, const SolverSettings& settings, Constrained algorithm,
            std::span<double> R);
// Rows in local axes without gains must equal their reference, whatever the state is.
inline bool needs_kinematics(const ConstraintSet::Data& set) { return set.world_aligned || set.any_gain; }

}  // namespace tenon
