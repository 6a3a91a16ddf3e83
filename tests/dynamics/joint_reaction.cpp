// Wrenches that cross joints: against joint torques, the total wrench, a model without merged joints, and by hand.
#include <gtest/gtest.h>

#include "support/mechanism.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-11;

Vector reaction(const Mechanism& m, FrameId frame) {
  Workspace ws(m.model);
  const Vector6 f = joint_reaction(m.model, ws, {m.q, m.v}, m.a, frame, {.wrenches = m.wrenches});
  return {f.begin(), f.end()};
}

// Sᵀ f in the file's joint frame.
Vector along_joint(const Joint& joint, const Vector& f) {
  const double n = std::hypot(joint.axis[0], joint.axis[1], joint.axis[2]);
  double force = 0, moment = 0;
  for (std::size_t k = 0; k < 3; ++k) force += joint.axis[k] / n * f[k], moment += joint.axis[k] / n * f[3 + k];
  switch (joint.kind) {
    case JointKind::revolute:
      return {moment};
    case JointKind::prismatic:
      return {force};
    case JointKind::helical:
      return {joint.pitch * force + moment};
    case JointKind::spherical:
      return {f[3], f[4], f[5]};
    case JointKind::free:
      return f;
    default:
      return {};
  }
}

TEST(JointReaction, AlongAMovingJointIsItsTorque) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    const Vector tau = m.rnea();
    for (const Joint& joint : m.model.description().joints) {
      // A planar joint's plane axes are the compiler's choice.
      if (joint.kind == JointKind::fixed || joint.kind == JointKind::planar) continue;
      const JointInfo& info = m.model.joint_info(m.model.joint(joint.name));
      Vector expected(tau.begin() + info.v_index, tau.begin() + info.v_index + info.nv);
      for (std::size_t d = 0; d < expected.size(); ++d)
        expected[d] -= info.armature * m.a[static_cast<std::size_t>(info.v_index) + d];
      const Vector f = reaction(m, m.model.frame("joint:" + joint.name));
      EXPECT_LE(distance(along_joint(joint, f), expected), rounding) << seed << " " << joint.name;
    }
  }
}

TEST(JointReaction, IsTheSameWhetherFixedJointsAreMergedOrNot) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed),
                    plain = random_mechanism(seed, {.merge_fixed = false, .screw_frames = false});
    for (const Joint& joint : m.model.description().joints) {
      const std::string name = "joint:" + joint.name;
      EXPECT_LE(distance(reaction(m, m.model.frame(name)), reaction(plain, plain.model.frame(name))), rounding)
          << seed << " " << name;
    }
  }
}

TEST(JointReaction, OfTheRootJointsAddsUpToTheTotalForce) {
  generators::RandomTreeOptions options;
  options.roots = 2, options.fixed = 0;  // everything moves: the moving mass is all mass
  for (const auto seed : seeds(300)) {
    const Mechanism m(generators::random_tree(seed, options), seed);
    Kinematics k(m.model);
    forward_kinematics(m.model, {m.q, m.v}, m.a, k);
    const CentreOfMass com = centre_of_mass(m.model, k);
    Vector total(3), expected(3);
    for (std::size_t r = 0; r < 3; ++r) expected[r] = com.mass * (com.acceleration[r] - m.model.gravity()[r]);
    const auto add_force = [&](Vector& sum, double sign, FrameId frame, std::span<const double> wrench) {
      const Vector f = product(frame_placement(m.model, k, frame).rotation, wrench.subspan(0, 3));
      for (std::size_t r = 0; r < 3; ++r) sum[r] += sign * f[r];
    };
    for (const Joint& joint : m.model.description().joints) {
      const FrameId frame = m.model.frame("joint:" + joint.name);
      if (joint.parent.empty()) add_force(total, 1, frame, reaction(m, frame));
    }
    for (const ExternalWrench& w : m.wrenches)
      if (m.model.frames()[static_cast<std::size_t>(w.frame.index)].link >= 0)
        add_force(expected, -1, w.frame, w.wrench);
    EXPECT_LE(distance(total, expected), rounding) << seed;
  }
}

// A bob of 2 kg welded 1 m below a hinge, swinging through the lowest point at 3 rad/s: the weld pulls up with
// weight and centripetal force.
TEST(JointReaction, OfAWeldOnAPendulumIsWeightPlusCentripetalForce) {
  ModelBuilder b;
  b.link("rod", solid_sphere(1, 0.1));
  b.link("bob", solid_sphere(2, 0.1));
  b.link("bulb", {0.5, {0, 0, 0}, {1e-3, 0, 0, 1e-3, 0, 1e-3}});
  b.revolute("hinge", "", "rod", {}, {0, 1, 0});
  b.fixed("weld", "rod", "bob", placement_at(0, 0, -1));
  b.fixed("glue", "bob", "bulb");
  Mechanism m(b.description(), 0);
  m.q = {0}, m.v = {3}, m.a = {0}, m.wrenches.clear();
  EXPECT_LE(distance(reaction(m, m.model.frame("joint:weld")), Vector{0, 0, 2.5 * (9.81 + 9), 0, 0, 0}), 1e-14);
  EXPECT_LE(distance(reaction(m, m.model.frame("joint:glue")), Vector{0, 0, 0.5 * (9.81 + 9), 0, 0, 0}), 1e-14);
  m.wrenches = {{m.model.frame("bob"), {1, 2, 3, 4, 5, 6}}};
  EXPECT_LE(distance(reaction(m, m.model.frame("joint:weld")), Vector{-1, -2, 2.5 * (9.81 + 9) - 3, -4, -5, -6}),
            1e-14);
}

TEST(JointReaction, OfALinkFrameIsAnError) {
  const Mechanism m = random_mechanism(1);
  EXPECT_THROW(reaction(m, m.model.frame(m.model.description().links[0].name)), Error);
  EXPECT_THROW(reaction(m, FrameId{-1}), Error);
}

}  // namespace
}  // namespace tenon::test
