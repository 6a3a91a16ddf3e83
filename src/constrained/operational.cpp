// Projections and operational-space inertia: the constrained system asked in other words.
#include "tenon/constrained.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "constrained/operational_workspace.hpp"
#include "constrained/settings.hpp"
#include "constrained/symmetric_pseudo_inverse.hpp"
#include "constraints/compiled.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"
#include "tenon/delassus.hpp"

namespace tenon {

namespace {

// A projection is homogeneous: what is small depends on x, and on how fast it moves the rows. d.lambda is used up.
SolverSettings relative(const Model& model, const ConstraintSet& set, OperationalMemory& d, std::span<const double> q,
                        std::span<const double> x, const ProjectionOptions& options) {
  const std::span<double> rates = std::span(d.lambda).first(static_cast<std::size_t>(set.rows()));
  forward_kinematics(model, {q, x}, d.kinematics);
  constraint_velocity(model, set, d.kinematics, x, rates);
  double largest = std::numeric_limits<double>::min();
  for (const std::span<const double> list : {x, std::span<const double>(rates)})
    for (const double number : list) largest = std::max(largest, std::fabs(number));
  return {.penalty = options.penalty.numbers(),
          .tolerance = std::max(options.tolerance * largest, std::numeric_limits<double>::min()),
          .max_iterations = options.max_iterations};
}

// The settings as they are given, for their checks.
SolverSettings stated(const ProjectionOptions& options) {
  return {
      .penalty = options.penalty.numbers(), .tolerance = options.tolerance, .max_iterations = options.max_iterations};
}

}  // namespace

SolveReport project_velocity(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                             std::span<const double> x, std::span<double> out) {
  return project_velocity(model, set, ws, q, x, {}, out);
}

SolveReport project_velocity(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                             std::span<const double> x, const ProjectionOptions& options, std::span<double> out) {
  const OneThread one(ws);
  opened("project_velocity", model, set, ws);
  OperationalMemory& d = *ws.data().operational;
  const std::span<double> lambda = std::span(d.lambda).first(static_cast<std::size_t>(set.rows()));
  check_settings(stated(options), set.rows());
  check_input(x, model.nv(), "x");
  check_size(out.size(), d.nv, "out");
  return constrained_impulse(model, set, ws, {q, x}, relative(model, set, d, q, x, options), 0, {out, lambda},
                             chosen_constrained(set));
}

SolveReport project_force(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                          std::span<const double> x, std::span<double> out) {
  return project_force(model, set, ws, q, x, {}, out);
}

// Nᵀx = x + Jᵀλ with the λ that keeps M⁻¹x from moving the rows. λ has the rounding of mu; projected once more, so has
// only what that has left.
SolveReport project_force(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                          std::span<const double> x, const ProjectionOptions& options, std::span<double> out) {
  const OneThread one(ws);
  opened("project_force", model, set, ws);
  OperationalMemory& d = *ws.data().operational;
  const std::span<double> lambda = std::span(d.lambda).first(static_cast<std::size_t>(set.rows()));
  check_settings(stated(options), set.rows());
  check_configuration(model, q);
  check_input(x, model.nv(), "x");
  check_size(out.size(), d.nv, "out");
  if (out.data() != x.data()) std::copy(x.begin(), x.end(), out.begin());
  const auto project = [&] {
    minverse_apply(model, ws, q, out, d.force);
    const SolveReport report =
        constrained_impulse(model, set, ws, {q, d.force}, relative(model, set, d, q, d.force, options), 0,
                            {d.step, lambda}, chosen_constrained(set));
    for (std::size_t r = 0; r < lambda.size(); ++r)
      for (std::size_t i = 0; i < d.nv; ++i) out[i] += d.J[r * d.nv + i] * lambda[r];
    return report;
  };
  forward_kinematics(model, {q}, d.kinematics);
  constraint_jacobian(model, set, d.kinematics, std::span(d.J).first(lambda.size() * d.nv));
  const SolveReport report = project();
  if (report.status == SolveStatus::converged) (void)project();
  return report;
}

int operational_space_inertia(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                              std::span<double> out) {
  const OneThread one(ws);
  opened("operational_space_inertia", model, set, ws);
  OperationalMemory& d = *ws.data().operational;
  const int m = set.rows();
  check_size(out.size(), static_cast<std::size_t>(m) * static_cast<std::size_t>(m), "out");
  const std::span<double> matrix = std::span(d.H).first(out.size());
  delassus(model, set, ws, q, matrix);
  // Of a row that no motion moves the recursion leaves rounding.
  forward_kinematics(model, {q}, d.kinematics);
  constraint_jacobian(model, set, d.kinematics, std::span(d.J).first(static_cast<std::size_t>(m) * d.nv));
  for (std::size_t r = 0, rows = static_cast<std::size_t>(m); r < rows; ++r)
    if (std::ranges::all_of(std::span(d.J).subspan(r * d.nv, d.nv), [](double entry) { return entry == 0; }))
      for (std::size_t s = 0; s < rows; ++s) matrix[r * rows + s] = matrix[s * rows + r] = 0;
  return symmetric_pseudo_inverse({matrix.data(), m, m}, {d.V.data(), m, m}, d.along.data(), {out.data(), m, m});
}

}  // namespace tenon
