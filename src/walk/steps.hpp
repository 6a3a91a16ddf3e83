// What the body steps of all fast sweeps share: constants as the state's scalar, and a joint's placement and motion by
// the form of its step. A body step is a template over S, the state, and C, the body's constants:
//   <double, double> a single call, <Pack, double> a batch, <Pack, LaneRow> limbs in lanes.
#pragma once

#include "model/joint.hpp"
#include "spatial/screw.hpp"
#include "walk/walk.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S, int W>
TENON_INLINE S lift(const LaneRow<W>& c) {
  return S::load(c.lane);
}
template <class S, class T>
  requires(std::is_floating_point_v<T>)
TENON_INLINE S lift(T c) {
  return S(c);
}
template <class S, class C>
TENON_INLINE Vec3<S> lift(const Vec3<C>& v) {
  return {lift<S>(v.x), lift<S>(v.y), lift<S>(v.z)};
}
template <class S, class C>
TENON_INLINE Mat3<S> lift(const Mat3<C>& R) {
  return {lift<S>(R.xx), lift<S>(R.xy), lift<S>(R.xz), lift<S>(R.yx), lift<S>(R.yy),
          lift<S>(R.yz), lift<S>(R.zx), lift<S>(R.zy), lift<S>(R.zz)};
}
template <class S, class C>
TENON_INLINE Transform<S> lift(const Transform<C>& X) {
  return {lift<S>(X.R), lift<S>(X.p)};
}
template <class S, class C>
TENON_INLINE Inertia<S> lift(const Inertia<C>& I) {
  return {lift<S>(I.m),
          lift<S>(I.h),
          {lift<S>(I.I.xx), lift<S>(I.I.xy), lift<S>(I.I.xz), lift<S>(I.I.yy), lift<S>(I.I.yz), lift<S>(I.I.zz)}};
}

constexpr Angle angle_of(StepForm form) {
  if (form == StepForm::parallel_revolute) return Angle::zero;
  return form == StepForm::right_revolute ? Angle::right : Angle::any;
}

// Calls step.operator()<form>(). A group may have any form but `other`; by_any_angle takes no notice of special angles.
template <class Step>
TENON_INLINE void by_any_angle(StepForm form, Step&& step) {
  switch (form) {
    case StepForm::right_revolute:
    case StepForm::parallel_revolute:
    case StepForm::screw_revolute:
      return step.template operator()<StepForm::screw_revolute>();
    case StepForm::screw_one_dof:
      return step.template operator()<StepForm::screw_one_dof>();
    case StepForm::general_revolute:
      return step.template operator()<StepForm::general_revolute>();
    default:
      return step.template operator()<StepForm::general_one_dof>();
  }
}
template <class Step>
TENON_INLINE void by_group_form(StepForm form, Step&& step) {
  if (form == StepForm::right_revolute) return step.template operator()<StepForm::right_revolute>();
  if (form == StepForm::parallel_revolute) return step.template operator()<StepForm::parallel_revolute>();
  by_any_angle(form, step);
}
template <class Step>
TENON_INLINE void by_form(StepForm form, Step&& step) {
  if (form == StepForm::other) return step.template operator()<StepForm::other>();
  by_group_form(form, step);
}

// Lane l takes x[index[l]].
template <class S, int W>
TENON_INLINE S gather(const double* x, const int (&index)[W]) {
  if constexpr (W == 4) {
    using V = typename S::Vector;
    return S(V{x[index[0]], x[index[1]], x[index[2]], x[index[3]]});
  } else {
    S s;
    for (int l = 0; l < W; ++l) s.set(l, x[index[l]]);
    return s;
  }
}

// A joint's angle, ready for use; the slide only where the joint can slide.
template <class S>
struct JointState {
  S sine, cosine, slide;
};

