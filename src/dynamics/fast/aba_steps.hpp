// What fast forward dynamics does at one body: the steps of paper/aba.hpp with screw placements, over any scalar.
// [RBDA] Table 7.1. Departures beside aba.hpp's: the last sweep has q̈ = g - Gᵀ a of the parent directly, G = U/D moved
// to the parent's frame, g = (u - Uᵀ c)/D, because its dependency chain is what it costs; a free base is one 6 x 6
// system, solved by two 3 x 3 inverses through a Schur complement.
#pragma once

#include "dynamics/paper/aba.hpp"
#include "spatial/wide.hpp"
#include "walk/arena.hpp"
#include "walk/sweeps.hpp"

namespace tenon {

// What a step keeps from one sweep to the next.
template <class S>
struct AbaPlace {
  Force<S> p;  // the body's own: gyroscopic less external
  Motion<S> c;
  Force<S> G;  // in the parent's frame
  S g;
};
// What a body hands to its parent.
template <class S>
struct AbaLoad {
  ArticulatedInertia<S> I;
  Force<S> p;

  TENON_INLINE AbaLoad& operator+=(const AbaLoad& b) { return I += b.I, p += b.p, *this; }
};

// Memory of one evaluation. Sizes: bodies, degrees of freedom, groups.
template <class S, class P>
struct AbaScratch {
  JointState<S>* joint;   // trunk steps
  AbaPlace<S>* place;     // trunk steps
  Transform<S>* X;        // trunk steps: placements of joints with several degrees of freedom
  AbaAxis<S>* axes;       // degrees of freedom, for the same
  JointState<P>* joints;  // groups
  AbaPlace<P>* places;    // groups
  S* load;                // slots of AbaLoad
  S* motion;              // slots of angular velocities, later of accelerations
  WidePlacement* wide;    // trunk steps, where they are wide
};

inline namespace TENON_ISA {

template <class S, int W, class T>
AbaScratch<S, Pack<double, W>> aba_scratch(const CompiledModel& model, const Walk<W, T>& walk, Arena& arena) {
  using P = Pack<double, W>;
  const std::size_t n = model.bodies.size(), trunk = walk.trunk.size(), groups = walk.groups.size();
  return {arena.take<JointState<S>>(trunk),
          arena.take<AbaPlace<S>>(trunk),
          arena.take<Transform<S>>(trunk),
          arena.take<AbaAxis<S>>(static_cast<std::size_t>(model.nv)),
          arena.take<JointState<P>>(groups),
          arena.take<AbaPlace<P>>(groups),
          arena.take<S>(n * slot_stride<AbaLoad>),
          arena.take<S>(n * slot_stride<Motion>),
          arena.take<WidePlacement>(walk.wide.size())};
}

// v × I v with the origin's velocity left out (classical accelerations). Computed on the way out, where registers are
// free, although it is needed on the way in only.
template <class S>
TENON_INLINE Force<S> gyroscopic_force(const Inertia<S>& I, const Vec3<S>& w) {
  return {cross(w, cross(w, I.h)), cross(w, I.I * w)};
}

// Adds a rigid body, and its force if it moves, to what its children handed over.
template <bool moving, class S>
TENON_INLINE void aba_add_body(const Inertia<S>& I, const Force<S>& p, AbaLoad<S>& x) {
  x.I.A.xx += I.m, x.I.A.yy += I.m, x.I.A.zz += I.m;
  x.I.B.xy += I.h.z, x.I.B.xz -= I.h.y, x.I.B.yz += I.h.x;
  x.I.B.yx -= I.h.z, x.I.B.zx += I.h.y, x.I.B.zy -= I.h.x;
  x.I.C += I.I;
  if constexpr (moving) x.p += p;
}

// Place: AbaPlace, or a struct with more beside; one with room for 1/D keeps it.
template <StepForm form, class S, class C, class Place>
TENON_INLINE Vec3<S> aba_outward(const StepConstants<C>& k, const JointState<S>& j, const Vec3<S>& w_parent, const S& v,
                                 Place& b) {
  const Swing<S> at = swing(placement<form>(k, j), w_parent);
  S rate = v;
  b.c.linear = at.a;
  if constexpr (!is_revolute(form)) {
    const S l = lift<S>(k.slide) * (v + v);
    b.c.linear = {mul_add(at.w.y, l, at.a.x), neg_mul_add(at.w.x, l, at.a.y), at.a.z};
    rate = lift<S>(k.turn) * v;
  }
  b.c.angular = {at.w.y * rate, -(at.w.x * rate), S(0)};
  const Vec3<S> w{at.w.x, at.w.y, at.w.z + rate};
  b.p = gyroscopic_force(lift<S>(k.I), w);
  return w;
}

template <bool moving, StepForm form, class S, class C, class Place>
TENON_INLINE AbaLoad<S> aba_inward(const StepConstants<C>& k, const JointState<S>& j, const S& tau, AbaLoad<S> x,
                                   Place& b) {
  aba_add_body<moving>(lift<S>(k.I), b.p, x);
  const auto X = placement<form>(k, j);
  Force<S> U;
  S D_inverse, g;
  if constexpr (is_revolute(form)) {
    U = column<angular_z>(x.I);
    D_inverse = S(1) / U.angular.z;
    g = D_inverse * (tau - x.p.angular.z);
  } else {
    const S turn = lift<S>(k.turn), slide = lift<S>(k.slide);
    U = slide * column<linear_z>(x.I) + turn * column<angular_z>(x.I);
    D_inverse = S(1) / mul_add(slide, U.linear.z, mul_add(turn, U.angular.z, lift<S>(k.armature)));
    g = D_inverse * (tau - mul_add(slide, x.p.linear.z, turn * x.p.angular.z));
  }
  if constexpr (requires { b.D_inverse; }) b.D_inverse = D_inverse;
  b.g = g;
  if constexpr (is_revolute(form)) {
    const Force<S> G{D_inverse * U.linear, {D_inverse * U.angular.x, D_inverse * U.angular.y, S(1)}};
    if constexpr (moving) b.g = minus_dot_about_z(b.c, G, g);
    b.G = act(X, G);
    // What turns about the axis is τ now: that is how g was chosen.
    x.p = {mul_add(g, U.linear, x.p.linear),
           {mul_add(g, U.angular.x, x.p.angular.x), mul_add(g, U.angular.y, x.p.angular.y), tau}};
    x.I = downdate_about_z(x.I, D_inverse, U);
    if constexpr (moving) x.p = apply_about_z(x.I, b.c, x.p);
    return {act_about_z(X, x.I), act(X, x.p)};
  } else {
    const Force<S> G = D_inverse * U;
    if constexpr (moving) b.g -= dot(b.c, G);
    b.G = act(X, G);
    x.p += g * U;
    x.I = rank_one_downdate(x.I, D_inverse, U);
    if constexpr (moving) x.p += x.I * b.c;
    return {act(X, x.I), act(X, x.p)};
  }
}

template <bool moving, StepForm form, class S, class C, class Place>
TENON_INLINE Motion<S> aba_accelerate(const StepConstants<C>& k, const JointState<S>& j, const Place& b,
                                      const Motion<S>& parent, S& qdd) {
  const Vec3<S>&l = b.G.linear, &r = b.G.angular, &x = parent.linear, &y = parent.angular;
  qdd = b.g - ((mul_add(l.x, x.x, l.y * x.y) + mul_add(l.z, x.z, r.x * y.x)) + mul_add(r.y, y.y, r.z * y.z));
  Motion<S> a;
  if constexpr (moving)
    a = act_inverse_add(placement<form>(k, j), parent, b.c);
  else
    a = act_inverse(placement<form>(k, j), parent);
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

// A free joint on the world, solved as one system: where it is does not matter, only how its axes lie in gravity. c is
// the acceleration that the body has at v̇ = 0, ω × v - g.
template <class S, class T, class Place>
TENON_INLINE Vec3<S> aba_outward_base(const Body& k, const TrunkStep<T>& s, const Vec3<double>& gravity, const S* q,
                                      const S* v, Place& b) {
  const S *x = v + k.v, o(0);
  const Vec3<S> w{x[3], x[4], x[5]};
  b.c = {cross_add(w, Vec3<S>{x[0], x[1], x[2]}, up_in_base(k, gravity, q)), {o, o, o}};
  b.p = gyroscopic_force(lift<S>(s.k.I), w);
  return w;
}

// Other joints of several degrees of freedom, on the trunk only: aba.hpp's steps.
template <class S, class T, class Place>
TENON_INLINE void aba_outward_other(const Body& k, const TrunkStep<T>& s, const S* q, const S* v, Vec3<S>& w,
                                    Transform<S>& X, Place& b) {
  by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
    if constexpr (kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical) return;
    X = joint_placement<kind>(k, q, q, q);
    AbaBody<S> full;
    full.X = X;
    aba_outward<kind>(k, w, v, full);
    w = full.w, b.c = full.c;
  });
  b.p = gyroscopic_force(lift<S>(s.k.I), w);
}

template <bool moving, class S, class T, class Place>
TENON_INLINE void aba_inward_other(const CompiledModel& model, const Body& k, const TrunkStep<T>& s, const S* q,
                                   const S* tau, Transform<S>& X, AbaAxis<S>* axes, AbaLoad<S>& x, Place& b) {
  if constexpr (!moving)
    if (!s.block) by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { X = joint_placement<kind>(k, q, q, q); });
  aba_add_body<moving>(lift<S>(s.k.I), b.p, x);
  if (s.block) {
    const S* f = tau + s.v;
    const Motion<S> a = solve(x.I, Force<S>{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}} - x.p);
    b.G = {a.linear, a.angular};  // kept where other joints keep G: the body's acceleration
  } else {
    by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { aba_eliminate<kind>(model, k, tau, axes, x.I, x.p); });
    if constexpr (moving) x.p += x.I * b.c;
    x = {act(X, x.I), act(X, x.p)};
  }
}

template <bool moving, class S, class T, class Place>
TENON_INLINE void aba_accelerate_other(const Body& k, const TrunkStep<T>& s, const Transform<S>& X, AbaAxis<S>* axes,
                                       const Place& b, Motion<S>& a, S* qdd) {
  if (s.block) {
    a = {b.G.linear, b.G.angular};
    Motion<S> relative = a;
    if constexpr (moving) relative.linear = a.linear - b.c.linear;
    std::memcpy(static_cast<void*>(qdd + s.v), &relative, sizeof relative);
    return;
  }
  AbaBody<S> full;
  full.a = act_inverse(X, a);
  if constexpr (moving) full.a += b.c;
  by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { aba_accelerate<kind>(k, axes, full, qdd); });
  a = full.a;
}

}  // namespace TENON_ISA
}  // namespace tenon
