// Keyframes, equalities, actuators, contacts and options of MJCF files.
#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"
#include "support/seeds.hpp"

namespace tenon {
namespace {

using namespace test;

const std::string two_bodies = world(
    "<body name='a' pos='1 0 0' euler='0 0 90'><joint name='ja'/><geom name='ga' size='.1'/>"
    "<site name='sa' pos='0 0 1'/></body><body name='b' pos='0 2 0'><joint name='jb' ref='30'/>"
    "<geom name='gb' size='.1'/><site name='sb' pos='0 1 0'/></body>");

TEST(MjcfOption, KeepsGravityAndTimeStep) {
  const auto robot = mjcf("<option gravity='1 2 3' timestep='.005'/>");
  EXPECT_EQ(robot.gravity, (Vector3{1, 2, 3}));
  EXPECT_EQ(robot.time_step, 0.005);
  EXPECT_EQ(mjcf("").time_step, 0);
  EXPECT_EQ(mjcf("").gravity, (Vector3{0, 0, -9.81}));
  EXPECT_EQ(mjcf("<option><flag gravity='disable'/></option>").gravity, (Vector3{0, 0, 0}));
}

TEST(MjcfKeyframes, AreInTenonsOrderAndAxes) {
  const auto robot =
      mjcf(world("<body pos='0 0 5'><freejoint/><geom size='.1'/><body><joint type='ball'/><geom size='.1'/><body>"
                 "<joint ref='90'/><geom size='.1'/></body></body></body>") +
           "<keyframe><key name='k' time='2' qpos='1 2 3 .5 .5 .5 .5 0 1 0 0 7' qvel='1 2 3 4 5 6 7 8 9 10'/>"
           "<key qpos='1'/></keyframe>");
  ASSERT_EQ(robot.keyframes.size(), 3u);
  const Keyframe& key = robot.keyframes[0];
  EXPECT_EQ(key.name, "k");
  EXPECT_EQ(key.time, 2);
  EXPECT_EQ(key.q, (std::vector<double>{1, 2, 3, 0.5, 0.5, 0.5, 0.5, 1, 0, 0, 0, 7}));
  // The quaternion turns x to y, y to z, z to x: world (1, 2, 3) is body (2, 3, 1).
  const std::vector<double> v{2, 3, 1, 4, 5, 6, 7, 8, 9, 10};
  for (std::size_t k = 0; k < v.size(); ++k) EXPECT_NEAR(key.v[k], v[k], 1e-15) << k;
  // What is not written is the pose of the file.
  EXPECT_EQ(robot.keyframes[1].q, (std::vector<double>{1, 0, 5, 0, 0, 0, 1, 0, 0, 0, 1, M_PI / 2}));
  EXPECT_EQ(robot.keyframes[2].name, "qpos0");
}

TEST(MjcfKeyframes, NormaliseQuaternionsAndSaySo) {
  const auto robot =
      mjcf(body("<freejoint/><geom size='.1'/>") + "<keyframe>\n<key name='k' qpos='0 0 0 2 0 0 0'/></keyframe>");
  EXPECT_EQ(robot.keyframes[0].q.back(), 1);
  EXPECT_NE(
      diagnostics_text(robot).find("key \"k\": the quaternion of joint \"joint_0\" has length 2: it is normalised"),
      std::string::npos);
}

TEST(MjcfKeyframes, OfAFloatingBaseStartWhereTheFilePutsIt) {
  LoadOptions floating;
  floating.floating_base = true;
  const auto robot =
      mjcf(world("<body name='base' pos='1 2 3'><geom size='.1'/><body><joint/><geom size='.1'/></body></body>") +
               "<keyframe><key qpos='7' qvel='8'/></keyframe>",
           floating);
  EXPECT_EQ(robot.joints[0].name, "root_joint");
  EXPECT_EQ(robot.joints[0].kind, JointKind::free);
  EXPECT_EQ(robot.keyframes[0].q, (std::vector<double>{1, 2, 3, 0, 0, 0, 1, 7}));
  EXPECT_EQ(robot.keyframes[0].v, (std::vector<double>{0, 0, 0, 0, 0, 0, 8}));
}

TEST(MjcfEquality, FramesCoincideInThePoseOfTheFile) {
  const auto robot = mjcf(two_bodies +
                          "<equality><connect name='c' body1='a' body2='b' anchor='.1 .2 .3'/>"
                          "<weld body1='a' body2='b' anchor='.1 .2 .3'/><weld body1='a'/></equality>");
  ASSERT_EQ(robot.equalities.size(), 3u);
  const Placement a = placement_from_rpy({1, 0, 0}, {0, 0, M_PI / 2}), b = placement_at(0, 2, 0);
  const auto& connect = robot.equalities[0];
  EXPECT_EQ(connect.kind, EqualityDescription::Kind::connect);
  EXPECT_EQ(connect.a + connect.b, "ab");
  expect_near(connect.in_a, placement_at(0.1, 0.2, 0.3));
  expect_near(placement_at(0.8, -1.9, 0.3), connect.in_b);  // MuJoCo 4.0's eq_data
  expect_near(a * robot.equalities[1].in_a, b * robot.equalities[1].in_b);
  expect_near(robot.equalities[1].in_b, placement_at(0.1, 0.2, 0.3));
  EXPECT_EQ(robot.equalities[2].b, "");
  expect_near(a * robot.equalities[2].in_a, Placement{});
}

TEST(MjcfEquality, RelposeAndSitesAreTakenAsWritten) {
  const auto robot =
      mjcf(two_bodies +
           "<equality><weld body1='a' body2='b' relpose='1 2 3 1 0 0 1' anchor='4 5 6' active='false'/>"
           "<weld body1='a' body2='b' relpose='1 2 3 0 0 0 0'/><weld site1='sa' site2='sb'/></equality>");
  expect_near(robot.equalities[0].in_a, placement_from_rpy({1, 2, 3}, {0, 0, M_PI / 2}));
  expect_near(robot.equalities[0].in_b, placement_at(4, 5, 6));
  EXPECT_FALSE(robot.equalities[0].active);
  EXPECT_NEAR(robot.equalities[1].in_a.translation[0], 2, 1e-15);  // b seen from a
  EXPECT_EQ(robot.equalities[2].a + robot.equalities[2].b, "ab");
  expect_near(robot.equalities[2].in_a, placement_at(0, 0, 1));
  expect_near(robot.equalities[2].in_b, placement_at(0, 1, 0));
}

TEST(MjcfEquality, JointPolynomialsAreInQ) {
  const auto robot = mjcf(two_bodies +
                          "<equality><joint joint1='ja' joint2='jb' polycoef='.1 2 3 4 5'/>"
                          "<joint joint1='jb' joint2='ja'/><joint joint1='jb' polycoef='.5'/></equality>");
  const double x0 = M_PI / 6;
  for (const double x : {-1.0, 0.0, 0.3, 2.0}) {
    double y = 0;
    for (std::size_t k = 5; k-- > 0;) y = y * x + robot.equalities[0].polynomial[k];
    const double d = x - x0;
    EXPECT_NEAR(y, 0.1 + d * (2 + d * (3 + d * (4 + d * 5))), 1e-13) << x;
  }
  EXPECT_NEAR(robot.equalities[1].polynomial[0], x0, 1e-15);
  EXPECT_EQ(robot.equalities[1].polynomial[1], 1);
  EXPECT_NEAR(robot.equalities[2].polynomial[0], x0 + 0.5, 1e-15);
  EXPECT_EQ(robot.equalities[2].polynomial[1], 0);
  EXPECT_EQ(robot.equalities[2].b, "");
}

TEST(MjcfActuators, KeepTheirLawGearAndRanges) {
  const auto robot = mjcf(two_bodies +
                          "<actuator><motor name='m' joint='ja' gear='3' ctrlrange='-1 1'/>"
                          "<position joint='jb' kp='10' kv='2' forcerange='-5 6'/><velocity joint='jb' kv='4'/>"
                          "<general joint='ja' gainprm='10' biasprm='0 -10 -1' biastype='affine'/>"
                          "<general joint='ja'/></actuator>");
  ASSERT_EQ(robot.actuators.size(), 5u);
  EXPECT_EQ(robot.actuators[0].kind, "motor");
  EXPECT_EQ(robot.actuators[0].gear, 3);
  EXPECT_EQ(robot.actuators[0].control_range, (std::array<double, 2>{-1, 1}));
  EXPECT_EQ(robot.actuators[1].name, "actuator_1");
  EXPECT_EQ(robot.actuators[1].joint, "jb");
  EXPECT_EQ(robot.actuators[1].kp, 10);
  EXPECT_EQ(robot.actuators[1].kv, 2);
  EXPECT_EQ(robot.actuators[1].force_range, (std::array<double, 2>{-5, 6}));
  EXPECT_TRUE(std::isinf(robot.actuators[1].control_range[0]));
  EXPECT_EQ(robot.actuators[2].kv, 4);
  EXPECT_EQ(robot.actuators[3].kind, "position");
  EXPECT_EQ(robot.actuators[4].kind, "motor");
  EXPECT_TRUE(robot.diagnostics.empty()) << diagnostics_text(robot);
}

TEST(MjcfActuators, AddTheirRotorAndDamperToTheJoint) {
  const auto robot = mjcf(body("<joint name='j' armature='.1' damping='.2'/><geom size='.1'/>") +
                          "<actuator><motor joint='j' gear='3' armature='.01' damping='.5'/></actuator>");
  EXPECT_NEAR(robot.joints[0].armature, 0.1 + 9 * 0.01, 1e-15);
  EXPECT_NEAR(robot.joints[0].damping, 0.2 + 9 * 0.5, 1e-15);
}

TEST(MjcfActuators, InheritTheRangeOfTheirJoint) {
  const auto robot = mjcf("<compiler angle='radian'/>" + body("<joint name='j' range='0 1'/><geom size='.1'/>") +
                          "<actuator><position joint='j' inheritrange='.8'/></actuator>");
  EXPECT_NEAR(robot.actuators[0].control_range[0], 0.1, 1e-15);
  EXPECT_NEAR(robot.actuators[0].control_range[1], 0.9, 1e-15);
}

TEST(MjcfContact, KeepsPairsAndExclusions) {
  const auto robot =
      mjcf(two_bodies + "<contact><pair geom1='ga' geom2='gb'/><exclude body1='a' body2='world'/></contact>");
  ASSERT_EQ(robot.contact_pairs.size(), 2u);
  EXPECT_EQ(robot.contact_pairs[0].a + robot.contact_pairs[0].b, "gagb");
  EXPECT_FALSE(robot.contact_pairs[0].exclude);
  EXPECT_TRUE(robot.contact_pairs[1].exclude);
  EXPECT_EQ(robot.contact_pairs[1].b, "");
}

}  // namespace
}  // namespace tenon
