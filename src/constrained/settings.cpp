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

void check_settings(const SolverSettings& s, int rows) {
  const auto positive = [](double x) { return x > 0 && std::isfinite(x); };
  const auto check_numbers = [&](std::span<const double> x, const std::string& name) {
    if (x.size() > 1) check_size(x.size(), static_cast<std::size_t>(rows), name.c_str());
    for (std::size_t r = 0; r < x.size(); ++r)
      if (!positive(x[r])) throw_not_positive(x.size() == 1 ? name : name + "[" + std::to_string(r) + "]", x[r]);
  };
  check_numbers(s.penalty, "penalty"), check_numbers(s.stiffness, "stiffness");
  if (!positive(s.tolerance)) throw_not_positive("tolerance", s.tolerance);
  if (s.max_iterations < 1) throw Error("max_iterations is " + std::to_string(s.max_iterations) + ", expected >= 1");
}

double default_penalty(const ConstraintSet& set, Name name) {
  const Constrained algorithm = find_constrained(name);
  return automatic_mu<double>(
      set.data(), algorithm == Constrained::automatic ? chosen_constrained(set, set.data().any_stiffness) : algorithm);
}

void check_rigid(const ConstraintSet& set, Constrained algorithm, bool asked_soft) {
  if (traits_of(algorithm).soft_rows || !(asked_soft || set.data().any_stiffness)) return;
  const auto soft = std::ranges::find_if(set.data().constraints, [](const CompiledConstraint& c) {
    return std::any_of(c.stiffness.begin(), c.stiffness.begin() + c.rows, [](double k) { return std::isfinite(k); });
  });
  const std::string what =
      asked_soft ? "stiffness" : set.label(static_cast<int>(soft - set.data().constraints.begin())) + ": stiffness";
  throw Error(what + ": found soft rows, and " + to_string(algorithm) + " solves rigid ones, expected no stiffness" +
              " (pv-soft of single calls solves soft rows)");
}

void check_soft(const ConstraintSet& set, Constrained algorithm) {
  if (!traits_of(algorithm).soft_rows) return;
  const std::vector<CompiledConstraint>& list = set.data().constraints;
  const auto rigid = std::ranges::find_if(list, [](const CompiledConstraint& c) {
    return std::any_of(c.stiffness.begin(), c.stiffness.begin() + c.rows, [](double k) { return !std::isfinite(k); });
  });
  if (rigid == list.end()) return;
  throw Error(set.label(static_cast<int>(rigid - list.begin())) + ": found a rigid row, and " + to_string(algorithm) +
              " solves soft ones, expected a finite stiffness of every row");
}

void fill_R(const ConstraintSet& set, double mu, const SolverSettings& settings, Constrained algorithm,
            std::span<double> R) {
  const auto take = [&](std::span<const double> x) {
    if (x.size() == 1) std::fill(R.begin(), R.end(), x[0]);
    if (x.size() > 1) std::copy(x.begin(), x.end(), R.begin());
  };
  std::fill(R.begin(), R.end(), mu);
  take(settings.penalty);
  if (!traits_of(algorithm).soft_rows) return;
  take(settings.stiffness);
  if (!settings.stiffness.empty()) return;
  for (const CompiledConstraint& c : set.data().constraints)
    for (int r = 0; r < c.rows; ++r) {
      const double stiffness = c.stiffness[static_cast<std::size_t>(r)];
      if (std::isfinite(stiffness)) R[static_cast<std::size_t>(c.row + r)] = stiffness;
    }
}

}  // namespace tenon
