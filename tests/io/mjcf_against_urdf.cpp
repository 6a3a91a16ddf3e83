// The same arm written as URDF and as MJCF: two loaders, one robot.
#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"
#include "support/seeds.hpp"
#include "support/source_dir.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {
namespace {

const char* urdf = R"(
<robot name="arm">
  <link name="base"><inertial><mass value="3"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <link name="upper"><inertial><origin xyz="0.1 0.02 0" rpy="0.1 0.2 0.3"/><mass value="2"/>
    <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.025"/></inertial></link>
  <link name="lower"><inertial><origin xyz="0 0 -0.2"/><mass value="1.5"/>
    <inertia ixx="0.02" ixy="0.001" ixz="0.002" iyy="0.03" iyz="0.003" izz="0.025"/></inertial></link>
  <link name="hand"><inertial><origin xyz="0 0 0.05"/><mass value="0.5"/>
    <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial></link>
  <link name="finger"><inertial><origin xyz="0.01 0 0"/><mass value="0.1"/>
    <inertia ixx="0.0001" ixy="0" ixz="0" iyy="0.0001" iyz="0" izz="0.0001"/></inertial></link>
  <joint name="shoulder" type="revolute"><origin xyz="0 0 0.5" rpy="0.3 -0.2 0.4"/><parent link="base"/><child link="upper"/>
    <axis xyz="0 1 1"/><limit lower="-1" upper="2" effort="50" velocity="3"/><dynamics damping="0.1" friction="0.2"/></joint>
  <joint name="elbow" type="continuous"><origin xyz="0.3 0 0" rpy="0 1.2 0"/><parent link="upper"/><child link="lower"/>
    <axis xyz="1 0 0"/></joint>
  <joint name="wrist" type="fixed"><origin xyz="0 0 -0.4" rpy="1 0.5 -0.5"/><parent link="lower"/><child link="hand"/></joint>
  <joint name="grip" type="prismatic"><origin xyz="0 0.02 0.1"/><parent link="hand"/><child link="finger"/>
    <axis xyz="0 1 0"/><limit lower="0" upper="0.04" effort="5" velocity="1"/></joint>
</robot>)";

// Joints of the URDF stand at the origin of their child; here the elbow is moved by its pos to show that it does not
// matter.
const char* mjcf = R"(
<mujoco model="arm">
  <compiler angle="radian" eulerseq="XYZ"/>
  <worldbody>
    <body name="base">
      <inertial pos="0 0 0" mass="3" diaginertia="0.1 0.1 0.1"/>
      <body name="upper" pos="0 0 0.5" euler="0.3 -0.2 0.4">
        <inertial pos="0.1 0.02 0" euler="0.1 0.2 0.3" mass="2" diaginertia="0.02 0.03 0.025"/>
        <joint name="shoulder" axis="0 1 1" range="-1 2" damping="0.1" frictionloss="0.2" actuatorfrcrange="-50 50"/>
        <body name="lower" pos="0.3 0 0" euler="0 1.2 0">
          <inertial pos="0 0 -0.2" mass="1.5" fullinertia="0.02 0.03 0.025 0.001 0.002 0.003"/>
          <joint name="elbow" axis="1 0 0" pos="0.7 0 0"/>
          <body name="hand" pos="0 0 -0.4" euler="1 0.5 -0.5">
            <inertial pos="0 0 0.05" mass="0.5" diaginertia="0.001 0.001 0.001"/>
            <body name="finger" pos="0 0.02 0.1">
              <inertial pos="0.01 0 0" mass="0.1" diaginertia="0.0001 0.0001 0.0001"/>
              <joint name="grip" type="slide" axis="0 1 0" range="0 0.04" actuatorfrcrange="-5 5"/>
            </body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>)";

class SameArm : public testing::TestWithParam<bool> {
 protected:
  const LoadOptions options{.floating_base = GetParam()};
  const Model a{parse_urdf(urdf, "arm.urdf", options)}, b{parse_mjcf(mjcf, "arm.xml", options)};
};

