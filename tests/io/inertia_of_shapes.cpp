#include <gtest/gtest.h>

#include <cmath>

#include "io/mesh_inertia.hpp"
#include "io/shape_inertia.hpp"
#include "support/seeds.hpp"

namespace tenon::io {
namespace {

using Kind = Geometry::Kind;

// A surface of revolution about z with the profile (radius, height), closed at both ends when the radii there are 0.
Mesh revolved(const std::vector<std::array<double, 2>>& profile, int sectors, const Vector3& scale = {1, 1, 1}) {
  Mesh mesh;
  const int rows = static_cast<int>(profile.size());
  for (const auto& [r, z] : profile)
    for (int k = 0; k < sectors; ++k) {
      const double angle = 2 * M_PI * k / sectors;
      mesh.vertices.push_back({scale[0] * r * std::cos(angle), scale[1] * r * std::sin(angle), scale[2] * z});
    }
  for (int i = 0; i + 1 < rows; ++i)
    for (int k = 0; k < sectors; ++k) {
      const int a = i * sectors + k, b = i * sectors + (k + 1) % sectors;
      if (profile[i][0] > 0) mesh.faces.push_back({a, b, b + sectors});
      if (profile[i + 1][0] > 0) mesh.faces.push_back({a, b + sectors, a + sectors});
    }
  return mesh;
}

std::vector<std::array<double, 2>> arc(double r, double z, double from, double to, int steps) {
  std::vector<std::array<double, 2>> profile;
  for (int i = 0; i <= steps; ++i) {
    const double angle = from + (to - from) * i / steps;
    const bool pole = std::abs(std::abs(angle) - M_PI / 2) < 1e-12;
    profile.push_back({pole ? 0 : r * std::cos(angle), z + r * std::sin(angle)});
  }
  return profile;
}

void expect_close(const Moments& a, const Moments& b, double tolerance) {
  EXPECT_NEAR(a.measure / b.measure, 1, tolerance);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a.centroid[k], b.centroid[k], tolerance);
  const double size = b.inertia[0] + b.inertia[3] + b.inertia[5];
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(a.inertia[k] / size, b.inertia[k] / size, tolerance) << k;
}

Mesh box_mesh(const Vector3& size) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back({(i & 1 ? .5 : -.5) * size[0], (i & 2 ? .5 : -.5) * size[1], (i & 4 ? .5 : -.5) * size[2]});
  mesh.faces = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

// An L-shaped prism: a box of 2 x 1 x h and one of 1 x 2 x h on top of it (y), the classic concave solid.
Mesh l_prism(double h) {
  const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
  Mesh mesh;
  for (double z : {0.0, h})
    for (const auto& p : outline) mesh.vertices.push_back({p[0], p[1], z});
  for (const auto& [a, b, c] : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    mesh.faces.push_back({a, c, b});
    mesh.faces.push_back({a + 6, b + 6, c + 6});
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    mesh.faces.push_back({i, j, j + 6});
    mesh.faces.push_back({i, j + 6, i + 6});
  }
  return mesh;
}

TEST(ShapeInertia, OfABoxIsThatOfItsMeshSolidAndShell) {
  const Vector3 size{0.3, 0.5, 0.2};
  const Mesh mesh = box_mesh(size);
  for (const MeshInertia kind : {MeshInertia::convex, MeshInertia::exact, MeshInertia::legacy})
    expect_close(mesh_moments(mesh, kind), shape_moments(Kind::box, size, false), 1e-14);
  expect_close(mesh_moments(mesh, MeshInertia::shell), shape_moments(Kind::box, size, true), 1e-14);
}

// Meshes are inscribed: the error of 400 sectors and 400 steps is below 2e-4 (it falls with the square).
TEST(ShapeInertia, OfRoundShapesIsTheLimitOfTheirMeshes) {
  const double r = 0.3, length = 0.8;
  const auto sphere = arc(r, 0, -M_PI / 2, M_PI / 2, 400);  // poles are repeated: not watertight, hence legacy
  auto capsule = arc(r, -length / 2, -M_PI / 2, 0, 200);
  for (const auto& point : arc(r, length / 2, 0, M_PI / 2, 200)) capsule.push_back(point);
  const std::vector<std::array<double, 2>> cylinder{
      {0, -length / 2}, {r, -length / 2}, {r, length / 2}, {0, length / 2}};
  for (const bool shell : {false, true}) {
    const MeshInertia kind = shell ? MeshInertia::shell : MeshInertia::legacy;
    expect_close(mesh_moments(revolved(sphere, 400), kind), shape_moments(Kind::sphere, {r, 0, 0}, shell), 2e-4);
    expect_close(mesh_moments(revolved(capsule, 400), kind), shape_moments(Kind::capsule, {r, length, 0}, shell), 2e-4);
    expect_close(mesh_moments(revolved(cylinder, 400), kind), shape_moments(Kind::cylinder, {r, length, 0}, shell),
                 2e-4);
  }
  expect_close(mesh_moments(revolved(sphere, 400, {1, 2, 0.5}), MeshInertia::convex),
               shape_moments(Kind::ellipsoid, {r, 2 * r, 0.5 * r}, false), 2e-4);
}

TEST(ShapeInertia, TheShellOfAnEllipsoidIsMuJoCosAndThatOfASphereWhereRadiiAreEqual) {
  expect_close(shape_moments(Kind::ellipsoid, {0.3, 0.3, 0.3}, true), shape_moments(Kind::sphere, {0.3, 0, 0}, true),
               1e-14);
  // MuJoCo 4.0 for radii 0.1 0.2 0.37; its own difference quotient has a step of 1e-6, hence 1e-5.
  const Moments m = shape_moments(Kind::ellipsoid, {0.1, 0.2, 0.37}, true);
  EXPECT_NEAR(m.measure, 0.591644682274498, 1e-14);
  EXPECT_NEAR(m.inertia[0] / m.measure, 0.04825957, 5e-7);
  EXPECT_NEAR(m.inertia[3] / m.measure, 0.04000000, 5e-7);
  EXPECT_NEAR(m.inertia[5] / m.measure, 0.01677873, 5e-7);
}

TEST(MeshInertia, OfAConcavePrismEqualsTheSumOfItsBoxes) {
  const double h = 0.7;
  const auto box = [&](Vector3 size, Vector3 centre) {
    return transformed({{1, 0, 0, 0, 1, 0, 0, 0, 1}, centre},
                       mass_properties(shape_moments(Kind::box, size, false), 1));
  };
  const MassProperties sum = combined(box({2, 1, h}, {1, 0.5, h / 2}), box({1, 2, h}, {0.5, 2, h / 2}));
  expect_close(mesh_moments(l_prism(h), MeshInertia::exact), {sum.mass, sum.com, sum.inertia}, 1e-14);
}

// The L-prism scaled by 0.1 in MuJoCo 4.0 (which rounds vertices to float, hence 1e-6).
TEST(MeshInertia, LegacyAndConvexOfAConcavePrismAreMuJoCos) {
  Mesh mesh = l_prism(0.7);
  for (Vector3& v : mesh.vertices)
    for (double& x : v) x *= 0.1;
  const Moments legacy = mesh_moments(mesh, MeshInertia::legacy), convex = mesh_moments(mesh, MeshInertia::convex);
  EXPECT_NEAR(legacy.measure, 2.9129730078591822e-3, 3e-9);
  EXPECT_NEAR(legacy.centroid[0], 0.07747627, 1e-7);
  EXPECT_NEAR(legacy.centroid[1], 0.12420847, 1e-7);
  EXPECT_NEAR(convex.measure, 3.500000197440388e-3, 4e-9);
  EXPECT_NEAR(convex.centroid[0], 0.08666667, 1e-7);
}

TEST(MeshInertia, MovesWithTheMesh) {
  for (const std::uint64_t seed : test::seeds(20)) {
    test::Random random(seed);
    Mesh mesh;
    for (int i = 0; i < 20; ++i) mesh.vertices.push_back({random.uniform(), random.uniform(), random.uniform()});
    const Placement X = placement_from_quaternion({random.uniform(), random.uniform(), random.uniform()},
                                                  {random.uniform(), random.uniform(), random.uniform(), 1});
    Mesh moved = mesh;
    for (Vector3& v : moved.vertices) v = (X * Placement{{1, 0, 0, 0, 1, 0, 0, 0, 1}, v}).translation;
    for (const MeshInertia kind : {MeshInertia::convex, MeshInertia::exact, MeshInertia::legacy, MeshInertia::shell}) {
      const MassProperties expected = transformed(X, mass_properties(mesh_moments(mesh, kind), 1));
      expect_close(mesh_moments(moved, kind), {expected.mass, expected.com, expected.inertia}, 1e-12);
    }
  }
}

TEST(MeshInertia, RefusesOpenFlatAndInvertedMeshes) {
  Mesh open = box_mesh({1, 1, 1}), inverted = open;
  open.faces.pop_back();
  EXPECT_THROW(mesh_moments(open, MeshInertia::exact), Error);
  EXPECT_NO_THROW(mesh_moments(open, MeshInertia::legacy));
  for (auto& f : inverted.faces) std::swap(f[0], f[1]);
  EXPECT_THROW(mesh_moments(inverted, MeshInertia::exact), Error);
  EXPECT_THROW(mesh_moments({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {}}, MeshInertia::convex), Error);
  EXPECT_THROW(mesh_moments({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}, MeshInertia::legacy), Error);
}

}  // namespace
}  // namespace tenon::io
