// Mass properties of MJCF bodies: inertials, inference from geoms and meshes, the compiler's corrections.
#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"
#include "io/principal_axes.hpp"
#include "support/seeds.hpp"

namespace tenon {
namespace {

using namespace test;

MassProperties mass(const std::string& inside, const std::string& before = "") {
  return mjcf(before + body("<joint/>" + inside)).links.at(0).inertia;
}

void expect_near(const MassProperties& a, const MassProperties& b, double tolerance = 1e-14) {
  EXPECT_NEAR(a.mass, b.mass, tolerance * b.mass);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a.com[k], b.com[k], tolerance) << "com " << k;
  const double size = b.inertia[0] + b.inertia[3] + b.inertia[5];
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(a.inertia[k], b.inertia[k], tolerance * size) << "inertia " << k;
}

TEST(MjcfMass, OfAnInertialIsTurnedIntoBodyAxes) {
  expect_near(mass("<inertial pos='1 2 3' mass='4' diaginertia='1 2 2.5' quat='1 0 0 1'/>"),
              {4, {1, 2, 3}, {2, 0, 0, 1, 0, 2.5}});
  expect_near(mass("<inertial pos='1 2 3' mass='4' fullinertia='1 2 3 .1 .2 .3'/>"),
              {4, {1, 2, 3}, {1, 0.1, 0.2, 2, 0.3, 3}});
}

TEST(MjcfMass, OfGeomsEqualsTheSumOfTheSolids) {
  const MassProperties expected = combined(
      combined(solid_box(1000 * 0.2 * 0.4 * 0.6, {0.2, 0.4, 0.6}), solid_sphere(3, 0.1, placement_at(1, 0, 0))),
      combined(solid_cylinder(2 * M_PI * 0.01 * 0.5, 0.1, 0.5, placement_at(0, 1, 0)),
               solid_capsule(0.7, 0.2, 0.8, placement_from_rpy({0.4, 0, 0}, {0, M_PI / 2, 0}))));
  expect_near(mass("<geom type='box' size='.1 .2 .3'/><geom size='.1' mass='3' pos='1 0 0'/>"
                   "<geom type='cylinder' size='.1 .25' density='2' pos='0 1 0'/>"
                   "<geom type='capsule' size='.2' fromto='0 0 0 .8 0 0' mass='.7'/>"),
              expected);
}

TEST(MjcfMass, IsInferredAsInertiafromgeomAndTheGroupsSay) {
  const std::string inertial = "<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/>",
                    geom = "<geom size='.1' mass='3' group='2'/>";
  EXPECT_EQ(mass(inertial + geom).mass, 2);
  EXPECT_EQ(mass(geom).mass, 3);
  EXPECT_EQ(mass(inertial + geom, "<compiler inertiafromgeom='true'/>").mass, 3);
  EXPECT_EQ(mass(inertial, "<compiler inertiafromgeom='true'/>").mass, 2);
  EXPECT_EQ(mass(geom, "<compiler inertiafromgeom='false'/>").mass, 0);
  EXPECT_EQ(mass(geom, "<compiler inertiagrouprange='2 5'/>").mass, 3);
  EXPECT_EQ(mass(geom, "<compiler inertiagrouprange='0 1'/>").mass, 0);
}

// Numbers of MuJoCo 4.0.
TEST(MjcfMass, IsBoundedAndBalancedInPrincipalAxes) {
  expect_near(mass("<inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/>", "<compiler balanceinertia='true'/>"),
              {1, {0, 0, 0}, {5.0 / 3, 0, 0, 5.0 / 3, 0, 5.0 / 3}});
  expect_near(
      mass("<inertial pos='0 0 0' mass='.1' diaginertia='.01 .2 .2'/>", "<compiler boundmass='1' boundinertia='.1'/>"),
      {1, {0, 0, 0}, {0.1, 0, 0, 0.2, 0, 0.2}});
  expect_near(mass("<inertial pos='0 0 0' mass='.1' fullinertia='.2 .2 .3 .15 0 0'/>", "<compiler boundinertia='.1'/>"),
              {0.1, {0, 0, 0}, {0.225, 0.125, 0, 0.225, 0, 0.3}});
}

TEST(MjcfMass, OfTheWholeModelIsWhatSettotalmassSays) {
  const auto robot =
      mjcf("<compiler settotalmass='6'/>" + world("<body><geom size='.1' mass='1'/><body><geom size='.1' mass='2'/>"
                                                  "</body></body>"));
  EXPECT_NEAR(robot.links[0].inertia.mass, 2, 1e-15);
  EXPECT_NEAR(robot.links[1].inertia.mass, 4, 1e-15);
  EXPECT_NEAR(robot.links[0].inertia.inertia[0], 2 * 0.4 * 0.01, 1e-16);
}

// A tetrahedron with a corner at the origin and edges a, b, c along the axes: volume abc/6, centroid at a quarter,
// I_xx about it = 3/80 m (b² + c²), I_xy = m a b / 80.
MassProperties tetrahedron(double density, double a, double b, double c) {
  const double m = density * std::abs(a * b * c) / 6, k = 3 * m / 80;
  return {
      m,
      {a / 4, b / 4, c / 4},
      {k * (b * b + c * c), m * a * b / 80, m * a * c / 80, k * (a * a + c * c), m * b * c / 80, k * (a * a + b * b)}};
}

TEST(MjcfMeshes, WithoutFacesAreTheirHullScaledAndPlaced) {
  const std::string asset =
      "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1 .1 .1 .1' scale='.1 .2 -.3'/></asset>";
  expect_near(mass("<geom type='mesh' mesh='m' density='500' pos='.1 0 0' euler='0 0 90'/>", asset),
              transformed(placement_from_rpy({0.1, 0, 0}, {0, 0, M_PI / 2}), tetrahedron(500, 0.1, 0.2, -0.3)));
}

TEST(MjcfMeshes, RefposAndRefquatAreUndoneBeforeScaling) {
  const std::string asset =
      "<asset><mesh name='m' refpos='1 2 3' refquat='1 0 0 1' scale='.1 .2 .3' "
      "vertex='1 2 3 2 2 3 1 3 3 1 2 4' face='0 2 1 0 1 3 0 3 2 1 2 3' inertia='exact'/></asset>";
  // R⁻¹ takes x to -y and y to x: edges (0, -.2, 0), (.1, 0, 0), (0, 0, .3).
  const auto robot = mjcf(asset + body("<geom type='mesh' mesh='m' mass='2'/>"));
  MassProperties expected = tetrahedron(1, 0.1, -0.2, 0.3);
  for (double& entry : expected.inertia) entry *= 2 / expected.mass;
  expected.mass = 2;
  expect_near(robot.links[0].inertia, expected);
  const auto& vertices = robot.links[0].geometry[0].vertices;
  ASSERT_EQ(vertices.size(), 12u);
  EXPECT_NEAR(vertices[4], -0.2, 1e-15);  // the vertex 2 2 3
}

TEST(MjcfMeshes, GiveTheirShapeToPrimitives) {
  // Sizes of MuJoCo 4.0.
  const auto size = [](const std::string& compiler, const std::string& type) {
    return mjcf(compiler + "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 2 0 0 0 3'/></asset>" +
                body("<geom type='" + type + "' mesh='m'/>"))
        .links[0]
        .geometry[0]
        .size;
  };
  const auto expect = [](const Vector3& found, const Vector3& expected) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k], expected[k], 1e-7) << k;
  };
  expect(size("", "box"), {2 * 0.2599943, 2 * 0.63965268, 2 * 1.047973});
  expect(size("", "sphere"), {0.64920666, 0, 0});
  expect(size("", "capsule"), {0.44982349, 2 * 0.82306125, 0});
  expect(size("", "cylinder"), {0.44982349, 2 * 1.047973, 0});
  const std::string aabb = "<compiler fitaabb='true'/>";
  expect(size(aabb, "box"), {2 * 0.469741, 2 * 1.06847193, 2 * 1.73465424});
  expect(size(aabb, "sphere"), {1.73465424, 0, 0});
  expect(size(aabb, "capsule"), {1.06847193, 2 * 0.66618232, 0});
  expect(size(aabb, "ellipsoid"), {0.469741, 1.06847193, 1.73465424});
}

