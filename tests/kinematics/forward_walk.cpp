// Forward kinematics in lanes and by screws against the plain kernel, on random trees.
#include "kinematics/forward_walk.hpp"

#include <gtest/gtest.h>

#include "kinematics/data.hpp"
#include "support/mechanism.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-12;
using Bodies = std::vector<KinematicBody<double>>;

Bodies plain(const Mechanism& m, bool v, bool a) {
  const CompiledModel& model = m.model.compiled();
  Bodies body(model.bodies.size());
  Vector sine(m.q.size()), cosine(m.q.size());
  forward_kinematics_kernel(model, body.data(), sine.data(), cosine.data(), m.q.data(), v ? m.v.data() : nullptr,
                            a ? m.a.data() : nullptr);
  return body;
}

void expect_equal(const Bodies& a, const Bodies& b, std::uint64_t seed) {
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

template <int W>
void expect_plain_answers(const Mechanism& m, std::uint64_t seed) {
  const CompiledModel& model = m.model.compiled();
  const Walk<W> walk = make_walk<W>(model, schedule_of(model, W, {0, 0, 0}));
  Arena measure;
  forward_scratch<double>(model, walk, measure);
  AlignedVector memory(measure.used(), std::nan(""));
  Arena arena(memory.data());
  const auto scratch = forward_scratch<double>(model, walk, arena);
  Bodies body(model.bodies.size(), KinematicBody<double>{});
  placement_walk<double>(model, walk, scratch, m.q.data(), body.data());
  expect_equal(body, plain(m, false, false), seed);
  forward_walk<double>(model, walk, scratch, m.q.data(), m.v.data(), m.a.data(), body.data());
  expect_equal(body, plain(m, true, true), seed);
  forward_walk<double>(model, walk, scratch, m.q.data(), m.v.data(), nullptr, body.data());
  expect_equal(body, plain(m, true, false), seed);
}

TEST(ForwardWalk, WithTwoFourAndEightLanesGivesThePlainAnswers) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    expect_plain_answers<2>(m, seed);
    expect_plain_answers<4>(m, seed);
    expect_plain_answers<8>(m, seed);
  }
}

TEST(ForwardWalk, OfThePublicCallGivesThePlainAnswersInEveryMode) {
  for (const auto seed : seeds(200)) {
    const Mechanism m = random_mechanism(seed);
    for (const Mode mode : {Mode::automatic, Mode::single, Mode::lanes}) {
      Kinematics kinematics(m.model, {.mode = mode});
      const auto bodies = [&] { return kinematics.data().body; };
      forward_kinematics(m.model, {m.q, m.v}, m.a, kinematics);
      expect_equal(bodies(), plain(m, true, true), seed);
      forward_kinematics(m.model, {m.q, m.v}, kinematics);
      expect_equal(bodies(), plain(m, true, false), seed);
      // The first call after a moving one clears velocities, the second relies on it: the same bits.
      forward_kinematics(m.model, {m.q}, kinematics);
      expect_equal(bodies(), plain(m, false, false), seed);
      const Bodies first = bodies();
      forward_kinematics(m.model, {m.q}, kinematics);
      EXPECT_EQ(std::memcmp(first.data(), bodies().data(), first.size() * sizeof first[0]), 0) << seed;
      forward_kinematics(m.model, {m.q}, m.a, kinematics);
      expect_equal(bodies(), plain(m, false, true), seed);
    }
  }
}

}  // namespace
}  // namespace tenon::test
