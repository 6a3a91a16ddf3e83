// Checks of settings, and the stiffness of rows that they ask for.
#include "constrained/settings.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "model/arguments.hpp"
#include "model/number_text.hpp"

namespace tenon {
namespace {

[[noreturn]] void throw_not_positive(const std::string& name, double found) {
  throw Error(name + " is " + number_text(found) + ", expected a finite number > 0");
}

}  // namespace

void check_settings(const ConstrainedSettings& s, int rows) {
  const auto positive = [](double x) { return x > 0 && std::isfinite(x); };
  if (s.mu && !positive(*s.mu)) throw_not_positive("settings.mu", *s.mu);
  if (!s.mu_per_row.empty()) check_size(s.mu_per_row.size(), static_cast<std::size_t>(rows), "settings.mu_per_row");
  for (std::size_t r = 0; r < s.mu_per_row.size(); ++r)
    if (!positive(s.mu_per_row[r]))
      throw_not_positive("settings.mu_per_row[" + std::to_string(r) + "]", s.mu_per_row[r]);
  if (s.stiffness.size() > 1) check_size(s.stiffness.size(), static_cast<std::size_t>(rows), "settings.stiffness");
  for (std::size_t r = 0; r < s.stiffness.size(); ++r)
    if (!positive(s.stiffness[r])) throw_not_positive("settings.stiffness[" + std::to_string(r) + "]", s.stiffness[r]);
  if (!positive(s.tolerance)) throw_not_positive("settings.tolerance", s.tolerance);
  if (s.max_iterations < 1)
    throw Error("settings.max_iterations is " + std::to_string(s.max_iterations) + ", expected >= 1");
}

double chosen_mu(const ConstraintSet& set, Constrained algorithm) {
  return automatic_mu<double>(set.data(), algorithm == Constrained::automatic ? chosen_constrained(set) : algorithm);
}

void fill_R(const ConstraintSet& set, double mu, const ConstrainedSettings& settings, Constrained algorithm,
            std::span<double> R) {
  std::fill(R.begin(), R.end(), mu);
  std::copy(settings.mu_per_row.begin(), settings.mu_per_row.end(), R.begin());
  if (!traits_of(algorithm).soft_rows) return;
  if (settings.stiffness.size() == 1) std::fill(R.begin(), R.end(), settings.stiffness[0]);
  if (settings.stiffness.size() > 1) std::copy(settings.stiffness.begin(), settings.stiffness.end(), R.begin());
  if (!settings.stiffness.empty()) return;
  for (const CompiledConstraint& c : set.data().constraints)
    for (int r = 0; r < c.rows; ++r) {
      const double stiffness = c.stiffness[static_cast<std::size_t>(r)];
      if (std::isfinite(stiffness)) R[static_cast<std::size_t>(c.row + r)] = stiffness;
    }
}

}  // namespace tenon
