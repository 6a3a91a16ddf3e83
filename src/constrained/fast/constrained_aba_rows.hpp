// The rows of constrained-aba on a walk, in the lanes of their bodies (fast/bound_plan.hpp). [cABA] Alg. 1 line 5, Alg.
// 3 lines 6 and 8.
#pragma once

#include "constrained/balanced_force.hpp"
#include "constrained/fast/bound_plan.hpp"
#include "constrained/fast/constrained_aba_steps.hpp"
#include "constrained/fast/frozen_lanes.hpp"
#include "constrained/paper/start.hpp"

namespace tenon {

// Rows of the trunk (V = S) or of the groups (V is a pack, a row per lane).
template <class V>
struct BoundSlots {
  BoundPlace<V>* place;           // steps
  Force<V>* force;                // entries of the plan: what rows put on a body
  ArticulatedInertia<V>* square;  // entries: R KᵀK, where that is not one R times the plan's
  Force<V>* K;                    // slots: K, where the plan has none because axes are the world's
  V *k, *R, *lambda, *r;          // slots
  V* before;                      // slots: r of the iteration before
};
// How rows weigh on their bodies: by one number of all, or by BoundSlots::square.
template <class S>
struct RowStiffness {
  bool common;
  S R;
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
  const std::size_t entries = std::min(steps, slots);
  w.place = arena.take<BoundPlace<V>>(steps);
  w.force = arena.take<Force<V>>(entries), w.square = arena.take<ArticulatedInertia<V>>(entries);
  w.K = arena.take<Force<V>>(slots);
  for (V** x : {&w.k, &w.R, &w.lambda, &w.r, &w.before}) *x = arena.take<V>(slots);
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

// Entry i of an array of the plan: of its numbers, or of its packs of one number per lane.
template <template <class> class X, class S, class V>
TENON_INLINE X<V> of_plan(const AlignedVector& numbers, const AlignedVector& packs, int i) {
  constexpr int count = sizeof(X<double>) / sizeof(double), lanes = rows_per_slot<S, V>;
  const double* from = (lanes > 1 ? packs : numbers).data() + static_cast<std::ptrdiff_t>(i) * (count * lanes);
  V number[count];
  for (int n = 0; n < count; ++n)
    if constexpr (lanes > 1)
      number[n] = V::load(from + n * lanes);
    else
      number[n] = V(from[n]);
  X<V> out;
  std::memcpy(static_cast<void*>(&out), number, sizeof out);
  return out;
}
// K of a slot.
template <class S, class V>
TENON_INLINE Force<V> row_of(const BoundPlan& plan, const BoundSlots<V>& own, int i) {
  return plan.local ? of_plan<Force, S, V>(plan.K, plan.Ks, i) : own.K[i];
}
// The same in world axes, of this configuration. row: of the slot.
template <class S, class V>
Force<V> turned_row(const BoundRow* row, const ConstraintSet::Data& set, const KinematicBody<S>* kinematics) {
  const auto of = [&](const BoundRow& x) {
    const BodyTerm& term = set.parts.terms[static_cast<std::size_t>(x.term)];
    return term_row(term, x.which, kinematics[term.body].X_wb.R);
  };
  if constexpr (std::is_same_v<S, V>) {
    return of(*row);
  } else {
    V number[6] = {V(0), V(0), V(0), V(0), V(0), V(0)};
    for (int l = 0; l < V::width; ++l) {
      if (row[l].row < 0) continue;
      const Force<S> own = of(row[l]);
      const S x[6] = {own.linear.x, own.linear.y, own.linear.z, own.angular.x, own.angular.y, own.angular.z};
      for (int n = 0; n < 6; ++n) number[n].set(l, x[n]);
    }
    return {{number[0], number[1], number[2]}, {number[3], number[4], number[5]}};
  }
}

// K and R, and R KᵀK where the plan's will not do.  Alg. 1 line 5. Rows that are not stiff weigh nothing.
template <bool stiff, class S, class P>
RowStiffness<S> take_bound_rows(const BoundPlan& plan, const ConstraintSet::Data& set, const BoundScratch<S, P>& w,
                                const ConstrainedProblem<S>& problem) {
  const bool common = !stiff || (plan.local && problem.one_R);
  each_side(plan, w, [&]<class V>(const auto& steps, const BoundRow* rows, const BoundSlots<V>& own) {
    constexpr int lanes = rows_per_slot<S, V>;
    ArticulatedInertia<V>* square = own.square;
    for (const BoundStep& x : steps) {
      for (int i = x.first; i < x.first + x.count; ++i) {
        if (!plan.local) own.K[i] = turned_row<S, V>(rows + lanes * i, set, problem.kinematics);
        // An idle lane has K = 0: its R does not matter.
        own.R[i] = problem.one_R ? V(problem.R[0]) : from_rows(rows + lanes * i, problem.R, own.R);
      }
      if (common) continue;
      *square = {};
      for (int i = x.first; i < x.first + x.count; ++i) add_square(*square, own.R[i], row_of<S>(plan, own, i));
      ++square;
    }
  });
  return {common, stiff && set.rows > 0 ? problem.R[0] : S(0)};
}
// What the rows of an entry add to its body.
template <class S, class V>
TENON_INLINE void add_rows(const BoundPlan& plan, const BoundSlots<V>& own, const RowStiffness<S>& stiffness, int entry,
                           AbaLoad<V>& x) {
  if (stiffness.common) {
    constexpr int count = sizeof(ArticulatedInertia<double>) / sizeof(double);
    const V R(stiffness.R);
    const auto I = of_plan<ArticulatedInertia, S, V>(plan.square, plan.squares, entry);
    V sum[count], square[count];
    std::memcpy(static_cast<void*>(sum), &x.I, sizeof sum), std::memcpy(static_cast<void*>(square), &I, sizeof square);
    for (int n = 0; n < count; ++n) sum[n] = mul_add(R, square[n], sum[n]);
    std::memcpy(static_cast<void*>(&x.I), sum, sizeof sum);
  } else {
    x.I += own.square[entry];
  }
  x.p += own.force[entry];
}

// Accelerations at v̇ = 0 of the bodies of a step; row: of its first slot, in
// which every lane that has rows has one.
template <class S, class V>
TENON_INLINE Motion<V> kinematic_bias(const BoundRow* row, const ConstraintSet::Data& set,
                                      const KinematicBody<S>* kinematics) {
  const auto of = [&](const BoundRow& x) -> const Motion<S>& {
    return kinematics[set.parts.terms[static_cast<std::size_t>(x.term)].body].bias;
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
    Force<V>* force = own.force;
    for (const BoundStep& x : steps) {
      const Vec3<V> bias = own.place[x.step].bias;
      Motion<V> beta{bias, {o, o, o}};
      const bool moving = problem.target && !problem.resting;
      if (moving) beta += kinematic_bias<S, V>(rows + lanes * x.first, set, problem.kinematics);
      Force<V> f{};
      for (int i = x.first; i < x.first + x.count; ++i) {
        const Force<V> K = row_of<S>(plan, own, i);
        own.k[i] = moving ? dot(beta, K) : dot(bias, K.linear);
        if (target) own.k[i] += from_rows(rows + lanes * i, target, own.k);
        own.lambda[i] = problem.cold ? o : from_rows(rows + lanes * i, lambda, own.lambda);
        if constexpr (stiff) f -= mul_add(own.R[i], own.k[i], own.lambda[i]) * K;
      }
      *force++ = f;
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
    Force<V>* force = own.force;
    for (const BoundStep& x : steps) {
      const Motion<V> a = own.place[x.step].a;
      Force<V> f{};
      for (int i = x.first; i < x.first + x.count; ++i) {
        const Force<V> K = row_of<S>(plan, own, i);
        const V r = dot(a, K) - own.k[i], push = own.R[i] * r;
        const V lambda = own.lambda[i] - push;
        norms.residual = larger(norms.residual, r);
        norms.moved = larger(norms.moved, r - own.r[i]);
        norms.energy = mul_add(push, r, norms.energy);
        own.before[i] = own.r[i], own.r[i] = r, own.lambda[i] = lambda;
        f -= (lambda - push) * K;
      }
      *force++ = f;
    }
    add_norms(norms, sum);
  });
  // A NaN may pass a comparison, a sum keeps it.
  sum.residual = select(sum.energy == sum.energy, sum.residual, sum.energy);  // NOLINT
  return sum;
}

// λ of all rows in the set's order. Where a correction has been made λ takes what it has made of r (balanced_force()).
template <class S, class P>
void give_row_forces(const BoundPlan& plan, const BoundScratch<S, P>& w, bool corrected, S* lambda) {
  each_side(plan, w, [&]<class V>(const auto& steps, const BoundRow* rows, const BoundSlots<V>& own) {
    constexpr int lanes = rows_per_slot<S, V>;
    for (const BoundStep& x : steps) {
      const Motion<V>& change = own.place[x.step].c;
      for (int i = x.first; i < x.first + x.count; ++i) {
        V force = own.lambda[i];
        if (corrected)
          force = balanced_force(force, own.R[i], own.r[i], own.before[i] + dot(change, row_of<S>(plan, own, i)));
        to_rows(force, rows + lanes * i, lambda);
      }
    }
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
