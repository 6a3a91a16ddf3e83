// Lie-group steps of one joint's coordinates: q ⊕ v = q exp(v) and its inverse, the exponential and logarithm of SO(3),
// SE(2) and SE(3) in the body frame (right-trivialised tangent). Small angles use the series to the order at which both
// forms agree to rounding. In and out may be the same array. S: double, or Counted.
#pragma once

#include <cmath>
#include "model/algorithm_facts.hpp"

#include "spatial/elementary.hpp"
#include "tenon/description.hpp"

namespace tenon {

constexpr double small_angle = 1e-3;  // series error below 1e-18 there

// (1 - cos t)/t² and (t - sin t)/t³.
template <class S>
void exponential_factors(S t, S& b, S& c) {
  const S t2 = t * t;
  if (is_below(t, small_angle)) {
    b = S(0.5) - t2 / S(24) + t2 * t2 / S(720);
    c = S(1.0 / 6) - t2 / S(120) + t2 * t2 / S(5040);
  } else {
    S half, sine, cosine;
    sine_cosine(t / S(2), half, cosine);
    sine_cosine(t, sine, cosine);
    b = S(2) * half * half / t2;
    c = (t - sine) / (t2 * t);
  }
}

// (1 - (t/2) cot(t/2))/t².
template <class S>
S logarithm_factor(S t) {
  const S t2 = t * t;
  if (is_below(t, small_angle)) return S(1.0 / 12) + t2 / S(720) + t2 * t2 / S(30240);
  S sine, cosine;
  sine_cosine(t / S(2), sine, cosine);
  return (S(1) - t / S(2) * cosine / sine) / t2;
}

template <class S>
struct Quaternion {
  Vec3<S> v;  // x y z
  S w;
};
template <class S>
Quaternion<S> as_quaternion(const S* q) {
  return {{q[0], q[1], q[2]}, q[3]};
}
template <class S>
void store(const Quaternion<S>& a, S* out) {
  out[0] = a.v.x, out[1] = a.v.y, out[2] = a.v.z, out[3] = a.w;
}
template <class S>
Quaternion<S> conjugate(const Quaternion<S>& a) {
  return {-a.v, a.w};
}
template <class S>
Quaternion<S> operator*(const Quaternion<S>& a, const Quaternion<S>& b) {
  return {a.w * b.v + b.w * a.v + cross(a.v, b.v), a.w * b.w - dot(a.v, b.v)};
}
template <class S>
Vec3<S> rotate(const Quaternion<S>& a, const Vec3<S>& x) {
  const Vec3<S> t = S(2) * cross(a.v, x);
  return x + a.w * t + cross(a.v, t);
}

// Of the rotation vector w.
template <class S>
Quaternion<S> quaternion_of(const Vec3<S>& w) {
  const S t = length(w);
  S sine, cosine;
  sine_cosine(t / S(2), sine, cosine);
  const S s = is_below(t, small_angle) ? S(0.5) - t * t / S(48) : sine / t;
  return {s * w, cosine};
}
// The shorter way round; the quaternion's length does not matter.
template <class S>
Vec3<S> rotation_vector(const Quaternion<S>& q) {
  const S sine = length(q.v), sign = is_negative(q.w) ? S(-1) : S(1), cosine = sign * q.w;
  // angle / sine tends to 2 / cosine.
  const S scale = is_below(sine, 1e-100) ? S(2) / cosine : S(2) * arc_tangent(sine, cosine) / sine;
  return (sign * scale) * q.v;
}
template <class S>
Quaternion<S> normalized(const Quaternion<S>& q) {
  const S n = square_root(dot(q.v, q.v) + q.w * q.w);
  return {{q.v.x / n, q.v.y / n, q.v.z / n}, q.w / n};
}

template <class S>
void free_integrate(const S* q, const S* v, S* out) {
  const Vec3<S> l{v[0], v[1], v[2]}, w{v[3], v[4], v[5]};
  S b, c;
  exponential_factors(square_root(dot(w, w)), b, c);
  const Vec3<S> wl = cross(w, l);
  const Quaternion<S> turn = as_quaternion(q + 3);
  const Vec3<S> p = Vec3<S>{q[0], q[1], q[2]} + rotate(turn, l + b * wl + c * cross(w, wl));
  store(normalized(turn * quaternion_of(w)), out + 3);
  out[0] = p.x, out[1] = p.y, out[2] = p.z;
}

template <class S>
void free_difference(const S* from, const S* to, S* out) {
  const Quaternion<S> back = conjugate(as_quaternion(from + 3));
  const Vec3<S> p = rotate(back, Vec3<S>{to[0] - from[0], to[1] - from[1], to[2] - from[2]});
  const Vec3<S> r = rotation_vector(back * as_quaternion(to + 3)), rp = cross(r, p);
  const Vec3<S> l = p + S(-0.5) * rp + logarithm_factor(square_root(dot(r, r))) * cross(r, rp);
  out[0] = l.x, out[1] = l.y, out[2] = l.z, out[3] = r.x, out[4] = r.y, out[5] = r.z;
}

template <class S>
void planar_integrate(const S* q, const S* v, S* out) {
  const S t = v[2];
  S sine, cosine, b, c;
  sine_cosine(t, sine, cosine);
  exponential_factors(is_negative(t) ? -t : t, b, c);
  const S a = S(1) - c * t * t;  // sin t / t
  const S x = a * v[0] - b * t * v[1], y = b * t * v[0] + a * v[1];
  const S cq = q[2], sq = q[3];
  out[0] = q[0] + cq * x - sq * y;
  out[1] = q[1] + sq * x + cq * y;
  const S cn = cq * cosine - sq * sine, sn = sq * cosine + cq * sine, n = square_root(cn * cn + sn * sn);
  out[2] = cn / n, out[3] = sn / n;
}

template <class S>
void planar_difference(const S* from, const S* to, S* out) {
  const S cq = from[2], sq = from[3], dx = to[0] - from[0], dy = to[1] - from[1];
  const S x = cq * dx + sq * dy, y = cq * dy - sq * dx;
  const S t = arc_tangent(cq * to[3] - sq * to[2], cq * to[2] + sq * to[3]);
  // Inverse of [a -bt; bt a]: [h t/2; -t/2 h] with h = (t/2) cot(t/2).
  const S half = t / S(2), h = S(1) - logarithm_factor(is_negative(t) ? -t : t) * t * t;
  out[0] = h * x + half * y, out[1] = h * y - half * x, out[2] = t;
}

template <class S>
void joint_integrate(JointKind kind, const S* q, const S* v, S* out) {
  switch (kind) {
    case JointKind::spherical:
      return store(normalized(as_quaternion(q) * quaternion_of(Vec3<S>{v[0], v[1], v[2]})), out);
    case JointKind::planar:
      return planar_integrate(q, v, out);
    case JointKind::free:
      return free_integrate(q, v, out);
    case JointKind::fixed:
      return;
    default:
      out[0] = q[0] + v[0];
  }
}

template <class S>
void joint_difference(JointKind kind, const S* from, const S* to, S* out) {
  switch (kind) {
    case JointKind::spherical: {
      const Vec3<S> w = rotation_vector(conjugate(as_quaternion(from)) * as_quaternion(to));
      out[0] = w.x, out[1] = w.y, out[2] = w.z;
      return;
    }
    case JointKind::planar:
      return planar_difference(from, to, out);
    case JointKind::free:
      return free_difference(from, to, out);
    case JointKind::fixed:
      return;
    default:
      out[0] = to[0] - from[0];
  }
}

// From one configuration a part of the way to another.
template <class S>
void joint_interpolate(JointKind kind, const S* from, const S* to, S fraction, S* out) {
  S step[6];
  joint_difference(kind, from, to, step);
  for (int k = 0; k < velocity_size(kind); ++k) step[k] *= fraction;
  joint_integrate(kind, from, step, out);
}

struct Exponential {
  static constexpr AlgorithmFacts facts{.name = "exponential",
                                        .family = "integrate",
                                        .paper = "definition",
                                        .listing = "joint by joint",
                                        .complexity = "O(n)",
                                        .weights = {11, 2.3, 0.410}};
  template <class Ask>
  static void compute(const Ask& ask) {
    integrate(ask.model, ask.given.q, ask.given.v, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    for (const auto& joint : run.model.joints)
      joint_integrate(joint.kind, run.q.data() + joint.q_index, run.v.data() + joint.v_index,
                      run.to.data() + joint.q_index);
  }
};

struct Logarithm {
  static constexpr AlgorithmFacts facts{.name = "logarithm",
                                        .family = "difference",
                                        .paper = "definition",
                                        .listing = "joint by joint",
                                        .complexity = "O(n)",
                                        .weights = {13, 2.2, 0.618}};
  template <class Ask>
  static void compute(const Ask& ask) {
    difference(ask.model, ask.given.q, ask.given.x, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    for (const auto& joint : run.model.joints)
      joint_difference(joint.kind, run.q.data() + joint.q_index, run.to.data() + joint.q_index,
                       run.out.data() + joint.v_index);
  }
};

struct ExponentialOfLogarithm {
  static constexpr AlgorithmFacts facts{.name = "exponential-of-logarithm",
                                        .family = "interpolate",
                                        .paper = "definition",
                                        .listing = "joint by joint",
                                        .complexity = "O(n)",
                                        .weights = {18, 6.0, 0.546}};
  template <class Ask>
  static void compute(const Ask& ask) {
    interpolate(ask.model, ask.given.q, ask.given.x, ask.given.fraction, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    const auto fraction = Run::Number::variable(0.5);
    for (const auto& joint : run.model.joints)
      joint_interpolate(joint.kind, run.q.data() + joint.q_index, run.to.data() + joint.q_index, fraction,
                        run.to.data() + joint.q_index);
  }
};

}  // namespace tenon
