// The rows of frames: velocity, acceleration at v̇ = 0, error, and what they must equal, over any scalar. Conventions:
// docs/conventions.md.
#pragma once

#include "constraints/compiled.hpp"
#include "constraints/rotation_log.hpp"
#include "kinematics/forward.hpp"
#include "walk/steps.hpp"

namespace tenon {

// A frame of a body: where it is, and how its origin and its axes move, in world axes.
template <class S>
struct FramePlace {
  Transform<S> X;
  Motion<S> velocity;      // ṗ, ω
  Motion<S> acceleration;  // p̈, ω̇ at v̇ = 0
};
template <class S>
struct FramePair {
  FramePlace<S> A, B;
};

inline namespace TENON_ISA {

template <class S>
FramePlace<S> frame_place(const KinematicBody<S>& body, const Transform<double>& X_bf) {
  const auto turned = [](const Mat3<S>& R, const Motion<S>& m) { return Motion<S>{R * m.linear, R * m.angular}; };
  const Transform<S> X_of_body = lift<S>(X_bf), X = body.X_wb * X_of_body;
  const Motion<S> v = act_inverse(X_of_body, body.v), a = act_inverse(X_of_body, body.bias);
  return {X, turned(X.R, v), turned(X.R, {a.linear + cross(v.angular, v.linear), a.angular})};
}
template <class S>
FramePair<S> frame_pair(const CompiledConstraint& c, const KinematicBody<S>* bodies) {
  return {frame_place(bodies[c.A.body], c.A.X),
          c.B.body != 0 ? frame_place(bodies[c.B.body], c.B.X) : FramePlace<S>{lift<S>(c.target), {}, {}}};
}

// Eᵀ m.
template <class S>
Motion<S> in_axes(const CompiledConstraint& c, const FramePair<S>& p, const Motion<S>& m) {
  if (c.axes != Axes::local) return m;
  return {transpose_mul(p.A.X.R, m.linear), transpose_mul(p.A.X.R, m.angular)};
}
template <class S>
Motion<S> velocity_rows(const CompiledConstraint& c, const FramePair<S>& p) {
  return in_axes(c, p, p.A.velocity - p.B.velocity);
}
// The derivative of Eᵀ(x_A - x_B): axes that turn with A take ω_A × (x_A - x_B) away.
template <class S>
Motion<S> bias_rows(const CompiledConstraint& c, const FramePair<S>& p) {
  Motion<S> a = p.A.acceleration - p.B.acceleration;
  if (c.axes == Axes::local) {
    const Motion<S> v = p.A.velocity - p.B.velocity;
    const Vec3<S>& w = p.A.velocity.angular;
    a = a - Motion<S>{cross(w, v.linear), cross(w, v.angular)};
  }
  return in_axes(c, p, a);
}
// (Eᵀ(p_A - p_B), Eᵀ R_A log(R_BᵀR_A)).
template <class S>
Motion<S> error_rows(const CompiledConstraint& c, const FramePair<S>& p) {
  const Vec3<S> turn = rotation_log(transpose(p.B.X.R) * p.A.X.R);
  return in_axes(c, p, {p.A.X.p - p.B.X.p, p.A.X.R * turn});
}

// What row r must equal, J v̇ alone: reference - k_d ė - k_p e - J̇ v.
template <class S>
S row_target(const CompiledConstraint& c, int r, const S& rate, const S& error, const S& bias) {
  return S(c.reference[static_cast<std::size_t>(r)]) - S(c.kd) * rate - S(c.kp) * error - bias;
}
// The same for all rows of a frame, each at its place in the set's order.
template <class S>
void frame_target(const CompiledConstraint& c, const KinematicBody<S>* bodies, S* target) {
  const FramePair<S> p = frame_pair(c, bodies);
  Motion<S> rate = velocity_rows(c, p), bias = bias_rows(c, p), error{};
  // Half a turn has no unique error; a constraint without kp does not ask for it.
  if (c.kp != 0) error = error_rows(c, p);
  const auto number = [](const Motion<S>& m, int k) {
    const Vec3<S>& v = k < 3 ? m.linear : m.angular;
    return k % 3 == 0 ? v.x : k % 3 == 1 ? v.y : v.z;
  };
  for (int r = 0; r < c.rows; ++r) {
    const int k = c.kept[static_cast<std::size_t>(r)];
    target[c.row + r] = row_target(c, r, number(rate, k), number(error, k), number(bias, k));
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