// Joint states of the trunk's one-DoF steps and of all groups, before the sweeps that need them. On the trunk of a
// single call four at a time, which equals one at a time to the bit; those of the last four that there are not turn by
// nothing.
template <class S, class P, int W, class T>
TENON_INLINE void joint_states(const Walk<W, T>& walk, const S* q, JointState<S>* joint, JointState<P>* joints) {
  const int n = static_cast<int>(walk.trunk.size()), groups = static_cast<int>(walk.groups.size());
  const TrunkStep<T>* const steps = walk.trunk.data();
  if constexpr (std::is_same_v<S, double>) {
    for (int k = 0; k < groups; ++k) {
      const GroupStep<W>& g = walk.groups.data()[k];
      const P x = gather<P>(q, g.q);
      sincos(mul_add(lift<P>(g.k.turn), x, lift<P>(g.k.theta)), joints[k].sine, joints[k].cosine);
      joints[k].slide = lift<P>(g.k.slide) * x;
    }
    using P4 = Pack<double, 4>;
    for (int t = 0; t < n; t += 4) {
      const TrunkStep<T>* s = steps + t;
      const int count = n - t < 4 ? n - t : 4;
      if (count == 1 && s->form == StepForm::other) break;  // a base alone
      double x[4] = {}, angle[4] = {}, sine[4], cosine[4];
      // Only joints of one degree of freedom: a fixed one has no number in q, the last not even a place.
      for (int l = 0; l < count; ++l) x[l] = s[l].form == StepForm::other ? 0.0 : q[s[l].q];
      for (int l = 0; l < count; ++l) angle[l] = mul_add(s[l].k.turn, x[l], s[l].k.theta);
      P4 ps, pc;
      sincos(P4::load(angle), ps, pc);
      ps.store(sine), pc.store(cosine);
      for (int l = 0; l < count; ++l) joint[t + l] = {sine[l], cosine[l], s[l].k.slide * x[l]};
    }
  } else {
    for (int t = 0; t < n; ++t) {
      const TrunkStep<T>& s = steps[t];
      if (s.form == StepForm::other) continue;
      sincos(mul_add(S(s.k.turn), q[s.q], S(s.k.theta)), joint[t].sine, joint[t].cosine);
      joint[t].slide = S(s.k.slide) * q[s.q];
    }
  }
}

// Pose of the body in its parent: a ScrewTransform or a Transform.
template <StepForm form, class S, class C>
TENON_INLINE auto placement(const StepConstants<C>& k, const JointState<S>& j) {
  if constexpr (is_screw(form)) {
    S d = lift<S>(k.d);
    if constexpr (!is_revolute(form)) d += j.slide;
    return ScrewTransform<S, angle_of(form)>{
        {lift<S>(k.sine), lift<S>(k.cosine), lift<S>(k.sine_sine), lift<S>(k.sine_cosine), lift<S>(k.a)},
        {j.sine, j.cosine, j.sine * j.sine, j.sine * j.cosine, d}};
  } else {
    const Mat3<S> K = lift<S>(k.X.R);
    const Mat3<S> R{mul_add(j.cosine, K.xx, j.sine * K.xy), neg_mul_add(j.sine, K.xx, j.cosine * K.xy), K.xz,
                    mul_add(j.cosine, K.yx, j.sine * K.yy), neg_mul_add(j.sine, K.yx, j.cosine * K.yy), K.yz,
                    mul_add(j.cosine, K.zx, j.sine * K.zy), neg_mul_add(j.sine, K.zx, j.cosine * K.zy), K.zz};
    Vec3<S> p = lift<S>(k.X.p);
    if constexpr (!is_revolute(form)) p = mul_add(j.slide, Vec3<S>{K.xz, K.yz, K.zz}, p);
    return Transform<S>{R, p};
  }
}

// The parent's motion felt at the child's origin, in the child's axes (kinematics/joint.hpp has it for Transform).
template <class S, Angle angle>
TENON_INLINE ClassicalMotion<S> carried(const ScrewTransform<S, angle>& X, const ClassicalMotion<S>& m) {
  const auto along_x = [](const S& a, const Vec3<S>& w, const Vec3<S>& alpha, const Vec3<S>& v) {
    return Vec3<S>{neg_mul_add(a, mul_add(w.y, w.y, w.z * w.z), v.x), mul_add(a, mul_add(w.x, w.y, alpha.z), v.y),
                   mul_add(a, mul_add(w.x, w.z, -alpha.y), v.z)};
  };
  const Vec3<S> w = turn_back_x<angle>(X.x, m.w), alpha = turn_back_x<angle>(X.x, m.alpha),
                a = turn_back_x<angle>(X.x, along_x(X.x.shift, m.w, m.alpha, m.a));
  const S d = X.z.shift;
  const Vec3<S> b{mul_add(d, mul_add(w.x, w.z, alpha.y), a.x), mul_add(d, mul_add(w.y, w.z, -alpha.x), a.y),
                  neg_mul_add(d, mul_add(w.x, w.x, w.y * w.y), a.z)};
  return {turn_back_z(X.z, w), turn_back_z(X.z, alpha), turn_back_z(X.z, b)};
}

