// URDF: what is read is what the file says.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "io/support.hpp"

namespace tenon {

namespace {

const std::string limit = "<limit lower='-1' upper='2' effort='30' velocity='4'/>";

std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& inside = limit) {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child + "'/>" +
         inside + "</joint>\n";
}

std::string robot(const std::string& inside) {
  return "<?xml version='1.0'?>\n<robot name='r'>\n" + inside + "</robot>";
}

RobotDescription parse(const std::string& inside) { return parse_urdf(robot(inside)); }

// One joint between two links.
Joint read_joint(const std::string& type, const std::string& inside) {
  return parse("<link name='a'/><link name='b'/>" + joint("j", type, "a", "b", inside)).joints.at(0);
}

}  // namespace

TEST(UrdfRead, OneLinkIsARobot) {
  const RobotDescription r = parse("<link name='base'/>");
  EXPECT_EQ(r.name, "r");
  ASSERT_EQ(r.links.size(), 1u);
  EXPECT_EQ(r.links[0].name, "base");
  EXPECT_EQ(r.links[0].inertia.mass, 0);
  EXPECT_EQ(r.links[0].source.line, 3);
  EXPECT_TRUE(r.joints.empty());
  EXPECT_EQ(test::diagnostics_text(r), "");
}

TEST(UrdfRead, EveryJointTypeHasItsKind) {
  const std::vector<std::tuple<const char*, JointKind, bool>> cases{
      {"revolute", JointKind::revolute, false},   {"continuous", JointKind::revolute, true},
      {"prismatic", JointKind::prismatic, false}, {"fixed", JointKind::fixed, false},
      {"floating", JointKind::free, false},       {"planar", JointKind::planar, false},
      {"spherical", JointKind::spherical, false}, {"ball", JointKind::spherical, false}};
  for (const auto& [type, kind, continuous] : cases) {
    const Joint j = read_joint(type, "");
    EXPECT_EQ(j.kind, kind) << type;
    EXPECT_EQ(j.continuous, continuous) << type;
    EXPECT_EQ(j.axis, (Vector3{1, 0, 0})) << type;
    EXPECT_TRUE(j.limits.lower.empty() && j.limits.effort.empty()) << type;
  }
}

TEST(UrdfRead, JointsCarryTheirNumbers) {
  const Joint j = read_joint("revolute", "<origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/><axis xyz='0 0 1'/>" +
                                             limit + "<dynamics damping='0.5' friction='0.25'/>");
  EXPECT_EQ(j.parent, "a");
  EXPECT_EQ(j.child, "b");
  EXPECT_EQ(j.origin.translation, (Vector3{1, 2, 3}));
  EXPECT_NEAR(j.origin.rotation[3], 1, 1e-15);  // x goes to y
  EXPECT_EQ(j.axis, (Vector3{0, 0, 1}));
  EXPECT_EQ(j.limits.lower, std::vector<double>{-1});
  EXPECT_EQ(j.limits.upper, std::vector<double>{2});
  EXPECT_EQ(j.limits.effort, std::vector<double>{30});
  EXPECT_EQ(j.limits.velocity, std::vector<double>{4});
  EXPECT_EQ(j.damping, 0.5);
  EXPECT_EQ(j.friction, 0.25);
  EXPECT_FALSE(j.mimic);
}

TEST(UrdfRead, ContinuousJointsKeepEffortAndVelocityButNoRange) {
  const Joint j = read_joint("continuous", "<limit effort='3' velocity='4'/>");
  EXPECT_TRUE(j.limits.lower.empty());
  EXPECT_EQ(j.limits.effort, std::vector<double>{3});
}

TEST(UrdfRead, AxesAreNormalised) {
  const Joint j = read_joint("continuous", "<axis xyz='0 3 4'/>");
  EXPECT_NEAR(j.axis[1], 0.6, 1e-15);
  EXPECT_NEAR(j.axis[2], 0.8, 1e-15);
}

TEST(UrdfRead, InertialsTurnWithTheirRpy) {
  // A quarter turn about z takes x to y: xx and yy change places, xy changes sign.
  const RobotDescription r = parse(
      "<link name='a'><inertial><origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/><mass value='2'/>"
      "<inertia ixx='1' ixy='0.1' ixz='0.2' iyy='2' iyz='0.3' izz='2.5'/></inertial></link>");
  const MassProperties& m = r.links[0].inertia;
  EXPECT_EQ(m.mass, 2);
  EXPECT_EQ(m.com, (Vector3{1, 2, 3}));
  const double expected[] = {2, -0.1, -0.3, 1, 0.2, 2.5};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(m.inertia[i], expected[i], 1e-15) << i;
}

TEST(UrdfRead, QuaternionsMayReplaceRpy) {
  const double h = std::numbers::sqrt2 / 2;
  const std::string text = std::to_string(h).substr(0, 8);
  const Joint j = read_joint("fixed", "<origin quat_xyzw='0 0 " + text + " " + text + "'/>");
  EXPECT_NEAR(j.origin.rotation[3], 1, 1e-12);
}

TEST(UrdfRead, OrderIsDepthFirstWithSiblingsByJointName) {
  // Written backwards; "B" sorts before "a" (bytes), a fixed joint counts like any other.
  const RobotDescription r =
      parse("<link name='z'/><link name='y'/><link name='x'/><link name='w'/><link name='root'/>" +
            joint("c", "revolute", "y", "z") + joint("b", "continuous", "root", "x", "") +
            joint("a", "fixed", "root", "y", "") + joint("B", "continuous", "root", "w", ""));
  std::string order;
  for (const Joint& j : r.joints) order += j.name + " ";
  EXPECT_EQ(order, "B a c b ");
  order.clear();
  for (const Link& l : r.links) order += l.name + " ";
  EXPECT_EQ(order, "root w y z x ");
}

