// A name that is nearly a known one is a slip of the pen and an Error: what it holds would be lost.
#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"

namespace tenon {
namespace {

using namespace test;

std::string urdf_error(const std::string& inside) {
  return error_text([&] { parse_urdf("<robot name='r'>\n" + inside + "\n</robot>", "r.urdf"); });
}

std::string urdf_joint(const std::string& inside) {
  return urdf_error(
      "<link name='a'/><link name='b'/>\n<joint name='j' type='continuous'>\n"
      "<parent link='a'/><child link='b'/>\n" +
      inside + "</joint>");
}

const std::string mass = "<mass value='7'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";

TEST(Misspelled, AnElementOfUrdfIsAnError) {
  EXPECT_EQ(urdf_error("<link name='arm'>\n<inertal>" + mass + "</inertal></link>"),
            "r.urdf:3: link \"arm\" inertal: <inertal> is found, expected <inertial>");
  EXPECT_EQ(urdf_error("<link name='a'/>\n<lnik name='b'/>"), "r.urdf:3: lnik \"b\": <lnik> is found, expected <link>");
  EXPECT_EQ(urdf_error("<link name='a'/>\n<Joint name='j'/>"),
            "r.urdf:3: Joint \"j\": <Joint> is found, expected <joint>");
  EXPECT_EQ(urdf_error("<link name='a'>\n<colision/></link>"),
            "r.urdf:3: link \"a\" colision: <colision> is found, expected <collision>");
  EXPECT_EQ(urdf_joint("<orign xyz='1 0 0'/>"), "r.urdf:5: joint \"j\" orign: <orign> is found, expected <origin>");
  EXPECT_EQ(urdf_joint("<axes xyz='0 1 0'/>"), "r.urdf:5: joint \"j\" axes: <axes> is found, expected <axis>");
  EXPECT_EQ(urdf_joint("<dynamic damping='1'/>"),
            "r.urdf:5: joint \"j\" dynamic: <dynamic> is found, expected <dynamics>");
}

TEST(Misspelled, AnAttributeOfUrdfIsAnError) {
  EXPECT_EQ(urdf_joint("<origin xzy='1 0 0'/>"),
            "r.urdf:5: joint \"j\" origin: attribute xzy=\"1 0 0\" is found, expected xyz");
  EXPECT_EQ(urdf_joint("<dynamics\ndampning='1'/>"),
            "r.urdf:6: joint \"j\" dynamics: attribute dampning=\"1\" is found, expected damping");
  EXPECT_EQ(urdf_error("<link name='a'/><link name='b'/><link name='c'/>\n"
                       "<joint name='k' type='continuous'><parent link='a'/><child link='b'/></joint>\n"
                       "<joint name='j' type='continuous'><parent link='b'/><child link='c'/>\n"
                       "<mimic joint='k' multiplyer='-1'/></joint>"),
            "r.urdf:5: joint \"j\" mimic: attribute multiplyer=\"-1\" is found, expected multiplier");
}

TEST(Misspelled, IsSaidBeforeWhatFollowsFromIt) {
  EXPECT_EQ(urdf_error("<link name='a'/><link name='b'/>\n<jiont name='j' type='fixed'><parent link='a'/>"
                       "<child link='b'/></jiont>"),
            "r.urdf:3: jiont \"j\": <jiont> is found, expected <joint>");
}

// Only in the place where the known name would be read, and only if it is not there itself.
TEST(Misspelled, NamesOfOthersInUrdfStayRemarks) {
  const auto remarks = [](const std::string& inside) {
    return diagnostics_text(parse_urdf("<robot name='r'>\n<link name='a'>" + inside + "</link></robot>", "r.urdf"));
  };
  const std::string inertial = "<inertial>" + mass + "</inertial>";
  EXPECT_EQ(remarks(inertial + "<contact/>"), "r.urdf:2: warning: link \"a\" contact: <contact> is ignored\n");
  EXPECT_EQ(remarks(inertial + "<joint/>"), "r.urdf:2: warning: link \"a\" joint: <joint> is ignored\n");
  EXPECT_EQ(remarks(inertial + "<my:inertial/>"),
            "r.urdf:2: warning: link \"a\" my:inertial: <my:inertial> is ignored\n");
  EXPECT_EQ(remarks("<inertial><mass value='7'/><inertia ixx='1' ixy='0' ixz='0' iyx='0' iyy='1' iyz='0' "
                    "izz='1'/></inertial>"),
            "r.urdf:2: warning: link \"a\" inertial/inertia: attribute iyx=\"0\" is ignored\n");
  EXPECT_EQ(error_text([] {
              parse_urdf(
                  "<robot name='r'><link name='a'/><gazebo><link/><lnik/></gazebo><plugin><lnik/></plugin>"
                  "<transmission name='t'><jiont/></transmission></robot>");
            }),
            "no error");
}

TEST(Misspelled, AnElementOfMjcfIsAnError) {
  EXPECT_EQ(mjcf_error(body("<geom name='g' size='1'/>\n<inertail mass='7'/>")),
            "m.xml:5: body \"b\" inertail: <inertail> is found, expected <inertial>");
  EXPECT_EQ(mjcf_error(body("<jiont/>")), "m.xml:4: body \"b\" jiont: <jiont> is found, expected <joint>");
  EXPECT_EQ(mjcf_error("<worldbdy/>"), "m.xml:2: worldbdy: <worldbdy> is found, expected <worldbody>");
  EXPECT_EQ(mjcf_error("<opton gravity='0 0 0'/>"), "m.xml:2: opton: <opton> is found, expected <option>");
  EXPECT_EQ(mjcf_error("<option>\n<flags gravity='disable'/></option>"),
            "m.xml:3: option/flags: <flags> is found, expected <flag>");
  EXPECT_EQ(mjcf_error("<default>\n<joints damping='1'/></default>"),
            "m.xml:3: default/joints: <joints> is found, expected <joint>");
  EXPECT_EQ(mjcf_error("<asset>\n<msh name='m'/></asset>"), "m.xml:3: msh \"m\": <msh> is found, expected <mesh>");
  EXPECT_EQ(mjcf_error("<contact>\n<exlude/></contact>"),
            "m.xml:3: contact/exlude: <exlude> is found, expected <exclude>");
  EXPECT_EQ(mjcf_error("<equality>\n<conect/></equality>"),
            "m.xml:3: equality/conect: <conect> is found, expected <connect>");
  EXPECT_EQ(mjcf_error("<actuator>\n<postion/></actuator>"),
            "m.xml:3: actuator/postion: <postion> is found, expected <position>");
  EXPECT_EQ(mjcf_error("<keyframe>\n<keys/></keyframe>"), "m.xml:3: keyframe/keys: <keys> is found, expected <key>");
}

TEST(Misspelled, AnAttributeOfMjcfIsAnError) {
  EXPECT_EQ(mjcf_error(body("<geom name='g' size='1'\nmas='7'/>")),
            "m.xml:5: geom \"g\": attribute mas=\"7\" is found, expected mass");
  EXPECT_EQ(mjcf_error("<compiler angel='radian'/>"),
            "m.xml:2: compiler: attribute angel=\"radian\" is found, expected angle");
  EXPECT_EQ(mjcf_error("<default>\n<joint dampin='1'/></default>"),
            "m.xml:3: default/joint: attribute dampin=\"1\" is found, expected damping");
  EXPECT_EQ(mjcf_error(body("<geom size='1' name='g'/>") + "<equality>\n<weld bdoy1='b'/></equality>"),
            "m.xml:7: equality/weld: attribute bdoy1=\"b\" is found, expected body1");
  EXPECT_EQ(
      mjcf_error(body("<joint name='j'/><geom size='1'/>") + "<actuator>\n<motor joint='j' gaer='3'/></actuator>"),
      "m.xml:7: actuator/motor: attribute gaer=\"3\" is found, expected gear");
}

TEST(Misspelled, InAnIncludedFileTooIsAnError) {
  const TemporaryFolder folder;
  folder.write("part.xml", "<mujoco>\n<jiont/></mujoco>");
  const auto main =
      folder.write("m.xml", "<mujoco><worldbody><body><include file='part.xml'/></body></worldbody></mujoco>");
  EXPECT_EQ(error_text([&] { read_mjcf(main); }),
            (folder.path() / "part.xml").string() + ":2: jiont: <jiont> is found, expected <joint>");
}

// MuJoCo's other words are near known ones without being them.
TEST(Misspelled, WordsOfMujocoAreNotRefused) {
  EXPECT_EQ(mjcf_error("<equality><flex name='f'/><distance/></equality><asset><model name='m' file='f'/></asset>"
                       "<default><camera/><light/><texture/></default><sensor/><size/><deformable/>"),
            "no error");
}

}  // namespace
}  // namespace tenon
