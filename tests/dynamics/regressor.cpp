// tau is linear in the mass properties.
#include <gtest/gtest.h>

#include "support/mechanism.hpp"

namespace tenon::test {
namespace {

Vector regressor_of(const Mechanism& m) {
  Workspace ws(m.model);
  Vector Y(m.nv() * 10 * m.model.description().links.size());
  inverse_dynamics_regressor(m.model, ws, {m.q, m.v}, m.a, Y);
  return Y;
}

TEST(Regressor, TimesParametersAndArmatureIsInverseDynamics) {
  for (const auto seed : seeds(1000)) {
    Mechanism m = random_mechanism(seed);
    m.wrenches.clear();
    Vector tau = product(regressor_of(m), regressor_parameters(m.model));
    for (const JointInfo& joint : m.model.joints())
      for (int d = joint.v_index; d < joint.v_index + joint.nv; ++d)
        tau[static_cast<std::size_t>(d)] += joint.armature * m.a[static_cast<std::size_t>(d)];
    EXPECT_LE(distance(tau, m.rnea()), 1e-11) << seed;  // parameters up to 10, accelerations up to 1e2
  }
}

// The regressor knows the mechanism, not its masses: it predicts the torques of the same mechanism, heavier.
TEST(Regressor, DoesNotDependOnTheMasses) {
  for (const auto seed : seeds(100)) {
    RobotDescription heavy = random_robot(seed);
    for (Link& link : heavy.links) {
      link.inertia.mass *= 3;
      for (double& x : link.inertia.inertia) x *= 3;
    }
    const Mechanism m = random_mechanism(seed), h(heavy, seed);
    EXPECT_EQ(distance(regressor_of(m), regressor_of(h)), 0) << seed;
  }
}

TEST(Regressor, DoesNotSeeMergingAndScrewFrames) {
  for (const auto seed : seeds(200)) {
    const Mechanism m = random_mechanism(seed),
                    plain = random_mechanism(seed, {.merge_fixed = false, .screw_frames = false});
    EXPECT_LE(distance(regressor_of(m), regressor_of(plain)), 1e-11) << seed;
    EXPECT_LE(distance(regressor_parameters(m.model), regressor_parameters(plain.model)), 0) << seed;
  }
}

TEST(Regressor, ParametersOfALinkAreItsMassMomentAndInertiaAboutItsOrigin) {
  RobotDescription robot;
  robot.links.push_back({"a", {2, {0.1, 0.2, 0.3}, {1, 0.01, 0.02, 1.1, 0.03, 1.2}}, {}, {}});
  Joint joint;
  joint.name = "j", joint.kind = JointKind::free, joint.child = "a";
  robot.joints.push_back(joint);
  EXPECT_LE(distance(regressor_parameters(Model(robot)),
                     Vector{2, 0.2, 0.4, 0.6, 1 + 2 * (0.04 + 0.09), 0.01 - 2 * 0.02, 0.02 - 2 * 0.03,
                            1.1 + 2 * (0.01 + 0.09), 0.03 - 2 * 0.06, 1.2 + 2 * (0.01 + 0.04)}),
            1e-15);
}

}  // namespace
}  // namespace tenon::test
