// Projections and operational-space inertia: the constrained system asked in other words.
#include "tenon/operational.hpp"

#include <algorithm>

#include "constrained/operational_workspace.hpp"
#include "constrained/symmetric_pseudo_inverse.hpp"
#include "constraints/compiled.hpp"
#include "model/arguments.hpp"

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

// Tight enough for projections: what is left of the rows is rounding.
constexpr ConstrainedSettings exact_settings{.tolerance = 1e-12};

}  // namespace

SolveReport project_velocity(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                             std::span<const double> q, std::span<const double> x, std::span<double> out) {
  OperationalWorkspace::Data& d = checked(model, set, ws);
  const std::span<double> lambda = std::span(d.lambda).first(static_cast<std::size_t>(set.rows()));
  return constrained_impulse(model, set, d.constrained, q, x, exact_settings, out, lambda);
}

// Nᵀ = M N M⁻¹.
SolveReport project_force(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                          std::span<const double> q, std::span<const double> x, std::span<double> out) {
  OperationalWorkspace::Data& d = checked(model, set, ws);
  const std::span<double> lambda = std::span(d.lambda).first(static_cast<std::size_t>(set.rows()));
  check_size(out.size(), d.nv, "out");
  minverse_apply(model, d.tree, q, x, d.force);
  const SolveReport report = constrained_impulse(model, set, d.constrained, q, d.force, exact_settings, d.step, lambda);
  forward_kinematics(model, q, {}, {}, d.kinematics);
  constraint_jacobian(model, set, d.kinematics, std::span(d.J).first(lambda.size() * d.nv));
  if (out.data() != x.data()) std::copy(x.begin(), x.end(), out.begin());
  for (std::size_t r = 0; r < lambda.size(); ++r)
    for (std::size_t i = 0; i < d.nv; ++i) out[i] += d.J[r * d.nv + i] * lambda[r];
  return report;
}

int operational_space_inertia(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                              std::span<const double> q, std::span<double> out) {
  OperationalWorkspace::Data& d = checked(model, set, ws);
  const int m = set.rows();
  check_size(out.size(), static_cast<std::size_t>(m) * static_cast<std::size_t>(m), "out");
  const std::span<double> matrix = std::span(d.H).first(out.size());
  delassus(model, set, d.delassus, q, matrix);
  return symmetric_pseudo_inverse({matrix.data(), m, m}, {d.V.data(), m, m}, {out.data(), m, m});
}

}  // namespace tenon
