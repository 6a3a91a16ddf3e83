// A model that uses most of MJCF at once, against numbers of MuJoCo 4.0 (mj_fullM, qfrc_bias, xpos, xmat), with
// free-joint rows and columns turned into tenon's body axes.
#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {
namespace {

const char* text = R"(
<mujoco model="golden">
  <compiler angle="degree" eulerseq="zyx" boundinertia="1e-4"/>
  <option gravity="0.3 -0.2 -9.7"/>
  <default>
    <geom density="700"/>
    <joint armature="0.01"/>
    <default class="arm">
      <joint axis="0 1 0" armature="0.02"/>
      <geom type="capsule" size="0.03"/>
    </default>
  </default>
  <worldbody>
    <body name="base" pos="0 0 0.5" euler="30 -20 10">
      <freejoint name="root"/>
      <geom type="box" size="0.2 0.1 0.05"/>
      <geom type="ellipsoid" size="0.05 0.1 0.2" pos="0.1 0 0.1" euler="10 20 30"/>
      <body name="upper" pos="0.2 0 0" childclass="arm">
        <joint name="yaw" axis="0 0 1" pos="0 0.02 0"/>
        <joint name="pitch" pos="0.01 0 0.03" ref="25"/>
        <geom fromto="0 0 0 0.3 0.1 0"/>
        <frame pos="0.3 0.1 0" axisangle="1 1 0 40">
          <body name="lower">
            <joint name="slide" type="slide" axis="1 2 2" ref="0.1"/>
            <joint name="elbow" type="ball" pos="0 0 0.05"/>
            <geom fromto="0 0 0 0 0 -0.3" mass="0.4"/>
            <body name="tool" pos="0 0 -0.3" xyaxes="0 1 0 -1 0 0.5">
              <inertial pos="0.01 0.02 0.03" mass="0.2" fullinertia="0.002 0.003 0.004 0.0001 0.0002 0.0003"/>
            </body>
          </body>
        </frame>
      </body>
    </body>
    <body name="pole" pos="1 0 0" zaxis="1 1 1">
      <joint name="swing" axis="1 0 0"/>
      <geom type="cylinder" size="0.02 0.4" pos="0 0 0.4" shellinertia="true" density="40"/>
      <geom type="sphere" size="0.08" pos="0 0 0.8" mass="1.5" group="4"/>
    </body>
  </worldbody>
  <actuator>
    <motor joint="swing" gear="20" armature="0.0005"/>
  </actuator>
</mujoco>
)";

const std::vector<double> q{0.1, -0.2, 0.3, 0.2, -0.4, 0.4, 0.8, 0.5, -0.7, 0.15, 0.5, -0.5, 0.5, 0.5, 1.2};
const std::vector<double> v{-0.108, 0.04, -0.356, 0.4, -0.5, 0.6, 0.7, -0.8, 0.9, -1, 0.35, 0.25, -0.6};

// 1e-13 of the size of what is compared: MuJoCo's numbers are printed with 15 digits.
void expect_near(std::span<const double> found, const std::vector<double>& expected) {
  double size = 0;
  for (const double x : expected) size = std::max(size, std::abs(x));
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-13 * size) << k;
}

TEST(MjcfGolden, PlacementsAreMuJoCos) {
  const Model model(parse_mjcf(text));
  Kinematics kinematics(model);
  forward_kinematics(model, {q}, kinematics);
  test::expect_near(
      frame_placement(model, kinematics, model.frame("tool")),
      {{0.44796139328752715, 0.32768304650560276, 0.8318379716968348, -0.20024617991451077, 0.9435483594496865,
        -0.26385215710592563, -0.871339232190048, -0.048376796221036134, 0.4882905160187381},
       {-0.40161997474721706, -0.28296039535870654, 0.5866023470199657}},
      1e-14);
}

TEST(MjcfGolden, InertiaMatrixIsMuJoCos) {
  const Model model(parse_mjcf(text));
  Workspace ws(model);
  ASSERT_EQ(model.nv(), 13);
  std::vector<double> M(13 * 13), diagonal;
  crba(model, ws, q, M);
  for (std::size_t k = 0; k < 13; ++k) diagonal.push_back(M[14 * k]);
  expect_near(diagonal, {9.8372003389661, 9.8372003389661, 9.8372003389661, 0.271241426160485, 0.354416330884849,
                         0.257198603073538, 0.0862895758571167, 0.14272259408434, 0.62, 0.0626882665539299,
                         0.0617122665539299, 0.0242397647058824, 2.06468844352882});
  expect_near(std::span(M).subspan(9 * 13, 13),
              {-0.088782935066862, -0.0695552708964077, -0.0876825494214267, 0.00316497021195815, -0.035868393251193,
               0.0252351800584766, 0.0373705755364209, -0.0467643219589281, -0.0489481941573336, 0.0626882665539299,
               8.94427191000177e-06, -6.10495168499621e-05, 0});
}

TEST(MjcfGolden, BiasForcesAreMuJoCos) {
  const Model model(parse_mjcf(text));
  Workspace ws(model);
  std::vector<double> bias(13);
  rnea(model, ws, {q, v}, std::vector<double>(13, 0), bias);
  expect_near(bias, {76.1473671013601, 1.65423681699514, 56.0810910232788, 1.85371745555716, 1.55535190818333,
                     -1.56054867927177, -1.09973691472752, 0.992629410847071, 0.696008085746634, -0.69732503928489,
                     -0.58461654332739, -0.00338426236206653, -9.16344634862646});
}

}  // namespace
}  // namespace tenon
