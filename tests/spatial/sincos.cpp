#include "spatial/sincos.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "spatial/pack.hpp"
#include "support/seeds.hpp"

namespace tenon {
namespace {

TEST(SinCos, AgreesWithLibmToOneUlpOfOne) {
  test::Random random(1);
  for (const double range : {1.0, 10.0, 1e3, 1e5}) {
    for (int k = 0; k < 20000; ++k) {
      const double x = random.uniform(-range, range);
      double s, c;
      sincos(x, s, c);
      EXPECT_NEAR(s, std::sin(x), 2.3e-16) << x;
      EXPECT_NEAR(c, std::cos(x), 2.3e-16) << x;
    }
  }
}

TEST(SinCos, IsExactAtZeroAndOddAndEven) {
  double s, c, sm, cm;
  sincos(0.0, s, c);
  EXPECT_EQ(s, 0.0);
  EXPECT_EQ(c, 1.0);
  for (double x : {0.1, 1.0, 2.0, 4.0, 7.5}) {
    sincos(x, s, c);
    sincos(-x, sm, cm);
    EXPECT_EQ(s, -sm);
    EXPECT_EQ(c, cm);
  }
}

TEST(SinCos, FloatIsAccurateToFloatRounding) {
  test::Random random(2);
  for (int k = 0; k < 20000; ++k) {
    const float x = static_cast<float>(random.uniform(-100, 100));
    float s, c;
    sincos(x, s, c);
    EXPECT_NEAR(s, std::sin(static_cast<double>(x)), 1.8e-7) << x;
    EXPECT_NEAR(c, std::cos(static_cast<double>(x)), 1.8e-7) << x;
  }
}

TEST(SinCos, EveryLaneOfAPackEqualsTheScalarCallToTheBit) {
  test::Random random(3);
  for (int k = 0; k < 5000; ++k) {
    double x[4], s[4], c[4];
    for (double& xi : x) xi = random.uniform(-50, 50);
    Pack<double, 4> sp, cp;
    sincos(Pack<double, 4>::load(x), sp, cp);
    for (int lane = 0; lane < 4; ++lane) {
      sincos(x[lane], s[lane], c[lane]);
      EXPECT_EQ(sp[lane], s[lane]);
      EXPECT_EQ(cp[lane], c[lane]);
    }
  }
}

TEST(SinCos, NotANumberStaysNotANumber) {
  double s, c;
  sincos(std::nan(""), s, c);
  EXPECT_TRUE(std::isnan(s) && std::isnan(c));
  sincos(static_cast<double>(INFINITY), s, c);
  EXPECT_TRUE(std::isnan(s) && std::isnan(c));
}

}  // namespace
}  // namespace tenon
