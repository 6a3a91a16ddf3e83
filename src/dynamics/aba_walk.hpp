// Forward dynamics, fast: the articulated-body algorithm of aba.hpp with screw placements, the trunk body by body and
// limbs in lanes. [RBDA] Table 7.1. O(n). Departures beside aba.hpp's: the last sweep has q̈ = g - Gᵀ a of the parent
// directly, G = U/D moved to the parent's frame, g = (u - Uᵀ c)/D, because its dependency chain is what it costs; a
// free base is one 6 x 6 system, solved by two 3 x 3 inverses through a Schur complement.
#pragma once

#include "dynamics/aba.hpp"
#include "dynamics/steps.hpp"
#include "spatial/arena.hpp"

namespace tenon {

// What a step keeps from one sweep to the next.
template <class S>
struct AbaPlace {
  Vec3<S> w;
  Motion<S> c;
  Force<S> G;  // in the parent's frame
  S g;
};
// What a body hands to its parent.
template <class S>
struct AbaLoad {
  ArticulatedInertia<S> I;
  Force<S> p;
};

// Where bodies that are looked up leave their state; rows of doubles (of packs in a batch) with these strides.
constexpr int aba_load_stride = 28, aba_motion_stride = 8;

// Memory of one evaluation. Sizes: bodies, degrees of freedom, groups.
template <class S, class P>
struct AbaScratch {
  JointState<S>* joint;   // trunk steps
  AbaPlace<S>* place;     // trunk steps
  Transform<S>* X;        // trunk steps: placements of joints with several degrees of freedom
  AbaAxis<S>* axes;       // degrees of freedom, for the same
  JointState<P>* joints;  // groups
  AbaPlace<P>* places;    // groups
  S* load;                // bodies x aba_load_stride
  S* motion;              // bodies x aba_motion_stride: angular velocity, later acceleration
};

inline namespace TENON_ISA {

template <class S, int W>
AbaScratch<S, Pack<double, W>> aba_scratch(const CompiledModel& model, const Walk<W>& walk, Arena& arena) {
  using P = Pack<double, W>;
  const std::size_t n = model.bodies.size(), trunk = walk.trunk.size(), groups = walk.groups.size();
  return {arena.take<JointState<S>>(trunk),   arena.take<AbaPlace<S>>(trunk),
          arena.take<Transform<S>>(trunk),    arena.take<AbaAxis<S>>(static_cast<std::size_t>(model.nv)),
          arena.take<JointState<P>>(groups),  arena.take<AbaPlace<P>>(groups),
          arena.take<S>(n * aba_load_stride), arena.take<S>(n * aba_motion_stride)};
}

// Adds a rigid body and its gyroscopic force to what its children handed over.
template <class S>
TENON_INLINE void aba_add_body(const Inertia<S>& I, const Vec3<S>& w, AbaLoad<S>& x) {
  x.I.A.xx += I.m, x.I.A.yy += I.m, x.I.A.zz += I.m;
  x.I.B.xy += I.h.z, x.I.B.xz -= I.h.y, x.I.B.yz += I.h.x;
  x.I.B.yx -= I.h.z, x.I.B.zx += I.h.y, x.I.B.zy -= I.h.x;
  x.I.C += I.I;
  x.p.linear += cross(w, cross(w, I.h));
  x.p.angular += cross(w, I.I * w);
}

template <StepForm form, class S, class C>
TENON_INLINE Vec3<S> aba_outward(const StepConstants<C>& k, const JointState<S>& j, const Vec3<S>& w_parent, const S& v,
                                 AbaPlace<S>& b) {
  const Swing<S> at = swing(placement<form>(k, j), w_parent);
  S rate = v;
  b.c.linear = at.a;
  if constexpr (!is_revolute(form)) {
    const S l = lift<S>(k.slide) * (v + v);
    b.c.linear = {mul_add(at.w.y, l, at.a.x), neg_mul_add(at.w.x, l, at.a.y), at.a.z};
    rate = lift<S>(k.turn) * v;
  }
  b.c.angular = {at.w.y * rate, -(at.w.x * rate), S(0)};
  b.w = {at.w.x, at.w.y, at.w.z + rate};
  return b.w;
}

template <StepForm form, class S, class C>
TENON_INLINE AbaLoad<S> aba_inward(const StepConstants<C>& k, const JointState<S>& j, const S& tau, AbaLoad<S> x,
                                   AbaPlace<S>& b) {
  aba_add_body(lift<S>(k.I), b.w, x);
  const auto X = placement<form>(k, j);
  if constexpr (is_revolute(form)) {
    const Force<S> U = column<angular_z>(x.I);
    const S D_inverse = S(1) / U.angular.z;
    const S g = D_inverse * (tau - x.p.angular.z);
    const Force<S> G = D_inverse * U;
    b.g = g - dot(b.c, G);
    b.G = act(X, G);
    x.I = downdate_about_z(x.I, D_inverse, U);
    x.p += g * U;
    x.p += apply_about_z(x.I, b.c);
    return {act_about_z(X, x.I), act(X, x.p)};
  } else {
    const S turn = lift<S>(k.turn), slide = lift<S>(k.slide);
    const Force<S> U = slide * column<linear_z>(x.I) + turn * column<angular_z>(x.I);
    const S D = mul_add(slide, U.linear.z, mul_add(turn, U.angular.z, lift<S>(k.armature)));
    const S D_inverse = S(1) / D;
    const S g = D_inverse * (tau - mul_add(slide, x.p.linear.z, turn * x.p.angular.z));
    const Force<S> G = D_inverse * U;
    b.g = g - dot(b.c, G);
    b.G = act(X, G);
    x.I = rank_one_downdate(x.I, D_inverse, U);
    x.p += g * U;
    x.p += x.I * b.c;
    return {act(X, x.I), act(X, x.p)};
  }
}

template <StepForm form, class S, class C>
TENON_INLINE Motion<S> aba_accelerate(const StepConstants<C>& k, const JointState<S>& j, const AbaPlace<S>& b,
                                      const Motion<S>& parent, S& qdd) {
  const Vec3<S>&l = b.G.linear, &r = b.G.angular, &x = parent.linear, &y = parent.angular;
  qdd = b.g - ((mul_add(l.x, x.x, l.y * x.y) + mul_add(l.z, x.z, r.x * y.x)) + mul_add(r.y, y.y, r.z * y.z));
  Motion<S> a = act_inverse(placement<form>(k, j), parent) + b.c;
  if constexpr (is_revolute(form)) {
    a.angular.z += qdd;
  } else {
    a.linear.z = mul_add(lift<S>(k.slide), qdd, a.linear.z);
    a.angular.z = mul_add(lift<S>(k.turn), qdd, a.angular.z);
  }
  return a;
}

// I a = f.
template <class S>
TENON_INLINE Motion<S> solve(const ArticulatedInertia<S>& I, const Force<S>& f) {
  const Sym3<S> A = inverse(I.A);
  const Mat3<S> K = transpose(I.B) * A;  // Bᵀ A⁻¹
  const Mat3<S> T = K * I.B;
  const Sym3<S> schur = I.C - Sym3<S>{T.xx, T.xy, T.xz, T.yy, T.yz, T.zz};
  const Vec3<S> angular = inverse(schur) * (f.angular - K * f.linear);
  return {A * (f.linear - I.B * angular), angular};
}

// Joints of several degrees of freedom, on the trunk only: aba.hpp's steps.
template <class S>
TENON_INLINE void aba_outward_other(const CompiledModel& model, const TrunkStep& t, const S* q, const S* v,
                                    const Vec3<S>& w_parent, Transform<S>& X, AbaPlace<S>& b) {
  const Body& k = model.bodies[static_cast<std::size_t>(t.body)];
  by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
    if constexpr (kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical) return;
    X = joint_placement<kind>(k, q, q, q);
    AbaBody<S> full;
    full.X = X;
    aba_outward<kind>(k, w_parent, v, full);
    b.w = full.w, b.c = full.c;
  });
}

