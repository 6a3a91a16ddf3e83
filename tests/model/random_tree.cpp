// Random trees: each seed compiles, and together they contain every case that tests want to meet.
#include <gtest/gtest.h>

#include <map>

#include "support/seeds.hpp"
#include "tenon/generators.hpp"
#include "tenon/model.hpp"

namespace tenon {
namespace {

using generators::random_tree;
using generators::RandomTreeOptions;
using test::seeds;

TEST(RandomTree, EverySeedCompilesAndMoves) {
  for (const auto seed : seeds(1000)) {
    const RobotDescription robot = random_tree(seed);
    EXPECT_NO_THROW(EXPECT_GT(Model(robot).nv(), 0) << seed) << seed;
  }
}

TEST(RandomTree, MeetsEveryKindOfJointAndLink) {
  std::map<JointKind, int> kinds;
  int massless = 0, massless_moving = 0, offset = 0, implicit_roots = 0, branched = 0, armature = 0, mimic = 0,
      limits = 0;
  RandomTreeOptions options;
  options.roots = 2;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const RobotDescription robot = random_tree(seed, options);
    std::map<std::string, int> children;
    implicit_roots += robot.joints.size() < robot.links.size();
    for (const Joint& joint : robot.joints) {
      ++kinds[joint.kind];
      offset += joint.child_origin.translation != Vector3{0, 0, 0};
      armature += joint.armature > 0, mimic += joint.mimic.has_value(), limits += !joint.limits.lower.empty();
      branched += !joint.parent.empty() && ++children[joint.parent] == 2;
      for (const Link& link : robot.links)
        massless_moving += link.name == joint.child && link.inertia.mass == 0 && joint.kind != JointKind::fixed;
    }
    for (const Link& link : robot.links) massless += link.inertia.mass == 0;
  }
  EXPECT_EQ(kinds.size(), 7u);
  for (const auto& [kind, count] : kinds) EXPECT_GT(count, 50) << to_string(kind);
  for (const int count : {massless, massless_moving, offset, implicit_roots, branched, armature, mimic, limits})
    EXPECT_GT(count, 10);
}

TEST(RandomTree, OptionsAreObeyed) {
  RandomTreeOptions options;
  options.links = 40;
  options.roots = 4;
  options.fixed = options.prismatic = options.helical = options.spherical = options.planar = options.free = 0;
  options.floating = options.massless = options.child_origin = options.extras = 0;
  for (const auto seed : seeds(20)) {
    const RobotDescription robot = random_tree(seed, options);
    EXPECT_EQ(robot.links.size(), 40u);
    int roots = 0;
    for (const Joint& joint : robot.joints) {
      EXPECT_EQ(joint.kind, JointKind::revolute);
      EXPECT_TRUE(joint.limits.lower.empty());
      roots += joint.parent.empty();
    }
    EXPECT_EQ(roots, 4);
    EXPECT_TRUE(robot.frames.empty());
    EXPECT_EQ(Model(robot).nv(), 40);
  }
  options.branching = 0;
  options.roots = 1;
  const RobotDescription chain = random_tree(3, options);
  for (std::size_t k = 1; k < chain.joints.size(); ++k) EXPECT_EQ(chain.joints[k].parent, chain.joints[k - 1].child);
}

}  // namespace
}  // namespace tenon
