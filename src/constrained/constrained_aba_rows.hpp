// The rows of constrained-aba on a walk: numbers one by one, put on and read from the lanes of their bodies. [cABA]
// Alg. 1 line 5, Alg. 3 lines 6 and 8.
#pragma once

#include "constrained/constrained_aba_steps.hpp"
#include "constrained/start.hpp"
#include "constrained/walk_places.hpp"
#include "delassus/bound_bodies.hpp"

namespace tenon {

template <class S, class P>
struct BoundScratch {
  JointState<S>* joint;   // trunk steps
  BoundPlace<S>* place;   // trunk steps
  Transform<S>* X;        // trunk steps: placements of joints with several degrees of freedom
  AbaAxis<S>* axes;       // degrees of freedom, for the same
  JointState<P>* joints;  // groups
  BoundPlace<P>* places;  // groups
  S *load, *motion;       // slots
  BoundBodies<AbaLoad, S, P> bound;
  Force<S>* K;  // rows, in the order of the sweeps
  S *k, *R, *lambda, *r, *before;
};

inline namespace TENON_ISA {

template <class S, int W, class T>
BoundScratch<S, Pack<double, W>> bound_scratch(const CompiledModel& model, const Walk<W, T>& walk, std::size_t rows,
                                               Arena& arena) {
  using P = Pack<double, W>;
  const std::size_t n = model.bodies.size(), trunk = walk.trunk.size(), groups = walk.groups.size();
  BoundScratch<S, P> w;
  w.joint = arena.take<JointState<S>>(trunk), w.place = arena.take<BoundPlace<S>>(trunk);
  w.X = arena.take<Transform<S>>(trunk), w.axes = arena.take<AbaAxis<S>>(static_cast<std::size_t>(model.nv));
  w.joints = arena.take<JointState<P>>(groups), w.places = arena.take<BoundPlace<P>>(groups);
  w.bound = bound_bodies<AbaLoad, S>(walk, arena);
  w.load = arena.take<S>(n * slot_stride<AbaLoad>), w.motion = arena.take<S>(n * slot_stride<BoundMotion>);
  w.K = arena.take<Force<S>>(rows);
  for (S** x : {&w.k, &w.R, &w.lambda, &w.r, &w.before}) *x = arena.take<S>(rows);
  return w;
}

template <class S, class P>
TENON_INLINE BodyNumbers<S> load_of(const BoundScratch<S, P>& w, const WalkPlace& place) {
  return numbers_of(place.step, place.lane, w.bound.trunk, w.bound.groups);
}
template <class S, class P>
TENON_INLINE BodyNumbers<S> kept_of(const BoundScratch<S, P>& w, const WalkPlace& place) {
  return numbers_of(place.step, place.lane, w.place, w.places);
}
constexpr int bound_force = offsetof(AbaLoad<double>, p) / sizeof(double);

// K and R, and R KᵀK on their bodies if they are stiff.  Alg. 1 line 5. Before the velocities: what is stored by
// numbers is then ready to be loaded by packs.
template <bool stiff, class S, int W, class T>
void bound_row_inertias(const Walk<W, T>& walk, const WalkPlace* at, const ConstraintSet::Data& set,
                        const BoundScratch<S, Pack<double, W>>& w, const ConstrainedProblem<S>& problem) {
  close_bodies(walk, w.bound);
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const Effector& x = set.branching.effector(e);
    const CompiledConstraint& c = set.constraints[static_cast<std::size_t>(x.constraint)];
    for (int i = 0; i < x.rows; ++i) {
      w.K[x.row + i] = constraint_row(c, i, c.axes == Axes::local ? Mat3<S>{} : problem.kinematics[x.body].X_wb.R);
      w.R[x.row + i] = problem.R[x.user_row + i];
    }
    open_body(w.bound, at[x.body].step, at[x.body].lane);
    if constexpr (stiff) add_numbers(load_of(w, at[x.body]), 0, row_inertia(c, w.K + x.row, w.R + x.row));
  }
}

// k, λ, and what they put on their bodies. K a must equal the reference, when a is spatial; with gains or world axes,
// K (a - β) must equal the target, β the acceleration at v̇ = 0.
template <bool stiff, class S, class P>
void bound_row_forces(const WalkPlace* at, const ConstraintSet::Data& set, const BoundScratch<S, P>& w,
                      const ConstrainedProblem<S>& problem, const S* lambda) {
  constexpr int bias = offsetof(BoundPlace<double>, bias) / sizeof(double);
  const S o(0);
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const Effector& x = set.branching.effector(e);
    const CompiledConstraint& c = set.constraints[static_cast<std::size_t>(x.constraint)];
    const BodyNumbers<S> kept = kept_of(w, at[x.body]);
    Motion<S> beta{{kept[bias], kept[bias + 1], kept[bias + 2]}, {o, o, o}};
    if (problem.target && !problem.resting) beta += problem.kinematics[x.body].bias;
    Force<S> f{};
    for (int i = 0; i < x.rows; ++i) {
      const int a = x.row + i, own = x.user_row + i;
      w.k[a] = (problem.target ? problem.target[own] : S(c.reference[static_cast<std::size_t>(i)])) + dot(beta, w.K[a]);
      w.lambda[a] = lambda[own];
      if constexpr (stiff) f -= mul_add(w.R[a], w.k[a], w.lambda[a]) * w.K[a];
    }
    if constexpr (stiff) add_numbers(load_of(w, at[x.body]), bound_force, f);
  }
}
// K a - k.
template <class S, class P>
TENON_INLINE void row_violations(const BoundScratch<S, P>& w, const WalkPlace& place, const Effector& x, S* r) {
  constexpr int a = offsetof(BoundPlace<double>, a) / sizeof(double);
  const BodyNumbers<S> kept = kept_of(w, place);
  const Motion<S> own{{kept[a], kept[a + 1], kept[a + 2]}, {kept[a + 3], kept[a + 4], kept[a + 5]}};
  for (int i = x.row; i < x.row + x.rows; ++i) r[i] = dot(own, w.K[i]) - w.k[i];
}
template <class S, class P>
TENON_INLINE void clear_forces(const WalkPlace* at, const Branching& tree, const BoundScratch<S, P>& w) {
  for (int e = 0; e < tree.effector_count(); ++e) {
    const BodyNumbers<S> load = load_of(w, at[tree.effector(e).body]);
    for (int n = 0; n < 6; ++n) load[bound_force + n] = S(0);
  }
}
// r = K a - k, λ, and the forces of the rows as the next iteration takes them up: -Kᵀ(λ - R r).
template <class S, class P>
void bound_residuals(const WalkPlace* at, const ConstraintSet::Data& set, const BoundScratch<S, P>& w) {
  const Branching& tree = set.branching;
  clear_forces(at, tree, w);
  for (int i = 0; i < tree.rows(); ++i) w.before[i] = w.r[i];
  for (int e = 0; e < tree.effector_count(); ++e) {
    const Effector& x = tree.effector(e);
    row_violations(w, at[x.body], x, w.r);
    Force<S> f{};
    for (int i = x.row; i < x.row + x.rows; ++i) {
      w.lambda[i] = neg_mul_add(w.R[i], w.r[i], w.lambda[i]);
      f -= neg_mul_add(w.R[i], w.r[i], w.lambda[i]) * w.K[i];
    }
    add_numbers(load_of(w, at[x.body]), bound_force, f);
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
