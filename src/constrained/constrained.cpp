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

ConstrainedMemory::ConstrainedMemory(const Model& model, ConstraintCapacity capacity, Mode mode)
    : sizes(constrained_sizes(model.compiled(), capacity)),
      kinematics(model),
      walks(choose_walks(model.compiled(), mode)),
      bound(model.compiled(), *walks.limbs),
      target(sizes.rows),
      R(sizes.rows),
      change(sizes.nv),
      verdict(model) {
  bound.reserve(capacity);
  verdict.make_room(sizes.rows, sizes.nv);
  const ConstrainedWalkKernels& kernels = TENON_ISA_CHOICE(constrained_walk_kernels);
  walk.resize(kernels.scratch_size(model.compiled(), *walks.limbs, sizes.rows));
  kernels.prepare(model.compiled(), *walks.limbs, sizes.rows, walk.data());
  dual.resize(kernels.prox_pv_size(sizes.rows));
  std::size_t most = 0;
  for_each_type(ConstrainedAlgorithms{}, [&]<class A>() {
    Arena measure;
    if constexpr (runs_in_kernel<A>) A::template scratch<double>(sizes, measure);
    most = std::max(most, measure.used());
    return 0;
  });
  block.resize(most);
}

std::size_t ConstrainedMemory::bytes() const {
  return sizeof *this + (block.size() + walk.size() + dual.size() + 2 * sizes.rows + sizes.nv) * sizeof(double) +
         bound.bytes() + verdict.bytes();
}

namespace {

double mu_of(const ConstraintSet& set, const SolverSettings& settings, Constrained algorithm) {
  return settings.penalty.empty() ? automatic_mu<double>(set.data(), algorithm) : settings.penalty[0];
}

// What the two public calls share: the checks that come before anything is written.
ConstrainedMemory& checked(const char* call, const Model& model, const ConstraintSet& set, Workspace& ws,
                           const State& state, const SolverSettings& settings, std::span<const double> lambda,
                           const char* lambda_name, Constrained algorithm) {
  const ConstraintSet::Data& rows = opened(call, model, set, ws);
  check_configuration(model, state.q);
  check_input(state.v, model.nv(), "v");
  check_settings(settings, rows.rows);
  check_size(lambda.size(), static_cast<std::size_t>(rows.rows), lambda_name);
  if (settings.warm_start) check_input(lambda, rows.rows, lambda_name);
  check_takes(set, algorithm);
  return *ws.data().constrained;
}

// d.kinematics, d.target and the problem's vectors of the tree are there; those on the walks may do without the first
// two.
SolveReport run(const ConstrainedCall& c, Constrained algorithm) {
  ConstrainedMemory& d = c.memory;
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
  const auto& [model, set, ws, d, settings, problem, tau, wrenches, x, lambda] = c;
  const ConstrainedTraits& traits = traits_of(algorithm);
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
                   .grows = traits.grows},
                  settings.tolerance, report);
  if (!finite) std::fill(lambda.begin(), lambda.end(), 0.0);
  return report;
}

}  // namespace

SolveReport constrained_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                 std::span<const double> tau, const SolverSettings& settings,
                                 std::span<const ExternalWrench> wrenches, const ConstrainedMotion& out,
                                 Constrained algorithm) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  const auto& [acceleration, lambda] = out;
  ConstrainedMemory& d = checked("constrained_dynamics", model, set, ws, state, settings, lambda, "lambda", algorithm);
  check_targets(set.data());
  check_input(tau, model.nv(), "tau");
  check_size(acceleration.size(), tau.size(), "acceleration");
  for (const auto& [answer, name] : {std::pair(acceleration, "acceleration"), std::pair(lambda, "lambda")})
    check_apart(answer, q, name, "q"), check_apart(answer, v, name, "v"), check_apart(answer, tau, name, "tau");
  check_apart(acceleration, lambda, "acceleration", "lambda");
  const Force<double>* external = body_wrenches(model, *ws.data().tree, wrenches);
  if (settings.stiffness.empty() && !settings.penalty_is_stiffness) check_soft(set, algorithm);
  fill_R(set, mu_of(set, settings, algorithm), settings, algorithm, std::span(d.R).first(lambda.size()));
  ConstrainedProblem<double> problem{.q = q.data(), .v = v.data(), .tau = tau.data()};
  if (!traits_of(algorithm).on_walk || needs_kinematics(set.data())) {
    forward_kinematics(model, state, d.kinematics);
    constraint_target(model, set, d.kinematics, state, std::span(d.target).first(lambda.size()));
    problem.target = d.target.data(), problem.kinematics = d.kinematics.data().body.data();
  }
  problem.external = external;
  problem.gravity = model.compiled().gravity;
  return solve("constrained_dynamics", {model, set, ws, d, settings, problem, tau, wrenches, acceleration, lambda},
               algorithm, [&](std::span<double> x) { aba(model, ws, state, tau, {.wrenches = wrenches}, x); });
}

