// The scalars of kernels: Pack lanes, Counted's folding, Dual's derivatives.
#include <gtest/gtest.h>

#include <cmath>

#include "spatial/counted.hpp"
#include "spatial/dual.hpp"
#include "spatial/pack.hpp"
#include "spatial/sincos.hpp"
#include "spatial/spatial.hpp"
#include "support/seeds.hpp"

namespace tenon {
namespace {

template <class P>
class PackTest : public testing::Test {};
using Packs = testing::Types<Pack<double, 2>, Pack<double, 4>, Pack<double, 8>, Pack<float, 4>, Pack<float, 8>>;
TYPED_TEST_SUITE(PackTest, Packs);

TYPED_TEST(PackTest, EveryLaneEqualsTheScalarOperationToTheBit) {
  using T = Element<TypeParam>;
  constexpr int W = TypeParam::width;
  test::Random random(5);
  for (int round = 0; round < 500; ++round) {
    T a[W], b[W], c[W];
    for (int k = 0; k < W; ++k)
      a[k] = T(random.uniform()), b[k] = T(random.uniform(0.1, 2)), c[k] = T(random.uniform());
    const TypeParam pa = TypeParam::load(a), pb = TypeParam::load(b), pc = TypeParam::load(c);
    for (int k = 0; k < W; ++k) {
      EXPECT_EQ((pa + pb)[k], a[k] + b[k]);
      EXPECT_EQ((pa - pb)[k], a[k] - b[k]);
      EXPECT_EQ((pa * pb)[k], a[k] * b[k]);
      EXPECT_EQ((pa / pb)[k], a[k] / b[k]);
      EXPECT_EQ((-pa)[k], -a[k]);
      EXPECT_EQ(mul_add(pa, pb, pc)[k], mul_add(a[k], b[k], c[k]));
      EXPECT_EQ(neg_mul_add(pa, pb, pc)[k], neg_mul_add(a[k], b[k], c[k]));
      EXPECT_EQ(square_root(pb)[k], std::sqrt(b[k]));
      EXPECT_EQ(select(pa < pc, pa, pc)[k], a[k] < c[k] ? a[k] : c[k]);
    }
  }
}

TYPED_TEST(PackTest, ABroadcastFillsEveryLane) {
  const TypeParam p(3);
  for (int k = 0; k < TypeParam::width; ++k) EXPECT_EQ(p[k], 3);
}

TEST(CountedScalar, FoldsKnownZerosOnesAndConstants) {
  const Counted x = Counted::variable(2), y = Counted::variable(3);
  const OperationCount count = count_operations([&] {
    (void)(x * Counted(0) + y * Counted(1));  // free
    (void)(Counted(2) * Counted(5));          // free: both known
    (void)(x * Counted(-1) - Counted(0));     // free
    (void)(x * y + x);                        // one product, one sum
    (void)(x / y);
    (void)square_root(x);
    Counted s, c;
    sincos(x, s, c);
    sincos(Counted(1), s, c);  // free
  });
  EXPECT_EQ(count, (OperationCount{1, 1, 1, 1, 1}));
}

TEST(CountedScalar, ARotationOfAGeneralVectorCostsNineProductsAndSixSums) {
  const Counted v = Counted::variable(1);
  const Mat3<Counted> R{v, v, v, v, v, v, v, v, v};
  const OperationCount count = count_operations([&] { (void)(R * Vec3<Counted>{v, v, v}); });
  EXPECT_EQ(count, (OperationCount{6, 9, 0, 0, 0}));
}

TEST(DualScalar, CarriesDerivativesOfEveryOperation) {
  const double h = 1e-6;
  const auto f = [](auto x) {
    using S = decltype(x);
    S s, c;
    sincos(x, s, c);
    return mul_add(s, x, c) / square_root(x + S(2)) - neg_mul_add(x, x, S(1)) * (-c);
  };
  for (const double x : {0.3, 1.7, 4.0}) {
    const Dual d = f(Dual(x, 1));
    EXPECT_NEAR(d.tangent, (f(x + h) - f(x - h)) / (2 * h), 1e-8) << x;
    EXPECT_NEAR(d.value, f(x), 1e-14);
  }
}

}  // namespace
}  // namespace tenon
