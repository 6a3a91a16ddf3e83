// Operations of the constrained-dynamics kernels by parts. With forces, velocities, gravity and targets known to be
// zero everything but inertias and rows folds away; what an iteration costs is the difference of two runs. Factors are
// counted by the function that makes them in the kernel.
#include "spatial/counted.hpp"

#include "caba/caba.hpp"
#include "constrained/algorithms.hpp"
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
  bool forces;
  std::vector<double> block;

  Run(const Model& m, const std::vector<Constraint>& constraints, bool with_forces)
      : model(m.compiled()),
        owner(m, constraints),
        set(owner.data()),
        q(variables(random_configuration(m, 1))),
        forces(with_forces) {
    const auto rows = static_cast<std::size_t>(set.rows), n = static_cast<std::size_t>(m.nv());
    v = tau = forces ? variables(random_velocity(m, 2)) : Numbers(n);
    target = forces ? variables(std::vector<double>(rows, 0.5)) : Numbers(rows);
    R = variables(std::vector<double>(rows, 1.0));
    a.resize(n), lambda.resize(rows);
  }

  ConstrainedScratch<Counted> memory(Constrained algorithm) {
    const ConstrainedSizes sizes = constrained_sizes(model, set.capacity);
    Arena measure;
    constrained_scratch<Counted>(sizes, algorithm, measure);
    block.assign(measure.used(), 0.0);
    Arena arena(block.data());
    return constrained_scratch<Counted>(sizes, algorithm, arena);
  }
  ConstrainedProblem<Counted> problem() const {
    ConstrainedProblem<Counted> problem{.q = q.data(), .v = v.data(), .tau = tau.data()};
    problem.target = target.data(), problem.R = R.data();
    if (forces) problem.gravity = model.gravity;
    problem.refine = false;
    return problem;
  }
  long count(Constrained algorithm, int iterations) {
    const auto w = memory(algorithm);
    ConstrainedProblem<Counted> asked = problem();
    asked.max_iterations = iterations;
    return sum(count_operations([&] {
      const auto run = [&](auto* kernel) { (void)kernel(model, set, w, asked, a.data(), lambda.data()); };
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
  // prox_pv.hpp up to L_1^A and K_1^A; the bases that `of` eliminates early are left out.
  long count_sweeps(const ConstrainedScratch<Counted>& w, const Branching& of) {
    return sum(count_operations([&] {
      first_forward_sweep(model, set, w, problem());
      take_rows(set, w, problem(), lambda.data());
      pv_backward(model, set, w, problem(), [&](int i) { return early_base(model, of, i); });
    }));
  }
};

Model without_gravity(const Model& model) {
  RobotDescription robot = model.description();
  robot.gravity = {0, 0, 0};
  return plain_model(robot);
}

// What stands between the sweeps and the iterations of prox_ltl.hpp (step 3).
long factors_of_prox_ltl(int m) {
  Numbers numbers = variables(std::vector<double>(static_cast<std::size_t>(m) * static_cast<std::size_t>(m), 0.1));
  const DenseBlock<Counted> C{numbers.data(), m, m};
  for (int r = 0; r < m; ++r) C(r, r) = Counted::variable(2);
  return sum(count_operations([&] {
    for (int r = 0; r < m; ++r) C(r, r) += Counted(1) / Counted::variable(1);
    cholesky(C);
  }));
}

// Inertias, rows and factors of prox_pv.hpp at rest.
Parts parts_of_prox_pv(const Model& still, const std::vector<Constraint>& constraints) {
  Run run(still, constraints, false), without(still, {}, false);
  const auto w = run.memory(Constrained::prox_pv);
  const long inertias = without.count_sweeps(without.memory(Constrained::prox_pv), run.set.branching),
             sweeps = run.count_sweeps(w, run.set.branching),
             factors = sum(count_operations([&] { factor_base(run.model, run.set.branching, w); }));
  return {inertias, sweeps - inertias, factors, 0, 0};
}

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
  if (algorithm == Constrained::prox_pv) {
    Parts parts = parts_of_prox_pv(still, system.constraints);
    parts[4] = proximal;
    parts[3] = all - total(parts);
    return parts;
  }
  const long at_rest = Run(still, system.constraints, false).count(algorithm, 1);
  if (algorithm != Constrained::prox_ltl) return {at_rest, 0, 0, all - at_rest - proximal, proximal};
  // The same without rows: placements, M and its factors.
  const long inertias = Run(still, {}, false).count(algorithm, 1),
             factors = factors_of_prox_ltl(ConstraintSet(system.model, system.constraints).rows());
  return {inertias, at_rest - inertias - factors, factors, all - at_rest - proximal, proximal};
}

}  // namespace tenon::paper::caba
