// Merging descriptions: nothing is lost, every reference follows its name, the world of the part becomes the link.
#include <gtest/gtest.h>

#include "model/joint_order.hpp"
#include "tenon/generators.hpp"
#include "tenon/model.hpp"

namespace tenon {
namespace {

Joint joint(const std::string& name, JointKind kind, const std::string& parent, const std::string& child) {
  Joint j;
  j.name = name, j.kind = kind, j.parent = parent, j.child = child;
  return j;
}

Link link(const std::string& name) {
  Link l;
  l.name = name, l.inertia = {1, {}, {1, 0, 0, 1, 0, 1}};
  Geometry geometry;
  geometry.name = name + "_shape";
  l.geometry = {geometry};
  return l;
}

RobotDescription arm() {
  RobotDescription d;
  d.name = "arm";
  d.links = {link("base"), link("upper"), link("lower")};
  d.joints = {joint("shoulder", JointKind::revolute, "base", "upper"),
              joint("elbow", JointKind::revolute, "upper", "lower")};
  d.keyframes = {{"home", 0, {0.1, 0.2}, {1, 2}, {7}}};
  d.actuators.resize(1);
  d.actuators[0].name = "drive", d.actuators[0].joint = "shoulder";
  return d;
}

// Two fingers on a palm, one mimicking the other, tied to the palm by a weld, with everything else a file can hold.
RobotDescription hand() {
  RobotDescription d;
  d.name = "hand";
  d.links = {link("palm"), link("left"), link("right")};
  d.joints = {joint("j_left", JointKind::revolute, "palm", "left"),
              joint("j_right", JointKind::spherical, "palm", "right")};
  d.joints[0].mimic = Mimic{"j_right", 2, 0};
  d.frames.resize(2);
  d.frames[0].name = "tip", d.frames[0].link = "left";
  d.frames[1].name = "camera", d.frames[1].placement.translation = {1, 0, 0};
  d.equalities.resize(2);
  d.equalities[0].name = "glue", d.equalities[0].a = "left", d.equalities[0].in_b.translation = {0, 1, 0};
  d.equalities[1].kind = EqualityDescription::Kind::joint;
  d.equalities[1].name = "gear", d.equalities[1].a = "j_left";
  d.actuators.resize(1);
  d.actuators[0].name = "motor", d.actuators[0].joint = "j_left";
  d.contact_pairs.resize(1);
  d.contact_pairs[0].a = "left", d.contact_pairs[0].b = "right", d.contact_pairs[0].exclude = true;
  d.keyframes = {{"fist", 0, {0.5, 0, 0, 1, 0}, {1, 2, 3, 4}, {9}}};
  Geometry floor;
  floor.name = "floor", floor.kind = Geometry::Kind::plane;
  d.world_geometry = {floor};
  return d;
}

const MergeOptions onto_wrist{"lower", placement_from_rpy({0, 0, 0.5}, {0, 0, 0}), "r_", {}};

TEST(Merge, HandOntoArmRenamesEveryReference) {
  const RobotDescription d = merged(arm(), hand(), onto_wrist);
  ASSERT_EQ(d.links.size(), 6u);
  ASSERT_EQ(d.joints.size(), 5u);
  EXPECT_EQ(d.links[3].name, "r_palm");
  EXPECT_EQ(d.links[3].geometry.at(0).name, "r_palm_shape");
  EXPECT_EQ(d.joints[3].parent, "r_palm");
  EXPECT_EQ(d.joints[3].child, "r_left");
  EXPECT_EQ(d.joints[3].mimic->joint, "r_j_right");
  EXPECT_EQ(d.joints[2].name, "r_palm_mount");
  EXPECT_EQ(d.joints[2].kind, JointKind::fixed);
  EXPECT_EQ(d.joints[2].parent, "lower");
  EXPECT_EQ(d.joints[2].child, "r_palm");
  EXPECT_EQ(d.joints[2].origin.translation, (Vector3{0, 0, 0.5}));
  EXPECT_EQ(d.frames[0].link, "r_left");
  EXPECT_EQ(d.equalities[1].a, "r_j_left");
  EXPECT_EQ(d.equalities[1].b, "");
  EXPECT_EQ(d.actuators[1].joint, "r_j_left");
  EXPECT_EQ(d.contact_pairs[0].a, "r_left");
  EXPECT_EQ(d.name, "arm");
}

TEST(Merge, TheWorldOfThePartBecomesTheLinkItHangsFrom) {
  const RobotDescription d = merged(arm(), hand(), onto_wrist);
  EXPECT_EQ(d.frames[1].link, "lower");
  EXPECT_EQ(d.frames[1].placement.translation, (Vector3{1, 0, 0.5}));
  EXPECT_EQ(d.equalities[0].b, "lower");
  EXPECT_EQ(d.equalities[0].in_b.translation, (Vector3{0, 1, 0.5}));
  EXPECT_TRUE(d.world_geometry.empty());
  ASSERT_EQ(d.links[2].geometry.size(), 2u);
  EXPECT_EQ(d.links[2].geometry[1].name, "r_floor");
  EXPECT_EQ(d.links[2].geometry[1].placement.translation, (Vector3{0, 0, 0.5}));
}

TEST(Merge, WithoutALinkThePartStandsInTheWorld) {
  RobotDescription ball;
  ball.links = {link("ball")};
  ball.joints = {joint("free", JointKind::free, "", "ball")};
  MergeOptions options;
  options.placement.translation = {0, 0, 2};
  RobotDescription d = merged(arm(), ball, options);
  options.prefix = "second_";
  d = merged(d, ball, options);
  ASSERT_EQ(d.joints.size(), 4u);
  EXPECT_EQ(d.joints[3].name, "second_free");
  EXPECT_EQ(d.joints[3].parent, "");
  EXPECT_EQ(d.joints[3].origin.translation, (Vector3{0, 0, 2}));
  EXPECT_EQ(merged(arm(), hand()).world_geometry.size(), 1u);
}

TEST(Merge, TheCallersJointReplacesTheFixedOneAndKeepsItsName) {
  MergeOptions options = onto_wrist;
  options.joint = joint("wrist", JointKind::revolute, "", "");
  options.joint->origin.translation = {1, 0, 0};
  const RobotDescription d = merged(arm(), hand(), options);
  EXPECT_EQ(d.joints[2].name, "wrist");
  EXPECT_EQ(d.joints[2].kind, JointKind::revolute);
  EXPECT_EQ(d.joints[2].parent, "lower");
  EXPECT_EQ(d.joints[2].child, "r_palm");
  EXPECT_EQ(d.joints[2].origin.translation, (Vector3{1, 0, 0.5}));
  EXPECT_EQ(d.keyframes[1].q, (std::vector<double>{0, 0, 0, 0.5, 0, 0, 1, 0}));  // the wrist is neutral
}

TEST(Merge, KeyframesFollowTheMergedOrderAndAreNeutralElsewhere) {
  // Below the upper arm the elbow stays first: siblings keep description order. The ball joint's neutral value is the
  // unit quaternion.
  MergeOptions options{"upper", {}, "r_", {}};
  const RobotDescription d = merged(arm(), hand(), options);
  ASSERT_EQ(d.keyframes.size(), 2u);
  EXPECT_EQ(d.keyframes[0].q, (std::vector<double>{0.1, 0.2, 0, 0, 0, 0, 1}));
  EXPECT_EQ(d.keyframes[0].v, (std::vector<double>{1, 2, 0, 0, 0, 0}));
  EXPECT_EQ(d.keyframes[0].control, (std::vector<double>{7, 0}));
  EXPECT_EQ(d.keyframes[1].name, "r_fist");
  EXPECT_EQ(d.keyframes[1].q, (std::vector<double>{0, 0, 0.5, 0, 0, 1, 0}));
  EXPECT_EQ(d.keyframes[1].v, (std::vector<double>{0, 0, 1, 2, 3, 4}));
  EXPECT_EQ(d.keyframes[1].control, (std::vector<double>{0, 9}));
}

TEST(Merge, APartBelowAnEarlyLinkMovesLaterCoordinatesBack) {
  RobotDescription two_arms = merged(arm(), arm(), {"", {}, "b_", {}});
  two_arms.keyframes.resize(1);
  two_arms.keyframes[0].q = {1, 2, 3, 4};
  RobotDescription finger;
  finger.links = {link("finger")};
  finger.joints = {joint("knuckle", JointKind::prismatic, "", "finger")};
  // Depth-first: the knuckle at the first arm's tip comes before the second arm.
  const RobotDescription d = merged(two_arms, finger, {"lower", {}, "", {}});
  EXPECT_EQ(d.keyframes[0].q, (std::vector<double>{1, 2, 0, 3, 4}));
}

TEST(Merge, ClashingNamesAreAnErrorThatNamesThem) {
  try {
    merged(arm(), arm());
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("\"base_shape\""), std::string::npos) << error.what();
  }
  EXPECT_NO_THROW(merged(arm(), arm(), {"", {}, "b_", {}}));
}

TEST(Merge, BadRequestsAreErrors) {
  EXPECT_THROW(merged(arm(), hand(), {"nowhere", {}, "", {}}), Error);
  MergeOptions options;
  options.joint = joint("", JointKind::revolute, "", "");
  EXPECT_THROW(merged(arm(), hand(), options), Error);
  RobotDescription ball;
  ball.links = {link("ball")};
  ball.joints = {joint("free", JointKind::free, "", "ball")};
  options.joint->name = "glue";
  EXPECT_THROW(merged(arm(), ball, options), Error);  // the ball already has a joint to the world
  RobotDescription wrong = hand();
  wrong.keyframes[0].q.pop_back();
  EXPECT_THROW(merged(arm(), wrong, {"", {}, "r_", {}}), Error);
}

// Merged coordinates are the parts' own, in the compiled order: keyframes of real mechanisms stay valid configurations.
TEST(Merge, MergedRobotsCompileAndKeepTheirKeyframes) {
  const RobotDescription dog = generators::quadruped_standin();
  const Model dogs(merged(dog, dog, {"", placement_from_rpy({1, 0, 0}, {0, 0, 1}), "b_", {}}));
  EXPECT_EQ(dogs.nv(), 36);
  EXPECT_NEAR(dogs.mass(), 2 * Model(dog).mass(), 1e-12);
  ASSERT_EQ(dogs.description().keyframes.size(), 2u);
  for (const Keyframe& keyframe : dogs.description().keyframes) {
    ASSERT_EQ(keyframe.q.size(), static_cast<std::size_t>(dogs.nq()));
    const int begin = dogs.joint_info(dogs.joint(keyframe.name == "stand" ? "FL_calf" : "b_FL_calf")).q_index;
    EXPECT_EQ(keyframe.q[static_cast<std::size_t>(begin)], -1.6) << keyframe.name;
    for (const JointInfo& joint : dogs.joints())
      if (joint.kind == JointKind::free) {
        EXPECT_EQ(keyframe.q[static_cast<std::size_t>(joint.q_index) + 6], 1) << keyframe.name;
      }
  }
}

TEST(Merge, DifferentGravityIsAWarning) {
  RobotDescription moon = hand();
  moon.gravity = {0, 0, -1.62};
  const RobotDescription d = merged(arm(), moon);
  ASSERT_EQ(d.diagnostics.size(), 1u);
  EXPECT_EQ(d.gravity[2], -9.81);
}

}  // namespace
}  // namespace tenon
