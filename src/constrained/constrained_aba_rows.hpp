// The rows of constrained-aba on a walk, in the lanes of their bodies (bound_plan.hpp). [cABA] Alg. 1 line 5, Alg. 3
// lines 6 and 8.
#pragma once

#include "constrained/bound_plan.hpp"
#include "constrained/constrained_aba_steps.hpp"
#include "constrained/frozen_lanes.hpp"
#include "constrained/start.hpp"

namespace tenon {

// Rows of the trunk (V = S) or of the groups (V is a pack, a row per lane).
template <class V>
struct BoundSlots {
  BoundPlace<V>* place;  // steps
  AbaLoad<V>* bound;     // steps: what rows add to a body
  Force<V>* K;           // slots, and below
  V *k, *R, *lambda, *r;
};

template <class S, class P>
struct BoundScratch {
  JointState<S>* joint;   // trunk steps
  Transform<S>* X;        // trunk steps: placements of joints with several degrees of freedom
  AbaAxis<S>* axes;       // degrees of freedom, for the same
  JointState<P>* joints;  // groups
  S *load, *motion;       // slots of the sweeps
  S* change;              // degrees of freedom of the trunk: what the last correction added to v̇
  BoundSlots<S> trunk;
  BoundSlots<P> groups;
  WidePlacement* wide;  // trunk steps, where they are wide
  S* rows;              // a number for each, in the set's order
};

inline namespace TENON_ISA {

template <class V>
BoundSlots<V> bound_slots(std::size_t steps, std::size_t slots, Arena& arena) {
  BoundSlots<V> w;
  w.place = arena.take<BoundPlace<V>>(steps), w.bound = arena.take<AbaLoad<V>>(steps);
  w.K = arena.take<Force<V>>(slots);
  for (V** x : {&w.k, &w.R, &w.lambda, &w.r}) *x = arena.take<V>(slots);
  return w;
}
template <class S, int W, class T>
BoundScratch<S, Pack<double, W>> bound_scratch(const CompiledModel& model, const Walk<W, T>& walk, std::size_t rows,
                                               Arena& arena) {
  using P = Pack<double, W>;
  const std::size_t n = model.bodies.size(), trunk = walk.trunk.size(), groups = walk.groups.size();
  BoundScratch<S, P> w;
  w.joint = arena.take<JointState<S>>(trunk), w.joints = arena.take<JointState<P>>(groups);
  w.X = arena.take<Transform<S>>(trunk), w.axes = arena.take<AbaAxis<S>>(static_cast<std::size_t>(model.nv));
  w.load = arena.take<S>(n * slot_stride<AbaLoad>), w.motion = arena.take<S>(n * slot_stride<BoundMotion>);
  w.change = arena.take<S>(static_cast<std::size_t>(model.nv));
  w.trunk = bound_slots<S>(trunk, rows, arena), w.groups = bound_slots<P>(groups, groups == 0 ? 0 : rows, arena);
  w.wide = arena.take<WidePlacement>(walk.wide.size());
  w.rows = arena.take<S>(rows);
  return w;
}

// both(list of steps, rows of their slots, slots): the trunk, and the groups
// where there are any.
template <class S, class P, class Visit>
TENON_INLINE void each_side(const BoundPlan& plan, const BoundScratch<S, P>& w, Visit&& visit) {
  visit(plan.trunk, plan.row.data(), w.trunk);
  if constexpr (std::is_same_v<S, double>) visit(plan.groups, plan.rows.data(), w.groups);
}
// Numbers of rows in the set's order to slots, 0 in idle lanes, and back. row:
// of the slot.
template <class S, class V>
TENON_INLINE V from_rows(const BoundRow* row, const S* x, const V*) {
  if constexpr (std::is_same_v<S, V>) {
    return x[row->row];
  } else {
    V out(0);
    for (int l = 0; l < V::width; ++l)
      if (row[l].row >= 0) out.set(l, x[row[l].row]);
    return out;
  }
}
template <class S, class V>
TENON_INLINE void to_rows(const V& x, const BoundRow* row, S* out) {
  if constexpr (std::is_same_v<S, V>) {
    out[row->row] = x;
  } else {
    for (int l = 0; l < V::width; ++l)
      if (row[l].row >= 0) out[row[l].row] = x[l];
  }
}
template <class S, class V>
constexpr int rows_per_slot = sizeof(V) / sizeof(S);

// K of slots: the plan's, or with world axes those of this configuration.
template <class S, class V>
TENON_INLINE Force<V> slot_row(const BoundRow* row, const double* constant, const ConstraintSet::Data& set, bool local,
                               const KinematicBody<S>* kinematics) {
  Force<V> K;
  if (local) {
    if constexpr (std::is_same_v<S, V>)
      K = {{V(constant[0]), V(constant[1]), V(constant[2])}, {V(constant[3]), V(constant[4]), V(constant[5])}};
    else
      std::memcpy(static_cast<void*>(&K), constant, sizeof K);
    return K;
  }
  const auto of = [&](const BoundRow& x) {
    const CompiledConstraint& c = set.constraints[static_cast<std::size_t>(x.constraint)];
    return constraint_row(c, x.which, kinematics[c.body].X_wb.R);
  };
  if constexpr (std::is_same_v<S, V>) return of(*row);
  V number[6] = {V(0), V(0), V(0), V(0), V(0), V(0)};
  if constexpr (!std::is_same_v<S, V>)
    for (int l = 0; l < V::width; ++l) {
      if (row[l].row < 0) continue;
      const Force<S> own = of(row[l]);
      const S x[6] = {own.linear.x, own.linear.y, own.linear.z, own.angular.x, own.angular.y, own.angular.z};
      for (int n = 0; n < 6; ++n) number[n].set(l, x[n]);
    }
  return {{number[0], number[1], number[2]}, {number[3], number[4], number[5]}};
}

// One R for all rows in local axes: a constant times R.
template <int lanes, class V>
TENON_INLINE ArticulatedInertia<V> scaled_square(const V& R, const double* square) {
  constexpr int count = sizeof(ArticulatedInertia<double>) / sizeof(double);
  V number[count];
  for (int n = 0; n < count; ++n)
    if constexpr (lanes > 1)
      number[n] = V::load(square + n * lanes) * R;
    else
      number[n] = V(square[n]) * R;
  ArticulatedInertia<V> out;
  std::memcpy(static_cast<void*>(&out), number, sizeof out);
  return out;
}

// K and R, and R KᵀK on their bodies if they are stiff.  Alg. 1 line 5. Still there from the last call, if that one had
// the same rows.
template <bool stiff, class S, class P>
void bound_row_inertias(const BoundPlan& plan, const ConstraintSet::Data& set, const BoundScratch<S, P>& w,
                        const ConstrainedProblem<S>& problem) {
  if (problem.rows_are_there) return;
  each_side(plan, w, [&]<class V>(const auto& steps, const BoundRow* rows, const BoundSlots<V>& own) {
    constexpr int lanes = rows_per_slot<S, V>;
    const double* constant = lanes == 1 ? plan.K.data() : plan.Ks.data();
    const double* square = lanes == 1 ? plan.square.data() : plan.squares.data();
    for (const BoundStep& x : steps) {
      AbaLoad<V>& bound = own.bound[x.step];
      for (int i = x.first; i < x.first + x.count; ++i) {
        own.K[i] = slot_row<S, V>(rows + lanes * i, constant + 6 * lanes * i, set, plan.local, problem.kinematics);
        // An idle lane has K = 0: its R does not matter.
        own.R[i] = problem.one_R ? V(problem.R[0]) : from_rows(rows + lanes * i, problem.R, own.R);
      }
      if constexpr (stiff) {
        if (plan.local && problem.one_R) {
          bound.I = scaled_square<lanes>(V(problem.R[0]), square);
        } else {
          bound.I = {};
          for (int i = x.first; i < x.first + x.count; ++i) add_square(bound.I, own.R[i], own.K[i]);
        }
      } else {
        bound.I = {};
      }
      square += lanes * static_cast<int>(sizeof(ArticulatedInertia<double>) / sizeof(double));
    }
  });
}

// Accelerations at v̇ = 0 of the bodies of a step; row: of its first slot, in
// which every lane that has rows has one.
template <class S, class V>
TENON_INLINE Motion<V> kinematic_bias(const BoundRow* row, const ConstraintSet::Data& set,
                                      const KinematicBody<S>* kinematics) {
  const auto of = [&](const BoundRow& x) -> const Motion<S>& {
    return kinematics[set.constraints[static_cast<std::size_t>(x.constraint)].body].bias;
  };
  if constexpr (std::is_same_v<S, V>) {
    return of(*row);
  } else {
    V number[6] = {V(0), V(0), V(0), V(0), V(0), V(0)};
    for (int l = 0; l < V::width; ++l) {
      if (row[l].row < 0) continue;
      const Motion<S>& m = of(row[l]);
      const S x[6] = {m.linear.x, m.linear.y, m.linear.z, m.angular.x, m.angular.y, m.angular.z};
      for (int n = 0; n < 6; ++n) number[n].set(l, x[n]);
    }
    return {{number[0], number[1], number[2]}, {number[3], number[4], number[5]}};
  }
}

// k, λ, and if rows are stiff what they put on their bodies. K a must equal the
// reference, when a is spatial; with gains or world axes, K (a - β) must equal
// the target, β the acceleration at v̇ = 0.
template <bool stiff, class S, class P>
void bound_row_forces(const BoundPlan& plan, const ConstraintSet::Data& set, const BoundScratch<S, P>& w,
                      const ConstrainedProblem<S>& problem, const S* lambda) {
  const S* target = problem.target;
  if (!target && set.any_reference) {
    for (const CompiledConstraint& c : set.constraints)
      for (int r = 0; r < c.rows; ++r) w.rows[c.row + r] = S(c.reference[static_cast<std::size_t>(r)]);
    target = w.rows;
  }
  each_side(plan, w, [&]<class V>(const auto& steps, const BoundRow* rows, const BoundSlots<V>& own) {
    constexpr int lanes = rows_per_slot<S, V>;
    const V o(0);
    for (const BoundStep& x : steps) {
      const Vec3<V> bias = own.place[x.step].bias;
      Motion<V> beta{bias, {o, o, o}};
      const bool moving = problem.target && !problem.resting;
      if (moving) beta += kinematic_bias<S, V>(rows + lanes * x.first, set, problem.kinematics);
      Force<V> f{};
      for (int i = x.first; i < x.first + x.count; ++i) {
        own.k[i] = moving ? dot(beta, own.K[i]) : dot(bias, own.K[i].linear);
        if (target) own.k[i] += from_rows(rows + lanes * i, target, own.k);
        own.lambda[i] = problem.cold ? o : from_rows(rows + lanes * i, lambda, own.lambda);
        if constexpr (stiff) f -= mul_add(own.R[i], own.k[i], own.lambda[i]) * own.K[i];
      }
      own.bound[x.step].p = f;
    }
  });
}

// What the rule for stopping asks of r, by lanes of the trunk's numbers.
template <class S>
struct RowNorms {
  S residual, moved, energy;  // ‖r‖, ‖rᵏ⁻¹ - rᵏ‖, rᵀR r
};
template <class S, class V>
TENON_INLINE void add_norms(const RowNorms<V>& x, RowNorms<S>& sum) {
  if constexpr (std::is_same_v<S, V>) {
    sum = {larger(sum.residual, x.residual), larger(sum.moved, x.moved), sum.energy + x.energy};
  } else {
    for (int l = 0; l < V::width; ++l) add_norms(RowNorms<S>{x.residual[l], x.moved[l], x.energy[l]}, sum);
  }
}

// r = K a - k, λ, and the forces of the rows as the next iteration takes them
// up: -Kᵀ(λ - R r).
template <class S, class P>
RowNorms<S> bound_residuals(const BoundPlan& plan, const BoundScratch<S, P>& w) {
  RowNorms<S> sum{S(0), S(0), S(0)};
  each_side(plan, w, [&]<class V>(const auto& steps, const BoundRow*, const BoundSlots<V>& own) {
    RowNorms<V> norms{V(0), V(0), V(0)};
    for (const BoundStep& x : steps) {
      const Motion<V> a = own.place[x.step].a;
      Force<V> f{};
      for (int i = x.first; i < x.first + x.count; ++i) {
        const V R = own.R[i], r = dot(a, own.K[i]) - own.k[i], push = R * r;
        const V lambda = own.lambda[i] - push;
        norms.residual = larger(norms.residual, r);
        norms.moved = larger(norms.moved, r - own.r[i]);
        norms.energy = mul_add(push, r, norms.energy);
        own.r[i] = r, own.lambda[i] = lambda;
        f -= (lambda - push) * own.K[i];
      }
      own.bound[x.step].p = f;
    }
    add_norms(norms, sum);
  });
  // A NaN may pass a comparison, a sum keeps it.
  sum.residual = select(sum.energy == sum.energy, sum.residual, sum.energy);  // NOLINT
  return sum;
}

// λ of all rows in the set's order.
template <class S, class P>
void give_row_forces(const BoundPlan& plan, const BoundScratch<S, P>& w, S* lambda) {
  each_side(plan, w, [&]<class V>(const auto& steps, const BoundRow* rows, const BoundSlots<V>& own) {
    constexpr int lanes = rows_per_slot<S, V>;
    for (const BoundStep& x : steps)
      for (int i = x.first; i < x.first + x.count; ++i) to_rows(own.lambda[i], rows + lanes * i, lambda);
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
