// Every operation of the spatial algebra against 6 x 6 matrices.
#include "spatial/spatial.hpp"

#include <gtest/gtest.h>

#include "support/dense6.hpp"

namespace tenon {
namespace {

using test::dense;
using test::dense6;
using test::Matrix6;
using test::motion_matrix;
using test::Random;
using test::seeds;

constexpr double rounding = 2e-14;  // a few operations on numbers of order 1 to 10

TEST(Spatial, TransformsActAsTheirMatrices) {
  for (const auto seed : seeds(200)) {
    Random r(seed);
    const Transform<double> X = test::random_transform(r), Y = test::random_transform(r);
    const Motion<double> m{test::random_vec3(r), test::random_vec3(r)};
    const Force<double> f{test::random_vec3(r), test::random_vec3(r)};
    const Matrix6 M = motion_matrix(X), F = M.inverse().transpose();
    EXPECT_LE((dense6(act(X, m)) - M * dense6(m)).norm(), rounding) << seed;
    EXPECT_LE((dense6(act_inverse(X, m)) - M.inverse() * dense6(m)).norm(), rounding) << seed;
    EXPECT_LE((dense6(act(X, f)) - F * dense6(f)).norm(), rounding) << seed;
    EXPECT_LE((dense6(act_inverse(X, f)) - F.inverse() * dense6(f)).norm(), rounding) << seed;
    EXPECT_LE((motion_matrix(X * Y) - M * motion_matrix(Y)).norm(), rounding) << seed;
    EXPECT_LE((motion_matrix(inverse(X)) - M.inverse()).norm(), rounding) << seed;
    EXPECT_NEAR(dot(act(X, m), act(X, f)), dot(m, f), rounding) << "power is invariant, seed " << seed;
  }
}

TEST(Spatial, CrossProductsAreDual) {
  for (const auto seed : seeds(100)) {
    Random r(seed);
    const Motion<double> v{test::random_vec3(r), test::random_vec3(r)}, m{test::random_vec3(r), test::random_vec3(r)};
    const Force<double> f{test::random_vec3(r), test::random_vec3(r)};
    EXPECT_NEAR(dot(cross(v, m), f), -dot(m, cross(v, f)), rounding) << seed;
    Matrix6 V = Matrix6::Zero();
    V.topLeftCorner<3, 3>() = V.bottomRightCorner<3, 3>() = test::skew(dense(v.angular));
    V.topRightCorner<3, 3>() = test::skew(dense(v.linear));
    EXPECT_LE((dense6(cross(v, m)) - V * dense6(m)).norm(), rounding) << seed;
  }
}

TEST(Spatial, InertiasTransformByCongruence) {
  for (const auto seed : seeds(200)) {
    Random r(seed);
    const Transform<double> X = test::random_transform(r);
    const Matrix6 T = motion_matrix(X).inverse();  // I' = Tᵀ I T
    const Inertia<double> I{r.uniform(0, 2), test::random_vec3(r), test::random_sym3(r)};
    EXPECT_LE((dense(act(X, I)) - T.transpose() * dense(I) * T).norm(), rounding) << seed;
    EXPECT_LE((dense(articulated(I)) - dense(I)).norm(), 0) << seed;
    const ArticulatedInertia<double> A{test::random_sym3(r), test::random_mat3(r), test::random_sym3(r)};
    EXPECT_LE((dense(act(X, A)) - T.transpose() * dense(A) * T).norm(), 3 * rounding) << seed;
    const Motion<double> m{test::random_vec3(r), test::random_vec3(r)};
    EXPECT_LE((dense6(A * m) - dense(A) * dense6(m)).norm(), rounding) << seed;
    EXPECT_LE((dense6(I * m) - dense(I) * dense6(m)).norm(), rounding) << seed;
  }
}

TEST(Spatial, ForgettingTheTurnAboutZEqualsTheGeneralWay) {
  for (const auto seed : seeds(200)) {
    Random r(seed);
    const Transform<double> X = test::random_transform(r);
    ArticulatedInertia<double> I{test::random_sym3(r), test::random_mat3(r), test::random_sym3(r)};
    I.C.zz = r.uniform(1, 2);
    const Force<double> U{{I.B.xz, I.B.yz, I.B.zz}, {I.C.xz, I.C.yz, I.C.zz}};
    const double s = 1 / I.C.zz;
    const ArticulatedInertia<double> general = rank_one_downdate(I, s, U), special = downdate_about_z(I, s, U);
    EXPECT_LE((dense(general) - dense(special)).norm(), rounding) << seed;
    EXPECT_LE((dense(act(X, special)) - dense(act_about_z(X, special))).norm(), 3 * rounding) << seed;
    const Motion<double> m{test::random_vec3(r), test::random_vec3(r)};
    EXPECT_LE((dense6(special * m) - dense6(apply_about_z(special, m))).norm(), rounding) << seed;
  }
}

TEST(Spatial, SymmetricInverseIsTheInverse) {
  for (const auto seed : seeds(100)) {
    Random r(seed);
    const Sym3<double> M{r.uniform(2, 3), r.uniform(), r.uniform(), r.uniform(2, 3), r.uniform(), r.uniform(2, 3)};
    EXPECT_LE((dense(inverse(M)) - dense(M).inverse()).norm(), 1e-12) << seed;
  }
}

}  // namespace
}  // namespace tenon
