// URDF: nothing is dropped or changed in silence.
#include <gtest/gtest.h>

#include "io/support.hpp"

namespace tenon {

namespace {

std::string report(const std::string& inside) {
  return test::diagnostics_text(parse_urdf("<robot name='r'>\n" + inside + "\n</robot>", "r.urdf"));
}

std::string joint(const std::string& inside, const std::string& type = "revolute") {
  return "<link name='a'/><link name='b'/>\n<joint name='j' type='" + type + "'><parent link='a'/><child link='b'/>\n" +
         inside + "</joint>";
}

const std::string limit = "<limit lower='0' upper='1' effort='1' velocity='1'/>";

}  // namespace

TEST(UrdfDiagnostics, OtherProgramsElementsAreNoted) {
  EXPECT_EQ(report("<link name='a'/>\n<gazebo reference='a'><x/></gazebo>\n<transmission name='t'/>\n"
                   "<ros2_control name='c'/>\n<sensor name='s'/>\n<mujoco/>"),
            "r.urdf:3: note: gazebo: <gazebo> is ignored: settings of another simulator\n"
            "r.urdf:4: note: transmission \"t\": <transmission> is ignored: tenon has no transmissions, joints are "
            "driven directly\n"
            "r.urdf:5: note: ros2_control \"c\": <ros2_control> is ignored: hardware interfaces are not part of the "
            "mechanism\n"
            "r.urdf:6: note: sensor \"s\": <sensor> is ignored: sensors are not part of the mechanism\n"
            "r.urdf:7: note: mujoco: <mujoco> is ignored: compiler settings of another simulator\n");
  EXPECT_EQ(report(joint(limit + "\n<safety_controller k_velocity='1'/>\n<calibration rising='0'/>")),
            "r.urdf:5: note: joint \"j\" safety_controller: <safety_controller> is ignored: soft limits belong to a "
            "controller\n"
            "r.urdf:6: note: joint \"j\" calibration: <calibration> is ignored: reference positions belong to the "
            "hardware\n");
}

TEST(UrdfDiagnostics, WhatNobodyKnowsIsAWarning) {
  EXPECT_EQ(report("<link name='a' type='x'>\n<contact/></link>\n<wheel/>\nstray"),
            "r.urdf:2: warning: link \"a\": attribute type=\"x\" is ignored\n"
            "r.urdf:3: warning: link \"a\" contact: <contact> is ignored\n"
            "r.urdf:4: warning: wheel: <wheel> is ignored\n"
            "r.urdf:5: warning: robot: text \"stray\" is ignored\n");
  EXPECT_EQ(report("<link name='a'>\n<inertial><mass value='1'/>"
                   "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>\n<inertial/></link>"),
            "r.urdf:4: warning: link \"a\" inertial: <inertial> is ignored: only the first one is read\n");
}

TEST(UrdfDiagnostics, MissingLimitsAreReadAsNone) {
  EXPECT_EQ(report(joint("")), "r.urdf:3: warning: joint \"j\": a revolute joint without <limit>, read as unlimited\n");
  EXPECT_EQ(report(joint("<limit lower='0' upper='1' velocity='-1'/>", "prismatic")),
            "r.urdf:4: warning: joint \"j\" limit: effort is missing, read as unlimited\n"
            "r.urdf:4: warning: joint \"j\" limit: velocity is -1, expected >= 0, read as unlimited\n");
  EXPECT_EQ(report(joint("<limit effort='1' velocity='1'/>")),
            "r.urdf:4: warning: joint \"j\" limit: lower and upper are missing and therefore 0: the joint cannot "
            "move\n");
  EXPECT_EQ(report(joint(limit, "continuous")),
            "r.urdf:4: note: joint \"j\" limit: lower and upper are ignored: a continuous joint has no range\n");
}

TEST(UrdfDiagnostics, WhatAFixedOrFloatingJointCannotHaveIsNoted) {
  EXPECT_EQ(report(joint("<axis xyz='0 0 0'/>\n" + limit + "\n<dynamics damping='1'/>\n<mimic joint='j'/>", "fixed")),
            "r.urdf:4: note: joint \"j\" axis: <axis> is ignored: a fixed joint has none\n"
            "r.urdf:5: note: joint \"j\" limit: <limit> is ignored: a fixed joint has none\n"
            "r.urdf:6: note: joint \"j\" dynamics: <dynamics> is ignored: a fixed joint has none\n"
            "r.urdf:7: note: joint \"j\" mimic: <mimic> is ignored: a fixed joint does not have one coordinate\n");
  EXPECT_EQ(report(joint("<axis xyz='0 0 1'/>", "floating")),
            "r.urdf:4: note: joint \"j\" axis: <axis> is ignored: a floating joint has none\n");
}

TEST(UrdfDiagnostics, APlanarJointWithoutNormalIsReported) {
  EXPECT_EQ(report(joint("", "planar")),
            "r.urdf:3: warning: joint \"j\": a planar joint without <axis>: its normal is x, as the format says "
            "(Pinocchio takes z)\n");
  EXPECT_EQ(report(joint("<axis xyz='0 0 1'/>", "planar")), "");
}

TEST(UrdfDiagnostics, AxesFarFromUnitLengthAreReported) {
  EXPECT_EQ(report(joint("<axis xyz='0 0 1.0000001'/>", "continuous")), "");
  EXPECT_EQ(report(joint("<axis xyz='0 0 2'/>", "continuous")),
            "r.urdf:4: warning: joint \"j\" axis: xyz \"0 0 2\" has length 2: normalised\n");
}

TEST(UrdfDiagnostics, MimicsOfNothingAreReadAsFreeJoints) {
  const RobotDescription r =
      parse_urdf("<robot name='r'>\n" + joint("<mimic joint='gone'/>", "continuous") + "</robot>", "r.urdf");
  EXPECT_FALSE(r.joints[0].mimic);
  EXPECT_EQ(test::diagnostics_text(r),
            "r.urdf:3: warning: joint \"j\": mimics \"gone\", which the file does not have: read as a joint that moves "
            "by itself\n");
}

TEST(UrdfDiagnostics, NegativeLossesAreReported) {
  EXPECT_EQ(report(joint("<dynamics damping='-1' friction='0'/>", "continuous")),
            "r.urdf:4: warning: joint \"j\" dynamics: damping is -1, expected >= 0\n");
}

TEST(UrdfDiagnostics, ShapesAndColoursThatCannotBeKeptAreReported) {
  EXPECT_EQ(report("<link name='a'>\n<visual><geometry><cone/></geometry></visual>\n"
                   "<visual><geometry/></visual>\n<visual><geometry><sphere radius='0'/></geometry></visual>\n"
                   "<visual><material name='m'/><geometry><sphere radius='1'/></geometry></visual>\n"
                   "<visual><material name='t'><texture filename='t.png'/></material>"
                   "<geometry><sphere radius='1'/></geometry></visual></link>\n"
                   "<material name='n'><color rgba='255 0 0 1'/></material>\n"
                   "<material name='n'><color rgba='1 0 0 1'/></material>"),
            "r.urdf:3: note: link \"a\" visual/geometry/cone: <cone> is ignored: expected box, sphere, cylinder, "
            "capsule or mesh\n"
            "r.urdf:4: warning: link \"a\" visual: <geometry> is empty: the visual is left out\n"
            "r.urdf:5: warning: link \"a\" visual/geometry/sphere: radius is 0: the shape has no extent\n"
            "r.urdf:6: warning: material \"m\": material \"m\" is not defined, the default colour is used\n"
            "r.urdf:7: note: material \"t\" texture: <texture> is ignored: colours are read, textures are not\n"
            "r.urdf:8: warning: material \"n\" color: rgba is \"255 0 0 1\", expected 4 numbers between 0 and 1\n"
            "r.urdf:9: warning: material \"n\": material is defined twice, the first one is used\n");
}

TEST(UrdfDiagnostics, RobotNameAndVersionAreChecked) {
  EXPECT_EQ(test::diagnostics_text(parse_urdf("<robot version='7'><link name='a'/></robot>", "r.urdf")),
            "r.urdf:1: warning: robot: robot has no name\n"
            "r.urdf:1: warning: robot: version is \"7\", read as 1.2\n");
}

TEST(UrdfDiagnostics, StrictMakesAnErrorOfThem) {
  const std::string text = "<robot name='r'>\n" + joint("") + "<gazebo/></robot>";
  EXPECT_EQ(test::error_text([&] { parse_urdf(text, "r.urdf", {.strict = true}); }),
            "r.urdf:3: joint \"j\": a revolute joint without <limit>, read as unlimited, expected nothing to report "
            "(strict; 1 more)");
  EXPECT_NO_THROW(parse_urdf("<robot name='r'><link name='a'/></robot>", "r.urdf", {.strict = true}));
}

}  // namespace tenon
