// The tree of an MJCF file: bodies, joints, frames, sites, names.
#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"

namespace tenon {
namespace {

using namespace test;

std::vector<std::string> link_names(const RobotDescription& robot) {
  std::vector<std::string> names;
  for (const Link& link : robot.links) names.push_back(link.name);
  return names;
}
std::vector<std::string> joint_names(const RobotDescription& robot) {
  std::vector<std::string> names;
  for (const Joint& joint : robot.joints) names.push_back(joint.name);
  return names;
}
using List = std::vector<std::string>;

TEST(MjcfBodies, ComeDepthFirstInTheOrderOfTheFile) {
  const auto robot =
      mjcf(world("<body name='a'><body name='b'/><frame><body name='c'><body name='d'/></body></frame>"
                 "</body><body name='e'/>"));
  EXPECT_EQ(link_names(robot), (List{"a", "b", "c", "d", "e"}));
  EXPECT_EQ(robot.joints[3].parent, "c");
  EXPECT_EQ(robot.joints[4].parent, "");
}

TEST(MjcfBodies, WithoutAJointAreFixedToTheirParent) {
  const auto robot = mjcf(world("<body name='a' pos='1 2 3'><body name='b' pos='0 0 1'/></body>"));
  EXPECT_EQ(joint_names(robot), (List{"a/fixed", "b/fixed"}));
  for (const Joint& joint : robot.joints) EXPECT_EQ(joint.kind, JointKind::fixed);
  expect_near(robot.joints[0].origin, placement_at(1, 2, 3));
  expect_near(robot.joints[1].origin, placement_at(0, 0, 1));
}

TEST(MjcfBodies, WithSeveralJointsHaveMasslessLinksBetweenThem) {
  const auto robot =
      mjcf(world("<body name='torso' pos='0 0 1' euler='0 0 90'><joint name='x' type='slide' axis='2 0 0'/>"
                 "<joint name='y' axis='0 3 0' pos='0 0 .5'/><joint type='ball' pos='.1 .2 .3'/>"
                 "<geom size='.1'/></body>"));
  EXPECT_EQ(link_names(robot), (List{"torso/x", "torso/y", "torso"}));
  EXPECT_EQ(joint_names(robot), (List{"x", "y", "joint_2"}));
  EXPECT_EQ(robot.links[0].inertia.mass, 0);
  EXPECT_GT(robot.links[2].inertia.mass, 0);
  EXPECT_EQ(robot.joints[0].parent, "");
  EXPECT_EQ(robot.joints[1].parent, "torso/x");
  EXPECT_EQ(robot.joints[2].child, "torso");
  EXPECT_EQ(robot.joints[0].kind, JointKind::prismatic);
  EXPECT_EQ(robot.joints[2].kind, JointKind::spherical);
  EXPECT_EQ(robot.joints[0].axis, (Vector3{1, 0, 0}));
  // The pose of the body stands in the first joint, the others start from the body frame.
  expect_near(robot.joints[0].origin, placement_from_rpy({0, 0, 1}, {0, 0, M_PI / 2}));
  expect_near(robot.joints[1].origin, placement_at(0, 0, 0.5));
  expect_near(robot.joints[1].child_origin, placement_at(0, 0, 0.5));
  expect_near(robot.joints[2].child_origin, placement_at(0.1, 0.2, 0.3));
}

TEST(MjcfBodies, OnAFreeJointHaveTheirPoseInAKeyframe) {
  const auto robot =
      mjcf(world("<body name='a' pos='1 2 3' quat='1 0 0 1'><freejoint name='root'/><geom size='.1'/></body>"));
  ASSERT_EQ(robot.joints.size(), 1u);
  EXPECT_EQ(robot.joints[0].kind, JointKind::free);
  expect_near(robot.joints[0].origin, Placement{});  // q is the pose in the world
  ASSERT_EQ(robot.keyframes.size(), 1u);
  EXPECT_EQ(robot.keyframes[0].name, "qpos0");
  const double h = std::sqrt(0.5);
  const std::vector<double> expected{1, 2, 3, 0, 0, h, h};
  for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(robot.keyframes[0].q[k], expected[k], 1e-15);
}

TEST(MjcfBodies, AtTheNeutralPoseNeedNoKeyframe) {
  EXPECT_TRUE(mjcf(body("<freejoint/><geom size='.1'/>")).keyframes.empty());
}

TEST(MjcfBodies, FreejointsDoNotTakeDefaults) {
  const auto robot = mjcf("<default><joint armature='1' damping='2'/></default>" +
                          world("<body name='a'><freejoint/><geom size='.1'/></body>"
                                "<body name='b'><joint type='free'/><geom size='.1'/></body>"));
  EXPECT_EQ(robot.joints[0].armature, 0);
  EXPECT_EQ(robot.joints[1].armature, 1);
  EXPECT_EQ(robot.joints[1].damping, 2);
}

TEST(MjcfBodies, FramesMoveEverythingInThem) {
  const auto robot =
      mjcf(body("<frame pos='1 2 3' euler='90 0 0'><joint name='j' pos='1 0 0' axis='0 1 0'/>"
                "<inertial pos='0 1 0' mass='1' diaginertia='1 2 2.5'/><site name='s' pos='0 1 0'/>"
                "<frame pos='0 1 0'><body name='c'/></frame></frame>"));
  expect_near(robot.joints[0].child_origin, placement_at(2, 2, 3));
  EXPECT_NEAR(robot.joints[0].axis[2], 1, 1e-15);
  EXPECT_NEAR(robot.links[0].inertia.com[2], 4, 1e-15);
  EXPECT_NEAR(robot.links[0].inertia.inertia[3], 2.5, 1e-15);
  EXPECT_NEAR(robot.links[0].inertia.inertia[5], 2, 1e-15);
  EXPECT_NEAR(robot.frames[0].placement.translation[2], 4, 1e-15);
  EXPECT_NEAR(robot.joints[1].origin.translation[2], 4, 1e-15);
}

TEST(MjcfBodies, WithoutNamesAreCalledByTheirNumberAndAvoidNamesOfTheFile) {
  const auto robot =
      mjcf(world("<body><joint/><geom size='.1'/><body name='body_3'/><body><joint name='joint_1'/><joint/>"
                 "<geom size='.1'/></body></body>"));
  EXPECT_EQ(link_names(robot), (List{"body_1", "body_3", "body_3_/joint_1", "body_3_"}));
  EXPECT_EQ(joint_names(robot), (List{"joint_0", "body_3/fixed", "joint_1", "joint_2"}));
}

TEST(MjcfJoints, RefIsTheValueOfQInThePoseOfTheFile) {
  const auto robot =
      mjcf(world("<body name='a' pos='1 0 0'><joint name='hinge' axis='0 0 1' pos='.5 0 0' ref='90'/>"
                 "<joint name='slide' type='slide' axis='0 1 0' ref='.25'/><geom size='.1'/></body>"));
  // child = parent · origin · motion(q) · child_origin⁻¹ at q = ref is the body's pose.
  const Joint& hinge = robot.joints[0];
  const Placement turn = placement_from_rpy({0, 0, 0}, {0, 0, M_PI / 2});
  expect_near(hinge.origin * turn * inverse(hinge.child_origin), placement_at(1, 0, 0));
  const Joint& slide = robot.joints[1];
  expect_near(slide.origin * placement_at(0, 0.25, 0) * inverse(slide.child_origin), Placement{});
  EXPECT_EQ(robot.keyframes.at(0).q, (std::vector<double>{M_PI / 2, 0.25}));
}

TEST(MjcfJoints, KeepTheirPassivePropertiesAndLimits) {
  const auto robot =
      mjcf(body("<joint range='-90 180' armature='.1' damping='.2' stiffness='3' springref='45' "
                "frictionloss='.4' actuatorfrcrange='-5 5'/><geom size='.1'/>"));
  const Joint& joint = robot.joints[0];
  EXPECT_NEAR(joint.limits.lower.at(0), -M_PI / 2, 1e-15);
  EXPECT_NEAR(joint.limits.upper.at(0), M_PI, 1e-15);
  EXPECT_EQ(joint.limits.effort, std::vector<double>{5});
  EXPECT_EQ(joint.armature, 0.1);
  EXPECT_EQ(joint.damping, 0.2);
  EXPECT_EQ(joint.stiffness, 3);
  EXPECT_NEAR(joint.spring_reference, M_PI / 4, 1e-15);
  EXPECT_EQ(joint.friction, 0.4);
  EXPECT_TRUE(robot.diagnostics.empty()) << diagnostics_text(robot);
}

// An effort limit is one number: the larger side of a range that is not symmetric, whichever it is.
TEST(MjcfJoints, KeepTheLargerSideOfTheirForceRange) {
  for (const char* range : {"-3 7", "-7 3"}) {
    const auto robot = mjcf(body("<joint actuatorfrcrange='" + std::string(range) + "'/><geom size='.1'/>"));
    EXPECT_EQ(robot.joints[0].limits.effort, std::vector<double>{7}) << range;
  }
}

TEST(MjcfJoints, RangesOfSlidesAreNeverAngles) {
  const auto robot = mjcf(body("<joint type='slide' range='-1 2' springref='3' ref='4'/><geom size='.1'/>"));
  EXPECT_EQ(robot.joints[0].limits.upper, std::vector<double>{2});
  EXPECT_EQ(robot.joints[0].spring_reference, 3);
  EXPECT_EQ(robot.joints[0].origin.translation[2], -4);
}

TEST(MjcfJoints, RangesCountByAutolimitsOrByLimited) {
  const auto limits = [](const std::string& compiler, const std::string& joint) {
    return mjcf("<compiler " + compiler + "/>" + body("<joint " + joint + "/><geom size='.1'/>"))
        .joints[0]
        .limits.lower.size();
  };
  EXPECT_EQ(limits("", "range='-1 1'"), 1u);
  EXPECT_EQ(limits("", "range='-1 1' limited='false'"), 0u);
  EXPECT_EQ(limits("", "range='0 0'"), 0u);
  EXPECT_EQ(limits("autolimits='false'", "range='-1 1' limited='true'"), 1u);
  EXPECT_EQ(limits("autolimits='false'", "range='-1 1' limited='false'"), 0u);
  EXPECT_EQ(limits("autolimits='false'", ""), 0u);
}

TEST(MjcfSites, AreFrames) {
  const auto robot =
      mjcf(world("<site name='w' pos='1 0 0'/><body name='b'><site name='s' pos='0 0 1' zaxis='1 0 0'/>"
                 "<site/><site name='line' type='capsule' fromto='0 0 0 0 0 2' size='.1'/></body>"));
  ASSERT_EQ(robot.frames.size(), 4u);
  EXPECT_EQ(robot.frames[0].link, "");
  EXPECT_EQ(robot.frames[1].link, "b");
  EXPECT_EQ(robot.frames[2].name, "site_2");
  expect_near(robot.frames[1].placement, placement_from_rpy({0, 0, 1}, {0, M_PI / 2, 0}));
  EXPECT_EQ(robot.frames[3].placement.translation, (Vector3{0, 0, 1}));
}

TEST(MjcfSites, WithTheNameOfABodyAreRenamedAndItIsSaid) {
  const auto robot = mjcf(world("<body name='hand'>\n<site name='hand'/></body>"));
  EXPECT_EQ(robot.frames[0].name, "site:hand");
  EXPECT_EQ(diagnostics_text(robot),
            "m.xml:4: note: site \"hand\": site \"hand\" has the name of a body: its frame is called site:hand\n");
}

TEST(MjcfGeoms, AreKeptWithWholeSizesInTheBodyFrame) {
  const auto robot =
      mjcf("<asset><material name='red' rgba='1 0 0 .5'/></asset>" +
           world("<geom name='floor' type='plane' size='3 4 .1' friction='.7'/><body name='b'>"
                 "<geom name='box' type='box' size='.1 .2 .3' material='red' condim='6' group='3'/>"
                 "<geom type='capsule' size='.1' fromto='1 0 0 3 0 0' contype='0' conaffinity='0' rgba='0 1 0 1'/>"
                 "<geom type='cylinder' size='.1 .2' pos='0 0 5'/><geom type='ellipsoid' size='1 2 3'/>"
                 "<geom type='sphere' size='.4'/></body>"));
  ASSERT_EQ(robot.world_geometry.size(), 1u);
  EXPECT_EQ(robot.world_geometry[0].size, (Vector3{6, 8, 0}));
  EXPECT_EQ(robot.world_geometry[0].friction, (Vector3{0.7, 0.005, 0.0001}));
  const auto& geometry = robot.links[0].geometry;
  ASSERT_EQ(geometry.size(), 5u);
  EXPECT_EQ(geometry[0].size, (Vector3{0.2, 0.4, 0.6}));
  EXPECT_EQ(geometry[0].colour, (std::array<double, 4>{1, 0, 0, 0.5}));
  EXPECT_EQ(geometry[0].condim, 6);
  EXPECT_FALSE(geometry[0].visual);
  EXPECT_EQ(geometry[1].size, (Vector3{0.1, 2, 0}));
  EXPECT_FALSE(geometry[1].collision);
  EXPECT_EQ(geometry[1].placement.translation, (Vector3{2, 0, 0}));
  EXPECT_NEAR(std::abs(geometry[1].placement.rotation[2]), 1, 1e-15);  // z along x
  EXPECT_EQ(geometry[2].size, (Vector3{0.1, 0.4, 0}));
  EXPECT_EQ(geometry[3].size, (Vector3{1, 2, 3}));
  EXPECT_EQ(geometry[4].size, (Vector3{0.4, 0, 0}));
}

}  // namespace
}  // namespace tenon
