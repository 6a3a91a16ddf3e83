// constrained-aba of W samples, one per lane: fast/constrained_aba.hpp with packs for numbers. Its lanes have the bits
// of the single call body by body.
#pragma once

#include "constrained/fast/constrained_aba.hpp"
#include "constrained/fast/frozen_lanes.hpp"

namespace tenon {

template <class P>
struct BatchAnswer {
  P *acceleration, *lambda;  // lambda in the set's order: where to start from, and the answer
  SolveReport report[P::width];
};

inline namespace TENON_ISA {

// qdd: nv numbers of scratch.
template <class P, int W, class T>
void constrained_aba_batch(const CompiledModel& model, const Walk<W, T>& walk, const BoundPlan& plan,
                           const ConstraintSet::Data& set, const BoundScratch<P, Pack<double, W>>& w,
                           const ConstrainedProblem<P>& problem, P* qdd, BatchAnswer<P>& answer) {
  const int m = set.branching.rows();
  bound_start<true>(model, walk, plan, set, w, problem, qdd, answer.lambda);
  P* const forces = w.rows;
  FrozenLanes<P> lanes(problem.tolerance, problem.max_iterations,
                       {set, largest_R(set, problem), problem.tolerance, problem.max_iterations});
  for (int iteration = 1;; ++iteration) {
    const RowNorms<P> norms = bound_residuals(plan, w);
    lanes.step(norms.residual, norms.energy, norms.moved, m == 0 || iteration > 1);
    if (lanes.any_ended()) {
      give_row_forces(plan, w, iteration > 1, forces);
      for (int d = 0; d < model.nv; ++d) lanes.freeze(qdd[d], answer.acceleration[d]);
      for (int a = 0; a < m; ++a) lanes.freeze(forces[a], answer.lambda[a]);
    }
    if (!lanes.any_moving()) break;
    const Correction<P> correction = bound_correct(model, walk, plan, w, problem.tau, qdd);
    lanes.corrected(correction.change, correction.size);
  }
  for (int l = 0; l < P::width; ++l) answer.report[l] = lanes.report(l);
}

}  // namespace TENON_ISA
}  // namespace tenon
