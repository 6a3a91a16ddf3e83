// Rows of constrained/constrained.list, once for accelerations and once for impulses. A count is of three proximal
// iterations ([cABA] Fig. 1), from λ = 0; what the rows must equal, and the stiffness in place of μ, are given. Of
// loops, joints and the centre of mass J is given too.
#include "constrained/algorithms.hpp"
#include "registry/ask.hpp"
#include "registry/row_run.hpp"
#include "registry/rows.hpp"

namespace tenon {

namespace {

constexpr int iterations = 3;

struct Run : count::RowRun {
  ConstrainedScratch<Counted> w;
  count::Numbers target, R, lambda;
  ConstrainedProblem<Counted> problem;

  template <class A>
  Run(const Model& m, const Question& s, A, bool moving) : RowRun(m, s) {
    const ConstrainedSizes sizes = constrained_sizes(model, set.capacity);
    w = cut([&](Arena& arena) { return A::template scratch<Counted>(sizes, arena); });
    const auto rows = static_cast<std::size_t>(set.rows);
    target = count::variables(std::vector<double>(rows, 1.0)), R = count::variables(std::vector<double>(rows, 1e3));
    lambda.resize(rows);
    if (!set.rows_on_effectors())
      for (std::size_t k = 0; k < rows * sizes.nv; ++k) w.J[k] = Counted::variable(1);
    problem.q = q.data();
    problem.v = moving ? v.data() : zero.data();
    problem.tau = moving ? tau.data() : zero.data();
    if (moving) problem.external = external(), problem.gravity = model.gravity;
    problem.target = target.data(), problem.R = R.data();
    problem.max_iterations = iterations, problem.refine = false;
  }
};

template <class A, bool moving>
OperationCount count(const Model& model, const Question& s) {
  Run run(model, s, A{}, moving);
  return count_operations([&] {
    if constexpr (requires { A::count(run); })
      A::count(run);
    else
      (void)A::run(run.model, run.set, run.w, run.problem, run.out.data(), run.lambda.data());
  });
}

// The parts of an answer, and what to solve with.
struct Parts {
  std::span<double> motion, forces, report;
  SolverSettings settings;

  Parts(const Ask& ask, const ConstraintSet& set) : settings(ask.settings()) {
    const auto rows = static_cast<std::size_t>(set.rows());
    settings.penalty_is_stiffness = true;
    motion = ask.out.first(ask.nv), forces = ask.out.subspan(ask.nv, rows), report = ask.out.subspan(ask.nv + rows);
    if (ask.given.start.empty()) return;
    settings.warm_start = true;
    std::ranges::copy(ask.given.start, forces.begin());
  }
};

template <Constrained algorithm>
void compute_dynamics(const Model& model, Workspace& ws, const Question& s, std::span<double> out) {
  const Ask ask{model, ws, s, out};
  const ConstraintSet& set = ask.set();
  const Parts parts(ask, set);
  check_rigid(set, algorithm, false);
  Ask::put(constrained_dynamics(model, set, ws, ask.state(), s.tau, parts.settings, s.wrenches,
                                {parts.motion, parts.forces}, algorithm),
           parts.report);
}
template <Constrained algorithm>
void compute_impulse(const Model& model, Workspace& ws, const Question& s, std::span<double> out) {
  const Ask ask{model, ws, s, out};
  const ConstraintSet& set = ask.set();
  const Parts parts(ask, set);
  Ask::put(constrained_impulse(model, set, ws, ask.state(), parts.settings, s.restitution, {parts.motion, parts.forces},
                               algorithm),
           parts.report);
}

template <class... All>
void add(Rows& rows, TypeList<All...> list) {
  (rows.push_back(row(All::facts, "constrained_dynamics", All::takes,
                      compute_dynamics<Constrained{position_of<All>(list)}>, count<All, true>)),
   ...);
  // Soft rows have no part in an impact.
  const auto add_impulse = [&]<class A>() {
    if constexpr (!requires { A::soft_rows; })
      rows.push_back(
          row(A::facts, "impulse", A::takes, compute_impulse<Constrained{position_of<A>(list)}>, count<A, false>));
  };
  (add_impulse.template operator()<All>(), ...);
}

}  // namespace

void add_constrained(Rows& rows) { add(rows, ConstrainedAlgorithms{}); }

}  // namespace tenon
