// A model of 10,000 bodies compiles and runs, as one chain and as a star.
#include <gtest/gtest.h>

#include "support/mechanism.hpp"

namespace tenon::test {
namespace {

// tau of the accelerations that tau makes: a residual, small even where M is ill-conditioned, against the largest
// torque that single bodies contribute.
double residual(const Mechanism& m, double scale) {
  Workspace ws(m.model);
  const Vector tau = Random(1).vector(m.model.nv());
  Vector a(m.nv()), back(m.nv());
  aba(m.model, ws, {m.q, m.v}, tau, a);
  rnea(m.model, ws, {m.q, m.v}, a, back);
  double largest = 0;
  for (std::size_t k = 0; k < m.nv(); ++k) largest = std::max(largest, std::abs(back[k] - tau[k]));
  return largest / scale;
}

TEST(TenThousandBodies, InAStarRunForwardAndInverseDynamics) {
  const Mechanism m(generators::tree("star", std::vector<int>(10000, -1)), 3);
  ASSERT_EQ(m.model.nv(), 10000);
  EXPECT_LE(residual(m, 1), 1e-12);
}

TEST(TenThousandBodies, InAChainRunForwardAndInverseDynamics) {
  Mechanism m(generators::chain(10000), 3);
  ASSERT_EQ(m.model.nv(), 10000);
  for (double& v : m.v) v *= 1e-3;  // velocities add up along the chain
  const Vector tau = m.rnea();
  double scale = 1;
  for (const double t : tau) scale = std::max(scale, std::abs(t));
  EXPECT_LE(residual(m, scale), 1e-9);  // ten thousand roundings of the root torque, one after the other
}

}  // namespace
}  // namespace tenon::test