SolveReport constrained_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                 std::span<const double> tau, const ConstrainedOptions& options,
                                 const ConstrainedMotion& out) {
  Constrained algorithm = find_constrained(options.algorithm);
  const bool asked_soft = options.stiffness.given();
  if (algorithm == Constrained::automatic)
    algorithm = chosen_constrained(set, asked_soft || set.data().any_stiffness);
  else
    check_rigid(set, algorithm, asked_soft);
  return constrained_dynamics(model, set, ws, state, tau,
                              {.penalty = options.penalty.numbers(),
                               .tolerance = options.tolerance,
                               .max_iterations = options.max_iterations,
                               .stiffness = options.stiffness.numbers(),
                               .warm_start = options.warm_start},
                              options.wrenches, out, algorithm);
}

SolveReport constrained_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                 std::span<const double> tau, const ConstrainedMotion& out) {
  return constrained_dynamics(model, set, ws, state, tau, {}, out);
}

// M (v⁺ - v) = JᵀΛ and J (v⁺ - v) = -(1 + e) J v: the same system, at rest and without weight.
SolveReport constrained_impulse(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                const SolverSettings& settings, double restitution, const ImpulseMotion& out,
                                Constrained algorithm) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  const auto& [velocity, impulse] = out;
  ConstrainedMemory& d = checked("constrained_impulse", model, set, ws, state, settings, impulse, "impulse", algorithm);
  check_size(velocity.size(), v.size(), "velocity");
  check_apart(velocity, q, "velocity", "q"), check_apart(velocity, impulse, "velocity", "impulse");
  if (velocity.data() != v.data()) check_apart(velocity, v, "velocity", "v");
  check_apart(impulse, q, "impulse", "q"), check_apart(impulse, v, "impulse", "v");
  if (!(restitution >= 0 && restitution <= 1))
    throw Error("restitution is " + number_text(restitution) + ", expected 0 to 1");
  const std::span<double> R = std::span(d.R).first(impulse.size()), target = std::span(d.target).first(impulse.size());
  fill_R(set, mu_of(set, settings, algorithm), settings, algorithm, R);
  forward_kinematics(model, state, d.kinematics);
  constraint_velocity(model, set, d.kinematics, v, target);
  for (double& x : target) x *= -(1 + restitution);
  const std::vector<double>& zero = ws.data().tree->zero;
  ConstrainedProblem<double> problem{.q = q.data(),
                                     .v = zero.data(),
                                     .tau = zero.data(),
                                     .target = d.target.data(),
                                     .kinematics = d.kinematics.data().body.data(),
                                     .resting = true};
  const std::span<double> change = d.change;
  const SolveReport report =
      solve("constrained_impulse", {model, set, ws, d, settings, problem, zero, {}, change, impulse}, algorithm,
            [](std::span<double> x) { std::ranges::fill(x, 0.0); });
  for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] = v[i] + change[i];
  return report;
}

// Rows take hold at once, however soft they are: an impact has no duration in which a spring could act.
SolveReport constrained_impulse(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                const ImpulseOptions& options, const ImpulseMotion& out) {
  Constrained algorithm = find_constrained(options.algorithm);
  if (algorithm == Constrained::automatic) algorithm = chosen_constrained(set);
  if (traits_of(algorithm).soft_rows)
    throw Error(std::string("constrained_impulse: ") + to_string(algorithm) +
                " solves soft rows, which have no part in an impact, expected another algorithm");
  return constrained_impulse(model, set, ws, state,
                             {.penalty = options.penalty.numbers(),
                              .tolerance = options.tolerance,
                              .max_iterations = options.max_iterations,
                              .warm_start = options.warm_start},
                             options.restitution, out, algorithm);
}

SolveReport constrained_impulse(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                const ImpulseMotion& out) {
  return constrained_impulse(model, set, ws, state, {}, out);
}

}  // namespace tenon
