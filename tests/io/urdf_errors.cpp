// URDF: bad input is an Error that says file, line, element, found and expected.
#include <gtest/gtest.h>

#include "io/support.hpp"

namespace tenon {

namespace {

// Line 1 is <robot>, so that the first line of `inside` is line 2.
std::string error(const std::string& inside) {
  return test::error_text([&] { parse_urdf("<robot name='r'>\n" + inside + "\n</robot>", "r.urdf"); });
}

const std::string ab = "<link name='a'/><link name='b'/>\n";

std::string joint(const std::string& inside, const std::string& type = "revolute") {
  return ab + "<joint name='j' type='" + type + "'>\n<parent link='a'/><child link='b'/>\n" + inside + "</joint>";
}

std::string inertial(const std::string& mass, const std::string& inertia) {
  return "<link name='foot'>\n<inertial>\n" + mass + "\n" + inertia + "</inertial></link>";
}

const std::string good_inertia = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";

}  // namespace

TEST(UrdfErrors, MalformedXmlHasItsLine) {
  EXPECT_EQ(error("<link name='a'>\n</lynk>").rfind("r.urdf:3: malformed XML: ", 0), 0u) << error("<link>\n</lynk>");
  EXPECT_EQ(test::error_text([] { parse_urdf("", "r.urdf"); }), "r.urdf: the file is empty, expected an XML document");
  EXPECT_NE(test::error_text([] { parse_urdf("mass 3", "r.urdf"); }).find("malformed XML"), std::string::npos);
}

TEST(UrdfErrors, TheRootElementIsRobot) {
  EXPECT_EQ(test::error_text([] { parse_urdf("\n<sdf/>", "r.urdf"); }),
            "r.urdf:2: sdf: root element is <sdf>, expected <robot>");
  EXPECT_EQ(test::error_text([] { parse_urdf("<mujoco/>", "r.urdf"); }),
            "r.urdf:1: mujoco: root element is <mujoco>, expected <robot>: this is an MJCF file");
  EXPECT_EQ(error(""), "r.urdf:1: robot: no link, expected at least one");
}

TEST(UrdfErrors, XacroIsSentBackToXacro) {
  const std::string advice =
      ", expected plain URDF: this is a xacro file, run it through xacro first (xacro FILE > robot.urdf)";
  EXPECT_EQ(error("<xacro:property name='m' value='1'/>"),
            "r.urdf:2: xacro:property \"m\": found <xacro:property>" + advice);
  EXPECT_EQ(error("<link name='${prefix}_a'/>"), "r.urdf:2: link \"${prefix}_a\": name is \"${prefix}_a\"" + advice);
  EXPECT_EQ(error("<link name='a'>\n<visual><geometry><mesh filename='$(find p)/m.stl'/></geometry></visual></link>"),
            "r.urdf:3: link \"a\" visual/geometry/mesh: filename is \"$(find p)/m.stl\"" + advice);
}

TEST(UrdfErrors, NamesAreThereAndUnique) {
  EXPECT_EQ(error("<link/>"), "r.urdf:2: link: attribute name is missing, expected a text");
  EXPECT_EQ(error("<link name=''/>"), "r.urdf:2: link \"\": name is \"\", expected a link name");
  EXPECT_EQ(error("<link name='a'/>\n<link name='a'/>"),
            "r.urdf:3: link \"a\": link \"a\" is defined twice, first (line 2), expected unique names");
  EXPECT_EQ(error(joint("", "continuous") + "\n<link name='c'/>\n<joint name='j' type='fixed'><parent link='b'/>"
                                            "<child link='c'/></joint>"),
            "r.urdf:7: joint \"j\": joint \"j\" is defined twice, first (line 3), expected unique names");
  EXPECT_EQ(error(ab + "<joint type='fixed'/>"), "r.urdf:3: joint: attribute name is missing, expected a text");
}

TEST(UrdfErrors, JointTypesAreKnown) {
  EXPECT_EQ(error(joint("", "hinge")),
            "r.urdf:3: joint \"j\": type is \"hinge\", expected revolute, continuous, prismatic, fixed, floating, "
            "planar or spherical");
  EXPECT_EQ(error(ab + "<joint name='j'/>"), "r.urdf:3: joint \"j\": attribute type is missing, expected a text");
}

TEST(UrdfErrors, JointsHangBetweenTwoLinksOfTheFile) {
  const auto between = [](const std::string& parent, const std::string& child) {
    return ab + "<joint name='j' type='fixed'>" + parent + child + "</joint>";
  };
  EXPECT_EQ(error(between("", "<child link='b'/>")), "r.urdf:3: joint \"j\": has no <parent>, expected one");
  EXPECT_EQ(error(between("<parent link='a'/>", "")), "r.urdf:3: joint \"j\": has no <child>, expected one");
  EXPECT_EQ(error(between("<parent/>", "")),
            "r.urdf:3: joint \"j\" parent: attribute link is missing, expected a text");
  EXPECT_EQ(error(between("<parent link='x'/>", "<child link='b'/>")),
            "r.urdf:3: joint \"j\": parent link is \"x\", expected the name of a link in the file");
  EXPECT_EQ(error(between("<parent link='a'/>", "<child link='x'/>")),
            "r.urdf:3: joint \"j\": child link is \"x\", expected the name of a link in the file");
  EXPECT_EQ(error(between("<parent link='a'/>", "<child link='a'/>")),
            "r.urdf:3: joint \"j\": parent and child are both \"a\", expected two links");
}

TEST(UrdfErrors, TheLinksFormOneTree) {
  const auto fixed = [](const std::string& name, const std::string& parent, const std::string& child) {
    return "<joint name='" + name + "' type='fixed'><parent link='" + parent + "'/><child link='" + child +
           "'/></joint>\n";
  };
  const std::string abc = "<link name='a'/>\n<link name='b'/>\n<link name='c'/>\n";
  EXPECT_EQ(
      error(abc + fixed("j", "a", "b")),
      "r.urdf:4: link \"c\": a second root link, after \"a\" (line 2), expected one link that is no joint's child");
  EXPECT_EQ(
      error(abc + fixed("j", "a", "c") + fixed("k", "b", "c")),
      "r.urdf:6: joint \"k\": link \"c\" is already the child of joint \"j\" (line 5), expected one joint above a "
      "link");
  EXPECT_EQ(error(abc + fixed("j", "b", "c") + fixed("k", "c", "b")),
            "r.urdf:6: joint \"k\": links form a cycle, \"b\" -> \"c\" -> \"b\", expected a tree");
  EXPECT_EQ(error(abc + fixed("i", "a", "b") + fixed("j", "b", "c") + fixed("k", "c", "a")),
            "r.urdf:7: joint \"k\": links form a cycle, \"a\" -> \"b\" -> \"c\" -> \"a\", expected a tree");
}

TEST(UrdfErrors, MassesAreFiniteAndNotNegative) {
  EXPECT_EQ(error(inertial("<mass value='-0.3'/>", good_inertia)),
            "r.urdf:4: link \"foot\" inertial/mass: value is \"-0.3\", expected a mass >= 0 kg");
  for (const char* mass : {"nan", "inf", "1,5", "0x10", "1e999", "2 kg", ""})
    EXPECT_EQ(error(inertial("<mass value='" + std::string(mass) + "'/>", good_inertia)),
              "r.urdf:4: link \"foot\" inertial/mass: value is \"" + std::string(mass) +
                  "\", expected a finite decimal number");
  EXPECT_EQ(error(inertial("<mass/>", good_inertia)),
            "r.urdf:4: link \"foot\" inertial/mass: attribute value is missing, expected a number");
  EXPECT_EQ(error(inertial("", good_inertia)), "r.urdf:3: link \"foot\" inertial: has no <mass>, expected one");
  EXPECT_EQ(error(inertial("<mass value='1'/>", "")),
            "r.urdf:3: link \"foot\" inertial: has no <inertia>, expected one");
  EXPECT_EQ(error(inertial("<mass value='1'/>", "<inertia ixx='1'\nixy='0' ixz='NaN' iyy='1' iyz='0' izz='1'/>")),
            "r.urdf:6: link \"foot\" inertial/inertia: ixz is \"NaN\", expected a finite decimal number");
  EXPECT_EQ(error(inertial("<mass value='1'/>", "<inertia ixx='1'/>")),
            "r.urdf:5: link \"foot\" inertial/inertia: attribute ixy is missing, expected a number");
}

TEST(UrdfErrors, AxesHaveADirection) {
  for (const char* axis : {"0 0 0", "1e-12 0 0"})
    EXPECT_EQ(error(joint("<axis xyz='" + std::string(axis) + "'/>", "continuous")),
              "r.urdf:5: joint \"j\" axis: xyz is \"" + std::string(axis) +
                  "\", expected a direction, of a length that can be made 1");
  EXPECT_EQ(error(joint("<axis/>", "planar")),
            "r.urdf:5: joint \"j\" axis: attribute xyz is missing, expected 3 numbers");
  EXPECT_EQ(error(joint("<axis xyz='0 1'/>", "prismatic")),
            "r.urdf:5: joint \"j\" axis: xyz is \"0 1\", expected 3 numbers, found 2");
  EXPECT_EQ(error(joint("<axis xyz='0,1,0'/>", "prismatic")),
            "r.urdf:5: joint \"j\" axis: xyz is \"0,1,0\", expected 3 numbers separated by spaces");
}

TEST(UrdfErrors, LimitsAreNotReversed) {
  EXPECT_EQ(error(joint("<limit lower='1' upper='-1' effort='1' velocity='1'/>")),
            "r.urdf:5: joint \"j\" limit: lower is 1 and upper is -1, expected lower <= upper");
  EXPECT_EQ(error(joint("<limit lower='0.5' effort='1' velocity='1'/>")),
            "r.urdf:5: joint \"j\" limit: lower is 0.5 and upper is 0, expected lower <= upper");
  EXPECT_EQ(error(joint("<limit lower='low' effort='1' velocity='1'/>")),
            "r.urdf:5: joint \"j\" limit: lower is \"low\", expected a finite decimal number");
}

TEST(UrdfErrors, OriginsAreRotations) {
  EXPECT_EQ(error(joint("<origin rpy='0 0'/>", "fixed")),
            "r.urdf:5: joint \"j\" origin: rpy is \"0 0\", expected 3 numbers, found 2");
  EXPECT_EQ(
      error(joint("<origin quat_xyzw='0 0 0 2'/>", "fixed")),
      "r.urdf:5: joint \"j\" origin: quat_xyzw is \"0 0 0 2\", expected a quaternion of length 1 to within 0.001");
  EXPECT_EQ(error(joint("<origin rpy='0 0 0' quat_xyzw='0 0 0 1'/>", "fixed")),
            "r.urdf:5: joint \"j\" origin: has both rpy and quat_xyzw, expected one of them");
}

TEST(UrdfErrors, MimicsDoNotRunInCircles) {
  EXPECT_EQ(error(joint("<mimic joint='j'/>", "continuous")),
            "r.urdf:3: joint \"j\": mimics \"j\", itself, expected a joint that moves by itself");
  EXPECT_EQ(error(joint("<mimic joint='k'/>", "continuous") +
                  "<link name='c'/>\n<joint name='k' type='continuous'><parent link='b'/><child link='c'/>"
                  "<mimic joint='j'/></joint>"),
            "r.urdf:3: joint \"j\": mimics \"k\", which follows it in turn, expected a joint that moves by itself");
  EXPECT_EQ(error(joint("<mimic/>", "continuous")),
            "r.urdf:5: joint \"j\" mimic: attribute joint is missing, expected a text");
}

TEST(UrdfErrors, ShapesHaveSizes) {
  const auto shape = [](const std::string& inside) {
    return error("<link name='a'>\n<collision><geometry>" + inside + "</geometry></collision></link>");
  };
  EXPECT_EQ(shape("<box size='1 -2 3'/>"),
            "r.urdf:3: link \"a\" collision/geometry/box: size is \"1 -2 3\", expected three edge lengths >= 0 m");
  EXPECT_EQ(shape("<sphere radius='-1'/>"),
            "r.urdf:3: link \"a\" collision/geometry/sphere: radius is \"-1\", expected a length >= 0 m");
  EXPECT_EQ(shape("<cylinder radius='1'/>"),
            "r.urdf:3: link \"a\" collision/geometry/cylinder: attribute length is missing, expected a number");
  EXPECT_EQ(shape("<mesh/>"),
            "r.urdf:3: link \"a\" collision/geometry/mesh: attribute filename is missing, expected a text");
  EXPECT_EQ(error("<link name='a'>\n<visual/></link>"), "r.urdf:3: link \"a\" visual: has no <geometry>, expected one");
}

TEST(UrdfErrors, DeepNestingAndMissingFilesAreErrors) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<link>";
  EXPECT_NE(error(deep).find("malformed XML"), std::string::npos);
  for (int i = 0; i < 100'000; ++i) deep += "</link>";
  EXPECT_NE(error(deep).find("nested deeper than 200 levels, expected at most that"), std::string::npos);
  const test::TemporaryFolder folder;
  const auto missing = (folder.path() / "none.urdf").string();
  EXPECT_EQ(test::error_text([&] { read_urdf(missing); }), missing + ": no such file, expected a robot file");
  EXPECT_EQ(test::error_text([&] { read_robot(missing); }), missing + ": no such file, expected a robot file");
  const auto other = folder.write("page.xml", "<?xml version='1.0'?><!-- <robot> -->\n<html></html>");
  EXPECT_EQ(
      test::error_text([&] { read_robot(other); }).rfind(other.string() + ":2: html: root element is <html>, ", 0), 0u);
}

TEST(UrdfErrors, CarryTheirSourceAsData) {
  try {
    parse_urdf("<robot name='r'>\n<link name='a'>\n<inertial/></link></robot>", "dir/r.urdf");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.source().file, "dir/r.urdf");
    EXPECT_EQ(e.source().line, 3);
    EXPECT_EQ(e.source().element, "link \"a\" inertial");
  }
}

}  // namespace tenon
