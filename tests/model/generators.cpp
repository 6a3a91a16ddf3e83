// Every generator compiles, has the documented size and is the same at every call; the papers' counts hold.
#include "tenon/generators.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "model/compiled.hpp"
#include "model/joint_order.hpp"
#include "support/seeds.hpp"
#include "tenon/model.hpp"

namespace tenon {
namespace {

using namespace generators;
using test::seeds;

int nv(const RobotDescription& robot) { return Model(robot).nv(); }

int leaves(const Model& model) {
  std::set<int> parents;
  for (const JointInfo& joint : model.joints()) parents.insert(joint.parent.index);
  int count = 0;
  for (int i = 0; i < static_cast<int>(model.joints().size()); ++i) count += !parents.count(i);
  return count;
}

// [Fea05] eqs (8) and (9) by the depths of the expanded parent array.
std::pair<long, long> d1_d2(const RobotDescription& robot) {
  const Model model(robot);
  const auto& lambda = model.compiled().lambda;
  std::vector<long> depth(lambda.size(), 0);
  long d1 = 0, d2 = 0;
  for (std::size_t i = 1; i < lambda.size(); ++i) {
    depth[i] = depth[static_cast<std::size_t>(lambda[i])] + 1;
    d1 += depth[i] - 1, d2 += depth[i] * (depth[i] - 1) / 2;
  }
  return {d1, d2};
}

TEST(Generators, HaveTheDocumentedDegreesOfFreedom) {
  EXPECT_EQ(nv(chain(17)), 17);
  EXPECT_EQ(nv(chain(17, true)), 22);
  EXPECT_EQ(nv(square_chain(5)), 25);
  EXPECT_EQ(nv(binary_tree(5)), 3 * 31);
  EXPECT_EQ(nv(branched_stem(6, 3)), 5 + 6 + 42);
  EXPECT_EQ(nv(pendulum(12)), 12);
  EXPECT_EQ(nv(dual_arm_standin()), 26);
  EXPECT_EQ(nv(swimmer(6)), 8);
  EXPECT_EQ(nv(quadruped_standin()), 18);
  EXPECT_EQ(nv(arm7_standin()), 7);
  EXPECT_EQ(nv(humanoid_standin()), 36);
  EXPECT_EQ(nv(shadow_hand_standin()), 24);
  EXPECT_EQ(nv(atlas_standin()), 36);
  EXPECT_EQ(nv(atlas_standin(1)), 60);
  EXPECT_EQ(nv(atlas_standin(2)), 84);
  EXPECT_EQ(nv(fea05_humanoid()), 30);
  EXPECT_EQ(nv(fea05_chain()), 30);
}

TEST(Generators, BinaryTreeOfThePaperHasOneLeafForEverySixLinks) {
  for (int levels = 1; levels <= 6; ++levels) {
    const Model model(binary_tree(levels));
    EXPECT_EQ(leaves(model), model.nv() / 6 + 1);  // [cABA] section VIII-B, 3 rows per leaf
  }
}

TEST(Generators, StemOfOneBranchIsAChainAndOfThreeHasSixTips) {
  EXPECT_EQ(leaves(Model(branched_stem(4, 3))), 6);
  const Model floats_at_the_tip(branched_stem(4, 1, 3));
  EXPECT_EQ(leaves(floats_at_the_tip), 2);
  EXPECT_EQ(leaves(Model(branched_stem(1, 2))), 4);
  EXPECT_EQ(nv(branched_stem(4, 3, 2)), nv(branched_stem(4, 3)));
}

TEST(Generators, TreesOfFea05HaveTheCountsOfItsTable2) {
  for (const long m : {1, 2, 5, 8}) {
    EXPECT_EQ(d1_d2(fea05_unbranched(static_cast<int>(m))), std::pair((m * m - m) / 2, (m * m * m - m) / 6));
    EXPECT_EQ(d1_d2(fea05_side_branches(static_cast<int>(m))), std::pair(m * m, (2 * m * m * m + 3 * m * m + m) / 6));
    EXPECT_EQ(d1_d2(fea05_grid(static_cast<int>(m))),
              std::pair(m * m * m - m * m, (7 * m * m * m * m - 6 * m * m * m - m * m) / 12));
    long d1 = 0, d2 = 0;
    for (long i = 1; i < m; ++i) d1 += i << i, d2 += i * (i + 1) << (i - 1);
    EXPECT_EQ(d1_d2(fea05_balanced_tree(static_cast<int>(m))), std::pair(d1, d2));
  }
  EXPECT_EQ(d1_d2(fea05_humanoid()), std::pair(219L, 1039L));  // section 6
  EXPECT_EQ(d1_d2(fea05_chain()), std::pair(435L, 4495L));
}

TEST(Generators, PendulumOfJainIsTwelveMetresOfOneKilogramBalls) {
  const RobotDescription robot = pendulum(12);
  double length = 0;
  for (const Link& link : robot.links) length += 2 * link.geometry.at(0).size[0];
  EXPECT_NEAR(length, 12, 1e-12);
  EXPECT_NEAR(Model(robot).mass(), 12, 1e-12);
  EXPECT_EQ(robot.joints[0].origin.translation[2], 10);
  EXPECT_EQ(robot.gravity[2], -9.8);
}

TEST(Generators, DualArmHasTwentySixMovingLinksAndSevenTips) {
  const Model model(dual_arm_standin());
  EXPECT_EQ(model.joints().size(), 26u);
  EXPECT_EQ(leaves(model), 1 + 2 * 3);  // head, three fingers on each hand
}

TEST(Generators, ShadowHandHasFiveFingertips) { EXPECT_EQ(leaves(Model(shadow_hand_standin())), 5); }

TEST(Generators, GeneralMechanismsHaveNoAccidentalZeros) {
  for (const RobotDescription& robot : {chain(30), binary_tree(4), fea05_humanoid()}) {
    for (const Link& link : robot.links) {
      for (const double x : link.inertia.com) EXPECT_GT(std::abs(x), 1e-7) << link.name;
      for (const double x : link.inertia.inertia) EXPECT_GT(std::abs(x), 1e-9) << link.name;
    }
    for (const Joint& joint : robot.joints) {
      if (joint.kind == JointKind::free) continue;
      for (const double x : joint.origin.rotation) EXPECT_GT(std::abs(x), 1e-6) << joint.name;
      for (const double x : joint.origin.translation) EXPECT_GT(std::abs(x), 1e-6) << joint.name;
    }
  }
}

// Every mechanism of the catalogue, and a few random ones.
std::vector<RobotDescription> all() {
  std::vector<RobotDescription> list;
  for (const Entry& entry : catalogue()) list.push_back(make(entry.example));
  for (const auto seed : seeds(50)) list.push_back(random_tree(seed));
  return list;
}

TEST(Generators, CompileWithoutAWarning) {
  for (const RobotDescription& robot : all()) {
    SCOPED_TRACE(robot.name);
    for (const Diagnostic& diagnostic : Model(robot).diagnostics()) ADD_FAILURE() << diagnostic.text();
  }
}

TEST(Generators, AreTheSameAtEveryCall) {
  for (const Entry& entry : catalogue()) {
    const RobotDescription a = make(entry.example), b = make(entry.example);
    ASSERT_EQ(a.links.size(), b.links.size());
    for (std::size_t k = 0; k < a.links.size(); ++k) EXPECT_EQ(a.links[k].inertia.inertia, b.links[k].inertia.inertia);
    for (std::size_t k = 0; k < a.joints.size(); ++k)
      EXPECT_EQ(a.joints[k].origin.rotation, b.joints[k].origin.rotation);
  }
}

TEST(Generators, ModelsKeepTheOrderThatJointOrderForetells) {
  for (const RobotDescription& robot : all()) {
    SCOPED_TRACE(robot.name);
    const Model model(robot);
    const std::vector<int> order = joint_order(robot);
    ASSERT_EQ(order.size(), model.joints().size());
    for (std::size_t k = 0; k < order.size(); ++k)
      EXPECT_EQ(robot.joints[static_cast<std::size_t>(order[k])].name, model.joints()[k].name);
  }
}

// A URDF's siblings come in the order of their names; so do ours, which makes both orders one.
TEST(Generators, SiblingsStandInTheOrderOfTheirNames) {
  for (const Entry& entry : catalogue()) {
    const RobotDescription robot = make(entry.example);
    for (const Joint& a : robot.joints)
      for (const Joint& b : robot.joints)
        if (&a < &b && a.parent == b.parent && !a.parent.empty()) {
          EXPECT_LT(a.name, b.name) << entry.name;
        }
  }
}

TEST(Generators, ExamplesOfTheCatalogueNameTheirGenerator) {
  for (const Entry& entry : catalogue()) EXPECT_TRUE(entry.example.starts_with(entry.name)) << entry.name;
  EXPECT_EQ(make("chain:30").joints.size(), 30u);
  EXPECT_EQ(make("binary_tree:2,5").joints.size(), 15u);
}

TEST(Generators, BadSpecificationsAndSizesAreErrors) {
  for (const char* bad : {"", "chian:3", "chain", "chain:", "chain:x", "chain:3.5", "chain:0", "chain:-1", "chain:1,2",
                          "chain:99999999999", "arm7_standin:1", "atlas_standin:3", "binary_tree:60", "branched_stem:3",
                          "branched_stem:3,2,3", "chain:3,", "random_tree:1,-5"})
    EXPECT_THROW(make(bad), Error) << bad;
  EXPECT_THROW(tree("t", {}), Error);
  EXPECT_THROW(tree("t", {-1, 1}), Error);
}

}  // namespace
}  // namespace tenon
