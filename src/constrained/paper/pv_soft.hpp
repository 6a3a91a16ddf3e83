// Rows as springs: PV-soft, the first iteration of constrained-aba from λ = 0.  [cABA] section VII-A.  O(n + m).
// Minimizes Gauss's function plus ½ rᵀR r; R is the stiffness asked for. Departures: where springs are so stiff that
// the sweeps lose digits, what is left of the forces corrects the accelerations until they have settled. Errata: eq. 42
// lost a ½.
#pragma once

#include "constrained/paper/constrained_aba.hpp"
#include "constrained/paper/constrained_aba_residual.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
SolveReport pv_soft_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                           const ConstrainedProblem<S>& problem, S* a, S* lambda) {
  const Branching& tree = set.branching;
  const int m = tree.rows(), n = model.body_count();
  for (int r = 0; r < m; ++r) lambda[r] = S(0);
  SolveReport report;  // converged: soft rows give way, their residual is part of the answer
  const double most = largest(m, problem.R);
  if (!costs_digits<double>(set, most, 1e-4) || !stops_early<S>) {
    ConstrainedProblem<S> once = problem;
    once.max_iterations = 1;
    report = constrained_aba_plain_kernel(model, set, w, once, a, lambda);
    report.status = SolveStatus::converged;
    return report;
  }
  for (int d = 0; d < model.nv; ++d) a[d] = S(0);
  first_forward_sweep(model, set, w, problem);
  take_rows(set, w, problem, lambda);
  residual_backward(model, tree, w, problem.tau);
  for (int i = 1; i < n; ++i)
    if (tree.supports(i)) roll_out(model, w, i, a);
  row_residuals(set, w);
  Settling<double> settling(set, most, problem.tolerance, 6);
  for (int pass = 0; pass < 6 && !settling.settled(); ++pass) {
    imbalance_backward(model, tree, w, problem.tau, a);
    const double correction = imbalance_forward(model, tree, w, a);
    row_residuals(set, w);
    settling.corrected(correction, largest(model.nv, a));
  }
  for (int i = 1; i < n; ++i)
    if (!tree.supports(i)) roll_out(model, w, i, a);
  for (int r = 0; r < m; ++r) w.lambda[r] = -(w.R[r] * w.r[r]);
  give_forces(set, w, lambda);
  report = {settling.settled() ? SolveStatus::converged : SolveStatus::stalled, 1, largest(m, w.r), -1};
  return report;
}

struct PvSoft {
  static constexpr AlgorithmFacts facts{.name = "pv-soft",
                                        .paper = "cABA",
                                        .listing = "section VII-A: rows as springs",
                                        .complexity = "O(n + m)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool soft_rows = true;

  template <class S>
  static ConstrainedScratch<S> scratch(const ConstrainedSizes& n, Arena& arena) {
    ConstrainedScratch<S> w = constrained_rows<S>(n, arena);
    cut_links(w, n, arena);
    return w;
  }
  template <class S>
  static SolveReport run(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                         const ConstrainedProblem<S>& problem, S* a, S* lambda) {
    return pv_soft_kernel(model, set, w, problem, a, lambda);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
