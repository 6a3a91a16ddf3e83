// What a joint does to articulated inertias and to the columns that pass it, step by step of a walk. [PVr] Alg. 3 lines
// 8–15 in screw frames:  U = H^A S,  D = SᵀU,  w = Sᵀf,  t = D⁻¹w,  f ← X (f - U t),  and Ω collects t wᵀ.
// A joint of several degrees of freedom is eliminated one axis after the other, so that D is a number (as in ABA); a
// free joint on the world without armature is one 6 x 6 system, whose inverse is kept instead of axes. Columns are a
// type of their own: Col is Pack<double, 4> for the four columns of a single call, or S itself.
#pragma once

#include "dynamics/paper/axes.hpp"
#include "walk/sweeps.hpp"

namespace tenon {

// One eliminated axis.
template <class S>
struct RowPlace {
  Force<S> U;
  S D_inverse;
};

inline namespace TENON_ISA {

template <class S>
TENON_INLINE void add_rigid(const Inertia<S>& I, ArticulatedInertia<S>& x) {
  x.A.xx += I.m, x.A.yy += I.m, x.A.zz += I.m;
  x.B.xy += I.h.z, x.B.xz -= I.h.y, x.B.yz += I.h.x;
  x.B.yx -= I.h.z, x.B.zx += I.h.y, x.B.zy -= I.h.x;
  x.C += I.I;
}

// H^A of a body, its own inertia added, to what its parent feels; `root`: nobody feels it.
template <StepForm form, class S, class C>
TENON_INLINE ArticulatedInertia<S> articulate(const StepConstants<C>& k, const JointState<S>& j,
                                              ArticulatedInertia<S> x, RowPlace<S>& b, bool root) {
  add_rigid(lift<S>(k.I), x);
  if constexpr (is_revolute(form)) {
    b.U = column<angular_z>(x);
    b.D_inverse = S(1) / b.U.angular.z;
    if (root) return x;
    return act_about_z(placement<form>(k, j), downdate_about_z(x, b.D_inverse, b.U));
  } else {
    const S turn = lift<S>(k.turn), slide = lift<S>(k.slide);
    b.U = slide * column<linear_z>(x) + turn * column<angular_z>(x);
    b.D_inverse = S(1) / mul_add(slide, b.U.linear.z, mul_add(turn, b.U.angular.z, lift<S>(k.armature)));
    if (root) return x;
    return act(placement<form>(k, j), rank_one_downdate(x, b.D_inverse, b.U));
  }
}

// I⁻¹ by two inverses of 3 x 3, a row per degree of freedom (linear first).
template <class S>
TENON_INLINE void invert(const ArticulatedInertia<S>& I, RowPlace<S>* row) {
  const Sym3<S> A = inverse(I.A);
  const Mat3<S> K = transpose(I.B) * A;  // Bᵀ A⁻¹
  const Mat3<S> B = K * I.B;
  const Sym3<S> C = inverse(I.C - Sym3<S>{B.xx, B.xy, B.xz, B.yy, B.yz, B.zz});
  const Mat3<S> N = Mat3<S>{C.xx, C.xy, C.xz, C.xy, C.yy, C.yz, C.xz, C.yz, C.zz} * K;
  const Mat3<S> Q = transpose(K) * N;  // symmetric
  row[0].U = {{A.xx + Q.xx, A.xy + Q.xy, A.xz + Q.xz}, {-N.xx, -N.yx, -N.zx}};
  row[1].U = {{A.xy + Q.xy, A.yy + Q.yy, A.yz + Q.yz}, {-N.xy, -N.yy, -N.zy}};
  row[2].U = {{A.xz + Q.xz, A.yz + Q.yz, A.zz + Q.zz}, {-N.xz, -N.yz, -N.zz}};
  row[3].U = {{-N.xx, -N.xy, -N.xz}, {C.xx, C.xy, C.xz}};
  row[4].U = {{-N.yx, -N.yy, -N.yz}, {C.xy, C.yy, C.yz}};
  row[5].U = {{-N.zx, -N.zy, -N.zz}, {C.xz, C.yz, C.zz}};
}

// Joints of none or several degrees of freedom; axes: per degree of freedom of the model.
template <class S, class T>
TENON_INLINE void articulate_other(const CompiledModel& model, const TrunkStep<T>& s, bool block, const S* q,
                                   Transform<S>& X, RowPlace<S>* axes, ArticulatedInertia<S>& x) {
  add_rigid(lift<S>(s.k.I), x);
  if (block) return invert(x, axes + s.v);
  const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
  by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
    backward_axes<kind>(k, [&]<Axis axis>(int dof) TENON_INLINE_LAMBDA {
      axes[dof].U = column<axis>(x);
      axes[dof].D_inverse = S(1) / (element<axis>(axes[dof].U) + S(model.armature[static_cast<std::size_t>(dof)]));
      x = rank_one_downdate(x, axes[dof].D_inverse, axes[dof].U);
    });
    X = joint_placement<kind>(k, q, q, q);
  });
  if (s.parent > 0) x = act(X, x);
}

