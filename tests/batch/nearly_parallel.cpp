// Axes that are parallel but for a small angle cost floats in a batch no digits either.
#include <gtest/gtest.h>

#include "batch/samples.hpp"
#include "support/tilted_arms.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-5;  // some hundred roundings of a float

TEST(NearlyParallelAxes, CostFloatsNoDigits) {
  for (const RobotDescription& arm : tilted_arms()) {
    const Model model(arm), plain(arm, {.screw_frames = false});
    FloatBatch batch(model), other(plain);
    const Samples s(model, 5, 1);
    const Floats q = narrow(s.q), v = narrow(s.v), a = narrow(s.a);
    Floats x(a.size()), y(a.size()), M(s.nv * a.size()), N(M.size());
    batch.rnea(s.n, {q, v}, a, x), other.rnea(s.n, {q, v}, a, y);
    EXPECT_LE(distance(widen(x), widen(y)), rounding) << arm.name << " rnea";
    batch.crba(s.n, q, M), other.crba(s.n, q, N);
    EXPECT_LE(distance(widen(M), widen(N)), rounding) << arm.name << " crba";
    batch.aba(s.n, {q, v}, a, x), other.aba(s.n, {q, v}, a, y);
    EXPECT_LE(distance(widen(x), widen(y)), rounding) << arm.name << " aba";
  }
}

}  // namespace
}  // namespace tenon::test
