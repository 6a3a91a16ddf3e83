// The pose of a body whose frame was chosen well: a screw along x after a screw along z (modified Denavit-Hartenberg),
//   X = Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d).
// The same operations as for Transform in spatial.hpp, with fewer multiplications: each half turns a plane and shifts
// along one axis. Turning a symmetric or square block needs sin² and sin·cos only:
//   [xx xy; yx yy] turned = [xx + z, xy + y; yx + y, yy - z],
//   z = s²(yy - xx) - sc(xy + yx),   y = -sc(yy - xx) - s²(xy + yx).
#pragma once

#include "spatial/spatial.hpp"

namespace tenon {

// Angles between axes that are known when the model is compiled: most robots have no others than these two.
enum class Angle { any, zero, right };

// Half a placement: a turn and a shift about one axis.
template <class S>
struct Screw {
  S s, c;    // sine and cosine
  S ss, sc;  // s², s c
  S shift;
};
template <class S, Angle alpha = Angle::any>
struct ScrewTransform {
  Screw<S> x;  // alpha, a
  Screw<S> z;  // theta, d
};

inline namespace TENON_ISA {

template <class S>
TENON_INLINE Vec3<S> turn_z(const Screw<S>& k, const Vec3<S>& v) {
  return {neg_mul_add(k.s, v.y, k.c * v.x), mul_add(k.s, v.x, k.c * v.y), v.z};
}
template <Angle alpha, class S>
TENON_INLINE Vec3<S> turn_x(const Screw<S>& k, const Vec3<S>& v) {
  if constexpr (alpha == Angle::zero) return v;
  if constexpr (alpha == Angle::right) return {v.x, -v.z, v.y};
  return {v.x, neg_mul_add(k.s, v.z, k.c * v.y), mul_add(k.s, v.y, k.c * v.z)};
}
template <class S>
TENON_INLINE Vec3<S> turn_back_z(const Screw<S>& k, const Vec3<S>& v) {
  return {mul_add(k.s, v.y, k.c * v.x), neg_mul_add(k.s, v.x, k.c * v.y), v.z};
}
template <Angle alpha, class S>
TENON_INLINE Vec3<S> turn_back_x(const Screw<S>& k, const Vec3<S>& v) {
  if constexpr (alpha == Angle::zero) return v;
  if constexpr (alpha == Angle::right) return {v.x, v.z, -v.y};
  return {v.x, mul_add(k.s, v.z, k.c * v.y), neg_mul_add(k.s, v.y, k.c * v.z)};
}

// v + shift e × w, and with a minus, for e the screw's axis.
template <class S>
TENON_INLINE Vec3<S> plus_z_cross(const S& shift, const Vec3<S>& w, const Vec3<S>& v) {
  return {neg_mul_add(shift, w.y, v.x), mul_add(shift, w.x, v.y), v.z};
}
template <class S>
TENON_INLINE Vec3<S> plus_x_cross(const S& shift, const Vec3<S>& w, const Vec3<S>& v) {
  return {v.x, neg_mul_add(shift, w.z, v.y), mul_add(shift, w.y, v.z)};
}

template <class S, Angle alpha>
TENON_INLINE Force<S> act(const ScrewTransform<S, alpha>& X, const Force<S>& f) {
  const Vec3<S> fz = turn_z(X.z, f.linear), fx = turn_x<alpha>(X.x, fz);
  return {fx, plus_x_cross(X.x.shift, fx, turn_x<alpha>(X.x, plus_z_cross(X.z.shift, fz, turn_z(X.z, f.angular))))};
}
template <class S, Angle alpha>
TENON_INLINE Motion<S> act_inverse(const ScrewTransform<S, alpha>& X, const Motion<S>& m) {
  // v + ω × shift e = v - shift e × ω.
  const Vec3<S> wx = turn_back_x<alpha>(X.x, m.angular),
                vx = turn_back_x<alpha>(X.x, Vec3<S>{m.linear.x, mul_add(X.x.shift, m.angular.z, m.linear.y),
                                                     neg_mul_add(X.x.shift, m.angular.y, m.linear.z)});
  return {turn_back_z(X.z, Vec3<S>{mul_add(X.z.shift, wx.y, vx.x), neg_mul_add(X.z.shift, wx.x, vx.y), vx.z}),
          turn_back_z(X.z, wx)};
}
// The same plus c: the last turn takes it up.
template <class S>
TENON_INLINE Vec3<S> turn_back_z_add(const Screw<S>& k, const Vec3<S>& v, const Vec3<S>& c) {
  return {mul_add(k.s, v.y, mul_add(k.c, v.x, c.x)), neg_mul_add(k.s, v.x, mul_add(k.c, v.y, c.y)), v.z + c.z};
}
template <class S, Angle alpha>
TENON_INLINE Motion<S> act_inverse_add(const ScrewTransform<S, alpha>& X, const Motion<S>& m, const Motion<S>& c) {
  const Vec3<S> wx = turn_back_x<alpha>(X.x, m.angular),
                vx = turn_back_x<alpha>(X.x, Vec3<S>{m.linear.x, mul_add(X.x.shift, m.angular.z, m.linear.y),
                                                     neg_mul_add(X.x.shift, m.angular.y, m.linear.z)});
  return {
      turn_back_z_add(X.z, Vec3<S>{mul_add(X.z.shift, wx.y, vx.x), neg_mul_add(X.z.shift, wx.x, vx.y), vx.z}, c.linear),
      turn_back_z_add(X.z, wx, c.angular)};
}
// The rigid inertia of ten numbers, seen from the parent.
template <class S, Angle alpha>
TENON_INLINE Inertia<S> act(const ScrewTransform<S, alpha>& X, const Inertia<S>& I) {
  const auto turned = [](const Screw<S>& k, const S& xx, const S& yy, const S& xy, S& z, S& y) {
    const S e = yy - xx, f = xy + xy;
    z = neg_mul_add(k.sc, f, k.ss * e);
    y = mul_add(k.sc, e, k.ss * f);
  };
  S z, y;
  turned(X.z, I.I.xx, I.I.yy, I.I.xy, z, y);
  Vec3<S> h = turn_z(X.z, I.h), g = turn_z(X.z, Vec3<S>{I.I.xz, I.I.yz, I.I.zz});
  Sym3<S> J{I.I.xx + z, I.I.xy - y, g.x, I.I.yy - z, g.y, g.z};
  const S d = X.z.shift, md = I.m * d, dz = d * (h.z + h.z + md);
  J.xx += dz, J.yy += dz;
  J.xz = neg_mul_add(d, h.x, J.xz), J.yz = neg_mul_add(d, h.y, J.yz);
  h.z += md;

  h = turn_x<alpha>(X.x, h), g = turn_x<alpha>(X.x, Vec3<S>{J.xx, J.xy, J.xz});
  if constexpr (alpha == Angle::right) {
    J = {J.xx, g.y, g.z, J.zz, -J.yz, J.yy};
  } else if constexpr (alpha == Angle::any) {
    turned(X.x, J.yy, J.zz, J.yz, z, y);
    J = {J.xx, g.y, g.z, J.yy + z, J.yz - y, J.zz - z};
  }
  const S a = X.x.shift, ma = I.m * a, ax = a * (h.x + h.x + ma);
  J.yy += ax, J.zz += ax;
  J.xy = neg_mul_add(a, h.y, J.xy), J.xz = neg_mul_add(a, h.z, J.xz);
  h.x += ma;
  return {I.m, h, J};
}

// The z half for an articulated inertia: turn, then shift. With `about_z` the last columns of B and C are zero, which
// both halves of this step keep.
template <bool about_z, class S>
TENON_INLINE ArticulatedInertia<S> act_z(const Screw<S>& k, const ArticulatedInertia<S>& I) {
  const S o(0), d = k.shift;
  Sym3<S> A, C;
  Mat3<S> B;
  {
    const S e = I.A.yy - I.A.xx, f = I.A.xy + I.A.xy;
    const S z = neg_mul_add(k.sc, f, k.ss * e), y = mul_add(k.sc, e, k.ss * f);
    A = {I.A.xx + z, I.A.xy - y, neg_mul_add(k.s, I.A.yz, k.c * I.A.xz), I.A.yy - z, mul_add(k.s, I.A.xz, k.c * I.A.yz),
         I.A.zz};
  }
  {
    const S e = I.B.yy - I.B.xx, f = I.B.xy + I.B.yx;
    const S z = neg_mul_add(k.sc, f, k.ss * e), y = mul_add(k.sc, e, k.ss * f);
    B = {I.B.xx + z,
         I.B.xy - y,
         o,
         I.B.yx - y,
         I.B.yy - z,
         o,
         neg_mul_add(k.s, I.B.zy, k.c * I.B.zx),
         mul_add(k.s, I.B.zx, k.c * I.B.zy),
         o};
    if constexpr (!about_z)
      B.xz = neg_mul_add(k.s, I.B.yz, k.c * I.B.xz), B.yz = mul_add(k.s, I.B.xz, k.c * I.B.yz), B.zz = I.B.zz;
  }
  {
    const S e = I.C.yy - I.C.xx, f = I.C.xy + I.C.xy;
    const S z = neg_mul_add(k.sc, f, k.ss * e), y = mul_add(k.sc, e, k.ss * f);
    C = {I.C.xx + z, I.C.xy - y, o, I.C.yy - z, o, o};
    if constexpr (!about_z)
      C.xz = neg_mul_add(k.s, I.C.yz, k.c * I.C.xz), C.yz = mul_add(k.s, I.C.xz, k.c * I.C.yz), C.zz = I.C.zz;
  }
  const S xx = neg_mul_add(d, A.xy, B.xx), yx = neg_mul_add(d, A.yy, B.yx), zx = neg_mul_add(d, A.yz, B.zx);
  const S xy = mul_add(d, A.xx, B.xy), yy = mul_add(d, A.xy, B.yy), zy = mul_add(d, A.xz, B.zy);
  C.xx = neg_mul_add(d, yx + B.yx, C.xx);
  C.xy = mul_add(d, B.xx - yy, C.xy);
  C.yy = mul_add(d, xy + B.xy, C.yy);
  if constexpr (!about_z) C.xz = neg_mul_add(d, B.yz, C.xz), C.yz = mul_add(d, B.xz, C.yz);
  return {A, {xx, xy, B.xz, yx, yy, B.yz, zx, zy, B.zz}, C};
}

// The x half; with `about_z` the last columns that come in are zero, those that go out are not.
template <bool about_z, Angle alpha, class S>
TENON_INLINE ArticulatedInertia<S> act_x(const Screw<S>& k, const ArticulatedInertia<S>& I) {
  const S a = k.shift;
  Sym3<S> A = I.A, C = I.C;
  Mat3<S> B = I.B;
  if constexpr (alpha == Angle::right) {
    A = {I.A.xx, -I.A.xz, I.A.xy, I.A.zz, -I.A.yz, I.A.yy};
    B = {I.B.xx, -I.B.xz, I.B.xy, -I.B.zx, I.B.zz, -I.B.zy, I.B.yx, -I.B.yz, I.B.yy};
    C = {I.C.xx, -I.C.xz, I.C.xy, I.C.zz, -I.C.yz, I.C.yy};
  } else if constexpr (alpha == Angle::any) {
    const S e = I.A.zz - I.A.yy, f = I.A.yz + I.A.yz;
    const S z = neg_mul_add(k.sc, f, k.ss * e), y = mul_add(k.sc, e, k.ss * f);
    A = {I.A.xx,    neg_mul_add(k.s, I.A.xz, k.c * I.A.xy), mul_add(k.s, I.A.xy, k.c * I.A.xz), I.A.yy + z, I.A.yz - y,
         I.A.zz - z};
  }
  if constexpr (alpha != Angle::any) {
    // turned above
  } else if constexpr (about_z) {
    const S yy = neg_mul_add(k.s, I.B.zy, k.c * I.B.yy), zy = mul_add(k.s, I.B.yy, k.c * I.B.zy);
    B = {I.B.xx,
         k.c * I.B.xy,
         k.s * I.B.xy,
         neg_mul_add(k.s, I.B.zx, k.c * I.B.yx),
         k.c * yy,
         k.s * yy,
         mul_add(k.s, I.B.yx, k.c * I.B.zx),
         k.c * zy,
         k.s * zy};
    const S z = k.ss * I.C.yy;
    C = {I.C.xx, k.c * I.C.xy, k.s * I.C.xy, I.C.yy - z, k.sc * I.C.yy, z};
  } else {
    const S e = I.B.zz - I.B.yy, f = I.B.yz + I.B.zy;
    const S z = neg_mul_add(k.sc, f, k.ss * e), y = mul_add(k.sc, e, k.ss * f);
    B = {I.B.xx,
         neg_mul_add(k.s, I.B.xz, k.c * I.B.xy),
         mul_add(k.s, I.B.xy, k.c * I.B.xz),
         neg_mul_add(k.s, I.B.zx, k.c * I.B.yx),
         I.B.yy + z,
         I.B.yz - y,
         mul_add(k.s, I.B.yx, k.c * I.B.zx),
         I.B.zy - y,
         I.B.zz - z};
    const S ec = I.C.zz - I.C.yy, fc = I.C.yz + I.C.yz;
    const S zc = neg_mul_add(k.sc, fc, k.ss * ec), yc = mul_add(k.sc, ec, k.ss * fc);
    C = {I.C.xx,
         neg_mul_add(k.s, I.C.xz, k.c * I.C.xy),
         mul_add(k.s, I.C.xy, k.c * I.C.xz),
         I.C.yy + zc,
         I.C.yz - yc,
         I.C.zz - zc};
  }
  const S xy = neg_mul_add(a, A.xz, B.xy), yy = neg_mul_add(a, A.yz, B.yy), zy = neg_mul_add(a, A.zz, B.zy);
  const S xz = mul_add(a, A.xy, B.xz), yz = mul_add(a, A.yy, B.yz), zz = mul_add(a, A.yz, B.zz);
  C.xy = neg_mul_add(a, B.zx, C.xy);
  C.xz = mul_add(a, B.yx, C.xz);
  C.yy = neg_mul_add(a, zy + B.zy, C.yy);
  C.yz = mul_add(a, B.yy - zz, C.yz);
  C.zz = mul_add(a, yz + B.yz, C.zz);
  return {A, {B.xx, xy, xz, B.yx, yy, yz, B.zx, zy, zz}, C};
}

template <class S, Angle alpha>
TENON_INLINE ArticulatedInertia<S> act(const ScrewTransform<S, alpha>& X, const ArticulatedInertia<S>& I) {
  return act_x<false, alpha>(X.x, act_z<false>(X.z, I));
}
template <class S, Angle alpha>
TENON_INLINE ArticulatedInertia<S> act_about_z(const ScrewTransform<S, alpha>& X, const ArticulatedInertia<S>& I) {
  return act_x<true, alpha>(X.x, act_z<true>(X.z, I));
}

}  // namespace TENON_ISA
}  // namespace tenon