// A force without a moment about z, seen from the parent.
template <class S, Angle alpha>
TENON_INLINE Force<S> act_about_z(const ScrewTransform<S, alpha>& X, const Vec3<S>& l, const S& nx, const S& ny) {
  const Vec3<S> fz = turn_z(X.z, l), fx = turn_x<alpha>(X.x, fz);
  const S x = neg_mul_add(X.z.shift, fz.y, neg_mul_add(X.z.s, ny, X.z.c * nx)),
          y = mul_add(X.z.shift, fz.x, mul_add(X.z.s, nx, X.z.c * ny)), a = X.x.shift;
  if constexpr (alpha == Angle::zero) return {fx, {x, neg_mul_add(a, fx.z, y), a * fx.y}};
  if constexpr (alpha == Angle::right) return {fx, {x, -(a * fx.z), mul_add(a, fx.y, y)}};
  return {fx, {x, neg_mul_add(a, fx.z, X.x.c * y), mul_add(a, fx.y, X.x.s * y)}};
}
template <class S>
TENON_INLINE Force<S> act_about_z(const Transform<S>& X, const Vec3<S>& l, const S& nx, const S& ny) {
  const Vec3<S> linear = X.R * l;
  return {linear, cross_add(X.p, linear,
                            Vec3<S>{mul_add(X.R.xx, nx, X.R.xy * ny), mul_add(X.R.yx, nx, X.R.yy * ny),
                                    mul_add(X.R.zx, nx, X.R.zy * ny)})};
}

// Columns f through a joint of one degree of freedom; `root`: only what the joint does to them counts.
template <StepForm form, class Col, class T>
TENON_INLINE void pass(const StepConstants<T>& k, const JointState<Col>& j, const RowPlace<Col>& b, bool root,
                       Force<Col>& f, Col& w, Col& t) {
  const auto X = placement<form>(k, j);
  if constexpr (is_revolute(form)) {
    w = f.angular.z;
    t = b.D_inverse * w;
    if (root) return;
    const Vec3<Col>&u = b.U.linear, &l = f.linear;
    f = act_about_z(X, Vec3<Col>{neg_mul_add(t, u.x, l.x), neg_mul_add(t, u.y, l.y), neg_mul_add(t, u.z, l.z)},
                    neg_mul_add(t, b.U.angular.x, f.angular.x), neg_mul_add(t, b.U.angular.y, f.angular.y));
  } else {
    w = mul_add(lift<Col>(k.slide), f.linear.z, lift<Col>(k.turn) * f.angular.z);
    t = b.D_inverse * w;
    if (root) return;
    f = act(X, f - t * b.U);
  }
}

// A column as six numbers, linear first.
template <class Col>
TENON_INLINE Col* numbers_of(Force<Col>& f) {
  static_assert(sizeof(Force<Col>) == 6 * sizeof(Col));
  return reinterpret_cast<Col*>(&f);
}

// A world vector per column, from the parent's axes to the body's.
template <class S, Angle alpha>
TENON_INLINE Vec3<S> turn_back(const ScrewTransform<S, alpha>& X, const Vec3<S>& v) {
  return turn_back_z(X.z, turn_back_x<alpha>(X.x, v));
}
template <class S>
TENON_INLINE Vec3<S> turn_back(const Transform<S>& X, const Vec3<S>& v) {
  return transpose_mul(X.R, v);
}

}  // namespace TENON_ISA
}  // namespace tenon
