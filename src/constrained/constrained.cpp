// The public call: checks, memory, what the rows must equal, and the kernel of the chosen algorithm.
#include "tenon/constrained.hpp"

#include <algorithm>
#include <cmath>

#include "constrained/dense.hpp"
#include "constrained/workspace.hpp"
#include "dynamics/workspace.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

ConstrainedWorkspace::Data::Data(const Model& model, const ConstraintSet& set, Constrained algorithm)
    : serial(model.compiled().serial),
      capacity(set.capacity()),
      sizes(constrained_sizes(model.compiled(), capacity)),
      tree(model),
      kinematics(model),
      target(sizes.rows),
      R(sizes.rows) {
  make_room(set, algorithm);
}

void ConstrainedWorkspace::Data::make_room(const ConstraintSet& set, Constrained algorithm) {
  if (algorithm == Constrained::automatic) algorithm = chosen_constrained(set);
  Arena measure;
  constrained_scratch<double>(sizes, algorithm, measure);
  if (measure.used() > block.size()) block = AlignedVector(measure.used());
}

ConstrainedWorkspace::ConstrainedWorkspace(const Model& model, const ConstraintSet& set, Constrained algorithm) {
  checked(model, set);
  data_ = std::make_unique<Data>(model, set, algorithm);
}
ConstrainedWorkspace::~ConstrainedWorkspace() = default;
ConstrainedWorkspace::ConstrainedWorkspace(ConstrainedWorkspace&&) noexcept = default;
ConstrainedWorkspace& ConstrainedWorkspace::operator=(ConstrainedWorkspace&&) noexcept = default;
std::size_t ConstrainedWorkspace::bytes() const {
  return sizeof(Data) + (data_->block.size() + 2 * data_->sizes.rows) * sizeof(double) + data_->tree.bytes();
}

namespace {

[[noreturn]] void throw_not_positive(const std::string& name, double found) {
  char number[32];
  std::snprintf(number, sizeof number, "%.6g", found);
  throw Error(name + " is " + number + ", expected a finite number > 0");
}

void check_settings(const ConstrainedSettings& s, int rows) {
  const auto positive = [](double x) { return x > 0 && std::isfinite(x); };
  if (!positive(s.mu)) throw_not_positive("settings.mu", s.mu);
  if (!s.mu_per_row.empty()) check_size(s.mu_per_row.size(), static_cast<std::size_t>(rows), "settings.mu_per_row");
  for (std::size_t r = 0; r < s.mu_per_row.size(); ++r)
    if (!positive(s.mu_per_row[r]))
      throw_not_positive("settings.mu_per_row[" + std::to_string(r) + "]", s.mu_per_row[r]);
  if (!positive(s.tolerance)) throw_not_positive("settings.tolerance", s.tolerance);
  if (s.max_iterations < 1)
    throw Error("settings.max_iterations is " + std::to_string(s.max_iterations) + ", expected >= 1");
}

void check_takes(const ConstraintSet& set, Constrained algorithm) {
  if (takes(algorithm, set)) return;
  for (int c = 0; c < set.size(); ++c) {
    if (set.data().constraints[static_cast<std::size_t>(c)].single_body()) continue;
    throw Error(set.label(c) + ": " + to_string(algorithm) +
                " takes frames held to the world only; dense and prox-ltl take every kind");
  }
}

ConstrainedKernels::Kernel kernel_of(const ConstrainedKernels& kernels, Constrained algorithm) {
  switch (algorithm) {
    case Constrained::prox_ltl:
      return kernels.prox_ltl;
    case Constrained::prox_ltls:
      return kernels.prox_ltls;
    case Constrained::pv:
      return kernels.pv;
    case Constrained::prox_pv:
      return kernels.prox_pv;
    case Constrained::pv_soft:
      return kernels.pv_soft;
    case Constrained::pv_early:
      return kernels.pv_early;
    case Constrained::constrained_aba_plain:
      return kernels.constrained_aba_plain;
    default:
      return kernels.constrained_aba;
  }
}

// One number per row in place of μ.
void fill_R(const ConstraintSet& set, const ConstrainedSettings& settings, Constrained algorithm, std::span<double> R) {
  std::fill(R.begin(), R.end(), settings.mu);
  std::copy(settings.mu_per_row.begin(), settings.mu_per_row.end(), R.begin());
  if (algorithm != Constrained::pv_soft) return;
  for (const CompiledConstraint& c : set.data().constraints)
    for (int r = 0; r < c.rows; ++r) {
      const double stiffness = c.stiffness[static_cast<std::size_t>(r)];
      if (std::isfinite(stiffness)) R[static_cast<std::size_t>(c.row + r)] = stiffness;
    }
}

SolveReport by_dense(const Model& model, const ConstraintSet& set, std::span<const double> q, std::span<const double> v,
                     std::span<const double> tau, const ConstrainedSettings& settings, std::span<double> acceleration,
                     std::span<double> lambda, std::span<const ExternalWrench> wrenches, std::span<const double> R) {
  const DenseKktReport dense =
      dense_constrained_dynamics(model, set, q, v, tau, acceleration, lambda, wrenches, R, settings.warm_start);
  SolveReport report;
  report.iterations = 1;
  report.residual = dense.residual;
  if (!(dense.residual <= settings.tolerance))
    report.status = dense.rank < set.rows() ? SolveStatus::infeasible : SolveStatus::stalled;
  return report;
}

}  // namespace