// external: wrench on each body in body axes at its origin, or null. One lane per sample when S is a Pack: groups are
// then not walked.
template <class S, int W>
void aba_walk(const CompiledModel& model, const Walk<W>& walk, const AbaScratch<S, Pack<double, W>>& w, const S* q,
              const S* v, const S* tau, const Force<S>* external, S* qdd) {
  using P = Pack<double, W>;
  const int steps = static_cast<int>(walk.trunk.size()), groups = static_cast<int>(walk.groups.size());
  trunk_joints(walk, q, w.joint);
  if constexpr (std::is_same_v<S, double>) group_joints(walk, q, w.joints);

  // Base to tips: angular velocities and velocity-dependent accelerations.
  const Vec3<S> still{S(0), S(0), S(0)};
  store_slot(still, w.motion, aba_motion_stride, 0);
  Vec3<S> omega = still;
  for (int t = 0; t < steps; ++t) {
    const TrunkStep& step = walk.trunk[static_cast<std::size_t>(t)];
    if (!step.follows) omega = load_slot<S, Vec3<S>>(w.motion, aba_motion_stride, step.parent);
    if (step.form == StepForm::other) {
      aba_outward_other(model, step, q, v, omega, w.X[t], w.place[t]);
      omega = w.place[t].w;
    } else {
      by_form(step.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        omega = aba_outward<form>(step.k, w.joint[t], omega, v[step.v], w.place[t]);
      });
    }
    if (step.keeps) store_slot(omega, w.motion, aba_motion_stride, step.body);
  }
  if constexpr (std::is_same_v<S, double>) {
    Vec3<P> lanes{};
    for (int k = groups - 1; k >= 0; --k) {
      const GroupStep<W>& g = walk.groups[static_cast<std::size_t>(k)];
      if (g.ends) take_from_slots<P>(lanes, g, w.motion, aba_motion_stride);
      by_group_form(g.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        lanes = aba_outward<form>(g.k, w.joints[k], lanes, gather<P>(v, g.v), w.places[k]);
      });
      if (g.receives) show_in_slots<P>(lanes, g, w.motion, aba_motion_stride);
    }
  }

  // Tips to base: articulated inertias.
  clear_slots(walk, w.load, aba_load_stride);
  if constexpr (std::is_same_v<S, double>) {
    AbaLoad<P> lanes{};
    for (int k = 0; k < groups; ++k) {
      const GroupStep<W>& g = walk.groups[static_cast<std::size_t>(k)];
      if (g.starts) clear_lanes<P>(lanes, g.starts);
      if (g.receives) add_from_slots<P>(lanes, g, w.load, aba_load_stride);
      if (external) subtract_external(external, g, lanes.p);
      by_group_form(g.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        lanes = aba_inward<form>(g.k, w.joints[k], gather<P>(tau, g.v), lanes, w.places[k]);
      });
      if (g.ends) add_to_slots<P>(lanes, g, w.load, aba_load_stride);
    }
  }
  AbaLoad<S> x{};
  for (int t = steps - 1; t >= 0; --t) {
    const TrunkStep& step = walk.trunk[static_cast<std::size_t>(t)];
    if (t + 1 == steps || !walk.trunk[static_cast<std::size_t>(t) + 1].follows) x = AbaLoad<S>{};
    if (step.keeps) {
      const AbaLoad<S> more = load_slot<S, AbaLoad<S>>(w.load, aba_load_stride, step.body);
      x.I += more.I, x.p += more.p;
    }
    if (external) x.p -= external[step.body];
    if (step.form != StepForm::other) {
      by_form(step.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        x = aba_inward<form>(step.k, w.joint[t], tau[step.v], x, w.place[t]);
      });
    } else {
      aba_add_body(lift<S>(step.k.I), w.place[t].w, x);
      if (step.block) {
        const S* f = tau + step.v;
        const Motion<S> a = solve(x.I, Force<S>{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}} - x.p);
        w.place[t].G = {a.linear, a.angular};  // kept where other joints keep G: the body's acceleration
        continue;
      }
      const Body& k = model.bodies[static_cast<std::size_t>(step.body)];
      by_kind(k.kind,
              [&]<JointKind kind>() TENON_INLINE_LAMBDA { aba_eliminate<kind>(model, k, tau, w.axes, x.I, x.p); });
      x.p += x.I * w.place[t].c;
      x = {act(w.X[t], x.I), act(w.X[t], x.p)};
    }
    if (!step.follows && step.parent > 0) add_to_slot(x, w.load, aba_load_stride, step.parent);
  }

  // Base to tips: accelerations.
  Motion<S> a{-lifted<S>(model.gravity), still};
  store_slot(a, w.motion, aba_motion_stride, 0);
  for (int t = 0; t < steps; ++t) {
    const TrunkStep& step = walk.trunk[static_cast<std::size_t>(t)];
    if (!step.follows) a = load_slot<S, Motion<S>>(w.motion, aba_motion_stride, step.parent);
    if (step.form != StepForm::other) {
      by_form(step.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        a = aba_accelerate<form>(step.k, w.joint[t], w.place[t], a, qdd[step.v]);
      });
    } else {
      AbaBody<S> full;
      full.a = act_inverse(w.X[t], a) + w.place[t].c;
      if (step.block) {
        const Force<S>& solved = w.place[t].G;
        a = {solved.linear, solved.angular};
        const Motion<S> relative = a - full.a;
        std::memcpy(qdd + step.v, &relative, sizeof relative);
      } else {
        const Body& k = model.bodies[static_cast<std::size_t>(step.body)];
        by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { aba_accelerate<kind>(k, w.axes, full, qdd); });
        a = full.a;
      }
    }
    if (step.keeps) store_slot(a, w.motion, aba_motion_stride, step.body);
  }
  if constexpr (std::is_same_v<S, double>) {
    Motion<P> lanes{};
    for (int k = groups - 1; k >= 0; --k) {
      const GroupStep<W>& g = walk.groups[static_cast<std::size_t>(k)];
      if (g.ends) take_from_slots<P>(lanes, g, w.motion, aba_motion_stride);
      P out;
      by_group_form(g.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        lanes = aba_accelerate<form>(g.k, w.joints[k], w.places[k], lanes, out);
      });
      scatter(out, g, qdd);
      if (g.receives) show_in_slots<P>(lanes, g, w.motion, aba_motion_stride);
    }
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
