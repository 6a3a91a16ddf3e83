// Joint models. All motion subspaces are constant in the body frame:
//   revolute (0 0 0, 0 0 1) · prismatic (0 0 1, 0 0 0) · helical (0 0 h, 0 0 1)
//   spherical: the three angular axes · planar: x, y, turn about z · free: all six
// Every function is a template over the kind; by_kind() calls a step with its kind as a constant, so that a step's code
// holds only what its joint needs.
//
// Accelerations are carried in classical form: a' = spatial linear acceleration + ω × v, the acceleration that a point
// at the body's origin feels. With u' the same for the parent at that point, ωp the parent's angular velocity in body
// axes, and S q̇ = (l, r), S q̈ = (l̇, ṙ):
//   ω = ωp + r,   α = αp + ωp × r + ṙ,   a' = u' + (2 ωp + r) × l + l̇,   u' = Rᵀ(a'_λ + α_λ × p + ω_λ × (ω_λ × p)).
// No linear velocity appears anywhere, which is what makes the sweeps short.
#pragma once

#include "model/compiled.hpp"
#include "model/trigonometry.hpp"
#include "spatial/spatial.hpp"

namespace tenon {

// Angular velocity, angular acceleration and classical acceleration of a body, in body axes at its origin.
template <class S>
struct ClassicalMotion {
  Vec3<S> w, alpha, a;
};

inline namespace TENON_ISA {

// Calls step.operator()<kind>(); revolute joints, the most frequent, are tested first.
template <class Step>
TENON_INLINE void by_kind(JointKind kind, Step&& step) {
  if (kind == JointKind::revolute) return step.template operator()<JointKind::revolute>();
  switch (kind) {
    case JointKind::prismatic:
      return step.template operator()<JointKind::prismatic>();
    case JointKind::helical:
      return step.template operator()<JointKind::helical>();
    case JointKind::spherical:
      return step.template operator()<JointKind::spherical>();
    case JointKind::planar:
      return step.template operator()<JointKind::planar>();
    case JointKind::free:
      return step.template operator()<JointKind::free>();
    default:
      return step.template operator()<JointKind::fixed>();
  }
}

// Constants of the model as the state's scalar.
template <class S>
TENON_INLINE Vec3<S> lifted(const Vec3<double>& v) {
  return {S(v.x), S(v.y), S(v.z)};
}
template <class S>
TENON_INLINE Sym3<S> lifted(const Sym3<double>& M) {
  return {S(M.xx), S(M.xy), S(M.xz), S(M.yy), S(M.yz), S(M.zz)};
}
template <class S>
TENON_INLINE Mat3<S> lifted(const Mat3<double>& R) {
  return {S(R.xx), S(R.xy), S(R.xz), S(R.yx), S(R.yy), S(R.yz), S(R.zx), S(R.zy), S(R.zz)};
}
template <class S>
TENON_INLINE Inertia<S> lifted(const Inertia<double>& I) {
  return {S(I.m), lifted<S>(I.h), lifted<S>(I.I)};
}

// R0 Rot_z: the columns of a fixed rotation turned about its own z.
template <class S>
TENON_INLINE Mat3<S> turned(const Mat3<double>& R, const S& s, const S& c) {
  const Mat3<S> K = lifted<S>(R);
  return {mul_add(c, K.xx, s * K.xy), neg_mul_add(s, K.xx, c * K.xy), K.xz,
          mul_add(c, K.yx, s * K.yy), neg_mul_add(s, K.yx, c * K.yy), K.yz,
          mul_add(c, K.zx, s * K.zy), neg_mul_add(s, K.zx, c * K.zy), K.zz};
}

// Rotation of a quaternion x y z w; a length other than 1 is divided out.
template <class S>
TENON_INLINE Mat3<S> rotation_of(const S* q) {
  const S n = mul_add(q[0], q[0], mul_add(q[1], q[1], mul_add(q[2], q[2], q[3] * q[3])));
  const S t = S(2) / n;
  const S x = t * q[0], y = t * q[1], z = t * q[2];
  const S xx = x * q[0], yy = y * q[1], zz = z * q[2], xy = x * q[1], xz = x * q[2], yz = y * q[2];
  const S wx = x * q[3], wy = y * q[3], wz = z * q[3], one(1);
  return {one - (yy + zz), xy - wz, xz + wy, xy + wz, one - (xx + zz), yz - wx, xz - wy, yz + wx, one - (xx + yy)};
}

// -g in the axes of a body on a free joint of the world.
template <class S>
TENON_INLINE Vec3<S> up_in_base(const Body& body, const Vec3<double>& gravity, const S* q) {
  return transpose_mul(rotation_of(q + body.q + 3), lifted<S>(transpose_mul(body.X_pj.R, -gravity)));
}

// Pose of the body in its parent's body frame.
template <JointKind kind, class S>
TENON_INLINE Transform<S> joint_placement(const Body& body, const S* q, const S* sine, const S* cosine) {
  const Transform<double>& X = body.X_pj;
  const Vec3<S> p = lifted<S>(X.p);
  const S* qi = q + body.q;
  const auto slid = [&](const S& along) {
    return Vec3<S>{mul_add(along, S(X.R.xz), p.x), mul_add(along, S(X.R.yz), p.y), mul_add(along, S(X.R.zz), p.z)};
  };
  if constexpr (kind == JointKind::revolute)
    return {turned(X.R, sine[body.q], cosine[body.q]), p};
  else if constexpr (kind == JointKind::prismatic)
    return {lifted<S>(X.R), slid(qi[0])};
  else if constexpr (kind == JointKind::helical)
    return {turned(X.R, sine[body.q], cosine[body.q]), slid(S(body.pitch) * qi[0])};
  else if constexpr (kind == JointKind::spherical)
    return {X.R * rotation_of(qi), p};
  else if constexpr (kind == JointKind::planar)
    return {turned(X.R, qi[3], qi[2]), X.R * Vec3<S>{qi[0], qi[1], S(0)} + p};
  else if constexpr (kind == JointKind::free)
    return {X.R * rotation_of(qi + 3), X.R * Vec3<S>{qi[0], qi[1], qi[2]} + p};
  else
    return {lifted<S>(X.R), p};
}

// S x: the joint's motion for a velocity or acceleration vector.
template <JointKind kind, class S>
TENON_INLINE Motion<S> joint_motion(const Body& body, const S* x) {
  const S* xi = x + body.v;
  const S o(0);
  if constexpr (kind == JointKind::revolute)
    return {{o, o, o}, {o, o, xi[0]}};
  else if constexpr (kind == JointKind::prismatic)
    return {{o, o, xi[0]}, {o, o, o}};
  else if constexpr (kind == JointKind::helical)
    return {{o, o, S(body.pitch) * xi[0]}, {o, o, xi[0]}};
  else if constexpr (kind == JointKind::spherical)
    return {{o, o, o}, {xi[0], xi[1], xi[2]}};
  else if constexpr (kind == JointKind::planar)
    return {{xi[0], xi[1], o}, {o, o, xi[2]}};
  else if constexpr (kind == JointKind::free)
    return {{xi[0], xi[1], xi[2]}, {xi[3], xi[4], xi[5]}};
  else
    return {{o, o, o}, {o, o, o}};
}
template <class S>
inline Motion<S> joint_motion(const Body& body, const S* x) {
  Motion<S> m;
  by_kind(body.kind, [&]<JointKind kind>() { m = joint_motion<kind>(body, x); });
  return m;
}

// Sᵀ f into t[0], t[1], …
template <JointKind kind, class S>
TENON_INLINE void joint_force(const Body& body, const Force<S>& f, S* t) {
  if constexpr (kind == JointKind::revolute) t[0] = f.angular.z;
  if constexpr (kind == JointKind::prismatic) t[0] = f.linear.z;
  if constexpr (kind == JointKind::helical) t[0] = mul_add(S(body.pitch), f.linear.z, f.angular.z);
  if constexpr (kind == JointKind::spherical) t[0] = f.angular.x, t[1] = f.angular.y, t[2] = f.angular.z;
  if constexpr (kind == JointKind::planar) t[0] = f.linear.x, t[1] = f.linear.y, t[2] = f.angular.z;
  if constexpr (kind == JointKind::free) {
    t[0] = f.linear.x, t[1] = f.linear.y, t[2] = f.linear.z;
    t[3] = f.angular.x, t[4] = f.angular.y, t[5] = f.angular.z;
  }
}
template <class S>
TENON_INLINE void joint_force(const Body& body, const Force<S>& f, S* t) {
  by_kind(body.kind, [&]<JointKind kind>() { joint_force<kind>(body, f, t); });
}

// The parent's motion felt at the child's origin, in the child's axes, before the joint adds its own.
template <class S>
TENON_INLINE ClassicalMotion<S> carried(const Transform<S>& X, const ClassicalMotion<S>& parent) {
  const Vec3<S> swing = cross_add(parent.alpha, X.p, cross(parent.w, cross(parent.w, X.p)));
  return {transpose_mul(X.R, parent.w), transpose_mul(X.R, parent.alpha), transpose_mul(X.R, parent.a + swing)};
}

// Adds the joint's motion to what the parent carries.
template <JointKind kind, class S>
TENON_INLINE ClassicalMotion<S> moved(const Body& body, const ClassicalMotion<S>& at, const S* v, const S* a) {
  if constexpr (kind == JointKind::fixed) return at;
  ClassicalMotion<S> m = at;
  if constexpr (kind == JointKind::revolute) {
    const S rate = v[body.v];
    m.w.z += rate;
    m.alpha.x = mul_add(at.w.y, rate, at.alpha.x);
    m.alpha.y = neg_mul_add(at.w.x, rate, at.alpha.y);
    m.alpha.z += a[body.v];
  } else if constexpr (kind == JointKind::prismatic) {
    const S twice = v[body.v] + v[body.v];
    m.a.x = mul_add(at.w.y, twice, at.a.x);
    m.a.y = neg_mul_add(at.w.x, twice, at.a.y);
    m.a.z += a[body.v];
  } else {
    const Motion<S> rate = joint_motion<kind>(body, v), change = joint_motion<kind>(body, a);
    m.w += rate.angular;
    m.alpha += cross_add(at.w, rate.angular, change.angular);
    m.a += cross_add(at.w + m.w, rate.linear, change.linear);
  }
  return m;
}

// Inertia times classical acceleration plus the gyroscopic terms: the net force on a body.
template <class C, class S>
TENON_INLINE Force<S> net_force(const Inertia<C>& I, const ClassicalMotion<S>& m) {
  return {cross_add(m.w, cross(m.w, I.h), cross_add(m.alpha, I.h, I.m * m.a)),
          cross_add(m.w, I.I * m.w, cross_add(I.h, m.a, I.I * m.alpha))};
}

}  // namespace TENON_ISA
}  // namespace tenon
