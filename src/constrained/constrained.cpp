// The public call: checks, memory, what the rows must equal, and the kernel of the chosen algorithm.
#include "tenon/constrained.hpp"

#include <algorithm>
#include <cmath>

#include "constrained/algorithms.hpp"
#include "constrained/settings.hpp"
#include "dynamics/workspace.hpp"
#include "kinematics/data.hpp"
#include "model/arguments.hpp"
#include "model/number_text.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

namespace {

// It runs in a kernel, over memory that it cuts.
template <class A>
constexpr bool runs_in_kernel = !requires(const ConstrainedCall& c) { A::call(c); };

}  // namespace

ConstrainedWorkspace::Data::Data(const Model& model, const ConstraintSet& set, Constrained algorithm, Mode mode)
    : serial(model.compiled().serial),
      capacity(set.capacity()),
      sizes(constrained_sizes(model.compiled(), capacity)),
      tree(model),
      kinematics(model),
      walks(choose_walks(model.compiled(), mode)),
      bound(model.compiled(), *walks.limbs),
      mode(mode),
      target(sizes.rows),
      R(sizes.rows),
      change(sizes.nv),
      verdict(model) {
  bound.reserve(capacity);
  verdict.make_room(sizes.rows, sizes.nv);
  make_room(model, set, algorithm);
}

void ConstrainedWorkspace::Data::make_room(const Model& model, const ConstraintSet& set, Constrained algorithm) {
  if (algorithm == Constrained::automatic) {  // a set may get its first loop later
    make_room(model, set, Constrained::constrained_aba), make_room(model, set, Constrained::prox_ltl);
    return;
  }
  with_algorithm(algorithm, [&]<class A>() {
    if constexpr (requires { A::make_room(*this, model); }) A::make_room(*this, model);
    if constexpr (runs_in_kernel<A>) {
      Arena measure;
      A::template scratch<double>(sizes, measure);
      if (measure.used() > block.size()) block = AlignedVector(measure.used());
    }
  });
}

ConstrainedWorkspace::ConstrainedWorkspace(const Model& model, const ConstraintSet& set, Constrained algorithm,
                                           Mode mode) {
  checked(model, set);
  data_ = std::make_unique<Data>(model, set, algorithm, mode);
}
ConstrainedWorkspace::~ConstrainedWorkspace() = default;
ConstrainedWorkspace::ConstrainedWorkspace(ConstrainedWorkspace&&) noexcept = default;
ConstrainedWorkspace& ConstrainedWorkspace::operator=(ConstrainedWorkspace&&) noexcept = default;
std::size_t ConstrainedWorkspace::bytes() const {
  return sizeof(Data) +
         (data_->block.size() + data_->walk.size() + data_->dual.size() + 2 * data_->sizes.rows + data_->sizes.nv) *
             sizeof(double) +
         data_->tree.bytes() + data_->bound.bytes() + data_->verdict.bytes() +
         (data_->delassus ? data_->delassus->bytes() : 0);
}

