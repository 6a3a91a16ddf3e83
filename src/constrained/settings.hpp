// What single calls and batches ask of the settings and of a set.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "constraints/compiled.hpp"
#include "tenon/constrained.hpp"

namespace tenon {

// Error that names the setting.
void check_settings(const ConstrainedSettings& settings, int rows);
// Error where the algorithm does not take a constraint of the set.
void check_takes(const ConstraintSet& set, Constrained algorithm);
// A mu of more than this many masses costs a sweep so many digits that its accelerations are looked at too.
template <class T>
constexpr double careful_from = sizeof(T) < sizeof(double) ? 1e4 : 1e9;
// Beyond this no digit of the masses is left beside R, and corrections are small because nothing moves.
template <class T>
bool swallows(const ConstraintSet::Data& set, double most) {
  return most > set.model.compiled().mass / static_cast<double>(std::numeric_limits<T>::epsilon());
}

// With r ~ ‖λ‖ M/μ² after two iterations, M the mass that a row can feel and ‖λ‖ ~ 10 M, μ = 1e6 M leaves 1e-11 of r,
// and of λ, whose rounding is μ times that of r, nine digits. Light links ask for less, but not for more than a third
// iteration. The residual form gets the digits of v̇ back that such a μ costs; the others take the paper's 1e6, or
// what heavy trees need. Numbers of type T.
template <class T>
double automatic_mu(const ConstraintSet::Data& set, Constrained algorithm) {
  constexpr bool floats = sizeof(T) < sizeof(double);
  const double mass = set.model.compiled().mass > 0 ? set.model.compiled().mass : 1;
  if (algorithm != Constrained::constrained_aba) return std::max(1e6, 1e4 * mass);
  const double most = (floats ? 1e3 : 1e6) * mass;
  return std::clamp(careful_from<T> * set.lightest, 1e-2 * most, most);
}
// One number per row in place of μ; mu: where there is no other.
void fill_R(const ConstraintSet& set, double mu, const ConstrainedSettings& settings, Constrained algorithm,
            std::span<double> R);
// Rows in local axes without gains must equal their reference, whatever the state is.
inline bool needs_kinematics(const ConstraintSet::Data& set) { return set.world_aligned || set.any_gain; }

}  // namespace tenon
