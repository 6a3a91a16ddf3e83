// Joint-space inertia matrix, fast: one source for single calls, limbs in lanes, batches and counts. [RBDA] Table 6.2
// with screw placements; O(n d), d the depth of the tree.
// Composite inertias from the tips. The forces of a subtree's joints are columns c in [first, dof_end) that move from
// body to body (fast/crba_columns.hpp), and what a joint reads of them is a row of M (fast/crba_matrix.hpp). Limbs in
// lanes carry each body's force to the limb's root. No placement relative to the world is ever formed.
#pragma once

#include "dynamics/fast/crba_columns.hpp"
#include "dynamics/fast/crba_matrix.hpp"
#include "model/algorithm_facts.hpp"
#include "walk/sweeps.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S, class P>
struct CrbaScratch {
  JointState<S>* joint;   // trunk steps
  JointState<P>* joints;  // groups
  S* inertia;             // slots of Inertia
  CrbaColumns<S> columns;
};
template <class S, int W, class T>
CrbaScratch<S, Pack<double, W>> crba_scratch(const CompiledModel& model, const Walk<W, T>& walk, Arena& arena) {
  return {arena.take<JointState<S>>(walk.trunk.size()), arena.take<JointState<Pack<double, W>>>(walk.groups.size()),
          arena.take<S>(model.bodies.size() * slot_stride<Inertia>), CrbaColumns<S>::cut(model, arena)};
}

// I S of a one-DoF joint.
template <StepForm form, class S, class C>
TENON_INLINE Force<S> joint_column(const StepConstants<C>& k, const Inertia<S>& I) {
  const S o(0);
  if constexpr (is_revolute(form)) {
    return {{-I.h.y, I.h.x, o}, {I.I.xz, I.I.yz, I.I.zz}};
  } else {
    const S t = lift<S>(k.turn), s = lift<S>(k.slide);
    return {{-(t * I.h.y), t * I.h.x, s * I.m},
            {mul_add(s, I.h.y, t * I.I.xz), neg_mul_add(s, I.h.x, t * I.I.yz), t * I.I.zz}};
  }
}

// A limb group: its composite inertia is known; carries the lanes' forces to the roots of their limbs.
template <int W, class Columns, class Matrix>
TENON_INLINE void crba_carry_limbs(const Walk<W>& walk, const JointState<Pack<double, W>>* joints,
                                   const Columns& columns, const Matrix& M, int first, Force<Pack<double, W>> f) {
  using P = Pack<double, W>;
  const GroupStep<W>& own = walk.groups[static_cast<std::size_t>(first)];
  unsigned alive = own.active;
  for (int k = first;; ++k) {
    const GroupStep<W>& g = walk.groups[static_cast<std::size_t>(k)];
    P entry;
    by_any_angle(g.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
      entry = along_joint<form>(g.k, f);
      if (k == first) entry += lift<P>(g.k.armature);
      f = act(placement<form>(g.k, joints[k]), f);
    });
    M.set_lanes(own.v, g.v, entry, alive);
    for (int l = 0; l < W; ++l)
      if (alive & g.ends & (1u << l))
        columns.set(own.v[l],
                    {{f.linear.x[l], f.linear.y[l], f.linear.z[l]}, {f.angular.x[l], f.angular.y[l], f.angular.z[l]}});
    alive &= ~static_cast<unsigned>(g.ends);
    if (!alive) return;
  }
}

// A body on the trunk: its own column, its row of M, and all columns of its subtree moved to the parent.
template <StepForm form, class S, class T, class Columns, class Matrix>
TENON_INLINE void crba_inward(const CompiledModel& model, const TrunkStep<T>& step, const JointState<S>& j,
                              const Columns& columns, const Matrix& M, Inertia<S>& I) {
  const auto X = columns.template pass<form>(model, step, j, joint_column<form>(step.k, I), M);
  if (step.parent > 0) I = act(X, I);
}
// The same for a joint of none or several degrees of freedom.
template <JointKind kind, class S, class T, class Columns, class Matrix>
TENON_INLINE void crba_inward_other(const CompiledModel& model, const TrunkStep<T>& step, const S* q,
                                    const Columns& columns, const Matrix& M, Inertia<S>& I) {
  const Body& k = model.bodies[static_cast<std::size_t>(step.body)];
  const ArticulatedInertia<S> full = articulated(I);
  forward_axes<kind>(k, [&]<Axis axis>(int d) TENON_INLINE_LAMBDA { columns.set(d, column<axis>(full)); });
  columns.template rows<kind>(model, k, step.end, M);
  if (step.parent == 0) return;
  const Transform<S> X = joint_placement<kind>(k, q, q, q);
  columns.move(model, k, step.end, X);
  I = act(X, I);
}

// No group of the walk may carry other limbs (limbs of the first level only): their columns would have to move in
// lanes.
template <class S, int W, class T, class Matrix>
void crba_walk(const CompiledModel& model, const Walk<W, T>& walk, const CrbaScratch<S, Pack<double, W>> w, const S* q,
               const Matrix& matrix) {
  // Copies, because a store of an entry may alias whatever a reference points to.
  const Matrix M = matrix;
  joint_states(walk, q, w.joint, w.joints);
  M.clear(model, walk);
  sweep_inward<Inertia>(
      walk, w.inertia,
      [&]<StepForm form>(const auto& step, int t, Inertia<S>& I) TENON_INLINE_LAMBDA {
        I += lift<S>(step.k.I);
        if constexpr (form == StepForm::other)
          by_kind(model.bodies[static_cast<std::size_t>(step.body)].kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
            crba_inward_other<kind>(model, step, q, w.columns, M, I);
          });
        else
          crba_inward<form>(model, step, w.joint[t], w.columns, M, I);
      },
      [&]<StepForm form>(const auto& g, int k, auto& I) TENON_INLINE_LAMBDA {
        I += lift<Pack<double, W>>(g.k.I);
        crba_carry_limbs<W>(walk, w.joints, w.columns, M, k, joint_column<form>(g.k, I));
        I = act(placement<form>(g.k, w.joints[k]), I);
      });
  M.finish();
}

struct Crba {
  static constexpr AlgorithmFacts facts{.name = "crba",
                                        .family = "crba",
                                        .paper = "Fea05",
                                        .listing = "section 5, limbs in lanes",
                                        .complexity = "O(n d)",
                                        .lanes = true,
                                        .weights = {0, 44.3, 0.033}};
  template <class Ask>
  static void compute(const Ask& ask) {
    crba(ask.model, ask.ws, ask.given.q, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    auto& M = run.square();
    const auto w = run.cut([&](Arena& arena) { return crba_scratch<N>(run.model, run.model.walks->bodies, arena); });
    crba_walk<N>(run.model, run.model.walks->bodies, w, run.q.data(),
                 EntryMatrix<N, Triangle::lower>{M.data(), run.model.nv});
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
