// Forward kinematics in lanes and by screws against the plain kernel, on random trees.
#include <gtest/gtest.h>

#include "kinematics/data.hpp"
#include "support/mechanism.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-12;

std::vector<KinematicBody<double>> plain(const Mechanism& m, bool v, bool a) {
  const CompiledModel& model = m.model.compiled();
  std::vector<KinematicBody<double>> body(model.bodies.size());
  Vector sine(m.q.size()), cosine(m.q.size());
  forward_kinematics_kernel(model, body.data(), sine.data(), cosine.data(), m.q.data(), v ? m.v.data() : nullptr,
                            a ? m.a.data() : nullptr);
  return body;
}

void expect_equal(const std::vector<KinematicBody<double>>& a, const std::vector<KinematicBody<double>>& b,
                  std::uint64_t seed) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    double x[30], y[30], size = 1;
    static_assert(sizeof x == sizeof a[i]);
    std::memcpy(x, &a[i], sizeof x);
    std::memcpy(y, &b[i], sizeof y);
    for (const double xi : x) size = std::max(size, std::abs(xi));
    for (int k = 0; k < 30; ++k)
      EXPECT_NEAR(x[k], y[k], rounding * size) << "seed " << seed << " body " << i << " " << k;
  }
}

TEST(ForwardWalk, GivesThePlainAnswersInEveryMode) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    for (const Mode mode : {Mode::automatic, Mode::single, Mode::lanes}) {
      Kinematics kinematics(m.model, mode);
      forward_kinematics(m.model, m.q, m.v, m.a, kinematics);
      expect_equal(kinematics.data().body, plain(m, true, true), seed);
      forward_kinematics(m.model, m.q, m.v, {}, kinematics);
      expect_equal(kinematics.data().body, plain(m, true, false), seed);
      // Twice: the first call after a moving one clears velocities, the second relies on it.
      for (int k = 0; k < 2; ++k) {
        forward_kinematics(m.model, m.q, {}, {}, kinematics);
        expect_equal(kinematics.data().body, plain(m, false, false), seed);
      }
      forward_kinematics(m.model, m.q, {}, m.a, kinematics);
      expect_equal(kinematics.data().body, plain(m, false, true), seed);
      forward_kinematics(m.model, m.q, {}, {}, kinematics);
      expect_equal(kinematics.data().body, plain(m, false, false), seed);
    }
  }
}

}  // namespace
}  // namespace tenon::test
