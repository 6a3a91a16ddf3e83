// MJCF's ways to write an orientation. Numbers are MuJoCo 4.0's body_quat (w x y z) for the same text.
#include "io/mjcf_orientation.hpp"

#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"
#include "support/seeds.hpp"

namespace tenon {
namespace {

using namespace test;

Placement pose(const std::string& attributes, const std::string& compiler = "") {
  return mjcf("<compiler " + compiler + "/>\n" + world("<body " + attributes + "/>")).joints.at(0).origin;
}
Placement turned(double w, double x, double y, double z) { return placement_from_quaternion({0, 0, 0}, {x, y, z, w}); }

TEST(MjcfOrientation, EulerSequencesAreMuJoCos) {
  const auto euler = [](const std::string& sequence) {
    return pose("euler='10 20 30'", "eulerseq='" + sequence + "'");
  };
  expect_near(euler("xyz"), turned(0.94371436, 0.12767944, 0.14487813, 0.26853582), 2e-8);
  expect_near(euler("XYZ"), turned(0.95154852, 0.03813458, 0.18930786, 0.23929834), 2e-8);
  expect_near(euler("zyx"), turned(0.95154852, 0.23929834, 0.18930786, 0.03813458), 2e-8);
  expect_near(euler("zXy"), turned(0.95154852, 0.14487813, 0.23929834, 0.12767944), 2e-8);
  expect_near(euler("XYz"), turned(0.95154852, 0.12767944, 0.14487813, 0.23929834), 2e-8);
  expect_near(euler("ZxY"), turned(0.94371436, 0.18930786, 0.26853582, 0.03813458), 2e-8);
}

TEST(MjcfOrientation, TheSequenceXYZIsUrdfsRollPitchYaw) {
  expect_near(pose("euler='0.1 0.2 0.3'", "angle='radian' eulerseq='XYZ'"),
              placement_from_rpy({0, 0, 0}, {0.1, 0.2, 0.3}));
}

TEST(MjcfOrientation, AnglesAreDegreesUnlessTheFileSaysRadian) {
  expect_near(pose("axisangle='0 0 2 90'"), turned(1, 0, 0, 1));
  expect_near(pose("axisangle='0 0 2 1.5'", "angle='radian'"), turned(std::cos(0.75), 0, 0, std::sin(0.75)));
}

TEST(MjcfOrientation, QuaternionsOfAnyLengthAreNormalised) { expect_near(pose("quat='2 0 2 0'"), turned(1, 0, 1, 0)); }

TEST(MjcfOrientation, XyaxesMakesYOrthogonalToX) { expect_near(pose("xyaxes='0 2 0 -3 5 0'"), turned(1, 0, 0, 1)); }

TEST(MjcfOrientation, ZaxisIsTheSmallestTurn) {
  expect_near(pose("zaxis='1 0 0'"), turned(1, 0, 1, 0));
  expect_near(pose("zaxis='0 0 3'"), Placement{});
  expect_near(pose("zaxis='0 0 -1'"), turned(0, 1, 0, 0));
  expect_near(pose("zaxis='1e-12 0 -1'"), turned(0, 1, 0, 0));
}

TEST(MjcfOrientation, RotationsAndQuaternionsAreInverseToEachOther) {
  for (const std::uint64_t seed : seeds(200)) {
    Random random(seed);
    const auto R = placement_from_quaternion(
        {}, {random.uniform(), random.uniform(), random.uniform(), random.uniform(-0.1, 0.1)});
    const auto q = io::mjcf::quaternion_of(R.rotation);
    expect_near(placement_from_quaternion({}, q), R, 1e-15 * 8);
    EXPECT_GE(q[3], 0) << seed;
  }
  EXPECT_EQ(io::mjcf::quaternion_of({1, 0, 0, 0, -1, 0, 0, 0, -1}), (std::array<double, 4>{1, 0, 0, 0}));
}

TEST(MjcfOrientation, WhatIsNoOrientationIsAnError) {
  const auto error = [](const std::string& attributes) {
    return mjcf_error(world("<body name='b' " + attributes + "/>"));
  };
  EXPECT_EQ(error("quat='0 0 0 0'"),
            "m.xml:3: body \"b\": quat is \"0 0 0 0\", expected a quaternion w x y z that is not zero");
  EXPECT_EQ(error("axisangle='0 0 0 1'"),
            "m.xml:3: body \"b\": axisangle is \"0 0 0 1\", expected a direction that is not zero");
  EXPECT_EQ(error("xyaxes='1 0 0 2 0 0'"),
            "m.xml:3: body \"b\": xyaxes is \"1 0 0 2 0 0\", expected two directions that are not parallel");
  EXPECT_EQ(error("zaxis='0 0 0'"), "m.xml:3: body \"b\": zaxis is \"0 0 0\", expected a direction that is not zero");
  EXPECT_EQ(error("quat='1 0 0 0' euler='0 0 0'"),
            "m.xml:3: body \"b\": orientation is given by quat and euler, expected by one of them");
  EXPECT_EQ(mjcf_error("<compiler eulerseq='xyw'/>"),
            "m.xml:2: compiler: eulerseq is \"xyw\", expected three letters out of x y z X Y Z");
}

}  // namespace
}  // namespace tenon
