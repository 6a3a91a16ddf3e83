// Axes that are parallel but for a small angle meet far away; the frames that the compiler chooses must not go there.
#include <gtest/gtest.h>

#include "support/mechanism.hpp"
#include "support/tilted_arms.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-13;  // some hundred roundings

TEST(NearlyParallelAxes, CostNoDigits) {
  for (const RobotDescription& arm : tilted_arms())
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Mechanism m(arm, seed), plain(arm, seed, {.screw_frames = false});
      for (const Mode mode : {Mode::automatic, Mode::single}) {
        Workspace ws(m.model, {.mode = mode}), other(plain.model, {.mode = mode});
        Vector x(m.nv()), y(m.nv()), M(m.nv() * m.nv()), N(M.size());
        rnea(m.model, ws, {m.q, m.v}, m.a, x), rnea(plain.model, other, {m.q, m.v}, m.a, y);
        EXPECT_LE(distance(x, y), rounding) << arm.name << " rnea";
        crba(m.model, ws, m.q, M), crba(plain.model, other, m.q, N);
        EXPECT_LE(distance(M, N), rounding) << arm.name << " crba";
        aba(m.model, ws, {m.q, m.v}, m.a, x), aba(plain.model, other, {m.q, m.v}, m.a, y);
        EXPECT_LE(distance(x, y), rounding) << arm.name << " aba";
        minverse_apply(m.model, ws, m.q, m.a, x), minverse_apply(plain.model, other, m.q, m.a, y);
        EXPECT_LE(distance(x, y), rounding) << arm.name << " minverse_apply";
      }
    }
}

}  // namespace
}  // namespace tenon::test
