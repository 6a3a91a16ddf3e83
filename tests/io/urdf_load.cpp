// URDF, end to end: from the text to a compiled Model.
#include <gtest/gtest.h>

#include "io/support.hpp"

namespace tenon {

namespace {

const char* const arm = R"(<?xml version="1.0"?>
<robot name="arm">
  <link name="base">
    <inertial>
      <mass value="5"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
  </link>
  <joint name="slide" type="prismatic">
    <parent link="base"/><child link="cart"/>
    <axis xyz="1 0 0"/><limit lower="-1" upper="2" effort="10" velocity="3"/>
  </joint>
  <link name="cart">
    <inertial>
      <mass value="2"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/>
    </inertial>
  </link>
  <joint name="hinge" type="continuous">
    <parent link="cart"/><child link="pole"/>
    <origin xyz="0 0 0.5"/><axis xyz="0 1 0"/>
    <dynamics damping="0.1" friction="0.2"/>
  </joint>
  <link name="pole">
    <inertial>
      <origin xyz="0 0 0.25"/><mass value="1"/>
      <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/>
    </inertial>
  </link>
  <joint name="mount" type="fixed">
    <parent link="pole"/><child link="tip"/><origin xyz="0 0 0.5"/>
  </joint>
  <link name="tip"/>
</robot>
)";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

}  // namespace

TEST(UrdfLoad, AFileBecomesAModel) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("arm.urdf", arm);
  for (const Model& model : {load_urdf(file), load_robot(file)}) {
    EXPECT_EQ(model.name(), "arm");
    EXPECT_EQ(model.nq(), 2);
    EXPECT_EQ(model.nv(), 2);
    EXPECT_DOUBLE_EQ(model.mass(), 3);  // what moves: the base is part of the world
    ASSERT_EQ(model.joints().size(), 2u);
    const JointInfo& slide = model.joints()[0];
    EXPECT_EQ(slide.name, "slide");
    EXPECT_EQ(slide.lower, std::vector<double>{-1});
    EXPECT_EQ(slide.effort, std::vector<double>{10});
    const JointInfo& hinge = model.joints()[1];
    EXPECT_EQ(hinge.parent.index, 0);
    EXPECT_TRUE(hinge.continuous);
    EXPECT_EQ(hinge.damping, 0.1);
    EXPECT_EQ(hinge.friction, 0.2);
    EXPECT_TRUE(model.find_frame("tip"));
    EXPECT_TRUE(model.find_frame("joint:mount"));
    EXPECT_TRUE(model.diagnostics().empty());
  }
}

TEST(UrdfLoad, AFloatingBaseIsAnOption) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("arm.urdf", arm);
  const Model model = load_urdf(file, {.floating_base = true});
  EXPECT_EQ(model.nq(), 9);
  EXPECT_EQ(model.nv(), 8);
  EXPECT_EQ(model.joints()[0].name, "root_joint");
  EXPECT_TRUE(read_urdf(file, {.floating_base = true}).floating_base);
  RobotDescription robot = read_urdf(file);
  EXPECT_FALSE(robot.floating_base);
  robot.floating_base = true;
  EXPECT_EQ(Model(robot).nv(), 8);
}

TEST(UrdfLoad, ImpossibleMassPropertiesAreAnErrorWithTheirLine) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("arm.urdf", replaced(arm, "ixx=\"0.02\"", "ixx=\"-0.02\""));
  const std::string text = test::error_text([&] { load_urdf(file); });
  EXPECT_EQ(text.rfind(file.string() + ":24: link \"pole\"", 0), 0u) << text;
}

TEST(UrdfLoad, RoundingNoiseInAZeroInertiaIsNoNegativeMoment) {
  // As iCub's files have it.
  const RobotDescription robot = parse_urdf(
      "<robot name='r'><link name='a'><inertial><mass value='0.2675'/><inertia ixx='0' ixy='0' ixz='1.35525e-20' "
      "iyy='0' iyz='0' izz='0'/></inertial></link></robot>");
  EXPECT_NO_THROW(Model{robot});
}

TEST(UrdfLoad, AJointWithNothingToMoveIsAnErrorWithItsLine) {
  const test::TemporaryFolder folder;
  const auto file =
      folder.write("arm.urdf", replaced(arm, "name=\"mount\" type=\"fixed\"", "name=\"mount\" type=\"continuous\""));
  const std::string text = test::error_text([&] { load_urdf(file); });
  EXPECT_EQ(text.rfind(file.string() + ":30: joint \"mount\": nothing with mass or inertia moves along it", 0), 0u)
      << text;
}

TEST(UrdfLoad, StrictCoversTheCompilersDiagnostics) {
  const test::TemporaryFolder folder;
  // 0.02 + 0.02 < 0.0402: a triangle inequality broken slightly.
  const auto file = folder.write("arm.urdf", replaced(arm, "izz=\"0.01\"", "izz=\"0.0402\""));
  EXPECT_EQ(load_urdf(file).diagnostics().size(), 1u);
  const std::string text = test::error_text([&] { load_urdf(file, {.strict = true}); });
  EXPECT_NE(text.find("expected nothing to report (strict)"), std::string::npos) << text;
}

}  // namespace tenon