// ω and the centripetal acceleration alone.
template <class S>
struct Swing {
  Vec3<S> w, a;
};
template <class S>
TENON_INLINE Swing<S> swing(const Transform<S>& X, const Vec3<S>& w) {
  return {transpose_mul(X.R, w), transpose_mul(X.R, cross(w, cross(w, X.p)))};
}
template <class S, Angle alpha>
TENON_INLINE Swing<S> swing(const ScrewTransform<S, alpha>& X, const Vec3<S>& w) {
  const S a = X.x.shift, d = X.z.shift;
  const S ax = a * w.x;
  const Vec3<S> c = turn_back_x<alpha>(X.x, Vec3<S>{-a * mul_add(w.y, w.y, w.z * w.z), ax * w.y, ax * w.z}),
                u = turn_back_x<alpha>(X.x, w);
  const S dz = d * u.z;
  return {turn_back_z(X.z, u), turn_back_z(X.z, Vec3<S>{mul_add(dz, u.x, c.x), mul_add(dz, u.y, c.y),
                                                        neg_mul_add(d, mul_add(u.x, u.x, u.y * u.y), c.z)})};
}

// Adds a one-DoF joint's rate and acceleration (l z, r z) to what the parent carries.
template <StepForm form, class S, class C>
TENON_INLINE ClassicalMotion<S> moved(const StepConstants<C>& k, const ClassicalMotion<S>& at, const S& v, const S& a) {
  ClassicalMotion<S> m = at;
  if constexpr (is_revolute(form)) {
    m.w.z += v;
    m.alpha = {mul_add(at.w.y, v, at.alpha.x), neg_mul_add(at.w.x, v, at.alpha.y), at.alpha.z + a};
  } else {
    const S turn = lift<S>(k.turn), slide = lift<S>(k.slide), r = turn * v, l = slide * (v + v);
    m.w.z += r;
    m.alpha = {mul_add(at.w.y, r, at.alpha.x), neg_mul_add(at.w.x, r, at.alpha.y), mul_add(turn, a, at.alpha.z)};
    m.a = {mul_add(at.w.y, l, at.a.x), neg_mul_add(at.w.x, l, at.a.y), mul_add(slide, a, at.a.z)};
  }
  return m;
}

// Active lanes write x[v].
template <class S, int W>
TENON_INLINE void scatter(const S& s, const GroupStep<W>& g, double* x) {
  for (int l = 0; l < W; ++l)
    if (g.active >> l & 1) x[g.v[l]] = s[l];
}

// A wrench per body, lane by lane, off a force.
template <class P, int W>
TENON_INLINE void subtract_external(const Force<double>* external, const GroupStep<W>& g, Force<P>& f) {
  P x[6] = {f.linear.x, f.linear.y, f.linear.z, f.angular.x, f.angular.y, f.angular.z};
  for (int l = 0; l < W; ++l) {
    const Force<double>& e = external[g.body[l]];
    const double y[6] = {e.linear.x, e.linear.y, e.linear.z, e.angular.x, e.angular.y, e.angular.z};
    for (int k = 0; k < 6; ++k) x[k].set(l, x[k][l] - y[k]);
  }
  f = {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

// External wrenches (each body's in its axes at its origin) off the force that trunk step t or group k keeps. A loop of
// its own: a condition inside a sweep costs every call that has none.
template <class S, int W, class T, class Trunk, class Limbs>
void subtract_external(const Walk<W, T>& walk, const Force<S>* external, Trunk&& trunk, Limbs&& limbs) {
  for (std::size_t t = 0; t < walk.trunk.size(); ++t) trunk(t) -= external[walk.trunk[t].body];
  if constexpr (std::is_same_v<S, double>)
    for (std::size_t k = 0; k < walk.groups.size(); ++k) subtract_external(external, walk.groups[k], limbs(k));
}

}  // namespace TENON_ISA
}  // namespace tenon
