// Placements and mass properties against Eigen and against point masses.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/seeds.hpp"
#include "tenon/description.hpp"

namespace tenon {
namespace {

using test::Random;
using test::seeds;

Eigen::Isometry3d eigen(const Placement& X) {
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) T.linear()(i, j) = X.rotation[3 * i + j];
    T.translation()[i] = X.translation[i];
  }
  return T;
}

Eigen::Matrix3d symmetric(const std::array<double, 6>& I) {
  Eigen::Matrix3d M;
  M << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  return M;
}

Vector3 vector3(Random& random) { return {random.uniform(), random.uniform(), random.uniform()}; }

Placement random_placement(Random& random) {
  return placement_from_rpy(vector3(random), {random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)});
}

// A cloud of point masses: its mass properties by the definition, in any frame.
struct Cloud {
  std::vector<double> m;
  std::vector<Eigen::Vector3d> p;

  Cloud(Random& random, int n) {
    for (int i = 0; i < n; ++i) {
      m.push_back(random.uniform(0.1, 2));
      p.push_back(Eigen::Vector3d(random.uniform(), random.uniform(), random.uniform()));
    }
  }
  MassProperties properties(const Eigen::Isometry3d& T = Eigen::Isometry3d::Identity()) const {
    double mass = 0;
    Eigen::Vector3d com = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < m.size(); ++i) mass += m[i], com += m[i] * (T * p[i]);
    com /= mass;
    Eigen::Matrix3d I = Eigen::Matrix3d::Zero();
    for (std::size_t i = 0; i < m.size(); ++i) {
      const Eigen::Vector3d d = T * p[i] - com;
      I += m[i] * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
    }
    return {mass, {com[0], com[1], com[2]}, {I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)}};
  }
};

// 1e-14: a handful of roundings of numbers of size one to ten.
void expect_equal(const MassProperties& a, const MassProperties& b) {
  EXPECT_NEAR(a.mass, b.mass, 1e-14);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a.com[i], b.com[i], 1e-14);
  EXPECT_LE((symmetric(a.inertia) - symmetric(b.inertia)).norm(), 1e-13);
}

TEST(Placement, ProductAndInverseAgreeWithEigen) {
  for (const auto seed : seeds(100)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Placement A = random_placement(random), B = random_placement(random);
    EXPECT_LE((eigen(A * B).matrix() - (eigen(A) * eigen(B)).matrix()).norm(), 1e-14);
    EXPECT_LE((eigen(inverse(A)).matrix() - eigen(A).inverse().matrix()).norm(), 1e-14);
  }
}

TEST(Placement, RollPitchYawTurnsAboutFixedAxesXYZ) {
  for (const auto seed : seeds(100)) {
    Random random(seed);
    const Vector3 p = vector3(random), rpy = {random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)};
    const Eigen::Matrix3d R =
        (Eigen::AngleAxisd(rpy[2], Eigen::Vector3d::UnitZ()) * Eigen::AngleAxisd(rpy[1], Eigen::Vector3d::UnitY()) *
         Eigen::AngleAxisd(rpy[0], Eigen::Vector3d::UnitX()))
            .toRotationMatrix();
    const Placement X = placement_from_rpy(p, rpy);
    EXPECT_LE((eigen(X).linear() - R).norm(), 1e-14) << seed;
    EXPECT_EQ(X.translation, p);
  }
}

TEST(Placement, QuaternionOfAnyLengthGivesTheRotationOfItsUnitQuaternion) {
  for (const auto seed : seeds(100)) {
    Random random(seed);
    const std::array<double, 4> q{random.uniform(), random.uniform(), random.uniform(), random.uniform()};
    const Eigen::Matrix3d R = Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized().toRotationMatrix();
    EXPECT_LE((eigen(placement_from_quaternion({}, q)).linear() - R).norm(), 1e-14) << seed;
  }
  EXPECT_THROW(placement_from_quaternion({}, {0, 0, 0, 0}), Error);
  EXPECT_THROW(placement_from_quaternion({}, {0, 0, 0, std::nan("")}), Error);
}

TEST(MassProperties, TransformedEqualsThatOfTheMovedPointCloud) {
  for (const auto seed : seeds(100)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Cloud cloud(random, 5);
    const Placement X = random_placement(random);
    expect_equal(transformed(X, cloud.properties()), cloud.properties(eigen(X)));
  }
}

TEST(MassProperties, CombinedEqualsThatOfBothPointClouds) {
  for (const auto seed : seeds(100)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Cloud a(random, 4);
    const Cloud b(random, 3);
    const MassProperties sum = combined(a.properties(), b.properties());
    a.m.insert(a.m.end(), b.m.begin(), b.m.end());
    a.p.insert(a.p.end(), b.p.begin(), b.p.end());
    expect_equal(sum, a.properties());
  }
}

TEST(MassProperties, AMasslessPartChangesNeitherMassNorCentre) {
  const MassProperties a{2, {0.1, 0.2, 0.3}, {1, 0, 0, 1, 0, 1}}, nothing{0, {5, 5, 5}, {}};
  for (const MassProperties& sum : {combined(a, nothing), combined(nothing, a)}) {
    EXPECT_EQ(sum.mass, a.mass);
    EXPECT_EQ(sum.com, a.com);
    EXPECT_EQ(sum.inertia, a.inertia);
  }
  EXPECT_EQ(combined(nothing, nothing).mass, 0);
}

TEST(JointKind, SizesAndNamesFollowTheConventions) {
  const auto sizes = [](JointKind kind) { return std::pair(configuration_size(kind), velocity_size(kind)); };
  EXPECT_EQ(sizes(JointKind::fixed), std::pair(0, 0));
  for (const JointKind kind : {JointKind::revolute, JointKind::prismatic, JointKind::helical})
    EXPECT_EQ(sizes(kind), std::pair(1, 1)) << to_string(kind);
  EXPECT_EQ(sizes(JointKind::spherical), std::pair(4, 3));
  EXPECT_EQ(sizes(JointKind::planar), std::pair(4, 3));
  EXPECT_EQ(sizes(JointKind::free), std::pair(7, 6));
  EXPECT_STREQ(to_string(JointKind::helical), "helical");
}

}  // namespace
}  // namespace tenon
