// The constrained-dynamics algorithms on numbers that count: three proximal iterations ([cABA] Fig. 1), from λ = 0;
// what the rows must equal, and the stiffness in place of μ, are given. Of loops, joints and the centre of mass J is
// given too.
#include <optional>

#include "constrained/constrained_aba.hpp"
#include "constrained/constrained_aba_residual.hpp"
#include "constrained/prox_ltl.hpp"
#include "constrained/prox_ltls.hpp"
#include "constrained/prox_pv.hpp"
#include "constrained/pv.hpp"
#include "constrained/pv_early.hpp"
#include "constrained/pv_soft.hpp"
#include "delassus/dense.hpp"
#include "registry/count.hpp"
#include "registry/count_state.hpp"
#include "registry/each_constrained.hpp"

namespace tenon::count {

namespace {

constexpr int iterations = 3;

// Of M, J and C = the factor of M alone: singular values take as many operations as their numbers ask for.
SolveReport dense_start(const CompiledModel& model, const ConstraintSet::Data& set,
                        const ConstrainedScratch<Counted>& w, const ConstrainedProblem<Counted>& problem, Counted*,
                        Counted*) {
  generalized_forces(model, w, problem);
  joint_space_inertia<false>(model, set.branching, w);
  if (set.rows_on_effectors()) place_jacobian(model, set, w);
  const DenseBlock<Counted> C{w.M, model.nv, model.nv};
  cholesky(C);
  cholesky_forward(C, w.z);
  for (int r = 0; r < set.rows; ++r) cholesky_forward(C, w.J + static_cast<std::ptrdiff_t>(r) * model.nv);
  return {};
}

template <Constrained algorithm>
constexpr auto kernel_of() {
  if constexpr (algorithm == Constrained::prox_ltl) return prox_ltl_kernel<Counted>;
  if constexpr (algorithm == Constrained::prox_ltls) return prox_ltls_kernel<Counted>;
  if constexpr (algorithm == Constrained::pv) return pv_kernel<Counted>;
  if constexpr (algorithm == Constrained::prox_pv || algorithm == Constrained::prox_pv_plain)
    return prox_pv_kernel<Counted>;
  if constexpr (algorithm == Constrained::pv_soft) return pv_soft_kernel<Counted>;
  if constexpr (algorithm == Constrained::pv_early) return pv_early_kernel<Counted>;
  if constexpr (algorithm == Constrained::constrained_aba) return constrained_aba_kernel<Counted>;
  if constexpr (algorithm == Constrained::constrained_aba_plain) return constrained_aba_plain_kernel<Counted>;
  if constexpr (algorithm == Constrained::dense) return dense_start;
}

struct Run : CountedState {
  std::optional<ConstraintSet> tips;
  const ConstraintSet::Data& set;
  std::vector<double> block;
  ConstrainedScratch<Counted> w;
  Numbers target, R, lambda;

  Run(const Model& m, const Question& s, Constrained algorithm) : CountedState(m, s), set(set_of(m, s)) {
    if (algorithm == Constrained::dense) algorithm = Constrained::prox_ltl;
    const ConstrainedSizes sizes = constrained_sizes(model, set.capacity);
    Arena measure;
    constrained_scratch<Counted>(sizes, algorithm, measure);
    block.resize(measure.used());
    Arena arena(block.data());
    w = constrained_scratch<Counted>(sizes, algorithm, arena);
    const auto rows = static_cast<std::size_t>(set.rows);
    target = variables(std::vector<double>(rows, 1.0)), R = variables(std::vector<double>(rows, 1e3));
    lambda.resize(rows);
    if (!set.rows_on_effectors())
      for (std::size_t k = 0; k < rows * sizes.nv; ++k) w.J[k] = Counted::variable(1);
  }
  const ConstraintSet::Data& set_of(const Model& m, const Question& s) {
    if (s.constraints) return s.constraints->data();
    return tips.emplace(m, weld_tips(m)).data();
  }
};

template <Constrained algorithm>
OperationCount of(const Model& model, const Question& s, bool moving) {
  Run run(model, s, algorithm);
  ConstrainedProblem<Counted> problem{.q = run.q.data()};
  problem.v = moving ? run.v.data() : run.zero.data();
  problem.tau = moving ? run.tau.data() : run.zero.data();
  if (moving) problem.external = run.external(), problem.gravity = run.model.gravity;
  problem.target = run.target.data(), problem.R = run.R.data();
  problem.max_iterations = iterations, problem.refine = false;
  return count_operations(
      [&] { kernel_of<algorithm>()(run.model, run.set, run.w, problem, run.out.data(), run.lambda.data()); });
}

}  // namespace

template <Constrained algorithm>
OperationCount constrained(const Model& model, const Question& s) {
  return of<algorithm>(model, s, true);
}
template <Constrained algorithm>
OperationCount impulse(const Model& model, const Question& s) {
  return of<algorithm>(model, s, false);
}

OperationCount constrained_derivatives(const Model& model, const Question& s) { return aba_derivatives(model, s); }

#define TENON_BOTH(name)                                                                 \
  template OperationCount constrained<Constrained::name>(const Model&, const Question&); \
  template OperationCount impulse<Constrained::name>(const Model&, const Question&);
TENON_EACH_CONSTRAINED(TENON_BOTH)
#undef TENON_BOTH

}  // namespace tenon::count
