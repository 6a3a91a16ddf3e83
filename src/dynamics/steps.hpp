// What all fast sweeps share: constants as the state's scalar, a joint's placement by the form of its step, and the
// places where lanes meet the trunk. A body step is a template over S, the state, and C, the body's constants:
//   <double, double> a single call, <Pack, double> a batch, <Pack, LaneRow> limbs in lanes.
#pragma once

#include <cstring>

#include "kinematics/joint.hpp"
#include "model/walk.hpp"
#include "spatial/screw.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S, int W>
TENON_INLINE S lift(const LaneRow<W>& c) {
  return S::load(c.lane);
}
template <class S>
TENON_INLINE S lift(double c) {
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
TENON_INLINE Inertia<S> lift(const Inertia<C>& I) {
  return {lift<S>(I.m),
          lift<S>(I.h),
          {lift<S>(I.I.xx), lift<S>(I.I.xy), lift<S>(I.I.xz), lift<S>(I.I.yy), lift<S>(I.I.yz), lift<S>(I.I.zz)}};
}

constexpr bool is_revolute(StepForm form) {
  return form != StepForm::screw_one_dof && form != StepForm::general_one_dof && form != StepForm::other;
}
constexpr bool is_screw(StepForm form) {
  return form != StepForm::general_revolute && form != StepForm::general_one_dof && form != StepForm::other;
}
constexpr Angle angle_of(StepForm form) {
  if (form == StepForm::parallel_revolute) return Angle::zero;
  return form == StepForm::right_revolute ? Angle::right : Angle::any;
}

// Calls step.operator()<form>() for a joint of one degree of freedom; groups do not have the forms of special angles.
template <class Step>
TENON_INLINE void by_group_form(StepForm form, Step&& step) {
  switch (form) {
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
TENON_INLINE void by_form(StepForm form, Step&& step) {
  if (form == StepForm::right_revolute) return step.template operator()<StepForm::right_revolute>();
  if (form == StepForm::parallel_revolute) return step.template operator()<StepForm::parallel_revolute>();
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

// Joint states of all groups, before the sweeps that need them.
template <class P, int W>
TENON_INLINE void group_joints(const Walk<W>& walk, const double* q, JointState<P>* joints) {
  for (std::size_t k = 0; k < walk.groups.size(); ++k) {
    const GroupStep<W>& g = walk.groups[k];
    const P x = gather<P>(q, g.q);
    sincos(mul_add(lift<P>(g.k.turn), x, lift<P>(g.k.theta)), joints[k].sine, joints[k].cosine);
    joints[k].slide = lift<P>(g.k.slide) * x;
  }
}
// The same for trunk steps with one degree of freedom: four at a time, which equals one at a time to the bit.
template <class S, int W>
TENON_INLINE void trunk_joints(const Walk<W>& walk, const S* q, JointState<S>* joint) {
  const std::size_t n = walk.trunk.size();
  std::size_t t = 0;
  if constexpr (std::is_same_v<S, double>) {
    using P = Pack<double, 4>;
    for (; t + 4 <= n; t += 4) {
      const TrunkStep* s = &walk.trunk[t];
      double x[4], angle[4], sine[4], cosine[4];
      // Only joints of one degree of freedom: a fixed one has no number in q, the last not even a place.
      for (int l = 0; l < 4; ++l) x[l] = s[l].form == StepForm::other ? 0.0 : q[s[l].q];
      for (int l = 0; l < 4; ++l) angle[l] = mul_add(s[l].k.turn, x[l], s[l].k.theta);
      P ps, pc;
      sincos(P::load(angle), ps, pc);
      ps.store(sine), pc.store(cosine);
      for (int l = 0; l < 4; ++l) joint[t + static_cast<std::size_t>(l)] = {sine[l], cosine[l], s[l].k.slide * x[l]};
    }
  }
  for (; t < n; ++t) {
    const TrunkStep& s = walk.trunk[t];
    if (s.form == StepForm::other) continue;
    sincos(mul_add(S(s.k.turn), q[s.q], S(s.k.theta)), joint[t].sine, joint[t].cosine);
    joint[t].slide = S(s.k.slide) * q[s.q];
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

// A body's slot: `stride` numbers in which a struct lies.
template <class S, class T>
TENON_INLINE T load_slot(const S* slots, int stride, int body) {
  T value;
  std::memcpy(static_cast<void*>(&value), slots + static_cast<std::ptrdiff_t>(body) * stride, sizeof value);
  return value;
}
template <class S, class T>
TENON_INLINE void store_slot(const T& value, S* slots, int stride, int body) {
  std::memcpy(slots + static_cast<std::ptrdiff_t>(body) * stride, &value, sizeof value);
}

template <class S, class T>
TENON_INLINE void add_to_slot(const T& value, S* slots, int stride, int body) {
  S* slot = slots + static_cast<std::ptrdiff_t>(body) * stride;
  S x[sizeof(T) / sizeof(S)];
  std::memcpy(x, &value, sizeof value);
  for (std::size_t k = 0; k < sizeof(T) / sizeof(S); ++k) slot[k] += x[k];
}
template <class S, int W>
TENON_INLINE void clear_slots(const Walk<W>& walk, S* slots, int stride) {
  for (const int i : walk.slots)
    for (int k = 0; k < stride; ++k) slots[static_cast<std::ptrdiff_t>(i) * stride + k] = S(0);
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

// A struct of N packs as an array of packs.
template <class S, class T>
constexpr int packs_in = static_cast<int>(sizeof(T) / sizeof(S));

// All lane masks of up to eight lanes of 64 bits: row `bits`.
struct LaneMasks {
  alignas(64) std::int64_t row[256][8];
  constexpr LaneMasks() : row() {
    for (int bits = 0; bits < 256; ++bits)
      for (int l = 0; l < 8; ++l) row[bits][l] = bits >> l & 1 ? -1 : 0;
  }
};
inline constexpr LaneMasks lane_masks;

template <class P>
TENON_INLINE typename P::Mask lanes_of(unsigned bits) {
  typename P::Mask mask;
  std::memcpy(&mask, lane_masks.row[bits], sizeof mask);
  return mask;
}

// In the lanes that `bits` names, zero (a limb begins there).
template <class S, class T>
TENON_INLINE void clear_lanes(T& value, unsigned bits) {
  S x[packs_in<S, T>];
  std::memcpy(x, &value, sizeof value);
  const auto mask = lanes_of<S>(bits);
  for (S& xi : x) xi = select(mask, S(0), xi);
  std::memcpy(&value, x, sizeof value);
}

// Lanes that end read the slot of their parent: `slots + parent · stride` holds the same struct of doubles.
template <class S, int W, class T>
TENON_INLINE void take_from_slots(T& value, const GroupStep<W>& g, const double* slots, int stride) {
  constexpr int n = packs_in<S, T>;
  S x[n];
  if (g.one_parent) {
    const double* from = slots + static_cast<std::ptrdiff_t>(g.parent[0]) * stride;
    for (int k = 0; k < n; ++k) x[k] = S(from[k]);
  } else {
    std::memcpy(x, &value, sizeof value);
    for (int l = 0; l < W; ++l) {
      if (!(g.ends >> l & 1)) continue;
      const double* from = slots + static_cast<std::ptrdiff_t>(g.parent[l]) * stride;
      for (int k = 0; k < n; ++k) x[k].set(l, from[k]);
    }
  }
  std::memcpy(&value, x, sizeof value);
}

// The other way: slots of the parents take up the lanes that end.
template <class S, int W, class T>
TENON_INLINE void add_to_slots(const T& value, const GroupStep<W>& g, double* slots, int stride) {
  constexpr int n = packs_in<S, T>;
  S x[n];
  std::memcpy(x, &value, sizeof value);
  if constexpr (W == 4) {
    for (int k = 0; k < n; k += 4) {
      const S zero(0);
      S a = x[k], b = k + 1 < n ? x[k + 1] : zero, c = k + 2 < n ? x[k + 2] : zero, d = k + 3 < n ? x[k + 3] : zero;
      if (g.one_parent) {
        double* to = slots + static_cast<std::ptrdiff_t>(g.parent[0]) * stride + k;
        (S::load(to) + sums_of_lanes(a, b, c, d)).store(to);
      } else {
        transpose(a, b, c, d);
        const S rows[4] = {a, b, c, d};
        for (int l = 0; l < 4; ++l) {
          if (!(g.ends >> l & 1)) continue;
          double* to = slots + static_cast<std::ptrdiff_t>(g.parent[l]) * stride + k;
          (S::load(to) + rows[l]).store(to);
        }
      }
    }
  } else {
    for (int l = 0; l < W; ++l) {
      if (!(g.ends >> l & 1)) continue;
      double* to = slots + static_cast<std::ptrdiff_t>(g.parent[l]) * stride;
      for (int k = 0; k < n; ++k) to[k] += x[k][l];
    }
  }
}

// A limb's body that carries other limbs: adds what they left in its slot, and shows its state there.
template <class S, int W, class T>
TENON_INLINE void add_from_slots(T& value, const GroupStep<W>& g, const double* slots, int stride) {
  constexpr int n = packs_in<S, T>;
  S x[n];
  std::memcpy(x, &value, sizeof value);
  for (int l = 0; l < W; ++l) {
    if (!(g.receives >> l & 1)) continue;
    const double* from = slots + static_cast<std::ptrdiff_t>(g.body[l]) * stride;
    for (int k = 0; k < n; ++k) x[k].set(l, x[k][l] + from[k]);
  }
  std::memcpy(&value, x, sizeof value);
}
template <class S, int W, class T>
TENON_INLINE void show_in_slots(const T& value, const GroupStep<W>& g, double* slots, int stride) {
  constexpr int n = packs_in<S, T>;
  S x[n];
  std::memcpy(x, &value, sizeof value);
  for (int l = 0; l < W; ++l) {
    if (!(g.receives >> l & 1)) continue;
    double* to = slots + static_cast<std::ptrdiff_t>(g.body[l]) * stride;
    for (int k = 0; k < n; ++k) to[k] = x[k][l];
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
