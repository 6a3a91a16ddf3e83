// The rows of constrained-aba on a walk: numbers one by one, put on and read from the lanes of their bodies. [cABA]
// Alg. 1 line 5, Alg. 3 lines 6 and 8.
#pragma once

#include "constrained/constrained_aba_steps.hpp"
#include "constrained/start.hpp"
#include "constrained/walk_places.hpp"

namespace tenon {

template <class S, class P>
struct BoundScratch {
  JointState<S>* joint;   // trunk steps
  BoundPlace<S>* place;   // trunk steps
  Transform<S>* X;        // trunk steps: placements of joints with several degrees of freedom
  AbaAxis<S>* axes;       // degrees of freedom, for the same
  JointState<P>* joints;  // groups
  BoundPlace<P>* places;  // groups
  AbaLoad<S>* bound;      // trunk steps: what rows add to a body
  AbaLoad<P>* bounds;     // groups
  bool *has, *have;       // whether there is any: trunk steps, groups
  S *load, *motion;       // slots
  Force<S>* K;            // rows, in the order of the sweeps
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
  w.bound = arena.take<AbaLoad<S>>(trunk), w.bounds = arena.take<AbaLoad<P>>(groups);
  w.has = reinterpret_cast<bool*>(arena.take<double>((trunk + 7) / 8));
  w.have = reinterpret_cast<bool*>(arena.take<double>((groups + 7) / 8));
  w.load = arena.take<S>(n * slot_stride<AbaLoad>), w.motion = arena.take<S>(n * slot_stride<BoundMotion>);
  w.K = arena.take<Force<S>>(rows);
  for (S** x : {&w.k, &w.R, &w.lambda, &w.r, &w.before}) *x = arena.take<S>(rows);
  return w;
}

// The numbers of one body in a struct that holds one number per lane, or in one of the trunk.
template <class S>
struct BodyNumbers {
  S* at;
  int stride;

  S& operator[](int n) const { return at[n * stride]; }
};
template <template <class> class Struct, class S, class P>
TENON_INLINE BodyNumbers<S> numbers_of(const WalkPlace& place, Struct<S>* trunk, Struct<P>* groups) {
  if constexpr (std::is_same_v<S, double>)
    if (place.lane >= 0) return {reinterpret_cast<double*>(groups + place.step) + place.lane, P::width};
  return {reinterpret_cast<S*>(trunk + place.step), 1};
}
constexpr int bound_force = offsetof(AbaLoad<double>, p) / sizeof(double);

template <class S>
TENON_INLINE ArticulatedInertia<S> scaled(const S& s, const ArticulatedInertia<double>& I) {
  double number[sizeof I / sizeof(double)];
  S times[sizeof I / sizeof(double)];
  std::memcpy(number, &I, sizeof I);
  for (std::size_t n = 0; n < sizeof I / sizeof(double); ++n) times[n] = S(number[n]) * s;
  ArticulatedInertia<S> out;
  std::memcpy(static_cast<void*>(&out), times, sizeof out);
  return out;
}
inline bool same_number(double a, double b) { return a == b; }
template <class T, int W>
bool same_number(const Pack<T, W>& a, const Pack<T, W>& b) {
  return !any_lane<Pack<T, W>>(~(a == b));
}

// Adds numbers to what rows put on a body, which is 0 before.
template <class S, class P, class Numbers>
TENON_INLINE void add_to_body(const BoundScratch<S, P>& w, const WalkPlace& place, int first, const Numbers& x) {
  constexpr int count = sizeof x / sizeof(S);
  S number[count];
  std::memcpy(static_cast<void*>(number), &x, sizeof x);
  const BodyNumbers<S> load = numbers_of(place, w.bound, w.bounds);
  for (int n = 0; n < count; ++n) load[first + n] += number[n];
}

// K and R, and R KᵀK on their bodies.  Alg. 1 line 5. Before the velocities: what is stored by numbers is then ready to
// be loaded by packs.
template <class S, int W, class T>
void bound_row_inertias(const Walk<W, T>& walk, const WalkPlace* at, const ConstraintSet::Data& set,
                        const BoundScratch<S, Pack<double, W>>& w, const ConstrainedProblem<S>& problem) {
  std::fill_n(w.has, walk.trunk.size(), false);
  std::fill_n(w.have, walk.groups.size(), false);
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const Effector& x = set.branching.effector(e);
    const CompiledConstraint& c = set.constraints[static_cast<std::size_t>(x.constraint)];
    const WalkPlace& place = at[x.body];
    if (bool& any = place.lane < 0 ? w.has[place.step] : w.have[place.step]; !any) {
      any = true;
      if (place.lane < 0)
        w.bound[place.step] = AbaLoad<S>{};
      else
        w.bounds[place.step] = AbaLoad<Pack<double, W>>{};
    }
    bool same = c.axes == Axes::local;
    for (int i = 0; i < x.rows; ++i) {
      w.K[x.row + i] = constraint_row(c, i, c.axes == Axes::local ? Mat3<S>{} : problem.kinematics[x.body].X_wb.R);
      w.R[x.row + i] = problem.R[x.user_row + i];
      same = same && same_number(w.R[x.row + i], w.R[x.row]);
    }
    ArticulatedInertia<S> square{};
    if (same)
      square = scaled(w.R[x.row], c.square);
    else
      for (int i = x.row; i < x.row + x.rows; ++i) add_square(square, w.R[i], w.K[i]);
    add_to_body(w, place, 0, square);
  }
}

