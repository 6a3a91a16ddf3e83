// What joints do by themselves. O(n).
// How far a joint is from the rest position of its spring, as a vector of the joint's tangent space: the gradient of
// half its squared length, so that -stiffness times it is the spring's force and stiffness/2 times its square the
// energy. One degree of freedom: q - reference. Others rest at their neutral position: the rotation vector of the
// quaternion (it is the gradient of half its own square in body axes), and the position turned into body axes.
#pragma once

#include <array>
#include "model/algorithm_facts.hpp"

#include "model/joint.hpp"
#include "model/manifold.hpp"
#include "tenon/model.hpp"

namespace tenon {

// The first joint.nv numbers count.
template <class S>
std::array<S, 6> spring_stretch(const JointInfo& joint, const S* q) {
  switch (joint.kind) {
    case JointKind::revolute:
    case JointKind::prismatic:
    case JointKind::helical:
      return {q[0] - S(joint.spring_reference)};
    case JointKind::spherical: {
      const Vec3<S> turn = rotation_vector(as_quaternion(q));
      return {turn.x, turn.y, turn.z};
    }
    case JointKind::planar:
      return {q[2] * q[0] + q[3] * q[1], q[2] * q[1] - q[3] * q[0], arc_tangent(q[3], q[2])};
    case JointKind::free: {
      const Vec3<S> p = transpose_mul(rotation_of(q + 3), Vec3<S>{q[0], q[1], q[2]});
      const Vec3<S> turn = rotation_vector(as_quaternion(q + 3));
      return {p.x, p.y, p.z, turn.x, turn.y, turn.z};
    }
    case JointKind::fixed:
      break;
  }
  return {};
}

// In [-1, 1]: linear below the smoothing velocity, the sign above it.
template <class S>
S smoothed_sign(const S& rate, double smoothing) {
  return smoothing > 0 ? clamped(rate / S(smoothing), -1, 1) : sign_of(rate);
}

// Damping, springs and dry friction.
template <class S>
void passive_forces_kernel(const CompiledModel& model, const S* q, const S* v, double friction_smoothing, S* tau) {
  for (const JointInfo& joint : model.joints) {
    std::array<S, 6> stretch{};
    if (joint.stiffness != 0) stretch = spring_stretch(joint, q + joint.q_index);
    for (int d = 0; d < joint.nv; ++d) {
      const S& rate = v[joint.v_index + d];
      S& force = tau[joint.v_index + d];
      force = S(-joint.damping) * rate - S(joint.stiffness) * stretch[static_cast<std::size_t>(d)];
      if (joint.friction != 0) force -= S(joint.friction) * smoothed_sign(rate, friction_smoothing);
    }
  }
}

struct JointSum {
  static constexpr AlgorithmFacts facts{.name = "joint-sum",
                                        .family = "passive_forces",
                                        .paper = "definition",
                                        .listing = "joint by joint",
                                        .complexity = "O(n)",
                                        .weights = {15, 2.7, 0.139}};
  template <class Ask>
  static void compute(const Ask& ask) {
    passive_forces(ask.model, ask.state(), ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    passive_forces_kernel(run.model, run.q.data(), run.v.data(), 1e-3, run.out.data());
  }
};

}  // namespace tenon