TEST(UrdfRead, MimicsKeepMultiplierAndOffset) {
  const RobotDescription r =
      parse("<link name='a'/><link name='b'/><link name='c'/><link name='d'/>" + joint("lead", "revolute", "a", "b") +
            joint("m1", "revolute", "b", "c", limit + "<mimic joint='lead'/>") +
            joint("m2", "revolute", "c", "d", limit + "<mimic joint='m1' multiplier='-2' offset='0.5'/>"));
  ASSERT_TRUE(r.joints[1].mimic && r.joints[2].mimic);
  EXPECT_EQ(r.joints[1].mimic->joint, "lead");
  EXPECT_EQ(r.joints[1].mimic->multiplier, 1);
  EXPECT_EQ(r.joints[2].mimic->multiplier, -2);
  EXPECT_EQ(r.joints[2].mimic->offset, 0.5);
}

TEST(UrdfRead, EveryShapeIsKept) {
  const RobotDescription r = parse(
      "<link name='a'>"
      "<visual name='v'><origin xyz='0 0 1'/><geometry><box size='1 2 3'/></geometry></visual>"
      "<visual><geometry><sphere radius='4'/></geometry></visual>"
      "<collision name='c'><geometry><cylinder radius='5' length='6'/></geometry></collision>"
      "<collision><geometry><capsule radius='7' length='8'/></geometry></collision></link>");
  const auto& g = r.links[0].geometry;
  ASSERT_EQ(g.size(), 4u);
  EXPECT_EQ(g[0].kind, Geometry::Kind::box);
  EXPECT_EQ(g[0].name, "v");
  EXPECT_EQ(g[0].size, (Vector3{1, 2, 3}));
  EXPECT_EQ(g[0].placement.translation, (Vector3{0, 0, 1}));
  EXPECT_TRUE(g[0].visual && !g[0].collision);
  EXPECT_EQ(g[1].kind, Geometry::Kind::sphere);
  EXPECT_EQ(g[1].size[0], 4);
  EXPECT_EQ(g[2].kind, Geometry::Kind::cylinder);
  EXPECT_EQ(g[2].size, (Vector3{5, 6, 0}));
  EXPECT_TRUE(!g[2].visual && g[2].collision);
  EXPECT_EQ(g[3].kind, Geometry::Kind::capsule);
  EXPECT_EQ(test::diagnostics_text(r), "");
}

TEST(UrdfRead, MaterialsAreGlobalLocalOrReferredToByName) {
  const auto visual = [](const std::string& material) {
    return "<visual>" + material + "<geometry><sphere radius='1'/></geometry></visual>";
  };
  const RobotDescription r =
      parse("<link name='a'>" + visual("<material name='global'/>") +
            visual("<material name='local'><color rgba='0 1 0 0.5'/></material>") + visual("<material name='local'/>") +
            visual("<material name='global'><color rgba='0 0 1 1'/></material>") + visual("") +
            visual("<material><color rgba='1 1 0 1'/></material>") +
            "</link><material name='global'><color rgba='1 0 0 1'/></material>");
  const auto& g = r.links[0].geometry;
  using Colour = std::array<double, 4>;
  EXPECT_EQ(g[0].colour, (Colour{1, 0, 0, 1}));
  EXPECT_EQ(g[0].material, "global");
  EXPECT_EQ(g[1].colour, (Colour{0, 1, 0, 0.5}));
  EXPECT_EQ(g[2].colour, (Colour{0, 1, 0, 0.5}));
  EXPECT_EQ(g[3].colour, (Colour{0, 0, 1, 1}));
  EXPECT_EQ(g[4].colour, Geometry{}.colour);
  EXPECT_EQ(g[5].colour, (Colour{1, 1, 0, 1}));
  EXPECT_EQ(test::diagnostics_text(r), "");
}

TEST(UrdfRead, ByteOrderMarkCommentsEntitiesAndCdataAreXml) {
  const RobotDescription r = parse_urdf(
      "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<!-- a\n -- comment -->\n"
      "<robot name='a &amp; &#x3B1;' xmlns:xacro='http://wiki.ros.org/xacro'><!-- <xacro:macro/> ${x} -->"
      "<link name='b&quot;b'/></robot>");
  EXPECT_EQ(r.name, "a & α");
  EXPECT_EQ(r.links[0].name, "b\"b");
  EXPECT_EQ(test::diagnostics_text(r), "");
}

TEST(UrdfRead, AHundredThousandLinksInARowAreRead) {
  constexpr int n = 100'000;
  std::string text = "<robot name='chain'><link name='l0'/>";
  for (int i = n; i > 0; --i) {
    const std::string k = std::to_string(i);
    text += "<link name='l" + k + "'/><joint name='j" + k + "' type='continuous'><parent link='l" +
            std::to_string(i - 1) + "'/><child link='l" + k + "'/></joint>";
  }
  const RobotDescription r = parse_urdf(text + "</robot>");
  ASSERT_EQ(r.joints.size(), static_cast<std::size_t>(n));
  EXPECT_EQ(r.links[1].name, "l1");
  EXPECT_EQ(r.joints[n - 1].child, "l" + std::to_string(n));
}

TEST(UrdfRead, FilesAreReadByContent) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("robot.txt", robot("<link name='a'/>"));
  EXPECT_EQ(read_urdf(file).links.size(), 1u);
  EXPECT_EQ(read_robot(file).links.size(), 1u);
  EXPECT_EQ(read_robot(file).links[0].source.file, file.string());
}

}  // namespace tenon