// k, λ, and what they put on their bodies. K a must equal the reference, when a is spatial; with gains or world axes,
// K (a - β) must equal the target, β the acceleration at v̇ = 0.
template <class S, class P>
void bound_row_forces(const WalkPlace* at, const ConstraintSet::Data& set, const BoundScratch<S, P>& w,
                      const ConstrainedProblem<S>& problem, const S* lambda) {
  constexpr int bias = offsetof(BoundPlace<double>, bias) / sizeof(double);
  const S o(0);
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const Effector& x = set.branching.effector(e);
    const CompiledConstraint& c = set.constraints[static_cast<std::size_t>(x.constraint)];
    const BodyNumbers<S> kept = numbers_of(at[x.body], w.place, w.places);
    Motion<S> beta{{kept[bias], kept[bias + 1], kept[bias + 2]}, {o, o, o}};
    if (problem.target && !problem.resting) beta += problem.kinematics[x.body].bias;
    Force<S> f{};
    for (int i = 0; i < x.rows; ++i) {
      const int a = x.row + i, own = x.user_row + i;
      w.k[a] = (problem.target ? problem.target[own] : S(c.reference[static_cast<std::size_t>(i)])) + dot(beta, w.K[a]);
      w.lambda[a] = lambda[own];
      f -= mul_add(w.R[a], w.k[a], w.lambda[a]) * w.K[a];
    }
    add_to_body(w, at[x.body], bound_force, f);
  }
}
// r = K a - k, λ, and the forces of the rows as the next iteration takes them up: -Kᵀ(λ - R r).
template <class S, class P>
void bound_residuals(const WalkPlace* at, const ConstraintSet::Data& set, const BoundScratch<S, P>& w) {
  const Branching& tree = set.branching;
  constexpr int a = offsetof(BoundPlace<double>, a) / sizeof(double);
  for (int e = 0; e < tree.effector_count(); ++e) {
    const BodyNumbers<S> load = numbers_of(at[tree.effector(e).body], w.bound, w.bounds);
    for (int n = 0; n < 6; ++n) load[bound_force + n] = S(0);
  }
  for (int e = 0; e < tree.effector_count(); ++e) {
    const Effector& x = tree.effector(e);
    const BodyNumbers<S> kept = numbers_of(at[x.body], w.place, w.places);
    const Motion<S> own{{kept[a], kept[a + 1], kept[a + 2]}, {kept[a + 3], kept[a + 4], kept[a + 5]}};
    Force<S> f{};
    for (int i = x.row; i < x.row + x.rows; ++i) {
      w.before[i] = w.r[i];
      w.r[i] = dot(own, w.K[i]) - w.k[i];
      w.lambda[i] = neg_mul_add(w.R[i], w.r[i], w.lambda[i]);
      f -= neg_mul_add(w.R[i], w.r[i], w.lambda[i]) * w.K[i];
    }
    add_to_body(w, at[x.body], bound_force, f);
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
