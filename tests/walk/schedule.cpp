// Schedules of limbs: worked examples, and on every tree the rules that kernels rely on.
#include "walk/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/seeds.hpp"
#include "tenon/error.hpp"

namespace tenon {
namespace {

using test::Random;
using test::seeds;

struct Tree {
  std::vector<int> parent;  // body 0 is the world
  std::vector<int> sizes;
};

// Parents alone: one-DoF joints, body 1 on a free joint where the base floats.
Tree tree(std::vector<int> parent, bool floating = true) {
  std::vector<int> sizes(parent.size(), 1);
  sizes[0] = 0;
  if (floating && sizes.size() > 1) sizes[1] = 6;
  return {std::move(parent), std::move(sizes)};
}

LaneSchedule schedule(const Tree& t, int width) { return lane_schedule(t.parent, t.sizes, width); }

Tree solo12() { return tree({0, 0, 1, 2, 3, 1, 5, 6, 1, 8, 9, 1, 11, 12}); }

// Joint trees of the published models, in Pinocchio's order: legs, torso, arms with a gripper joint, head.
Tree talos_reduced() {
  return tree({0,  0,  1,  2,  3,  4,  5,  6,  1,  8,  9,  10, 11, 12, 1,  14, 15,
               16, 17, 18, 19, 20, 21, 22, 15, 24, 25, 26, 27, 28, 29, 30, 15, 32});
}
Tree talos_full() {
  return tree({0,  0,  1,  2,  3,  4,  5,  6,  1,  8,  9,  10, 11, 12, 1,  14, 15, 16, 17, 18, 19, 20, 21,
               22, 23, 23, 22, 26, 22, 22, 15, 30, 31, 32, 33, 34, 35, 36, 37, 37, 36, 40, 36, 36, 15, 44});
}

Tree chain(int n) {
  std::vector<int> parent(static_cast<std::size_t>(n) + 1, 0);
  std::iota(parent.begin() + 1, parent.end(), 0);
  return tree(parent, false);
}

Tree random_forest(std::uint64_t seed, int bodies = 0) {
  Random random(seed);
  const int n = bodies > 0 ? bodies : random.integer(0, 60);
  const double branching = random.uniform(0, 1), other_sizes = random.integer(0, 1) ? 0 : 0.2;
  Tree t{{0}, {0}};
  for (int i = 1; i <= n; ++i) {
    t.parent.push_back(random.uniform(0, 1) < branching ? random.integer(0, i - 1) : i - 1);
    const int sizes[] = {3, 6, 0};
    t.sizes.push_back(random.uniform(0, 1) < other_sizes ? sizes[random.integer(0, 2)] : 1);
  }
  return t;
}

void expect_valid(const Tree& t, const LaneSchedule& s) {
  const int n = static_cast<int>(t.parent.size()), count = static_cast<int>(s.groups.size());
  // Every body exactly once, on the trunk or in one place.
  std::vector<int> seen(t.parent.size(), 0), finish(t.parent.size(), -1);
  int places = 0;
  for (int g = 0; g < count; ++g)
    for (int l = 0; l < widest_lanes; ++l) {
      const int body = s.groups[g].body[l];
      if (body < 0) continue;
      ASSERT_LT(l, s.width);
      ASSERT_LT(body, n);
      ++seen[body], ++places;
      finish[body] = g;
      EXPECT_EQ(s.group_of[body], g);
      EXPECT_EQ(s.lane_of[body], l);
      EXPECT_EQ(t.sizes[body], 1) << "only one-DoF joints stand in lanes";
    }
  EXPECT_TRUE(std::is_sorted(s.trunk.begin(), s.trunk.end()));
  for (const int body : s.trunk) {
    ++seen[body];
    EXPECT_EQ(s.group_of[body], -1);
    finish[body] = count + n - body;  // the trunk is walked backwards, after all groups
  }
  for (int i = 1; i < n; ++i) EXPECT_EQ(seen[i], 1) << "body " << i;
  EXPECT_EQ(seen[0], 0);
  // Parents after children, leaf to root.
  for (int i = 1; i < n; ++i)
    if (t.parent[i] > 0) {
      EXPECT_GT(finish[t.parent[i]], finish[i]) << "body " << i;
    }
  EXPECT_EQ(s.idle_places, count * s.width - places);
  EXPECT_EQ(s.scalar(), s.limbs.empty());
  EXPECT_LE(s.cost, s.scalar_cost);
  // No group is empty: an empty one would be a step for nothing.
  for (const LaneGroup& group : s.groups)
    EXPECT_TRUE(std::any_of(group.body.begin(), group.body.end(), [](int b) { return b >= 0; }));
}

// A limb keeps its lane and takes one group per body, from tip to root; the masks say so.
void expect_valid_limbs(const Tree& t, const LaneSchedule& s) {
  std::vector<LaneGroup> masks(s.groups.size());
  for (const Limb& limb : s.limbs) {
    int body = limb.tip;
    for (int k = 0; k < limb.length; ++k) {
      ASSERT_EQ(s.groups[limb.begin + k].body[limb.lane], body);
      if (k == limb.length - 1) {
        EXPECT_EQ(body, limb.root);
        EXPECT_EQ(t.parent[body], limb.parent);
      }
      body = t.parent[body];
    }
    masks[limb.begin].starts |= 1u << limb.lane;
    masks[limb.begin + limb.length - 1].ends |= 1u << limb.lane;
    EXPECT_GE(limb.level, 1);
    EXPECT_LE(limb.level, s.levels);
  }
  for (const Limb& limb : s.limbs)
    if (s.group_of[limb.parent] >= 0) masks[s.group_of[limb.parent]].receives |= 1u << s.lane_of[limb.parent];
  for (std::size_t g = 0; g < masks.size(); ++g) {
    EXPECT_EQ(s.groups[g].starts, masks[g].starts);
    EXPECT_EQ(s.groups[g].ends, masks[g].ends);
    EXPECT_EQ(s.groups[g].receives, masks[g].receives);
  }
}

TEST(LaneSchedule, Solo12IsThreeFullGroupsAndTheBase) {
  const LaneSchedule s = schedule(solo12(), 4);
  EXPECT_EQ(s.groups.size(), 3u);
  EXPECT_EQ(s.limbs.size(), 4u);
  EXPECT_EQ(s.idle_places, 0);
  EXPECT_EQ(s.trunk, std::vector<int>{1});
  EXPECT_EQ(s.levels, 1);
}

TEST(LaneSchedule, TalosIsEightGroupsWithThirtyOfThirtyTwoPlacesUsed) {
  const LaneSchedule s = schedule(talos_reduced(), 4);
  EXPECT_EQ(s.groups.size(), 8u);
  EXPECT_EQ(s.idle_places, 2);
  EXPECT_EQ(s.trunk, (std::vector<int>{1, 14, 15}));
  EXPECT_EQ(s.limbs.size(), 5u);
}

// ABA on both robots, as measured before the project began: 2.5 and 2.1 times faster than the scalar walk.
TEST(LaneSchedule, EstimateIsNearTheMeasuredGains) {
  const LaneSchedule solo = schedule(solo12(), 4), talos = schedule(talos_reduced(), 4);
  EXPECT_NEAR(solo.scalar_cost / solo.cost, 2.5, 0.5);
  EXPECT_NEAR(talos.scalar_cost / talos.cost, 2.1, 0.3);
}

TEST(LaneSchedule, HandsMakeArmsLimbsOfTheSecondLevel) {
  const Tree t = talos_full();
  const LaneSchedule s = schedule(t, 4);
  expect_valid(t, s);
  expect_valid_limbs(t, s);
  EXPECT_EQ(s.levels, 2);
  EXPECT_EQ(s.trunk, (std::vector<int>{1, 14, 15}));
  EXPECT_EQ(s.groups.size(), 11u);  // 42 bodies in 44 places: no schedule has fewer
  const auto arms = std::count_if(s.limbs.begin(), s.limbs.end(), [](const Limb& l) { return l.level == 2; });
  EXPECT_EQ(arms, 2);
}

TEST(LaneSchedule, WidthsTwoAndEightPackTheSameLimbs) {
  for (const Tree& t : {solo12(), talos_reduced(), talos_full()})
    for (const int width : {2, 8}) {
      const LaneSchedule s = schedule(t, width);
      expect_valid(t, s);
      expect_valid_limbs(t, s);
      EXPECT_FALSE(s.scalar());
    }
  EXPECT_EQ(schedule(solo12(), 2).groups.size(), 6u);
  EXPECT_EQ(schedule(talos_reduced(), 2).groups.size(), 16u);  // all limbs are even, so 15 and 15 cannot be
  EXPECT_EQ(schedule(talos_reduced(), 8).groups.size(), 8u);   // five limbs, the longest decides
}

TEST(LaneSchedule, ASerialChainIsTheScalarWalk) {
  for (const int n : {1, 2, 7, 100}) {
    const Tree t = chain(n);
    const LaneSchedule s = schedule(t, 4);
    expect_valid(t, s);
    EXPECT_TRUE(s.scalar());
    EXPECT_EQ(s.cost, s.scalar_cost);
    EXPECT_EQ(s.trunk.size(), static_cast<std::size_t>(n));
  }
}

TEST(LaneSchedule, BodiesOnOtherJointsAreAllTrunk) {
  Tree t = random_forest(5, 30);
  std::fill(t.sizes.begin(), t.sizes.end(), 3);
  const LaneSchedule s = schedule(t, 4);
  expect_valid(t, s);
  EXPECT_TRUE(s.scalar());
}

TEST(LaneSchedule, SeparateArmsHaveNoTrunk) {
  Tree t{{0}, {0}};  // eight arms of five joints on the world
  for (int arm = 0; arm < 8; ++arm)
    for (int k = 0; k < 5; ++k) {
      t.parent.push_back(k == 0 ? 0 : static_cast<int>(t.parent.size()) - 1);
      t.sizes.push_back(1);
    }
  const LaneSchedule s = schedule(t, 4);
  expect_valid(t, s);
  EXPECT_TRUE(s.trunk.empty());
  EXPECT_EQ(s.groups.size(), 10u);
  EXPECT_EQ(s.idle_places, 0);
}

TEST(LaneSchedule, BalancedTreeUsesALevelPerGenerationUntilTwoBranchesAreLeft) {
  // Heap numbering, 63 bodies: levels of 32, 16, 8, 4, 2 and 1 limbs of one body.
  std::vector<int> parent{0};
  for (int i = 1; i < 64; ++i) parent.push_back(i / 2);
  const Tree t = tree(parent, false);
  const LaneSchedule s = schedule(t, 4);
  expect_valid(t, s);
  EXPECT_EQ(s.levels, 5);
  EXPECT_EQ(s.trunk, std::vector<int>{1});
}

TEST(LaneSchedule, HoldsTheRulesOnRandomForests) {
  for (const auto seed : seeds(1000)) {
    SCOPED_TRACE(seed);
    const Tree t = random_forest(seed);
    for (const int width : {2, 4, 8}) {
      const LaneSchedule s = schedule(t, width);
      expect_valid(t, s);
      expect_valid_limbs(t, s);
      if (testing::Test::HasFailure()) return;
    }
  }
}

// Graham's bound for list scheduling, the shared work plus the longest way; that way twice, because a limb waits as a
// whole for what it carries.
TEST(LaneSchedule, GroupsStayWithinGrahamsBound) {
  for (const auto seed : seeds(300)) {
    const Tree t = random_forest(seed);
    const LaneSchedule s = schedule(t, 4);
    int bodies = 0, longest = 0;
    std::vector<int> depth(t.parent.size(), 0);
    for (std::size_t i = 1; i < t.parent.size(); ++i) {
      if (s.group_of[i] < 0) continue;
      ++bodies;
      depth[i] = depth[static_cast<std::size_t>(t.parent[i])] + 1;
      longest = std::max(longest, depth[i]);
    }
    EXPECT_LE(static_cast<int>(s.groups.size()), 2 * longest + bodies / 4 + 1) << seed;
  }
}

TEST(LaneSchedule, TenThousandBodiesTakeNoTime) {
  const Tree bushy = random_forest(1, 10000);
  expect_valid(bushy, schedule(bushy, 4));
  std::vector<int> comb{0};  // a chain of 5,000 with a side branch on every link
  for (int k = 0; k < 5000; ++k) {
    comb.push_back(k == 0 ? 0 : 2 * k - 1);
    comb.push_back(2 * k + 1);
  }
  const Tree t = tree(comb, false);
  expect_valid(t, schedule(t, 4));
}

TEST(LaneSchedule, RefusesWidthsAndArraysThatCannotBe) {
  const Tree t = solo12();
  EXPECT_THROW(schedule(t, 3), Error);
  EXPECT_THROW(lane_schedule(t.parent, {}, 4), Error);
  EXPECT_THROW(lane_schedule(std::vector<int>{0, 1}, std::vector<int>{0, 1}, 4), Error);
  EXPECT_TRUE(lane_schedule(std::vector<int>{0}, std::vector<int>{0}, 4).scalar());
}

}  // namespace
}  // namespace tenon