namespace {

double mu_of(const ConstraintSet& set, const ConstrainedSettings& settings, Constrained algorithm) {
  return settings.mu ? *settings.mu : automatic_mu<double>(set.data(), algorithm);
}

// What the two public calls share: the checks that come before anything is written.
Constrained checked_algorithm(const char* call, const Model& model, const ConstraintSet& set,
                              ConstrainedWorkspace::Data& d, std::span<const double> q, std::span<const double> v,
                              const ConstrainedSettings& settings, std::span<const double> lambda,
                              const char* lambda_name, Constrained algorithm) {
  const CompiledModel& m = model.compiled();
  const ConstraintSet::Data& rows = checked(model, set);
  if (d.serial != m.serial) throw Error(std::string(call) + ": the workspace was made for another model");
  check_fits(call, set, d.capacity);
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_settings(settings, rows.rows);
  check_size(lambda.size(), static_cast<std::size_t>(rows.rows), lambda_name);
  if (settings.warm_start) check_input(lambda, rows.rows, lambda_name);
  check_takes(set, algorithm);
  return algorithm == Constrained::automatic ? chosen_constrained(set) : algorithm;
}

// d.kinematics, d.target and the problem's vectors of the tree are there; those on the walks may do without the first
// two.
SolveReport run(const ConstrainedCall& c, Constrained algorithm) {
  ConstrainedWorkspace::Data& d = c.memory;
  c.problem.R = d.R.data();
  c.problem.tolerance = c.settings.tolerance, c.problem.max_iterations = c.settings.max_iterations;
  return with_algorithm(algorithm, [&]<class A>() {
    if constexpr (!runs_in_kernel<A>) {
      return A::call(c);
    } else {
      c.problem.target = d.target.data();
      Arena arena(d.block.data());
      const ConstrainedScratch<double> w = A::template scratch<double>(d.sizes, arena);
      if (!c.set.data().rows_on_effectors())
        constraint_jacobian(c.model, c.set, d.kinematics, {w.J, c.lambda.size() * d.sizes.nv});
      return TENON_ISA_CHOICE(constrained_kernels)
          .run[position_of<A>(ConstrainedAlgorithms{})](c.model.compiled(), c.set.data(), w, c.problem, c.x.data(),
                                                        c.lambda.data());
    }
  });
}

void check_answer(const char* call, std::span<const double> x) {
  if (!all_finite(x)) throw Error(std::string(call) + ": the answer is not finite: the input is too large");
}

// Runs and judges. free_motion(x): the answer without rows, where no digit of the other is left.
template <class FreeMotion>
SolveReport solve(const char* call, const ConstrainedCall& c, Constrained algorithm, FreeMotion&& free_motion) {
  const auto& [model, set, d, settings, problem, tau, wrenches, x, lambda] = c;
  const ConstrainedTraits& traits = traits_of(algorithm);
  d.make_room(model, set, algorithm);
  if (!settings.warm_start) std::fill(lambda.begin(), lambda.end(), 0.0);
  SolveReport report = run(c, algorithm);
  if (traits.reference) {
    check_answer(call, x);
    return report;
  }
  const bool finite = all_finite(x) && all_finite(lambda);
  if (report.status == SolveStatus::converged && finite) [[likely]]
    return report;
  if (!finite) {
    free_motion(x);
    std::fill(lambda.begin(), lambda.end(), 0.0);
    report.status = SolveStatus::stalled, report.dual_residual = -1;
    check_answer(call, x);
  } else if (!traits.iterates || report.iterations < 2)
    return report;  // nothing has been guessed, nothing has grown
  const std::size_t rows = lambda.size();
  d.verdict.judge(model, set,
                  {.q = {problem.q, static_cast<std::size_t>(model.nq())},
                   .v = {problem.v, x.size()},
                   .x = x,
                   .target = problem.target ? std::span(d.target).first(rows) : std::span<const double>(),
                   .R = std::span(d.R).first(rows),
                   .lambda = lambda,
                   .warm = settings.warm_start,
                   .grows = finite && traits.grows},
                  settings.tolerance, report);
  return report;
}

[[noreturn]] void throw_shared(const char* name, const char* other) {
  throw Error(std::string(name) + ": shares memory with " + other + ", expected a place of its own");
}
// An output must not lie on what is still read.
inline void check_apart(std::span<const double> a, std::span<const double> b, const char* name, const char* other) {
  if (!a.empty() && !b.empty() && a.data() < b.data() + b.size() && b.data() < a.data() + a.size()) [[unlikely]]
    throw_shared(name, other);
}

}  // namespace

