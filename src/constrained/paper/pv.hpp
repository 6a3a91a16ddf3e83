// The Popov-Vereshchagin algorithm, without regularization.  [cABA] section II-G: Algorithm 4 with lines 12-15 replaced
// by one solve with L_0^A, the Delassus matrix.  O(n + m² d + m³).
// Refuses redundant rows: a pivot of the Cholesky factorization below 1e-10 of its diagonal entry is one that the rows
// before it determine. The answer is then the unconstrained motion, λ = 0.
// Departures: those of paper/pv_sweeps.hpp; λ is corrected by the residual of the accelerations while that makes it
// smaller.
#pragma once

#include "constrained/paper/pv_sweeps.hpp"
#include "constrained/proximal.hpp"
#include "delassus/paper/dense_cholesky.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
SolveReport pv_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                      const ConstrainedProblem<S>& problem, S* a, S* lambda) {
  const int m = set.branching.rows();
  first_forward_sweep(model, set, w, problem);
  take_rows(set, w, problem, lambda);
  for (int r = 0; r < m; ++r) w.before[r] = w.k[r], w.lambda[r] = S(0);
  pv_backward(model, set, w, problem, [](int) { return false; });
  const DenseBlock<S> L{w.L, m, m};
  SolveReport report{.dual_residual = -1};
  const bool full_rank = cholesky(L, least_pivot);
  if (full_rank) {
    for (int r = 0; r < m; ++r) w.lambda[r] = -w.k[r];
    cholesky_solve(L, w.lambda);
  } else {
    report.status = SolveStatus::redundant_rows;
  }
  for (int r = 0; r < m; ++r) w.k[r] = w.before[r];
  for (;;) {
    for (int i = 1; i < model.body_count(); ++i) pv_roll_out(model, set, w, i, a);
    row_residuals(set, w);
    ++report.iterations;
    const double before = report.residual, now = largest(m, w.r);
    report.residual = now;
    const bool helps = full_rank && (report.iterations == 1 || now < 0.5 * before);
    if (!stops_early<S> || !helps || now <= problem.tolerance || report.iterations == problem.max_iterations) break;
    for (int r = 0; r < m; ++r) w.step[r] = -w.r[r];
    cholesky_solve(L, w.step);
    for (int r = 0; r < m; ++r) w.lambda[r] += w.step[r];
  }
  if (full_rank && stops_early<S> && !(report.residual <= problem.tolerance)) report.status = SolveStatus::stalled;
  give_forces(set, w, lambda);
  return report;
}

struct Pv {
  static constexpr AlgorithmFacts facts{
      .name = "pv", .paper = "cABA", .listing = "section II-G", .complexity = "O(n + m² d + m³)"};
  static constexpr RowKinds takes = RowKinds::one_body;

  template <class S>
  static ConstrainedScratch<S> scratch(const ConstrainedSizes& n, Arena& arena) {
    ConstrainedScratch<S> w = constrained_rows<S>(n, arena);
    cut_dual(w, n, arena);
    w.K_A = arena.take<Force<S>>(n.rows);
    return w;
  }
  template <class S>
  static SolveReport run(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                         const ConstrainedProblem<S>& problem, S* a, S* lambda) {
    return pv_kernel(model, set, w, problem, a, lambda);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
