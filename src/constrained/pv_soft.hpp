// Rows as springs: PV-soft, the first iteration of constrained-aba from λ = 0.  [cABA] section VII-A.  O(n + m).
// Minimizes Gauss's function plus ½ rᵀR r; R is the stiffness asked for.
// Errata: eq. 42 lost a ½.
#pragma once

#include "constrained/constrained_aba.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
SolveReport pv_soft_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                           const ConstrainedProblem<S>& problem, S* a, S* lambda) {
  ConstrainedProblem<S> once = problem;
  once.max_iterations = 1;
  for (int r = 0; r < set.rows; ++r) lambda[r] = S(0);
  SolveReport report = constrained_aba_plain_kernel(model, set, w, once, a, lambda);
  report.status = SolveStatus::converged;  // soft rows give way: their residual is part of the answer
  return report;
}

}  // namespace TENON_ISA
}  // namespace tenon
