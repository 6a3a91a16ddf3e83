// First forward sweep of the recursive algorithms, and the rows that their links carry.  [cABA] Algs 1 and 4, lines
// 1-4.
// Departures: body frames; classical accelerations (kinematics/joint.hpp), p is -f of the paper; what K a must equal is
// k = target + K β with β the acceleration at v̇ = 0, because K (a - β) = J v̇ whatever the kernel's accelerations hold
// (gravity, products of velocities).
// Errata: line 4's leading "f_i +" (Alg. 1) and "f_π +" (Alg. 4) count forces twice; with a_0 = -a_grav the k_i must
// carry gravity too.
#pragma once

#include "constrained/scratch.hpp"
#include "delassus/paper/start.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
TENON_INLINE void first_forward_sweep(const CompiledModel& model, const ConstraintSet::Data& set,
                                      const ConstrainedScratch<S>& w, const ConstrainedProblem<S>& problem) {
  const S o(0);
  ConstrainedBody<S>* body = w.body;
  body[0].w = {o, o, o};
  body[0].a = body[0].beta = {-lifted<S>(problem.gravity), {o, o, o}};
  joint_trigonometry(model, problem.q, w.sine, w.cosine);
  for (int i = 1; i < model.body_count(); ++i) {  // line 1
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    ConstrainedBody<S>& b = body[i];
    by_kind(k.kind, [&]<JointKind kind>() {
      b.X = joint_placement<kind>(k, problem.q, w.sine, w.cosine);
      aba_outward<kind>(k, body[k.parent].w, problem.v, b);  // lines 2-4: ω, a_b (here c), p
    });
    if (problem.external) b.p -= problem.external[i];
    b.I = articulated(lifted<S>(k.I));
    if (!set.branching.supports(i)) continue;
    b.beta = act_inverse(b.X, body[k.parent].beta) + b.c;
    if (set.world_aligned) b.R_w = k.parent == 0 ? b.X.R : body[k.parent].R_w * b.X.R;
  }
}

// K, k, R and the λ to start from, in the order of the sweeps.
template <class S>
TENON_INLINE void take_rows(const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                            const ConstrainedProblem<S>& problem, const S* lambda) {
  const Branching& tree = set.branching;
  for (int e = 0; e < tree.effector_count(); ++e) {
    const Effector& x = tree.effector(e);
    const BodyTerm& term = set.term_of(x);
    const ConstrainedBody<S>& b = w.body[x.body];
    for (int i = 0; i < x.rows; ++i) {
      const int a = x.row + i, own = x.user_row + i;
      w.K[a] = term_row(term, i, b.R_w);
      w.k[a] = problem.target[own] + dot(b.beta, w.K[a]);
      w.R[a] = problem.R[own];
      w.lambda[a] = lambda[own];
    }
  }
}

template <class S>
TENON_INLINE void give_forces(const ConstraintSet::Data& set, const ConstrainedScratch<S>& w, S* lambda) {
  for (int a = 0; a < set.branching.rows(); ++a) lambda[set.branching.user_rows()[a]] = w.lambda[a];
}

// r = K a - k.
template <class S>
TENON_INLINE void row_residuals(const ConstraintSet::Data& set, const ConstrainedScratch<S>& w) {
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const Effector& x = set.branching.effector(e);
    for (int a = x.row; a < x.row + x.rows; ++a) w.r[a] = dot(w.body[x.body].a, w.K[a]) - w.k[a];
  }
}

// I + s f fᵀ.
template <class S>
TENON_INLINE void add_square(ArticulatedInertia<S>& I, const S& s, const Force<S>& f) {
  I = rank_one_downdate(I, -s, f);
}

// The rows that a body itself carries: add(row).
template <class Add>
TENON_INLINE void each_own_row(const Branching& tree, int body, Add&& add) {
  for (int e = tree.es_begin(body); e < tree.es_end(body) && tree.effector(e).body == body; ++e)
    for (int a = tree.effector(e).row; a < tree.effector(e).row + tree.effector(e).rows; ++a) add(a);
}

// Accelerations of a body from its parent's.  Alg. 1 lines 11, 12.
template <class S>
TENON_INLINE void roll_out(const CompiledModel& model, const ConstrainedScratch<S>& w, int i, S* a) {
  const Body& k = model.bodies[static_cast<std::size_t>(i)];
  ConstrainedBody<S>& b = w.body[i];
  b.a = act_inverse(b.X, w.body[k.parent].a) + b.c;
  by_kind(k.kind, [&]<JointKind kind>() { aba_accelerate<kind>(k, w.axis, b, a); });
}

// Takes a joint's axes out of I and p.  Alg. 1 lines 7-9.
template <class S>
TENON_INLINE void eliminate_joint(const CompiledModel& model, const Body& k, const S* tau, AbaAxis<S>* axis,
                                  ArticulatedInertia<S>& I, Force<S>& p) {
  if (k.kind == JointKind::revolute && model.armature[static_cast<std::size_t>(k.v)] == 0)
    return aba_eliminate_about_z(k, tau, axis, I, p);
  by_kind(k.kind, [&]<JointKind kind>() { aba_eliminate<kind>(model, k, tau, axis, I, p); });
}

// The same for a change of p alone: take(dof, sᵀp) gives the axis' share u, p becomes P p.
template <class S, class Take>
TENON_INLINE void pass_through_joint(const Body& k, const AbaAxis<S>* axis, Force<S>& p, Take&& take) {
  const auto pass = [&](int dof, const S& component) {
    const S u = take(dof, component);
    p += (axis[dof].D_inverse * u) * axis[dof].U;
  };
  if (k.kind == JointKind::helical) return pass(k.v, mul_add(S(k.pitch), p.linear.z, p.angular.z));
  by_kind(k.kind, [&]<JointKind kind>() {
    backward_axes<kind>(k, [&]<Axis axis_of>(int dof) { pass(dof, element<axis_of>(p)); });
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
