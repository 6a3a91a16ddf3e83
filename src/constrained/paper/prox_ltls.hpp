// Constrained dynamics in joint space, forces eliminated before accelerations: proxLTLs.  [cABA] section II-D2, eqs
// 16 and 24.  O(n d² + m d).  Steps, numbered here because the paper lists none:
//   1  R KᵀK on the constrained links, M_μ by CRBA, M_μ = LᵀL       eq. 24
//   2  v̇ = M_μ⁻¹(τ - c + Jᵀ(λ + R target))                          eq. 16a
//   3  λ <- λ - R (J v̇ - target)                                    eq. 16b, back to 2 unless proximal.hpp says stop
// Departures: R, one number per row, for μ; λ acts as +Jᵀλ; branch-sparse J and L; from the second iteration on v̇ is
// corrected by M_μ⁻¹ times what is left of the forces, τ - c - M v̇ + Jᵀ(λ - R r), as constrained-aba's residual form
// does, because a large R costs step 2 as many digits. Where the problem asks for the paper's listing (counts), by
// M_μ⁻¹JᵀR r, which is all that is left of them in exact arithmetic.
#pragma once

#include "constrained/paper/joint_space.hpp"
#include "constrained/paper/start.hpp"
#include "constrained/proximal.hpp"
#include "constrained/settling.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
SolveReport prox_ltls_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                             const ConstrainedProblem<S>& problem, S* a, S* lambda) {
  const Branching& tree = set.branching;
  const int m = set.rows, n = model.nv;
  const S o(0);
  generalized_forces(model, w, problem);
  place_jacobian(model, set, w);
  for (int i = 1; i < model.body_count(); ++i) {  // step 1
    if (!tree.supports(i)) continue;
    w.link[i].I = {{o, o, o, o, o, o}, {o, o, o, o, o, o, o, o, o}, {o, o, o, o, o, o}};
    each_own_row(tree, i, [&](int r) { add_square(w.link[i].I, problem.R[tree.user_rows()[r]], w.K[r]); });
  }
  joint_space_inertia<true>(model, tree, w);
  const MatrixView<S> L{w.M, n};
  ltl_factorize(model.lambda, L);
  const auto solve = [&](S* x) {
    solve_lt<Diagonal::general>(model.lambda, L, RowsView<S>{x});
    solve_l<Diagonal::general>(model.lambda, L, RowsView<S>{x});
  };
  for (int r = 0; r < m; ++r) w.step[r] = mul_add(problem.R[r], problem.target[r], lambda[r]);
  for (int d = 0; d < n; ++d) a[d] = w.z[d];
  add_transposed(model, set, w.J, w.step, a);
  solve(a);  // step 2
  Settling<double> settling(set, largest(m, problem.R), problem.tolerance, problem.max_iterations);
  for (ProximalLoop loop(problem.tolerance, problem.max_iterations);;) {
    for (int r = 0; r < m; ++r) w.before[r] = w.r[r];
    multiply_rows(model, set, w.J, a, w.r);
    for (int r = 0; r < m; ++r) {  // step 3
      w.r[r] -= problem.target[r];
      w.step[r] = -(problem.R[r] * w.r[r]);
      lambda[r] += w.step[r];
    }
    const bool first = m > 0 && loop.report().iterations == 0;
    if (!loop.goes_on(m, problem.R, w.r,
                      {.moved = first ? -1 : distance(m, w.r, w.before), .settled = settling.settled()}))
      return loop.report();
    for (int d = 0; d < n; ++d) w.c[d] = o;
    if (problem.refine) {
      inertia_times(model, w, a, w.c);
      for (int d = 0; d < n; ++d) w.c[d] = w.z[d] - w.c[d];
      add_transposed(model, set, w.J, lambda, w.c);
    }
    add_transposed(model, set, w.J, w.step, w.c);
    solve(w.c);
    for (int d = 0; d < n; ++d) a[d] += w.c[d];
    settling.corrected(largest(n, w.c), largest(n, a));
  }
}

struct ProxLtls {
  static constexpr AlgorithmFacts facts{.name = "prox-ltls",
                                        .paper = "cABA",
                                        .listing = "section II-D2; counted without its corrections",
                                        .complexity = "O(n d² + m d)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool iterates = true, grows = true;
  static constexpr Penalty penalty = Penalty::paper_on_links;

  template <class S>
  static ConstrainedScratch<S> scratch(const ConstrainedSizes& n, Arena& arena) {
    ConstrainedScratch<S> w = constrained_rows<S>(n, arena);
    cut_links(w, n, arena);
    cut_joint_space(w, n, arena);
    return w;
  }
  template <class S>
  static SolveReport run(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                         const ConstrainedProblem<S>& problem, S* a, S* lambda) {
    return prox_ltls_kernel(model, set, w, problem, a, lambda);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
