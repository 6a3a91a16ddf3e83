// Forward kinematics, fast: forward.hpp with screw placements, the trunk body by body and limbs in lanes. O(n).
#pragma once

#include "kinematics/forward.hpp"
#include "walk/arena.hpp"
#include "walk/sweeps.hpp"

namespace tenon {

template <class S, class P>
struct ForwardScratch {
  JointState<S>* joint;   // trunk steps
  JointState<P>* joints;  // groups
  S* slots;               // of Transform or KinematicBody
};

inline namespace TENON_ISA {

template <class S, int W, class T>
ForwardScratch<S, Pack<double, W>> forward_scratch(const CompiledModel& model, const Walk<W, T>& walk, Arena& arena) {
  return {arena.take<JointState<S>>(walk.trunk.size()), arena.take<JointState<Pack<double, W>>>(walk.groups.size()),
          arena.take<S>(model.bodies.size() * slot_stride<KinematicBody>)};
}

// A screw after a pose: turn about x, shifts along the new axes, turn about z.
template <class S, Angle alpha>
TENON_INLINE Transform<S> operator*(const Transform<S>& P, const ScrewTransform<S, alpha>& X) {
  const Vec3<S> x{P.R.xx, P.R.yx, P.R.zx}, y0{P.R.xy, P.R.yy, P.R.zy}, z0{P.R.xz, P.R.yz, P.R.zz};
  Vec3<S> y = y0, z = z0;
  if constexpr (alpha == Angle::right) y = z0, z = -y0;
  if constexpr (alpha == Angle::any) {
    y = mul_add(X.x.s, z0, X.x.c * y0);
    z = mul_add(-X.x.s, y0, X.x.c * z0);
  }
  const Vec3<S> p = mul_add(X.z.shift, z, mul_add(X.x.shift, x, P.p));
  const Vec3<S> a = mul_add(X.z.s, y, X.z.c * x), b = mul_add(-X.z.s, x, X.z.c * y);
  return {{a.x, b.x, z.x, a.y, b.y, z.y, a.z, b.z, z.z}, p};
}

// m × (l z, r z): what a joint along z adds to the acceleration of a body that moves with m.
template <class S>
TENON_INLINE Motion<S> cross_z(const Motion<S>& m, const S& l, const S& r) {
  const S o(0);
  return {{mul_add(m.linear.y, r, m.angular.y * l), -mul_add(m.linear.x, r, m.angular.x * l), o},
          {m.angular.y * r, -(m.angular.x * r), o}};
}

// From the parent's state to the body's; a: null where accelerations are those for zero joint accelerations.
template <StepForm form, class S, class C>
TENON_INLINE void forward_step(const StepConstants<C>& k, const JointState<S>& j, const S& v, const S* a,
                               KinematicBody<S>& b) {
  const auto X = placement<form>(k, j);
  S l(0), r = v;
  if constexpr (!is_revolute(form)) l = lift<S>(k.slide) * v, r = lift<S>(k.turn) * v;
  b.X_wb = b.X_wb * X;
  b.v = act_inverse(X, b.v);
  b.v.linear.z += l, b.v.angular.z += r;
  const Motion<S> c = cross_z(b.v, l, r);
  b.bias = act_inverse(X, b.bias) + c;
  if (!a) {
    b.a = b.bias;
    return;
  }
  b.a = act_inverse(X, b.a) + c;
  if constexpr (is_revolute(form)) {
    b.a.angular.z += *a;
  } else {
    b.a.linear.z = mul_add(lift<S>(k.slide), *a, b.a.linear.z);
    b.a.angular.z = mul_add(lift<S>(k.turn), *a, b.a.angular.z);
  }
}
template <class S>
TENON_INLINE void forward_step_other(const Body& k, const S* q, const S* v, const S* a, KinematicBody<S>& b) {
  by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
    const Transform<S> X = joint_placement<kind>(k, q, q, q);
    const Motion<S> vj = joint_motion<kind>(k, v);
    b.X_wb = b.X_wb * X;
    b.v = act_inverse(X, b.v) + vj;
    const Motion<S> c = cross(b.v, vj);
    b.bias = act_inverse(X, b.bias) + c;
    b.a = a ? act_inverse(X, b.a) + c + joint_motion<kind>(k, a) : b.bias;
  });
}

// Placements alone; velocities and accelerations in `body` are left as they are.
template <class S, int W, class T>
void placement_walk(const CompiledModel& model, const Walk<W, T>& walk, const ForwardScratch<S, Pack<double, W>> w,
                    const S* q, KinematicBody<S>* body) {
  const Body* const bodies = model.bodies.data();
  joint_states(walk, q, w.joint, w.joints);
  body[0].X_wb = identity_transform<S>();
  sweep_outward<Transform>(
      walk, identity_transform<S>(), w.slots,
      [&]<StepForm form>(const auto& s, int t, Transform<S>& X) TENON_INLINE_LAMBDA {
        if constexpr (form == StepForm::other) {
          const Body& k = bodies[s.body];
          by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { X = X * joint_placement<kind>(k, q, q, q); });
        } else {
          X = X * placement<form>(s.k, w.joint[t]);
        }
        body[s.body].X_wb = X;
      },
      [&]<StepForm form>(const auto& g, int k, auto& X) TENON_INLINE_LAMBDA {
        X = X * placement<form>(g.k, w.joints[k]);
        store_lanes<Transform>(X, g.active, [&](int l) { return &body[g.body[l]].X_wb.R.xx; });
      });
}

// Placements, velocities, accelerations.
template <class S, int W, class T>
void forward_walk(const CompiledModel& model, const Walk<W, T>& walk, const ForwardScratch<S, Pack<double, W>> w,
                  const S* q, const S* v, const S* a, KinematicBody<S>* body) {
  using P = Pack<double, W>;
  const Body* const bodies = model.bodies.data();
  const S o(0);
  const Motion<S> none{{o, o, o}, {o, o, o}};
  joint_states(walk, q, w.joint, w.joints);
  body[0] = {identity_transform<S>(), none, none, none};
  sweep_outward<KinematicBody>(
      walk, body[0], w.slots,
      [&]<StepForm form>(const auto& s, int t, KinematicBody<S>& b) TENON_INLINE_LAMBDA {
        if constexpr (form == StepForm::other)
          forward_step_other(bodies[s.body], q, v, a, b);
        else
          forward_step<form>(s.k, w.joint[t], v[s.v], a ? a + s.v : nullptr, b);
        body[s.body] = b;
      },
      [&]<StepForm form>(const auto& g, int k, auto& b) TENON_INLINE_LAMBDA {
        P acceleration;
        if (a) acceleration = gather<P>(a, g.v);
        forward_step<form>(g.k, w.joints[k], gather<P>(v, g.v), a ? &acceleration : nullptr, b);
        store_lanes<KinematicBody>(b, g.active, [&](int l) { return &body[g.body[l]].X_wb.R.xx; });
      });
}

}  // namespace TENON_ISA
}  // namespace tenon
