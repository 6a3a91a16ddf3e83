// C(q, v): its product with v, and dM/dt = C + Cᵀ with dM/dt exact (dual numbers).
#include <gtest/gtest.h>

#include "dynamics/dual_kernels.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-11;  // sums of some hundred terms, each exact to 1e-16 of intermediates up to 1e3

Vector coriolis_of(const Mechanism& m) {
  Workspace ws(m.model);
  Vector C(m.nv() * m.nv());
  coriolis_matrix(m.model, ws, {m.q, m.v}, C);
  return C;
}

TEST(CoriolisMatrix, TimesVelocityIsTheVelocityDependentTorque) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    Workspace ws(m.model);
    Vector bias(m.nv()), gravity(m.nv());
    bias_torque(m.model, ws, {m.q, m.v}, bias);
    gravity_torque(m.model, ws, m.q, gravity);
    for (std::size_t k = 0; k < m.nv(); ++k) bias[k] -= gravity[k];
    EXPECT_LE(distance(product(coriolis_of(m), m.v), bias), rounding) << seed;
  }
}

TEST(CoriolisMatrix, MakesMassRateMinusTwiceItSkewSymmetric) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    const Vector C = coriolis_of(m);
    Vector sum(C.size());
    for (std::size_t i = 0; i < m.nv(); ++i)
      for (std::size_t j = 0; j < m.nv(); ++j) sum[i * m.nv() + j] = C[i * m.nv() + j] + C[j * m.nv() + i];
    EXPECT_LE(distance(sum, inertia_matrix_rate(m)), rounding) << seed;
  }
}

TEST(CoriolisMatrix, DoesNotSeeMergingAndScrewFrames) {
  for (const auto seed : seeds(200)) {
    const Mechanism m = random_mechanism(seed),
                    plain = random_mechanism(seed, {.merge_fixed = false, .screw_frames = false});
    EXPECT_LE(distance(coriolis_of(m), coriolis_of(plain)), rounding) << seed;
  }
}

// Two unit point masses on unit massless rods, absolute-to-relative angles: C = -sin q2 [v2, v1 + v2; -v1, 0].
TEST(CoriolisMatrix, OfADoublePendulumIsTheTextbooks) {
  ModelBuilder b;
  b.link("upper", {1, {1, 0, 0}, {}});
  b.link("lower", {1, {1, 0, 0}, {}});
  b.revolute("shoulder", "", "upper");
  b.revolute("elbow", "upper", "lower", placement_at(1, 0, 0));
  Mechanism m(b.description(), 0);
  m.q = {0.3, 0.8}, m.v = {1.1, -0.7};
  const double s = std::sin(0.8);
  EXPECT_LE(distance(coriolis_of(m), Vector{-s * -0.7, -s * (1.1 - 0.7), s * 1.1, 0}), 1e-14);
}

}  // namespace
}  // namespace tenon::test
