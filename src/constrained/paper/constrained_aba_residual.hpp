// constrained-aba with refinement inside the iteration: from the second on, the reduced sweeps of [cABA] Alg. 2 carry
// all that is left of the force balance, not only what the new λ adds to it.  O(n + m).
//   F_i = I a_i + p - Kᵀ(λ - R r),   then Alg. 2 with F for Δf, its accelerations added to a.
// Equal to Alg. 2 where arithmetic is exact, because then the last iteration left I a + p - Kᵀλ = 0. A large R costs
// Alg. 1 as many digits; here the next iteration brings them back, so that R can be large and v̇ exact to rounding.
// I and p of a supporting link hold what hangs on it and supports nothing: those links are rolled out once, at the end.
#pragma once

#include "constrained/balanced_force.hpp"
#include "constrained/paper/start.hpp"
#include "constrained/proximal.hpp"
#include "constrained/settling.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Alg. 1 lines 5-9; w.body holds what comes from rows and supporting links, w.link the rest.
template <class S>
TENON_INLINE void residual_backward(const CompiledModel& model, const Branching& tree, const ConstrainedScratch<S>& w,
                                    const S* tau) {
  const S o(0);
  for (int i = 1; i < model.body_count(); ++i) {
    if (!tree.supports(i)) continue;
    ConstrainedBody<S>& b = w.body[i];
    w.link[i].I = b.I, w.link[i].p = b.p;
    b.I = {{o, o, o, o, o, o}, {o, o, o, o, o, o, o, o, o}, {o, o, o, o, o, o}};
    b.p = {{o, o, o}, {o, o, o}};
    each_own_row(tree, i, [&](int a) {  // line 5
      add_square(b.I, w.R[a], w.K[a]);
      b.p -= mul_add(w.R[a], w.k[a], w.lambda[a]) * w.K[a];
    });
  }
  for (int i = model.body_count() - 1; i > 0; --i) {  // line 6
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    ConstrainedBody<S>& b = w.body[i];
    if (tree.supports(i)) b.I += w.link[i].I, b.p += w.link[i].p;
    eliminate_joint(model, k, tau, w.axis, b.I, b.p);  // line 7
    if (k.parent == 0) continue;
    const bool hangs = !tree.supports(i) && tree.supports(k.parent);
    (hangs ? w.link[k.parent].p : w.body[k.parent].p) += act(b.X, b.p + b.I * b.c);  // line 8
    (hangs ? w.link[k.parent].I : w.body[k.parent].I) += act(b.X, b.I);              // line 9
  }
}

// Alg. 2 lines 1-3 on F.
template <class S>
TENON_INLINE void imbalance_backward(const CompiledModel& model, const Branching& tree, const ConstrainedScratch<S>& w,
                                     const S* tau, const S* a) {
  for (int i = 1; i < model.body_count(); ++i) {
    if (!tree.supports(i)) continue;
    SupportingLink<S>& x = w.link[i];
    x.df = x.I * w.body[i].a + x.p;
    each_own_row(tree, i, [&](int r) { x.df -= neg_mul_add(w.R[r], w.r[r], w.lambda[r]) * w.K[r]; });
  }
  for (int i = model.body_count() - 1; i > 0; --i) {
    if (!tree.supports(i)) continue;
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    Force<S>& F = w.link[i].df;
    pass_through_joint(k, w.axis, F, [&](int dof, const S& component) {
      const S armature(model.armature[static_cast<std::size_t>(dof)]);
      return w.axis[dof].u = neg_mul_add(armature, a[dof], tau[dof] - component);
    });
    if (k.parent > 0) w.link[k.parent].df += act(w.body[i].X, F);
  }
}

