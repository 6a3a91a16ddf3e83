// Operations of the constrained-dynamics kernels by parts. With forces, velocities, gravity and targets known to be
// zero everything but inertias and rows folds away; what an iteration costs is the difference of two runs.
#include "spatial/counted.hpp"

#include "caba/caba.hpp"
#include "constrained/constrained_aba.hpp"
#include "constrained/prox_ltl.hpp"
#include "constrained/prox_ltls.hpp"
#include "constrained/prox_pv.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/configuration.hpp"

namespace tenon::paper::caba {

namespace {

long sum(const OperationCount& n) { return n.add + n.mul + n.div + n.sqrt + 2 * n.trig; }

using Numbers = std::vector<Counted>;
Numbers variables(const std::vector<double>& values) {
  Numbers out;
  for (const double value : values) out.push_back(Counted::variable(value));
  return out;
}

struct Run {
  const CompiledModel& model;
  ConstraintSet owner;
  const ConstraintSet::Data& set;
  Numbers q, v, tau, target, R, a, lambda;
  std::vector<double> block;

  Run(const Model& m, const std::vector<Constraint>& constraints, bool forces)
      : model(m.compiled()), owner(m, constraints), set(owner.data()), q(variables(random_configuration(m, 1))) {
    const auto rows = static_cast<std::size_t>(set.rows), n = static_cast<std::size_t>(m.nv());
    v = tau = forces ? variables(random_velocity(m, 2)) : Numbers(n);
    target = forces ? variables(std::vector<double>(rows, 0.5)) : Numbers(rows);
    R = variables(std::vector<double>(rows, 1.0));
    a.resize(n), lambda.resize(rows);
  }

  long count(Constrained algorithm, int iterations) {
    const ConstrainedSizes sizes = constrained_sizes(model, set.capacity);
    Arena measure;
    constrained_scratch<Counted>(sizes, algorithm, measure);
    block.assign(measure.used(), 0.0);
    Arena arena(block.data());
    const auto w = constrained_scratch<Counted>(sizes, algorithm, arena);
    ConstrainedProblem<Counted> problem{.q = q.data(), .v = v.data(), .tau = tau.data()};
    problem.target = target.data(), problem.R = R.data();
    problem.max_iterations = iterations;
    problem.refine = false;
    return sum(count_operations([&] {
      const auto run = [&](auto* kernel) { kernel(model, set, w, problem, a.data(), lambda.data()); };
      switch (algorithm) {
        case Constrained::prox_pv:
          return run(prox_pv_kernel<Counted>);
        case Constrained::prox_ltls:
          return run(prox_ltls_kernel<Counted>);
        case Constrained::prox_ltl:
          return run(prox_ltl_kernel<Counted>);
        default:
          return run(constrained_aba_plain_kernel<Counted>);
      }
    }));
  }
};

Model without_gravity(const Model& model) {
  RobotDescription robot = model.description();
  robot.gravity = {0, 0, 0};
  return plain_model(robot);
}

// Of one m x m Cholesky factorization, with R⁻¹ on the diagonal.
long factor(long m) { return 2 * m + m * (m + 1) / 2 + (m * m * m - m) / 3 + m; }

}  // namespace

long count_solve(const Model& model, const std::vector<Constraint>& constraints, Constrained algorithm,
                 int iterations) {
  return Run(model, constraints, true).count(algorithm, iterations);
}

Parts count_constrained(const System& system, Constrained algorithm, int iterations) {
  const Model still = without_gravity(system.model);
  const long all = count_solve(system.model, system.constraints, algorithm, iterations);
  const long more = count_solve(system.model, system.constraints, algorithm, iterations + 2);
  const long proximal = iterations * ((more - all) / 2);
  const long at_rest = Run(still, system.constraints, false).count(algorithm, 1);
  // The same without rows: placements, and H^A or M and its factors.
  const long inertias = Run(still, {}, false).count(algorithm, 1);
  long rows = 0;
  for (const Constraint& c : system.constraints) rows += c.kind == ConstraintKind::weld ? 6 : 3;
  const bool forces_first = algorithm == Constrained::constrained_aba_plain || algorithm == Constrained::prox_ltls;
  long factors = 0;
  if (algorithm == Constrained::prox_ltl) factors = factor(rows);
  if (algorithm == Constrained::prox_pv) {
    const DampedShown early{Damped::pv_osimf, "", ""};  // the same blocks and the same joint of the base
    factors = count_damped(system, early.algorithm)[2];
  }
  if (forces_first) return {at_rest, 0, 0, all - at_rest - proximal, proximal};
  return {inertias, at_rest - inertias - factors, factors, all - at_rest - proximal, proximal};
}

}  // namespace tenon::paper::caba
