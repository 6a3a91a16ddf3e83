// Which placements the compiler turns into screws.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/compiled.hpp"
#include "support/tilted_arms.hpp"
#include "tenon/generators.hpp"

namespace tenon::test {
namespace {

auto screws(const Model& model) {
  return std::ranges::count(model.compiled().bodies, PlacementTag::x_screw, &Body::tag);
}

TEST(ScrewFrames, AreOneForEachAxisThatIsAChosenChildOfAnAxis) {
  EXPECT_EQ(screws(Model(generators::arm7_standin())), 6);
  EXPECT_EQ(screws(Model(generators::quadruped_standin())), 8);
  EXPECT_EQ(screws(Model(generators::humanoid_standin())), 27);
  EXPECT_EQ(screws(Model(generators::atlas_standin(2))), 67);
  EXPECT_EQ(screws(Model(generators::chain(30))), 29);
}

TEST(ScrewFrames, LeaveAxesThatMeetFarAwayToTheGeneralStep) {
  EXPECT_EQ(screws(Model(tilted_ur5(0))), 5);
  EXPECT_EQ(screws(Model(tilted_ur5(0.3))), 5);
  for (const double tilt : {1e-2, 1e-4, 1e-6, 1e-8}) {
    const Model model(tilted_ur5(tilt));
    EXPECT_EQ(screws(model), 3) << tilt;
    for (const Body& body : model.compiled().bodies) EXPECT_LT(std::abs(body.screw.d), 1) << tilt;
  }
}

}  // namespace
}  // namespace tenon::test
