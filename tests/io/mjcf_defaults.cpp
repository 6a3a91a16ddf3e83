// Defaults classes, childclass and class.
#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"

namespace tenon {
namespace {

using namespace test;

TEST(MjcfDefaults, AreThoseOfMuJoCosManual) {
  const auto robot = mjcf(
      "<default class='main'><geom rgba='1 0 0 1' size='1 1 1'/><default class='sub'><geom rgba='0 1 0 1'/>"
      "</default></default>" +
      world("<geom type='box'/><body childclass='sub'><geom type='ellipsoid'/>"
            "<geom type='sphere' rgba='0 0 1 1'/><geom type='cylinder' class='main'/></body>"));
  EXPECT_EQ(robot.world_geometry[0].colour, (std::array<double, 4>{1, 0, 0, 1}));
  const auto& geometry = robot.links[0].geometry;
  EXPECT_EQ(geometry[0].colour, (std::array<double, 4>{0, 1, 0, 1}));
  EXPECT_EQ(geometry[1].colour, (std::array<double, 4>{0, 0, 1, 1}));
  EXPECT_EQ(geometry[2].colour, (std::array<double, 4>{1, 0, 0, 1}));
}

// Sizes and frictions as MuJoCo 4.0 has them in geom_size (half sizes) and geom_friction.
TEST(MjcfDefaults, AreReplacedNumberByNumber) {
  const auto geom = [](const std::string& defaults, const std::string& own) {
    return mjcf("<default>" + defaults + "</default>" + body("<joint/><geom " + own + "/>")).links[0].geometry[0];
  };
  EXPECT_EQ(geom("<geom type='capsule' size='.05 .2'/>", "size='1'").size, (Vector3{1, 0.4, 0}));
  EXPECT_EQ(geom("<geom type='box' size='.05 .2 .3'/>", "size='1 2'").size, (Vector3{2, 4, 0.6}));
  const std::string nested = "<geom type='box' size='.05 .2 .3'/><default class='c'><geom size='.7'/></default>";
  EXPECT_EQ(geom(nested, "class='c'").size, (Vector3{1.4, 0.4, 0.6}));
  EXPECT_EQ(geom(nested, "class='c' size='1 2'").size, (Vector3{2, 4, 0.6}));
  EXPECT_EQ(geom("<geom size='.1' friction='2 .1 .2'/>", "friction='.5'").friction, (Vector3{0.5, 0.1, 0.2}));
  EXPECT_EQ(geom("<geom type='capsule' size='.05 .2'/>", "size='1' fromto='0 0 0 0 0 3'").size, (Vector3{1, 3, 0}));
  EXPECT_EQ(diagnostics_text(mjcf("<default><joint stiffness='1 2 0'/></default>" +
                                  body("<joint name='j' stiffness='5'/><geom size='.1'/>"))),
            "m.xml:4: warning: joint \"j\": stiffness has quadratic or cubic terms: only the linear one is kept\n");
}

TEST(MjcfDefaults, ChildclassReachesDownToTheNextOneThroughBodiesAndFrames) {
  const auto robot = mjcf(
      "<default><default class='a'><joint armature='1'/></default><default class='b'><joint armature='2'/>"
      "</default></default>" +
      world("<body childclass='a'><joint/><geom size='.1'/><body><joint/><geom size='.1'/>"
            "<frame childclass='b'><body><joint/><geom size='.1'/></body></frame>"
            "<body><joint class='main'/><geom size='.1'/></body></body></body>"));
  ASSERT_EQ(robot.joints.size(), 4u);
  EXPECT_EQ(robot.joints[0].armature, 1);
  EXPECT_EQ(robot.joints[1].armature, 1);
  EXPECT_EQ(robot.joints[2].armature, 2);
  EXPECT_EQ(robot.joints[3].armature, 0);
}

TEST(MjcfDefaults, NestedClassesInheritWhateverTheOrderAndFromSeveralSections) {
  const auto robot = mjcf(
      "<default><default class='a'><joint damping='1'/></default><joint armature='3'/></default>"
      "<default><joint frictionloss='5'/></default>" +
      body("<joint class='a'/><geom size='.1'/>"));
  EXPECT_EQ(robot.joints[0].damping, 1);
  EXPECT_EQ(robot.joints[0].armature, 3);
  EXPECT_EQ(robot.joints[0].friction, 5);
}

TEST(MjcfDefaults, AnOrientationReplacesThatOfTheClassInWhateverForm) {
  const auto robot = mjcf("<default><default class='x'><geom size='.1' euler='90 0 0'/></default></default>" +
                          body("<geom class='x' quat='1 0 0 0'/><geom class='x' zaxis='1 0 0'/><geom class='x'/>"));
  const auto& geometry = robot.links[0].geometry;
  expect_near(geometry[0].placement, Placement{});
  expect_near(geometry[1].placement, placement_from_rpy({0, 0, 0}, {0, M_PI / 2, 0}));
  expect_near(geometry[2].placement, placement_from_rpy({0, 0, 0}, {M_PI / 2, 0, 0}));
}

// MuJoCo 4.0's gainprm and biasprm for the same files.
TEST(MjcfDefaults, OfActuatorsAreAppliedInTheOrderTheyAreWritten) {
  const auto actuator = [](const std::string& defaults, const std::string& element) {
    return mjcf("<default>" + defaults + "</default>" + body("<joint name='j'/><geom size='.1'/>") + "<actuator>" +
                element + "</actuator>")
        .actuators.at(0);
  };
  const auto servo = actuator("<position kp='50' kv='2' ctrlrange='-1 1'/>", "<position joint='j'/>");
  EXPECT_EQ(servo.kind, "position");
  EXPECT_EQ(servo.kp, 50);
  EXPECT_EQ(servo.kv, 2);
  EXPECT_EQ(servo.control_range, (std::array<double, 2>{-1, 1}));
  const auto motor = actuator("<position kp='50' gear='3' ctrlrange='-1 1'/>", "<motor joint='j'/>");
  EXPECT_EQ(motor.kind, "motor");
  EXPECT_EQ(motor.gear, 3);
  EXPECT_EQ(motor.control_range, (std::array<double, 2>{-1, 1}));
  const auto general =
      actuator("<general gainprm='100' biasprm='0 -100 -5' biastype='affine'/>", "<position joint='j'/>");
  EXPECT_EQ(general.kp, 100);
  EXPECT_EQ(general.kv, 5);
  const auto nested = actuator("<position kp='50' kv='2'/><default class='a'><general gear='2'/></default>",
                               "<general class='a' joint='j'/>");
  EXPECT_EQ(nested.kind, "position");
  EXPECT_EQ(nested.kp, 50);
  EXPECT_EQ(nested.gear, 2);
  EXPECT_EQ(actuator("<position kp='50'/><motor gear='5'/>", "<position joint='j'/>").kp, 1);
  EXPECT_EQ(actuator("<velocity kv='7'/>", "<position joint='j'/>").kp, 1);
  EXPECT_EQ(actuator("<velocity kv='7'/>", "<velocity joint='j'/>").kv, 7);
}

TEST(MjcfDefaults, BadClassesAreErrors) {
  EXPECT_EQ(
      mjcf_error("<default class='foo'/>"),
      "m.xml:2: default: class is \"foo\", expected main: the outermost class has that name, others are nested in it");
  EXPECT_EQ(mjcf_error("<default>\n<default class='a'/>\n<default class='a'/></default>"),
            "m.xml:4: default/default: class is \"a\", expected a name that no other defaults class has");
  EXPECT_EQ(mjcf_error(world("<geom class='nope' size='1'/>")),
            "m.xml:3: worldbody/geom: class is \"nope\", expected the name of a defaults class");
  EXPECT_EQ(mjcf_error(world("<body name='b' childclass='nope'/>")),
            "m.xml:3: body \"b\": childclass is \"nope\", expected the name of a defaults class");
}

}  // namespace
}  // namespace tenon
