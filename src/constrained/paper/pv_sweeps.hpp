// The backward sweep and the roll-out that pv and prox-pv share.  [cABA] Algorithm 4, lines 5-11 and 17-19.
// Departures: those of paper/start.hpp; a joint of several degrees of freedom is eliminated axis by axis, and so are
// the rows that pass it; K^A, L^A and l of a link are ranges of arrays, because end-effectors are sorted by body, so
// that stacking moves nothing; K^A S is kept per axis for line 18. Errata: line 10 builds a block-diagonal matrix; what
// has index 0 starts empty; line 18 gives ν̇.
#pragma once

#include "constrained/paper/start.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
TENON_INLINE S& joint_part(const CompiledModel& model, const ConstrainedScratch<S>& w, int row, int dof) {
  return w.KS[static_cast<std::ptrdiff_t>(row) * model.nv + dof];
}

// Rows first … last through one axis whose U, 1/D and u are known; component: sᵀK.
template <class S, class Component>
TENON_INLINE void pass_rows(const CompiledModel& model, const ConstrainedScratch<S>& w, int rows, int first, int last,
                            int dof, Component&& component) {
  const AbaAxis<S>& x = w.axis[dof];
  for (int a = first; a < last; ++a) {
    const S KS = joint_part(model, w, a, dof) = component(w.K_A[a]);
    const S t = w.step[a] = x.D_inverse * KS;
    w.K_A[a] -= t * x.U;               // line 9: K P
    w.k[a] = mul_add(t, x.u, w.k[a]);  // line 11
  }
  for (int a = first; a < last; ++a)  // line 10, below the diagonal
    for (int b = first; b <= a; ++b) {
      S& L = w.L[static_cast<std::ptrdiff_t>(a) * rows + b];
      L = mul_add(w.step[a], joint_part(model, w, b, dof), L);
    }
}

// Lines 5-11. Afterwards w.k is l, w.c[dof] is u; at the bodies that `stays` names nothing is eliminated.
template <class S, class Stays>
TENON_INLINE void pv_backward(const CompiledModel& model, const ConstraintSet::Data& set,
                              const ConstrainedScratch<S>& w, const ConstrainedProblem<S>& problem, Stays&& stays) {
  const Branching& tree = set.branching;
  const int rows = tree.rows();
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(rows) * rows; ++i) w.L[i] = S(0);  // line 4
  for (int a = 0; a < rows; ++a) w.K_A[a] = w.K[a], w.k[a] = -w.k[a];
  for (int i = model.body_count() - 1; i > 0; --i) {  // line 5
    if (stays(i)) continue;
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    ConstrainedBody<S>& b = w.body[i];
    const int first = tree.row_begin(i), last = tree.row_end(i);
    eliminate_joint(model, k, problem.tau, w.axis, b.I, b.p);  // line 6
    for (int d = k.v; d < k.v + k.nv; ++d) w.c[d] = w.axis[d].u;
    if (k.kind == JointKind::helical)
      pass_rows(model, w, rows, first, last, k.v,
                [&](const Force<S>& f) { return mul_add(S(k.pitch), f.linear.z, f.angular.z); });
    by_kind(k.kind, [&]<JointKind kind>() {
      backward_axes<kind>(k, [&]<Axis axis>(int dof) {
        pass_rows(model, w, rows, first, last, dof, [](const Force<S>& f) { return element<axis>(f); });
      });
    });
    const Motion<S> c = k.parent == 0 ? act_inverse(b.X, w.body[0].a) + b.c : b.c;  // K_0 a_0 joins l at a root
    for (int a = first; a < last; ++a) {
      w.k[a] += dot(c, w.K_A[a]);  // line 11
      if (k.parent > 0) w.K_A[a] = act(b.X, w.K_A[a]);
    }
    if (k.parent == 0) continue;
    w.body[k.parent].p += act(b.X, b.p + b.I * b.c);  // line 7
    w.body[k.parent].I += act(b.X, b.I);              // line 8
  }
}

// Lines 17-19 for one body.
template <class S>
TENON_INLINE void pv_roll_out(const CompiledModel& model, const ConstraintSet::Data& set,
                              const ConstrainedScratch<S>& w, int i, S* a) {
  const Body& k = model.bodies[static_cast<std::size_t>(i)];
  const int first = set.branching.row_begin(i), last = set.branching.row_end(i);
  for (int d = k.v; d < k.v + k.nv; ++d) {
    S u = w.c[d];
    for (int r = first; r < last; ++r) u = mul_add(joint_part(model, w, r, d), w.lambda[r], u);
    w.axis[d].u = u;
  }
  roll_out(model, w, i, a);
}

}  // namespace TENON_ISA
}  // namespace tenon