// Alg. 2 lines 4-6: the changes of v̇ and of the links' accelerations, added. Returns the largest of v̇.
template <class S>
TENON_INLINE double imbalance_forward(const CompiledModel& model, const Branching& tree, const ConstrainedScratch<S>& w,
                                      S* a) {
  const S o(0);
  double most = 0;
  w.link[0].da = {{o, o, o}, {o, o, o}};
  for (int i = 1; i < model.body_count(); ++i) {
    if (!tree.supports(i)) continue;
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    Motion<S>& da = w.link[i].da;
    da = act_inverse(w.body[i].X, w.link[k.parent].da);
    const auto solve = [&](int dof) {
      const AbaAxis<S>& x = w.axis[dof];
      const S change = x.D_inverse * (x.u - dot(da, x.U));
      a[dof] += change;
      most = std::max(most, std::fabs(plain_value(change)));
      return change;
    };
    if (k.kind == JointKind::helical) {
      const S change = solve(k.v);
      da.linear.z = mul_add(S(k.pitch), change, da.linear.z);
      da.angular.z += change;
    } else {
      by_kind(k.kind, [&]<JointKind kind>() {
        forward_axes<kind>(k, [&]<Axis axis>(int dof) { element<axis>(da) += solve(dof); });
      });
    }
    w.body[i].a += da;
  }
  return most;
}

// For algorithms that correct nothing: how far forces that λ shall balance are from it, as the correction of v̇ that
// this asks for. Reads the links' accelerations, rows and λ; changes what the sweeps before have left, not the answer
// a.
template <class S>
double correction_asked_for(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                            const ConstrainedProblem<S>& problem, S* a) {
  first_forward_sweep(model, set, w, problem);
  residual_backward(model, set.branching, w, problem.tau);
  for (int r = 0; r < set.branching.rows(); ++r) w.r[r] = S(0);  // λ is the one that belongs to a
  imbalance_backward(model, set.branching, w, problem.tau, a);
  std::copy_n(a, model.nv, w.c);
  const double correction = imbalance_forward(model, set.branching, w, a);
  std::copy_n(w.c, model.nv, a);
  return correction;
}

template <class S>
TENON_INLINE void balance_forces(const Branching& tree, const ConstrainedScratch<S>& w) {
  for (int e = 0; e < tree.effector_count(); ++e) {
    const Effector& x = tree.effector(e);
    for (int i = x.row; i < x.row + x.rows; ++i)
      w.lambda[i] = balanced_force(w.lambda[i], w.R[i], w.r[i], w.before[i] + dot(w.link[x.body].da, w.K[i]));
  }
}

template <class S>
SolveReport constrained_aba_kernel(const CompiledModel& model, const ConstraintSet::Data& set,
                                   const ConstrainedScratch<S>& w, const ConstrainedProblem<S>& problem, S* a,
                                   S* lambda) {
  const Branching& tree = set.branching;
  const int m = tree.rows(), n = model.body_count();
  for (int d = 0; d < model.nv; ++d) a[d] = S(0);  // those that support nothing come last
  first_forward_sweep(model, set, w, problem);
  take_rows(set, w, problem, lambda);
  residual_backward(model, tree, w, problem.tau);
  for (int i = 1; i < n; ++i)
    if (tree.supports(i)) roll_out(model, w, i, a);
  Settling<double> settling(set, largest(m, w.R), problem.tolerance, problem.max_iterations);
  for (ProximalLoop loop(problem.tolerance, problem.max_iterations);;) {
    for (int i = 0; i < m; ++i) w.before[i] = w.r[i];
    row_residuals(set, w);
    for (int i = 0; i < m; ++i) w.lambda[i] = neg_mul_add(w.R[i], w.r[i], w.lambda[i]);
    const bool first = m > 0 && loop.report().iterations == 0;
    if (!loop.goes_on(m, w.R, w.r, {.moved = first ? -1 : distance(m, w.r, w.before), .settled = settling.settled()})) {
      for (int i = 1; i < n; ++i)
        if (!tree.supports(i)) roll_out(model, w, i, a);
      if (!first && m > 0) balance_forces(tree, w);
      give_forces(set, w, lambda);
      return loop.report();
    }
    imbalance_backward(model, tree, w, problem.tau, a);
    const double correction = imbalance_forward(model, tree, w, a);
    settling.corrected(correction, largest(model.nv, a));
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
