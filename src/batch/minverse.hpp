// M⁻¹ x of a batch, one sample per lane of S: the articulated-body recursion with neither velocities nor gravity, screw
// placements. O(n). [RBDA] Table 7.1; departures as in aba_walk.hpp.
#pragma once

#include "batch/aba.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Eliminates a one-DoF joint: aba_inward() without what velocities bring.
template <StepForm form, class S, class C>
TENON_INLINE AbaLoad<S> minverse_inward(const StepConstants<C>& k, const JointState<S>& j, const S& tau, AbaLoad<S> x,
                                        AbaPlace<S>& b) {
  const auto X = placement<form>(k, j);
  Force<S> U;
  S D_inverse;
  if constexpr (is_revolute(form)) {
    U = column<angular_z>(x.I);
    D_inverse = S(1) / U.angular.z;
    b.g = D_inverse * (tau - x.p.angular.z);
  } else {
    const S turn = lift<S>(k.turn), slide = lift<S>(k.slide);
    U = slide * column<linear_z>(x.I) + turn * column<angular_z>(x.I);
    D_inverse = S(1) / mul_add(slide, U.linear.z, mul_add(turn, U.angular.z, lift<S>(k.armature)));
    b.g = D_inverse * (tau - mul_add(slide, x.p.linear.z, turn * x.p.angular.z));
  }
  b.G = act(X, D_inverse * U);
  x.p += b.g * U;
  if constexpr (is_revolute(form))
    return {act_about_z(X, downdate_about_z(x.I, D_inverse, U)), act(X, x.p)};
  else
    return {act(X, rank_one_downdate(x.I, D_inverse, U)), act(X, x.p)};
}

// The inertia alone of aba_add_body().
template <class S>
TENON_INLINE void minverse_add_body(const Inertia<S>& I, ArticulatedInertia<S>& x) {
  x.A.xx += I.m, x.A.yy += I.m, x.A.zz += I.m;
  x.B.xy += I.h.z, x.B.xz -= I.h.y, x.B.yz += I.h.x;
  x.B.yx -= I.h.z, x.B.zx += I.h.y, x.B.zy -= I.h.x;
  x.C += I.I;
}

template <StepForm form, class S, class C>
TENON_INLINE Motion<S> minverse_outward(const StepConstants<C>& k, const JointState<S>& j, const AbaPlace<S>& b,
                                        const Motion<S>& parent, S& y) {
  const Vec3<S>&l = b.G.linear, &r = b.G.angular, &x = parent.linear, &z = parent.angular;
  y = b.g - ((mul_add(l.x, x.x, l.y * x.y) + mul_add(l.z, x.z, r.x * z.x)) + mul_add(r.y, z.y, r.z * z.z));
  Motion<S> a = act_inverse(placement<form>(k, j), parent);
  if constexpr (is_revolute(form)) {
    a.angular.z += y;
  } else {
    a.linear.z = mul_add(lift<S>(k.slide), y, a.linear.z);
    a.angular.z = mul_add(lift<S>(k.turn), y, a.angular.z);
  }
  return a;
}

// Tips to base: articulated inertias.
template <class S>
[[gnu::noinline]] void batch_minverse_inward(const BatchModel<Element<S>>& batch, const BatchAbaScratch<S>& w,
                                             const S* q, const S* x) {
  using Step = BatchStep<Element<S>>;
  const CompiledModel& model = *batch.model;
  clear_slots(batch.slots, w.load, aba_load_stride);
  const Step* const first = batch.steps.data();
  const std::size_t count = batch.steps.size();
  JointState<S>* joint = w.joint + count;
  AbaPlace<S>* place = w.place + count;
  Transform<S>* X = w.X + count;
  AbaLoad<S> load{};
  bool followed = false;
  for (const Step* step = first + count; step != first;) {
    --step, --joint, --place, --X;
    if (!followed) load = AbaLoad<S>{};
    if (step->keeps) {
      const AbaLoad<S> more = load_slot<S, AbaLoad<S>>(w.load, aba_load_stride, step->body);
      load.I += more.I, load.p += more.p;
    }
    minverse_add_body(lift<S>(step->k.I), load.I);
    followed = step->follows;
    if (step->form != StepForm::other) {
      by_form(step->form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        load = minverse_inward<form>(step->k, *joint, x[step->v], load, *place);
      });
    } else if (step->block) {
      const S* f = x + step->v;
      const Motion<S> a = solve(load.I, Force<S>{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}} - load.p);
      place->G = {a.linear, a.angular};
      continue;
    } else {
      const Body& k = model.bodies[static_cast<std::size_t>(step->body)];
      by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
        *X = joint_placement<kind>(k, q, q, q);
        aba_eliminate<kind>(model, k, x, w.axes, load.I, load.p);
      });
      load = {act(*X, load.I), act(*X, load.p)};
    }
    if (!step->follows && step->parent > 0) add_to_slot(load, w.load, aba_load_stride, step->parent);
  }
}

// Base to tips: accelerations.
template <class S>
[[gnu::noinline]] void batch_minverse_outward(const BatchModel<Element<S>>& batch, const BatchAbaScratch<S>& w,
                                              S* out) {
  const CompiledModel& model = *batch.model;
  const S o(0);
  Motion<S> a{{o, o, o}, {o, o, o}};
  store_slot(a, w.motion, aba_motion_stride, 0);
  const JointState<S>* joint = w.joint;
  const AbaPlace<S>* place = w.place;
  const Transform<S>* X = w.X;
  for (const auto& step : batch.steps) {
    if (!step.follows) a = load_slot<S, Motion<S>>(w.motion, aba_motion_stride, step.parent);
    if (step.form != StepForm::other) {
      by_form(step.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        a = minverse_outward<form>(step.k, *joint, *place, a, out[step.v]);
      });
    } else if (step.block) {
      a = {place->G.linear, place->G.angular};
      std::memcpy(out + step.v, &a, sizeof a);
    } else {
      const Body& k = model.bodies[static_cast<std::size_t>(step.body)];
      AbaBody<S> full;
      full.a = act_inverse(*X, a);
      by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { aba_accelerate<kind>(k, w.axes, full, out); });
      a = full.a;
    }
    if (step.keeps) store_slot(a, w.motion, aba_motion_stride, step.body);
    ++joint, ++place, ++X;
  }
}

template <class S>
void batch_minverse_apply(const BatchModel<Element<S>>& batch, const BatchAbaScratch<S>& w, const S* q, const S* x,
                          S* out) {
  batch_joints(batch.steps.data(), batch.steps.data() + batch.steps.size(), q, w.joint);
  batch_minverse_inward(batch, w, q, x);
  batch_minverse_outward(batch, w, out);
}

}  // namespace TENON_ISA
}  // namespace tenon
