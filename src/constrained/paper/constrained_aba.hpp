// Constrained dynamics in O(n + m): the articulated-body algorithm on links that carry R KᵀK, forces by the augmented
// Lagrangian.  [cABA] Algorithms 1, 2 and 3.
// Departures: those of paper/start.hpp; R, one number per row, for μ; λ acts as +Jᵀλ; a joint of several degrees of
// freedom is eliminated axis by axis; armature adds to D; λ may start warm; stops as proximal.hpp says. Errata: Alg. 2
// loses f^A <- f^A + Δf in line 7 (as printed it is exact for two iterations and then solves with 2μ); here u = Sᵀf^A
// is what adds up. The update of λ (eq. 27b) is missing from Alg. 3: the λ returned is the one that balances the v̇
// returned. ν̇⁰ of line 6 is undefined at k = 1.
#pragma once

#include "constrained/paper/constrained_aba_residual.hpp"
#include "constrained/paper/start.hpp"
#include "constrained/proximal.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Algorithm 1, lines 6-9, from the forces and inertias of lines 4 and 5.
template <class S>
TENON_INLINE void constrained_aba_backward(const CompiledModel& model, const ConstrainedScratch<S>& w, const S* tau) {
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    ConstrainedBody<S>& b = w.body[i];
    eliminate_joint(model, k, tau, w.axis, b.I, b.p);  // line 7
    if (k.parent == 0) continue;
    w.body[k.parent].p += act(b.X, b.p + b.I * b.c);  // line 8
    w.body[k.parent].I += act(b.X, b.I);              // line 9
  }
}

// Algorithm 2, lines 1-3.
template <class S>
TENON_INLINE void constrained_aba_reduced_backward(const CompiledModel& model, const Branching& tree,
                                                   const ConstrainedScratch<S>& w) {
  const S o(0);
  for (int i = 1; i < model.body_count(); ++i) w.link[i].df = {{o, o, o}, {o, o, o}};
  for (int i = model.body_count() - 1; i > 0; --i) {  // line 1
    if (!tree.supports(i)) continue;
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    Force<S>& dp = w.link[i].df;
    each_own_row(tree, i, [&](int a) { dp += (w.R[a] * w.r[a]) * w.K[a]; });  // line 2
    pass_through_joint(k, w.axis, dp, [&](int dof, const S& component) {
      w.axis[dof].u -= component;  // f^A <- f^A + Δf
      return -component;
    });
    if (k.parent > 0) w.link[k.parent].df += act(w.body[i].X, dp);  // line 3
  }
}

// As printed nothing tells whether forces balance: rows that are met, or met as well as they can be, do not. So what is
// left of the forces is measured once, at the end. share: of v̇, how far off it may be.
inline bool balances(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<double>& w,
                     const ConstrainedProblem<double>& problem, double share, double* a) {
  if (exceeds_precision<double>(set, largest(set.branching.rows(), w.R))) return false;
  return correction_asked_for(model, set, w, problem, a) <= std::max(share * largest(model.nv, a), problem.tolerance);
}

template <class S>
SolveReport constrained_aba_plain_kernel(const CompiledModel& model, const ConstraintSet::Data& set,
                                         const ConstrainedScratch<S>& w, const ConstrainedProblem<S>& problem, S* a,
                                         S* lambda) {
  const Branching& tree = set.branching;
  const int m = tree.rows(), n = model.body_count();
  first_forward_sweep(model, set, w, problem);  // Alg. 1 lines 1-4
  take_rows(set, w, problem, lambda);           // Alg. 3 line 1
  for (int e = 0; e < tree.effector_count(); ++e)
    for (int i = tree.effector(e).row; i < tree.effector(e).row + tree.effector(e).rows; ++i) {  // Alg. 1 line 5
      ConstrainedBody<S>& b = w.body[tree.effector(e).body];
      add_square(b.I, w.R[i], w.K[i]);
      b.p -= mul_add(w.R[i], w.k[i], w.lambda[i]) * w.K[i];
    }
  constrained_aba_backward(model, w, problem.tau);
  for (ProximalLoop loop(problem.tolerance, problem.max_iterations);;) {  // Alg. 3 line 5
    for (int i = 1; i < n; ++i)
      if (tree.supports(i)) roll_out(model, w, i, a);  // Alg. 1 lines 10-12, Alg. 2 lines 4-6
    for (int i = 0; i < m; ++i) w.before[i] = w.r[i];
    row_residuals(set, w);
    for (int i = 0; i < m; ++i) w.lambda[i] = neg_mul_add(w.R[i], w.r[i], w.lambda[i]);  // eq. 27b
    const bool first = loop.report().iterations == 0;
    if (!loop.goes_on(m, w.R, w.r, {.moved = first && m > 0 ? -1 : distance(m, w.r, w.before)})) {  // Alg. 3 lines 6, 7
      for (int i = 1; i < n; ++i)
        if (!tree.supports(i)) roll_out(model, w, i, a);  // lines 9-11
      give_forces(set, w, lambda);
      if constexpr (stops_early<S>) {
        // Forces that contradicting rows add in vain round, too: `infeasible` promises six digits (verdict.hpp).
        SolveStatus& status = loop.report().status;
        const double share = status == SolveStatus::infeasible ? 1e-6 : 10 * settled_share<double>;
        if (status != SolveStatus::max_iterations && !balances(model, set, w, problem, share, a))
          status = SolveStatus::stalled;
      }
      return loop.report();
    }
    constrained_aba_reduced_backward(model, tree, w);  // line 8
  }
}

struct ConstrainedAbaPlain {
  static constexpr AlgorithmFacts facts{.name = "constrained-aba-plain",
                                        .paper = "cABA",
                                        .listing = "Algorithms 1 to 3",
                                        .complexity = "O(n + m)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool iterates = true, grows = true;
  static constexpr Penalty penalty = Penalty::paper_on_links;

  template <class S>
  static ConstrainedScratch<S> scratch(const ConstrainedSizes& n, Arena& arena) {
    ConstrainedScratch<S> w = constrained_rows<S>(n, arena);
    cut_links(w, n, arena);
    return w;
  }
  template <class S>
  static SolveReport run(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                         const ConstrainedProblem<S>& problem, S* a, S* lambda) {
    return constrained_aba_plain_kernel(model, set, w, problem, a, lambda);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
