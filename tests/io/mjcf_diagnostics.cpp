// MJCF: nothing is dropped silently, and strict makes it an Error.
#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"

namespace tenon {
namespace {

using namespace test;

std::string remarks(const std::string& inside) { return diagnostics_text(mjcf(inside)); }

TEST(MjcfDiagnostics, AFileThatIsAllUsedSaysNothing) {
  EXPECT_EQ(remarks("<compiler angle='radian' meshdir='m'/><option gravity='0 0 -1' timestep='.01'/>"
                    "<default><geom density='100' rgba='1 0 0 1'/><joint damping='1'/><default class='a'><site pos='0 "
                    "0 1'/></default>"
                    "</default><asset><material name='red' rgba='1 0 0 1'/></asset>" +
                    world("<geom type='plane' size='1 1 1' material='red'/><body name='b' childclass='a'><freejoint/>"
                          "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><geom size='1' density='5' "
                          "mass='3'/><site name='s'/></body>")),
            "");
}

TEST(MjcfDiagnostics, WhatChangesTheMotionIsAWarningAtItsLine) {
  EXPECT_EQ(
      remarks("<option density='1.2'/>\n" +
              body("<joint name='j' margin='.1'/>\n<geom name='g' size='1' solref='.01 1'/>") +
              "\n<tendon><fixed/></tendon>"),
      "m.xml:2: warning: option: attribute density=\"1.2\" is ignored: fluid forces are not computed\n"
      "m.xml:5: warning: joint \"j\": attribute margin=\".1\" is ignored: limits and friction here are not MuJoCo's "
      "soft ones\n"
      "m.xml:6: warning: geom \"g\": attribute solref=\".01 1\" is ignored: contacts here are not MuJoCo's soft ones\n"
      "m.xml:9: warning: tendon: <tendon> is ignored: tendons exert no forces here\n");
  EXPECT_EQ(
      remarks(world("<body name='b' gravcomp='1' mocap='true'/>")),
      "m.xml:3: warning: body \"b\": attribute gravcomp=\"1\" is ignored: gravity is not compensated\n"
      "m.xml:3: warning: body \"b\": attribute mocap=\"true\" is ignored: the body is fixed where the file puts it\n");
  EXPECT_EQ(remarks("<option><flag contact='disable'/></option>"),
            "m.xml:2: warning: option/flag: attribute contact=\"disable\" is ignored: nothing is switched off\n");
  EXPECT_EQ(remarks(body("<joint name='j' type='ball' range='0 45' stiffness='1'/><geom size='.1'/>")),
            "m.xml:4: warning: joint \"j\": range of a ball joint is ignored: limits of its angle are not kept\n"
            "m.xml:4: warning: joint \"j\": stiffness of a ball joint is ignored: springs act on hinges and slides\n");
  EXPECT_EQ(remarks(body("<joint name='j' damping='1 2' actuatorfrcrange='-1 2'/><geom size='.1'/>")),
            "m.xml:4: warning: joint \"j\": actuatorfrcrange is not symmetric: the larger side is kept for both\n"
            "m.xml:4: warning: joint \"j\": damping has quadratic or cubic terms: only the linear one is kept\n");
}

TEST(MjcfDiagnostics, DirectionsThatAreNormalisedAreWarnings) {
  EXPECT_EQ(remarks(world("<body name='b' quat='2 0 0 0'>\n<joint name='j' axis='0 0 2'/><geom size='.1'/></body>")),
            "m.xml:3: warning: body \"b\": quat \"2 0 0 0\" has length 2: normalised\n"
            "m.xml:4: warning: joint \"j\": axis \"0 0 2\" has length 2: normalised\n");
  // Three digits are a way to write the root of a half.
  EXPECT_EQ(remarks(world("<body quat='.707 0 0 .707'><joint axis='.577 .577 .577'/><geom size='.1'/></body>")), "");
  EXPECT_EQ(remarks("<default>\n<geom quat='1 1 0 0'/></default>" + world("<geom size='1'/><geom size='2'/>")),
            "m.xml:3: warning: default/geom: quat \"1 1 0 0\" has length 1.4142135623730951: normalised\n");
}

TEST(MjcfDiagnostics, ValuesThatChangeNothingSayNothing) {
  EXPECT_EQ(remarks("<option density='0' wind='0 0 0' cone='pyramidal'/>" +
                    body("<joint margin='0' solreflimit='0.02 1' springdamper='0 0'/><geom size='1' solref='.02' "
                         "solmix='1.0' gap='0'/>")),
            "");
}

TEST(MjcfDiagnostics, HarmlessThingsAreOneNoteForEachKind) {
  EXPECT_EQ(remarks("<visual><map/></visual>" +
                    world("<light/>\n<light/><camera/><body name='b'><site name='s' rgba='1 0 0 1'/>\n"
                          "<site name='t' rgba='1 0 0 1'/></body>") +
                    "<sensor><gyro site='s'/></sensor>"),
            "m.xml:2: note: visual: <visual> is ignored: it concerns drawing only\n"
            "m.xml:3: note: worldbody/light: <light> is ignored: it concerns drawing only (2 times)\n"
            "m.xml:4: note: worldbody/camera: <camera> is ignored: it concerns drawing only\n"
            "m.xml:4: note: site \"s\": attribute rgba of <site> is ignored: sites are kept as frames (2 times)\n"
            "m.xml:6: note: sensor: <sensor> is ignored: sensors do not act on the model\n");
}

TEST(MjcfDiagnostics, UnknownElementsAndAttributesAreWarnings) {
  EXPECT_EQ(remarks("<planet/>\n" + body("<geom name='g' size='1' taste='sweet'/>\n<wheel/>")),
            "m.xml:2: warning: planet: <planet> is ignored\n"
            "m.xml:5: warning: geom \"g\": attribute taste=\"sweet\" is ignored\n"
            "m.xml:6: warning: body \"b\" wheel: <wheel> is ignored\n");
}

TEST(MjcfDiagnostics, DefaultsAreRemarkedOnceWhereTheyStand) {
  EXPECT_EQ(
      remarks("<default>\n<geom margin='.1' size='1' colour='red'/></default>" + world("<geom/><geom/><geom/>")),
      "m.xml:3: warning: default/geom: attribute colour=\"red\" is ignored\n"
      "m.xml:3: warning: default/geom: attribute margin=\".1\" is ignored: contacts here are not MuJoCo's soft ones\n");
}

TEST(MjcfDiagnostics, ActuatorsThatAreMoreThanAServoSaySo) {
  const std::string tree = body("<joint name='j'/><geom size='.1'/>") + "\n<actuator>";
  EXPECT_EQ(remarks(tree + "<muscle name='m' joint='j'/></actuator>"),
            "m.xml:7: warning: muscle \"m\": the law of this actuator is kept as its kind and gains only: it is no "
            "motor, position or "
            "velocity servo\n");
  EXPECT_EQ(remarks(tree + "<motor name='m' tendon='t'/></actuator>"),
            "m.xml:7: warning: motor \"m\": this actuator acts on a tendon, not on a joint: only its name, gear and "
            "ranges are kept\n");
  EXPECT_EQ(remarks(tree + "<position name='m' joint='j' timeconst='.1'/></actuator>"),
            "m.xml:7: warning: position \"m\": attribute timeconst=\".1\" is ignored: actuators here have no state of "
            "their own\n");
}

TEST(MjcfDiagnostics, StrictMakesTheFirstOneAnError) {
  LoadOptions strict;
  strict.strict = true;
  EXPECT_EQ(error_text([&] { mjcf("<option wind='1 0 0'/>\n<visual/>", strict); }),
            "m.xml:2: option: attribute wind=\"1 0 0\" is ignored: fluid forces are not computed, expected nothing to "
            "report (strict; "
            "1 more)");
  EXPECT_NO_THROW(mjcf(body("<joint/><geom size='.1'/>"), strict));
}

}  // namespace
}  // namespace tenon
