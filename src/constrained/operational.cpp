// Projections and operational-space inertia: the constrained system asked in other words.
#include "tenon/operational.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "constrained/operational_workspace.hpp"
#include "constrained/settings.hpp"
#include "constrained/symmetric_pseudo_inverse.hpp"
#include "constraints/compiled.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

OperationalWorkspace::OperationalWorkspace(const Model& model, const ConstraintSet& set)
    : data_(std::make_unique<Data>(model, set)) {}
OperationalWorkspace::~OperationalWorkspace() = default;
OperationalWorkspace::OperationalWorkspace(OperationalWorkspace&&) noexcept = default;
OperationalWorkspace& OperationalWorkspace::operator=(OperationalWorkspace&&) noexcept = default;

OperationalWorkspace::Data& checked(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws) {
  OperationalWorkspace::Data& d = ws.data();
  if (d.serial != model.compiled().serial) throw Error("operational workspace: made for another model");
  check_fits("operational workspace", set, d.capacity);
  return d;
}

namespace {

// A projection is homogeneous: what is small depends on x, and on how fast it moves the rows. d.lambda is used up.
ConstrainedSettings relative(const Model& model, const ConstraintSet& set, OperationalWorkspace::Data& d,
                             std::span<const double> q, std::span<const double> x, ConstrainedSettings settings) {
  const std::span<double> rates = std::span(d.lambda).first(static_cast<std::size_t>(set.rows()));
  forward_kinematics(model, q, x, {}, d.kinematics);
  constraint_velocity(model, set, d.kinematics, x, rates);
  double largest = std::numeric_limits<double>::min();
  for (const std::span<const double> list : {x, std::span<const double>(rates)})
    for (const double number : list) largest = std::max(largest, std::fabs(number));
  settings.tolerance = std::max(settings.tolerance * largest, std::numeric_limits<double>::min());
  settings.warm_start = false;
  return settings;
}

}  // namespace

SolveReport project_velocity(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                             std::span<const double> q, std::span<const double> x, std::span<double> out,
                             const ConstrainedSettings& settings) {
  OperationalWorkspace::Data& d = checked(model, set, ws);
  const std::span<double> lambda = std::span(d.lambda).first(static_cast<std::size_t>(set.rows()));
  check_settings(settings, set.rows());
  check_input(x, model.nv(), "x");
  check_size(out.size(), d.nv, "out");
  return constrained_impulse(model, set, d.constrained, q, x, relative(model, set, d, q, x, settings), out, lambda);
}

// Nᵀx = x + Jᵀλ with the λ that keeps M⁻¹x from moving the rows. λ has the rounding of mu; projected once more, so has
// only what that has left.
SolveReport project_force(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                          std::span<const double> q, std::span<const double> x, std::span<double> out,
                          const ConstrainedSettings& settings) {
  OperationalWorkspace::Data& d = checked(model, set, ws);
  const std::span<double> lambda = std::span(d.lambda).first(static_cast<std::size_t>(set.rows()));
  check_settings(settings, set.rows());
  check_configuration(model, q);
  check_input(x, model.nv(), "x");
  check_size(out.size(), d.nv, "out");
  if (out.data() != x.data()) std::copy(x.begin(), x.end(), out.begin());
  const auto project = [&] {
    minverse_apply(model, d.tree, q, out, d.force);
    const SolveReport report = constrained_impulse(model, set, d.constrained, q, d.force,
                                                   relative(model, set, d, q, d.force, settings), d.step, lambda);
    for (std::size_t r = 0; r < lambda.size(); ++r)
      for (std::size_t i = 0; i < d.nv; ++i) out[i] += d.J[r * d.nv + i] * lambda[r];
    return report;
  };
  forward_kinematics(model, q, {}, {}, d.kinematics);
  constraint_jacobian(model, set, d.kinematics, std::span(d.J).first(lambda.size() * d.nv));
  const SolveReport report = project();
  if (report.status == SolveStatus::converged) project();
  return report;
}

int operational_space_inertia(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                              std::span<const double> q, std::span<double> out) {
  OperationalWorkspace::Data& d = checked(model, set, ws);
  const int m = set.rows();
  check_size(out.size(), static_cast<std::size_t>(m) * static_cast<std::size_t>(m), "out");
  const std::span<double> matrix = std::span(d.H).first(out.size());
  delassus(model, set, d.delassus, q, matrix);
  // Of a row that no motion moves the recursion leaves rounding.
  forward_kinematics(model, q, {}, {}, d.kinematics);
  constraint_jacobian(model, set, d.kinematics, std::span(d.J).first(static_cast<std::size_t>(m) * d.nv));
  for (std::size_t r = 0, rows = static_cast<std::size_t>(m); r < rows; ++r)
    if (std::ranges::all_of(std::span(d.J).subspan(r * d.nv, d.nv), [](double entry) { return entry == 0; }))
      for (std::size_t s = 0; s < rows; ++s) matrix[r * rows + s] = matrix[s * rows + r] = 0;
  return symmetric_pseudo_inverse({matrix.data(), m, m}, {d.V.data(), m, m}, d.along.data(), {out.data(), m, m});
}

}  // namespace tenon