SolveReport constrained_dynamics(const Model& model, const ConstraintSet& set, ConstrainedWorkspace& ws,
                                 std::span<const double> q, std::span<const double> v, std::span<const double> tau,
                                 const ConstrainedSettings& settings, std::span<double> acceleration,
                                 std::span<double> lambda, Constrained algorithm,
                                 std::span<const ExternalWrench> wrenches) {
  const CompiledModel& m = model.compiled();
  const ConstraintSet::Data& rows = checked(model, set);
  ConstrainedWorkspace::Data& d = ws.data();
  if (d.serial != m.serial) throw Error("constrained_dynamics: the workspace was made for another model");
  if (rows.rows > d.capacity.rows)
    throw Error("constrained_dynamics: found " + std::to_string(rows.rows) +
                " rows, expected at most the workspace's " + std::to_string(d.capacity.rows));
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_input(tau, m.nv, "tau");
  check_settings(settings, rows.rows);
  const auto m_rows = static_cast<std::size_t>(rows.rows);
  check_size(acceleration.size(), static_cast<std::size_t>(m.nv), "acceleration");
  check_size(lambda.size(), m_rows, "lambda");
  if (settings.warm_start) check_input(lambda, rows.rows, "lambda");
  check_takes(set, algorithm);
  if (algorithm == Constrained::automatic) algorithm = chosen_constrained(set);
  const Force<double>* external = body_wrenches(model, d.tree.data(), wrenches);
  const std::span<double> R = std::span(d.R).first(m_rows), target = std::span(d.target).first(m_rows);
  fill_R(set, settings, algorithm, R);
  if (algorithm == Constrained::dense)
    return by_dense(model, set, q, v, tau, settings, acceleration, lambda, wrenches, R);

  d.make_room(set, algorithm);
  Arena arena(d.block.data());
  const ConstrainedScratch<double> w = constrained_scratch<double>(d.sizes, algorithm, arena);
  forward_kinematics(model, q, v, {}, d.kinematics);
  constraint_target(model, set, d.kinematics, q, v, target);
  if (!rows.single_body) constraint_jacobian(model, set, d.kinematics, {w.J, m_rows * d.sizes.nv});
  if (!settings.warm_start) std::fill(lambda.begin(), lambda.end(), 0.0);
  ConstrainedProblem<double> problem{.q = q.data(), .v = v.data(), .tau = tau.data()};
  problem.external = external;
  problem.target = target.data(), problem.R = R.data();
  problem.tolerance = settings.tolerance, problem.max_iterations = settings.max_iterations;
  return kernel_of(TENON_ISA_CHOICE(constrained_kernels), algorithm)(m, rows, w, problem, acceleration.data(),
                                                                     lambda.data());
}

}  // namespace tenon