SolveReport constrained_dynamics(const Model& model, const ConstraintSet& set, ConstrainedWorkspace& ws,
                                 std::span<const double> q, std::span<const double> v, std::span<const double> tau,
                                 const ConstrainedSettings& settings, std::span<double> acceleration,
                                 std::span<double> lambda, Constrained algorithm,
                                 std::span<const ExternalWrench> wrenches) {
  ConstrainedWorkspace::Data& d = ws.data();
  algorithm = checked_algorithm("constrained_dynamics", model, set, d, q, v, settings, lambda, "lambda", algorithm);
  check_input(tau, model.nv(), "tau");
  check_size(acceleration.size(), tau.size(), "acceleration");
  for (const auto& [out, name] : {std::pair(acceleration, "acceleration"), std::pair(lambda, "lambda")})
    check_apart(out, q, name, "q"), check_apart(out, v, name, "v"), check_apart(out, tau, name, "tau");
  check_apart(acceleration, lambda, "acceleration", "lambda");
  const Force<double>* external = body_wrenches(model, d.tree.data(), wrenches);
  fill_R(set, mu_of(set, settings, algorithm), settings, algorithm, std::span(d.R).first(lambda.size()));
  ConstrainedProblem<double> problem{.q = q.data(), .v = v.data(), .tau = tau.data()};
  if (!traits_of(algorithm).on_walk || needs_kinematics(set.data())) {
    forward_kinematics(model, q, v, {}, d.kinematics);
    constraint_target(model, set, d.kinematics, q, v, std::span(d.target).first(lambda.size()));
    problem.target = d.target.data(), problem.kinematics = d.kinematics.data().body.data();
  }
  problem.external = external;
  problem.gravity = model.compiled().gravity;
  return solve("constrained_dynamics", {model, set, d, settings, problem, tau, wrenches, acceleration, lambda},
               algorithm, [&](std::span<double> x) { aba(model, d.tree, q, v, tau, x, wrenches); });
}

// M (v⁺ - v) = JᵀΛ and J (v⁺ - v) = -(1 + e) J v: the same system, at rest and without weight.
SolveReport constrained_impulse(const Model& model, const ConstraintSet& set, ConstrainedWorkspace& ws,
                                std::span<const double> q, std::span<const double> v,
                                const ConstrainedSettings& settings, std::span<double> velocity,
                                std::span<double> impulse, Constrained algorithm, double restitution) {
  ConstrainedWorkspace::Data& d = ws.data();
  algorithm = checked_algorithm("constrained_impulse", model, set, d, q, v, settings, impulse, "impulse", algorithm);
  check_size(velocity.size(), v.size(), "velocity");
  check_apart(velocity, q, "velocity", "q"), check_apart(velocity, impulse, "velocity", "impulse");
  if (velocity.data() != v.data()) check_apart(velocity, v, "velocity", "v");
  check_apart(impulse, q, "impulse", "q"), check_apart(impulse, v, "impulse", "v");
  if (!(restitution >= 0 && restitution <= 1))
    throw Error("restitution is " + number_text(restitution) + ", expected 0 to 1");
  const std::span<double> R = std::span(d.R).first(impulse.size()), target = std::span(d.target).first(impulse.size());
  fill_R(set, mu_of(set, settings, algorithm), settings, algorithm, R);
  forward_kinematics(model, q, v, {}, d.kinematics);
  constraint_velocity(model, set, d.kinematics, v, target);
  for (double& x : target) x *= -(1 + restitution);
  const std::vector<double>& zero = d.tree.data().zero;
  ConstrainedProblem<double> problem{.q = q.data(),
                                     .v = zero.data(),
                                     .tau = zero.data(),
                                     .target = d.target.data(),
                                     .kinematics = d.kinematics.data().body.data(),
                                     .resting = true};
  const std::span<double> change = d.change;
  const SolveReport report = solve("constrained_impulse", {model, set, d, settings, problem, zero, {}, change, impulse},
                                   algorithm, [](std::span<double> x) { std::ranges::fill(x, 0.0); });
  for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] = v[i] + change[i];
  return report;
}

}  // namespace tenon
