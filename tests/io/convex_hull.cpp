#include "io/convex_hull.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/mesh_inertia.hpp"
#include "support/seeds.hpp"

namespace tenon::io {
namespace {

using Faces = std::vector<std::array<int, 3>>;

double volume(const std::vector<Vector3>& p, const std::array<int, 3>& f, const Vector3& apex) {
  Vector3 u, v, w;
  for (std::size_t k = 0; k < 3; ++k)
    u[k] = p[f[0]][k] - apex[k], v[k] = p[f[1]][k] - apex[k], w[k] = p[f[2]][k] - apex[k];
  return (u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
          u[2] * (v[0] * w[1] - v[1] * w[0])) /
         6;
}

double volume(const std::vector<Vector3>& points, const Faces& faces) {
  double sum = 0;
  for (const auto& face : faces) sum += volume(points, face, points[0]);
  return sum;
}

std::vector<Vector3> random_points(test::Random& random, int count) {
  std::vector<Vector3> points(static_cast<std::size_t>(count));
  for (Vector3& p : points)
    for (double& x : p) x = random.uniform();
  return points;
}

// Points of a cubic lattice: nearly all of them are coplanar, collinear or inside.
std::vector<Vector3> lattice(int n) {
  std::vector<Vector3> points;
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z) points.push_back({0.1 * x, 0.3 * y, 0.7 * z});
  return points;
}

TEST(ConvexHull, OfRandomPointsIsClosedAndHasEveryPointBelowEveryFace) {
  for (const std::uint64_t seed : test::seeds(100)) {
    test::Random random(seed);
    const auto points = random_points(random, random.integer(4, 120));
    const Faces faces = convex_hull(points);
    EXPECT_TRUE(watertight(faces)) << seed;
    for (const auto& face : faces)
      // 1e-11: the grid has 2^-40 of the extent, volumes are of the order of 1.
      for (const Vector3& p : points) EXPECT_GE(volume(points, face, p), -1e-11) << seed;
  }
}

TEST(ConvexHull, OfALatticeIsItsBox) {
  for (int n = 2; n < 8; ++n) {
    const auto points = lattice(n);
    const Faces faces = convex_hull(points);
    EXPECT_TRUE(watertight(faces)) << n;
    const double edge = n - 1;
    EXPECT_NEAR(volume(points, faces), 0.1 * 0.3 * 0.7 * edge * edge * edge, 1e-12 * edge * edge * edge) << n;
  }
}

TEST(ConvexHull, DoesNotDependOnTheOrderOfThePoints) {
  for (const std::uint64_t seed : test::seeds(20)) {
    test::Random random(seed);
    auto points = random_points(random, 60);
    const double before = volume(points, convex_hull(points));
    std::reverse(points.begin(), points.end());
    EXPECT_NEAR(volume(points, convex_hull(points)), before, 1e-13) << seed;
  }
}

TEST(ConvexHull, OfPointsOnASphereUsesAllOfThem) {
  test::Random random(5);
  std::vector<Vector3> points;
  for (int i = 0; i < 2000; ++i) {
    const double z = random.uniform(), angle = random.uniform(-M_PI, M_PI), r = std::sqrt(1 - z * z);
    points.push_back({r * std::cos(angle), r * std::sin(angle), z});
  }
  const Faces faces = convex_hull(points);
  EXPECT_EQ(faces.size(), 2 * points.size() - 4);  // Euler's formula for triangulated spheres
  EXPECT_TRUE(watertight(faces));
}

TEST(ConvexHull, RepeatedPointsChangeNothing) {
  auto points = lattice(2);
  const double before = volume(points, convex_hull(points));
  const auto copy = points;
  points.insert(points.end(), copy.begin(), copy.end());
  EXPECT_DOUBLE_EQ(volume(points, convex_hull(points)), before);
}

TEST(ConvexHull, OfPointsInOnePlaneIsEmpty) {
  EXPECT_TRUE(convex_hull({}).empty());
  EXPECT_TRUE(convex_hull({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}).empty());
  EXPECT_TRUE(convex_hull({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {5, 5, 5}}).empty());
  EXPECT_TRUE(convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {3, 7, 0}, {-1, 2, 0}}).empty());
  EXPECT_TRUE(convex_hull({{1e308, 0, 0}, {-1e308, 0, 0}, {0, 1e308, 0}, {0, 0, -1e308}}).empty());
}

}  // namespace
}  // namespace tenon::io
