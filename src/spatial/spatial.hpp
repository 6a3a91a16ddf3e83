// Spatial vectors and inertias, linear part first.
//   Motion      v = (linear at the frame's origin, angular)
//   Force       f = (force, moment about the frame's origin)
//   Transform   X_AB: pose of frame B in frame A; act() takes B-coordinates to A, act_inverse() back
//   Inertia     ten numbers: mass m, first moment h = m c, inertia about the origin
//   ArticulatedInertia   f = [A B; Bᵀ C] v, A and C symmetric
#pragma once

#include "spatial/vector3.hpp"

namespace tenon {

template <class S>
struct Motion {
  Vec3<S> linear, angular;
};
template <class S>
struct Force {
  Vec3<S> linear, angular;
};
template <class S>
struct Transform {
  Mat3<S> R;
  Vec3<S> p;
};
template <class S>
struct Inertia {
  S m{};
  Vec3<S> h;
  Sym3<S> I;
};
template <class S>
struct ArticulatedInertia {
  Sym3<S> A;
  Mat3<S> B;
  Sym3<S> C;
};

inline namespace TENON_ISA {

template <class S>
TENON_INLINE Motion<S> operator+(const Motion<S>& a, const Motion<S>& b) {
  return {a.linear + b.linear, a.angular + b.angular};
}
template <class S>
TENON_INLINE Motion<S> operator-(const Motion<S>& a, const Motion<S>& b) {
  return {a.linear - b.linear, a.angular - b.angular};
}
template <class S>
TENON_INLINE Motion<S>& operator+=(Motion<S>& a, const Motion<S>& b) {
  return a = a + b;
}
template <class A, class B>
TENON_INLINE Motion<Product<A, B>> operator*(const A& s, const Motion<B>& m) {
  return {s * m.linear, s * m.angular};
}
template <class S>
TENON_INLINE Force<S> operator+(const Force<S>& a, const Force<S>& b) {
  return {a.linear + b.linear, a.angular + b.angular};
}
template <class S>
TENON_INLINE Force<S> operator-(const Force<S>& a, const Force<S>& b) {
  return {a.linear - b.linear, a.angular - b.angular};
}
template <class S>
TENON_INLINE Force<S>& operator+=(Force<S>& a, const Force<S>& b) {
  return a = a + b;
}
template <class S>
TENON_INLINE Force<S>& operator-=(Force<S>& a, const Force<S>& b) {
  return a = a - b;
}
template <class A, class B>
TENON_INLINE Force<Product<A, B>> operator*(const A& s, const Force<B>& f) {
  return {s * f.linear, s * f.angular};
}

template <class A, class B>
TENON_INLINE Product<A, B> dot(const Motion<A>& v, const Force<B>& f) {
  return dot(v.linear, f.linear) + dot(v.angular, f.angular);
}

// v × m (motion) and v ×* f (force).
template <class A, class B>
TENON_INLINE Motion<Product<A, B>> cross(const Motion<A>& v, const Motion<B>& m) {
  return {cross_add(v.angular, m.linear, cross(v.linear, m.angular)), cross(v.angular, m.angular)};
}
template <class A, class B>
TENON_INLINE Force<Product<A, B>> cross(const Motion<A>& v, const Force<B>& f) {
  return {cross(v.angular, f.linear), cross_add(v.angular, f.angular, cross(v.linear, f.linear))};
}

template <class S>
TENON_INLINE Transform<S> identity_transform() {
  return {identity3<S>(), {S(0), S(0), S(0)}};
}
template <class A, class B>
TENON_INLINE Transform<Product<A, B>> operator*(const Transform<A>& X_AB, const Transform<B>& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.R * X_BC.p + X_AB.p};
}
template <class S>
TENON_INLINE Transform<S> inverse(const Transform<S>& X) {
  return {transpose(X.R), -transpose_mul(X.R, X.p)};
}

template <class A, class B>
TENON_INLINE Motion<Product<A, B>> act(const Transform<A>& X, const Motion<B>& m) {
  const auto angular = X.R * m.angular;
  return {cross_add(X.p, angular, X.R * m.linear), angular};
}
template <class A, class B>
TENON_INLINE Motion<Product<A, B>> act_inverse(const Transform<A>& X, const Motion<B>& m) {
  return {transpose_mul(X.R, cross_add(m.angular, X.p, m.linear)), transpose_mul(X.R, m.angular)};
}
template <class S>
TENON_INLINE Motion<S> act_inverse_add(const Transform<S>& X, const Motion<S>& m, const Motion<S>& c) {
  return act_inverse(X, m) + c;
}
template <class A, class B>
TENON_INLINE Force<Product<A, B>> act(const Transform<A>& X, const Force<B>& f) {
  const auto linear = X.R * f.linear;
  return {linear, cross_add(X.p, linear, X.R * f.angular)};
}
template <class A, class B>
TENON_INLINE Force<Product<A, B>> act_inverse(const Transform<A>& X, const Force<B>& f) {
  return {transpose_mul(X.R, f.linear), transpose_mul(X.R, cross_add(f.linear, X.p, f.angular))};
}

template <class A, class B>
TENON_INLINE Force<Product<A, B>> operator*(const Inertia<A>& I, const Motion<B>& v) {
  return {cross_add(v.angular, I.h, I.m * v.linear), cross_add(I.h, v.linear, I.I * v.angular)};
}
template <class S>
TENON_INLINE Inertia<S> operator+(const Inertia<S>& a, const Inertia<S>& b) {
  return {a.m + b.m, a.h + b.h, a.I + b.I};
}
template <class S>
TENON_INLINE Inertia<S>& operator+=(Inertia<S>& a, const Inertia<S>& b) {
  return a = a + b;
}
// The same body seen from frame A: h' = R h + m p, I' = R I Rᵀ - [p]²-terms of h and m.
template <class A, class B>
TENON_INLINE Inertia<Product<A, B>> act(const Transform<A>& X, const Inertia<B>& I) {
  using S = Product<A, B>;
  const Vec3<S> h = X.R * I.h, p = {S(X.p.x), S(X.p.y), S(X.p.z)};
  const Vec3<S> k = mul_add(I.m, p, h);  // new first moment
  const Vec3<S> s = h + k;               // 2 h + m p
  const Sym3<S> r = rotated(X.R, I.I);
  // I' = r + (p·s) 1 - (p sᵀ + s pᵀ)/2 + (terms of [p]²): p sᵀ is replaced by p kᵀ + h pᵀ, symmetric by construction.
  const S xx = p.x * s.x, yy = p.y * s.y, zz = p.z * s.z;
  return {S(I.m),
          k,
          {r.xx + (yy + zz), neg_mul_add(p.x, k.y, neg_mul_add(h.x, p.y, r.xy)),
           neg_mul_add(p.x, k.z, neg_mul_add(h.x, p.z, r.xz)), r.yy + (xx + zz),
           neg_mul_add(p.y, k.z, neg_mul_add(h.y, p.z, r.yz)), r.zz + (xx + yy)}};
}

template <class S>
TENON_INLINE ArticulatedInertia<S> articulated(const Inertia<S>& I) {
  // f = m v + ω × h = m v - [h] ω, so B = -[h].
  return {{I.m, S(0), S(0), I.m, S(0), I.m}, {S(0), I.h.z, -I.h.y, -I.h.z, S(0), I.h.x, I.h.y, -I.h.x, S(0)}, I.I};
}
template <class A, class B>
TENON_INLINE Force<Product<A, B>> operator*(const ArticulatedInertia<A>& I, const Motion<B>& v) {
  return {I.A * v.linear + I.B * v.angular, transpose_mul(I.B, v.linear) + I.C * v.angular};
}
template <class S>
TENON_INLINE ArticulatedInertia<S> operator+(const ArticulatedInertia<S>& a, const ArticulatedInertia<S>& b) {
  return {a.A + b.A, a.B + b.B, a.C + b.C};
}
template <class S>
TENON_INLINE ArticulatedInertia<S>& operator+=(ArticulatedInertia<S>& a, const ArticulatedInertia<S>& b) {
  a.A += b.A, a.B += b.B, a.C += b.C;
  return a;
}
// I - s f fᵀ.
template <class S>
TENON_INLINE ArticulatedInertia<S> rank_one_downdate(const ArticulatedInertia<S>& I, const S& s, const Force<S>& f) {
  const Vec3<S> l = f.linear, n = f.angular, sl = s * l, sn = s * n;
  return {{neg_mul_add(sl.x, l.x, I.A.xx), neg_mul_add(sl.x, l.y, I.A.xy), neg_mul_add(sl.x, l.z, I.A.xz),
           neg_mul_add(sl.y, l.y, I.A.yy), neg_mul_add(sl.y, l.z, I.A.yz), neg_mul_add(sl.z, l.z, I.A.zz)},
          {neg_mul_add(sl.x, n.x, I.B.xx), neg_mul_add(sl.x, n.y, I.B.xy), neg_mul_add(sl.x, n.z, I.B.xz),
           neg_mul_add(sl.y, n.x, I.B.yx), neg_mul_add(sl.y, n.y, I.B.yy), neg_mul_add(sl.y, n.z, I.B.yz),
           neg_mul_add(sl.z, n.x, I.B.zx), neg_mul_add(sl.z, n.y, I.B.zy), neg_mul_add(sl.z, n.z, I.B.zz)},
          {neg_mul_add(sn.x, n.x, I.C.xx), neg_mul_add(sn.x, n.y, I.C.xy), neg_mul_add(sn.x, n.z, I.C.xz),
           neg_mul_add(sn.y, n.y, I.C.yy), neg_mul_add(sn.y, n.z, I.C.yz), neg_mul_add(sn.z, n.z, I.C.zz)}};
}
// The articulated inertia of a frame at distance p, from its blocks already turned into that frame's axes:
//   A' = A,   B' = B - A [p],   C' = C + [p] B' + ([p] B)ᵀ.
template <class A, class S>
TENON_INLINE ArticulatedInertia<S> shifted(const Vec3<A>& p, const Sym3<S>& a, const Mat3<S>& b, const Sym3<S>& c) {
  // Row r of A[p] is (row r) × p.
  const Vec3<S> bx = cross_add(p, Vec3<S>{a.xx, a.xy, a.xz}, Vec3<S>{b.xx, b.xy, b.xz}),
                by = cross_add(p, Vec3<S>{a.xy, a.yy, a.yz}, Vec3<S>{b.yx, b.yy, b.yz}),
                bz = cross_add(p, Vec3<S>{a.xz, a.yz, a.zz}, Vec3<S>{b.zx, b.zy, b.zz});
  // [p] M has rows (p.y Mz - p.z My, p.z Mx - p.x Mz, p.x My - p.y Mx).
  return {a,
          {bx.x, bx.y, bx.z, by.x, by.y, by.z, bz.x, bz.y, bz.z},
          {neg_mul_add(p.z, by.x + b.yx, mul_add(p.y, bz.x + b.zx, c.xx)),
           neg_mul_add(p.z, by.y, mul_add(p.y, bz.y, c.xy)) + neg_mul_add(p.x, b.zx, p.z * b.xx),
           neg_mul_add(p.z, by.z, mul_add(p.y, bz.z, c.xz)) + neg_mul_add(p.y, b.xx, p.x * b.yx),
           neg_mul_add(p.x, bz.y + b.zy, mul_add(p.z, bx.y + b.xy, c.yy)),
           neg_mul_add(p.x, bz.z, mul_add(p.z, bx.z, c.yz)) + neg_mul_add(p.y, b.xy, p.x * b.yy),
           neg_mul_add(p.y, bx.z + b.xz, mul_add(p.x, by.z + b.yz, c.zz))}};
}
// The same articulated body seen from frame A.
template <class A, class B>
TENON_INLINE ArticulatedInertia<Product<A, B>> act(const Transform<A>& X, const ArticulatedInertia<B>& I) {
  return shifted(X.p, rotated(X.R, I.A), rotated(X.R, I.B), rotated(X.R, I.C));
}

// An inertia that does not resist turning about z: the last columns of B and C are zero. What is left of a body behind
// a revolute joint without armature.
template <class S>
TENON_INLINE ArticulatedInertia<S> downdate_about_z(const ArticulatedInertia<S>& I, const S& s, const Force<S>& f) {
  const Vec3<S> l = f.linear, n = f.angular, sl = s * l;
  const S o(0), nx = s * n.x, ny = s * n.y;
  return {{neg_mul_add(sl.x, l.x, I.A.xx), neg_mul_add(sl.x, l.y, I.A.xy), neg_mul_add(sl.x, l.z, I.A.xz),
           neg_mul_add(sl.y, l.y, I.A.yy), neg_mul_add(sl.y, l.z, I.A.yz), neg_mul_add(sl.z, l.z, I.A.zz)},
          {neg_mul_add(sl.x, n.x, I.B.xx), neg_mul_add(sl.x, n.y, I.B.xy), o, neg_mul_add(sl.y, n.x, I.B.yx),
           neg_mul_add(sl.y, n.y, I.B.yy), o, neg_mul_add(sl.z, n.x, I.B.zx), neg_mul_add(sl.z, n.y, I.B.zy), o},
          {neg_mul_add(nx, n.x, I.C.xx), neg_mul_add(nx, n.y, I.C.xy), o, neg_mul_add(ny, n.y, I.C.yy), o, o}};
}
template <class A, class B>
TENON_INLINE ArticulatedInertia<Product<A, B>> act_about_z(const Transform<A>& X, const ArticulatedInertia<B>& I) {
  return shifted(X.p, rotated(X.R, I.A), rotated_xy(X.R, I.B), rotated_xy(X.R, I.C));
}
// f + I v, and g - v·G, for a v that does not turn about z.
template <class S>
TENON_INLINE Force<S> apply_about_z(const ArticulatedInertia<S>& I, const Motion<S>& v, const Force<S>& f) {
  const Vec3<S>&l = v.linear, &w = v.angular;
  const auto row = [&](const S& a, const S& b, const S& c, const S& d, const S& e, const S& sum) TENON_INLINE_LAMBDA {
    return mul_add(a, l.x, mul_add(b, l.y, mul_add(c, l.z, mul_add(d, w.x, mul_add(e, w.y, sum)))));
  };
  return {
      {row(I.A.xx, I.A.xy, I.A.xz, I.B.xx, I.B.xy, f.linear.x), row(I.A.xy, I.A.yy, I.A.yz, I.B.yx, I.B.yy, f.linear.y),
       row(I.A.xz, I.A.yz, I.A.zz, I.B.zx, I.B.zy, f.linear.z)},
      {row(I.B.xx, I.B.yx, I.B.zx, I.C.xx, I.C.xy, f.angular.x),
       row(I.B.xy, I.B.yy, I.B.zy, I.C.xy, I.C.yy, f.angular.y), f.angular.z}};
}
template <class S>
TENON_INLINE S minus_dot_about_z(const Motion<S>& v, const Force<S>& G, const S& g) {
  const S linear = neg_mul_add(v.linear.x, G.linear.x, neg_mul_add(v.linear.y, G.linear.y, g));
  return neg_mul_add(v.linear.z, G.linear.z,
                     neg_mul_add(v.angular.x, G.angular.x, neg_mul_add(v.angular.y, G.angular.y, linear)));
}
template <class A, class B>
TENON_INLINE Force<Product<A, B>> apply_about_z(const ArticulatedInertia<A>& I, const Motion<B>& v) {
  const Vec3<B>&l = v.linear, &w = v.angular;
  using S = Product<A, B>;
  return {
      {mul_add(I.B.xx, w.x, mul_add(I.B.xy, w.y, (I.A * l).x)), mul_add(I.B.yx, w.x, mul_add(I.B.yy, w.y, (I.A * l).y)),
       mul_add(I.B.zx, w.x, mul_add(I.B.zy, w.y, (I.A * l).z))},
      {mul_add(I.C.xx, w.x, mul_add(I.C.xy, w.y, dot(Vec3<A>{I.B.xx, I.B.yx, I.B.zx}, l))),
       mul_add(I.C.xy, w.x, mul_add(I.C.yy, w.y, dot(Vec3<A>{I.B.xy, I.B.yy, I.B.zy}, l))), S(0)}};
}

}  // namespace TENON_ISA
}  // namespace tenon
