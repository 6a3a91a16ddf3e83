// Constrained dynamics in joint space, accelerations eliminated before forces: proxLTL.  [cABA] section II-D1, eqs
// 8-14.  O(n d² + m² d + m d² + m³).  Steps, numbered here because the paper lists none:
//   1  M by CRBA, M = LᵀL, z = L⁻ᵀ(τ - c)                           eq. 3
//   2  Y = J L⁻¹, Λ⁻¹ = Y Yᵀ, y = target - Y z                      eqs 9, 10
//   3  Λ⁻¹ + R⁻¹ = C Cᵀ once, then proximal iterations on λ        eq. 13, stopped by eq. 14
//   4  v̇ = L⁻¹(z + Yᵀλ)                                             eq. 8
// Takes every kind of row. Departures: R, one number per row, for μ; λ acts as +Jᵀλ; branch-sparse J and L; those of
// paper/dual_iterations.hpp.
#pragma once

#include "constrained/paper/dual_iterations.hpp"
#include "constrained/paper/joint_space.hpp"
#include "delassus/paper/dense_cholesky.hpp"
#include "delassus/paper/ltl_osim.hpp"

namespace tenon {
inline namespace TENON_ISA {

// For rows other than frames held to the world J is in w.J already.
template <class S>
SolveReport prox_ltl_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                            const ConstrainedProblem<S>& problem, S* a, S* lambda) {
  const int m = set.rows, n = model.nv;
  generalized_forces(model, w, problem);  // step 1
  joint_space_inertia<false>(model, set.branching, w);
  const MatrixView<S> L{w.M, n};
  ltl_factorize(model.lambda, L);
  solve_lt<Diagonal::general>(model.lambda, L, RowsView<S>{w.z});
  if (set.rows_on_effectors()) place_jacobian(model, set, w);  // step 2
  S* Y = w.KS;
  each_entry(set, [&](int r, int dof) {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(r) * n + dof;
    Y[at] = w.J[at];
  });
  ltl_osim_solve(model, set, L, Y);
  ltl_osim_product(model, set, Y, w.L);
  multiply_rows(model, set, Y, w.z, w.k);
  for (int r = 0; r < m; ++r) w.k[r] = problem.target[r] - w.k[r];
  const DenseBlock<S> Lambda_inverse{w.L, m, m}, C{w.factor, m, m};  // step 3
  for (int r = 0; r < m; ++r) {
    for (int s = 0; s <= r; ++s) C(r, s) = Lambda_inverse(r, s);
    C(r, r) += S(1) / problem.R[r];
  }
  for (int r = 0; r < m; ++r) w.reach[r] = std::sqrt(std::max(plain_value(Lambda_inverse(r, r)), 0.0));
  cholesky(C);
  const auto apply = [&](const S* x, S* out) {
    for (int r = 0; r < m; ++r) {
      out[r] = S(0);
      for (int s = 0; s < m; ++s) out[r] = mul_add(Lambda_inverse(r, s), x[s], out[r]);
    }
  };
  const auto solve = [&](S* x) { cholesky_solve(C, x); };
  const auto roll_out = [&](S* r) {  // step 4
    for (int d = 0; d < n; ++d) a[d] = w.z[d];
    add_transposed(model, set, Y, lambda, a);
    solve_l<Diagonal::general>(model.lambda, L, RowsView<S>{a});
    multiply_rows(model, set, w.J, a, r);
    for (int s = 0; s < m; ++s) r[s] -= problem.target[s];
  };
  return dual_iterations<S>({m, problem.R, lambda, w.k, w.r, w.before, w.step, w.start, w.reach}, problem.tolerance,
                            problem.max_iterations, apply, solve, roll_out);
}

struct ProxLtl {
  static constexpr AlgorithmFacts facts{.name = "prox-ltl",
                                        .paper = "cABA",
                                        .listing = "section II-D1",
                                        .complexity = "O(n d² + m² d + m d² + m³)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::every;
  static constexpr bool iterates = true;

  template <class S>
  static ConstrainedScratch<S> scratch(const ConstrainedSizes& n, Arena& arena) {
    ConstrainedScratch<S> w = constrained_rows<S>(n, arena);
    cut_joint_space(w, n, arena);
    cut_dual(w, n, arena);
    return w;
  }
  template <class S>
  static SolveReport run(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                         const ConstrainedProblem<S>& problem, S* a, S* lambda) {
    return prox_ltl_kernel(model, set, w, problem, a, lambda);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
