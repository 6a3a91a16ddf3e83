// Converters between tenon's coordinates and Pinocchio's or MuJoCo's.
//   Pinocchio: a continuous joint is stored as (cos, sin); everything else is the same.
//   MuJoCo: quaternions are w x y z; a free joint's linear velocity is the origin's velocity in world axes, so its
//   acceleration is R (a + ω × v) and its force is in world axes too. Angular parts stay in body axes.
//   A planar joint has no counterpart in MuJoCo (two slides and a hinge are another joint order).
#include <algorithm>
#include <cmath>

#include "model/arguments.hpp"
#include "model/manifold.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

namespace {

int their_size(const JointInfo& joint, Convention convention) {
  return convention == Convention::pinocchio && joint.continuous ? 2 : joint.nq;
}

// step(joint, index of its first coordinate in the other library's vector).
template <class Step>
void for_each(const Model& model, Convention convention, Step&& step) {
  int index = 0;
  for (const JointInfo& joint : model.joints()) {
    if (convention == Convention::mujoco && joint.kind == JointKind::planar)
      throw Error("joint \"" + joint.name + "\": MuJoCo has no planar joint");
    step(joint, index);
    index += their_size(joint, convention);
  }
}

int quaternion_at(JointKind kind) { return kind == JointKind::spherical ? 0 : kind == JointKind::free ? 3 : -1; }

void check_tangent(const Model& model, std::span<const double> q, std::span<const double> in, std::span<double> out,
                   const char* name) {
  check_input(q, model.nq(), "q");
  check_input(in, model.nv(), name);
  check_size(out.size(), in.size(), "out");
}

// Copies, turning the linear part of free joints between world and body axes; `out` may be `in`.
void turn_linear(const Model& model, Convention convention, std::span<const double> q, std::span<const double> in,
                 bool to_body, std::span<double> out) {
  for_each(model, convention, [&](const JointInfo& joint, int) {
    const double* x = in.data() + joint.v_index;
    double* y = out.data() + joint.v_index;
    if (convention != Convention::mujoco || joint.kind != JointKind::free) {
      std::copy_n(x, joint.nv, y);
      return;
    }
    const Quaternion<double> R = as_quaternion(q.data() + joint.q_index + 3);
    const Vec3<double> turned = rotate(to_body ? conjugate(R) : R, Vec3<double>{x[0], x[1], x[2]});
    std::copy_n(x + 3, 3, y + 3);
    y[0] = turned.x, y[1] = turned.y, y[2] = turned.z;
  });
}

// out_linear += sign ω × v on free joints.
void add_centripetal(const Model& model, std::span<const double> v, double sign, std::span<double> out) {
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind != JointKind::free) continue;
    const double *l = v.data() + joint.v_index, *w = l + 3;
    double* y = out.data() + joint.v_index;
    y[0] += sign * (w[1] * l[2] - w[2] * l[1]);
    y[1] += sign * (w[2] * l[0] - w[0] * l[2]);
    y[2] += sign * (w[0] * l[1] - w[1] * l[0]);
  }
}

}  // namespace

int configuration_size(const Model& model, Convention convention) {
  int size = 0;
  for (const JointInfo& joint : model.joints()) size += their_size(joint, convention);
  return size;
}

void configuration_from(const Model& model, Convention from, std::span<const double> their_q, std::span<double> q) {
  check_input(their_q, configuration_size(model, from), "q", largest_coordinate<double>);
  check_size(q.size(), static_cast<std::size_t>(model.nq()), "out");
  for_each(model, from, [&](const JointInfo& joint, int index) {
    const double* x = their_q.data() + index;
    double* y = q.data() + joint.q_index;
    if (their_size(joint, from) != joint.nq) {
      check_unit_length("q", joint, x, 2);
      y[0] = std::atan2(x[1], x[0]);
      return;
    }
    for (int k = 0; k < joint.nq; ++k) y[k] = x[k];
    // x y z w is w x y z turned by one number; y may be x.
    const int quaternion = quaternion_at(joint.kind);
    if (from == Convention::mujoco && quaternion >= 0)
      std::rotate(y + quaternion, y + quaternion + 1, y + quaternion + 4);
  });
}

void configuration_to(const Model& model, Convention to, std::span<const double> q, std::span<double> their_q) {
  check_input(q, model.nq(), "q", largest_coordinate<double>);
  check_size(their_q.size(), static_cast<std::size_t>(configuration_size(model, to)), "out");
  for_each(model, to, [&](const JointInfo& joint, int index) {
    const double* x = q.data() + joint.q_index;
    double* y = their_q.data() + index;
    if (their_size(joint, to) != joint.nq) {
      y[0] = std::cos(x[0]), y[1] = std::sin(x[0]);
      return;
    }
    for (int k = 0; k < joint.nq; ++k) y[k] = x[k];
    const int quaternion = quaternion_at(joint.kind);
    if (to == Convention::mujoco && quaternion >= 0)
      std::rotate(y + quaternion, y + quaternion + 3, y + quaternion + 4);
  });
}

void velocity_from(const Model& model, Convention from, std::span<const double> q, std::span<const double> their_v,
                   std::span<double> v) {
  check_tangent(model, q, their_v, v, "v");
  turn_linear(model, from, q, their_v, true, v);
}
void velocity_to(const Model& model, Convention to, std::span<const double> q, std::span<const double> v,
                 std::span<double> their_v) {
  check_tangent(model, q, v, their_v, "v");
  turn_linear(model, to, q, v, false, their_v);
}

void acceleration_from(const Model& model, Convention from, std::span<const double> q, std::span<const double> v,
                       std::span<const double> their_a, std::span<double> a) {
  check_tangent(model, q, their_a, a, "a");
  check_input(v, model.nv(), "v");
  turn_linear(model, from, q, their_a, true, a);
  if (from == Convention::mujoco) add_centripetal(model, v, -1, a);
}
void acceleration_to(const Model& model, Convention to, std::span<const double> q, std::span<const double> v,
                     std::span<const double> a, std::span<double> their_a) {
  check_tangent(model, q, a, their_a, "a");
  check_input(v, model.nv(), "v");
  std::copy(a.begin(), a.end(), their_a.begin());
  if (to == Convention::mujoco) add_centripetal(model, v, 1, their_a);
  turn_linear(model, to, q, their_a, false, their_a);
}

void force_from(const Model& model, Convention from, std::span<const double> q, std::span<const double> their_tau,
                std::span<double> tau) {
  check_tangent(model, q, their_tau, tau, "tau");
  turn_linear(model, from, q, their_tau, true, tau);
}
void force_to(const Model& model, Convention to, std::span<const double> q, std::span<const double> tau,
              std::span<double> their_tau) {
  check_tangent(model, q, tau, their_tau, "tau");
  turn_linear(model, to, q, tau, false, their_tau);
}

}  // namespace tenon