TEST_P(SameArm, HasTheSameJointsAndLimits) {
  ASSERT_EQ(a.joints().size(), b.joints().size());
  for (std::size_t k = 0; k < a.joints().size(); ++k) {
    EXPECT_EQ(a.joints()[k].name, b.joints()[k].name);
    EXPECT_EQ(a.joints()[k].lower, b.joints()[k].lower);
    EXPECT_EQ(a.joints()[k].upper, b.joints()[k].upper);
    EXPECT_EQ(a.joints()[k].damping, b.joints()[k].damping);
    EXPECT_EQ(a.joints()[k].friction, b.joints()[k].friction);
  }
  EXPECT_EQ(a.joints().back().effort, b.joints().back().effort);
}

// 1e-13: the two descriptions differ by rounding of a few products of rotations.
TEST_P(SameArm, HasTheSamePlacementsInertiaAndForces) {
  ASSERT_EQ(a.nv(), b.nv());
  const auto n = static_cast<std::size_t>(a.nv());
  for (const std::uint64_t seed : test::seeds(50)) {
    test::Random random(seed);
    std::vector<double> q = random.vector(a.nq()), v = random.vector(a.nv()), acceleration = random.vector(a.nv());
    if (GetParam()) {
      const double length = std::hypot(std::hypot(q[3], q[4]), std::hypot(q[5], q[6]));
      for (std::size_t k = 3; k < 7; ++k) q[k] /= length;
    }
    Kinematics ka(a), kb(b);
    forward_kinematics(a, {q}, ka);
    forward_kinematics(b, {q}, kb);
    for (const char* name : {"upper", "lower", "hand", "finger"})
      test::expect_near(frame_placement(a, ka, a.frame(name)), frame_placement(b, kb, b.frame(name)), 1e-13);
    Workspace wa(a), wb(b);
    std::vector<double> Ma(n * n), Mb(n * n), ta(n), tb(n);
    crba(a, wa, q, Ma);
    crba(b, wb, q, Mb);
    rnea(a, wa, {q, v}, acceleration, ta);
    rnea(b, wb, {q, v}, acceleration, tb);
    for (std::size_t k = 0; k < n * n; ++k) EXPECT_NEAR(Ma[k], Mb[k], 1e-13 * 5) << seed;
    for (std::size_t k = 0; k < n; ++k) EXPECT_NEAR(ta[k], tb[k], 1e-13 * 50) << seed;
  }
}

// The bundled quadruped is shipped in both formats, with the same joint order.
TEST(MjcfAgainstUrdf, TheBundledQuadrupedIsOneRobot) {
  const std::filesystem::path robots = std::filesystem::path(test::source_dir()) / "scenes/robots";
  const Model a = load_urdf(robots / "quadruped.urdf", {.floating_base = true}),
              b = load_mjcf(robots / "quadruped.xml");
  ASSERT_EQ(a.nv(), b.nv());
  const auto n = static_cast<std::size_t>(a.nv());
  for (const std::uint64_t seed : test::seeds(20)) {
    test::Random random(seed);
    std::vector<double> q = random.vector(a.nq()), v = random.vector(a.nv()), ta(n), tb(n), Ma(n * n), Mb(n * n);
    const double length = std::hypot(std::hypot(q[3], q[4]), std::hypot(q[5], q[6]));
    for (std::size_t k = 3; k < 7; ++k) q[k] /= length;
    Workspace wa(a), wb(b);
    crba(a, wa, q, Ma);
    crba(b, wb, q, Mb);
    rnea(a, wa, {q, v}, v, ta);
    rnea(b, wb, {q, v}, v, tb);
    for (std::size_t k = 0; k < n * n; ++k) EXPECT_NEAR(Ma[k], Mb[k], 1e-12 * Ma[0]) << seed;
    for (std::size_t k = 0; k < n; ++k) EXPECT_NEAR(ta[k], tb[k], 1e-11 * Ma[0]) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(MjcfAgainstUrdf, SameArm, testing::Bool(),
                         [](const auto& info) { return info.param ? "Floating" : "Fixed"; });

}  // namespace
}  // namespace tenon