TEST(MjcfMeshes, AreNotReadWhereTheirMassIsNotWanted) {
  const std::string asset = "<asset><mesh name='m' file='missing.stl'/></asset>";
  EXPECT_EQ(mass("<geom type='mesh' mesh='m' mass='0'/><geom size='.1' mass='1'/>", asset).mass, 1);
  EXPECT_EQ(mass("<geom type='mesh' mesh='m' density='0'/><geom size='.1' mass='1'/>", asset).mass, 1);
  EXPECT_EQ(mass("<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/><geom type='mesh' mesh='m'/>", asset).mass, 2);
  EXPECT_EQ(mjcf_error(asset + body("<geom type='mesh' mesh='m'/>")),
            "missing.stl: mesh: file cannot be opened, expected a mesh file");
}

TEST(PrincipalAxes, TurnAnInertiaDiagonalAndBack) {
  for (const std::uint64_t seed : seeds(200)) {
    Random random(seed);
    std::array<double, 6> I;
    for (double& x : I) x = random.uniform();
    const io::PrincipalAxes axes = io::principal_axes(I);
    EXPECT_GE(axes.moments[0], axes.moments[1]) << seed;
    EXPECT_GE(axes.moments[1], axes.moments[2]) << seed;
    const auto back = io::inertia_from(axes);
    for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(back[k], I[k], 1e-14) << seed;
    const auto& R = axes.rotation;
    EXPECT_NEAR(
        R[0] * (R[4] * R[8] - R[5] * R[7]) - R[1] * (R[3] * R[8] - R[5] * R[6]) + R[2] * (R[3] * R[7] - R[4] * R[6]), 1,
        1e-14)
        << seed;
  }
}

}  // namespace
}  // namespace tenon
