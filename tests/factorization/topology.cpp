#include "factorization/topology.hpp"

#include <gtest/gtest.h>

#include "factorization/random_tree.hpp"
#include "tenon/error.hpp"

namespace tenon {
namespace {

const ParentArray tree1{0, 0, 1, 1, 2, 2, 3, 3};  // [Fea05] Fig. 1

TEST(Topology, ExpandingTree1GivesTheArrayOfFigure2) {
  const std::vector<int> dof{0, 2, 2, 1, 1, 1, 3, 1};
  EXPECT_EQ(expanded_parents(tree1, dof), (ParentArray{0, 0, 1, 2, 3, 2, 4, 4, 5, 8, 9, 5}));
}

TEST(Topology, ExpandingSingleDegreesOfFreedomChangesNothing) {
  for (const auto seed : test::seeds(100)) {
    const ParentArray lambda = test::random_parents(seed);
    EXPECT_EQ(expanded_parents(lambda, std::vector<int>(lambda.size(), 1)), lambda) << seed;
  }
}

TEST(Topology, ANodeOfTheExpandedGraphIsAsDeepAsTheDegreesOfFreedomThatSupportIt) {
  for (const auto seed : test::seeds(100)) {
    const ParentArray lambda = test::random_parents(seed);
    test::Random random(seed + 5);
    std::vector<int> dof(lambda.size());
    for (int& d : dof) d = random.integer(1, 6);
    const std::vector<int> depth = node_depths(expanded_parents(lambda, dof));
    int row = 0;
    for (int i = 1; i < static_cast<int>(lambda.size()); ++i) {
      row += dof[i];
      int support = 0;
      for (int j = i; j != 0; j = lambda[j]) support += dof[j];
      EXPECT_EQ(depth[row], support) << seed;
    }
  }
}

TEST(Topology, IrregularArraysAreErrorsThatNameTheNode) {
  for (const ParentArray& bad : {ParentArray{0, 1}, ParentArray{0, 0, -1}, ParentArray{0, 0, 1, 3}, ParentArray{}})
    EXPECT_THROW(check_parent_array(bad), Error);
  try {
    check_parent_array(ParentArray{0, 0, 1, 7});
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "parent array: found parent 7 for node 3, expected 0 to 2");
  }
  EXPECT_THROW(expanded_parents(tree1, std::vector<int>{0, 1, 1}), Error);
  EXPECT_THROW(expanded_parents(ParentArray{0, 0}, std::vector<int>{0, 0}), Error);
}

// Eq. (4), its rows 5 and 6 put right: {1, 2, 5} and {1, 3, 6}.
TEST(Topology, Tree1HasThePatternOfEquation4) {
  const std::vector<std::vector<int>> rows{
      {1, 2, 3, 4, 5, 6, 7}, {1, 2, 4, 5}, {1, 3, 6, 7}, {1, 2, 4}, {1, 2, 5}, {1, 3, 6}, {1, 3, 7}};
  for (int i = 1; i <= 7; ++i) {
    std::vector<int> row;
    for (int j = 1; j <= 7; ++j)
      if (on_one_branch(tree1, i, j)) row.push_back(j);
    EXPECT_EQ(row, rows[i - 1]) << "row " << i;
  }
}

// Eq. (7), with the row that print lost: rows 4 and 5 are {4, 6, 7} and {5, 6, 7}, row 6 is {4, 5, 6, 7}.
TEST(Topology, ReorderedTree1HasThePatternOfEquation7) {
  const std::vector<int> order = bordered_order(tree1);
  EXPECT_EQ(order, (std::vector<int>{0, 7, 6, 3, 5, 4, 2, 1}));
  const std::vector<std::vector<int>> rows{{1, 3, 7}, {2, 3, 7},    {1, 2, 3, 7},         {4, 6, 7},
                                           {5, 6, 7}, {4, 5, 6, 7}, {1, 2, 3, 4, 5, 6, 7}};
  for (int i = 1; i <= 7; ++i) {
    std::vector<int> row;
    for (int j = 1; j <= 7; ++j)
      if (on_one_branch(tree1, order[i], order[j])) row.push_back(j);
    EXPECT_EQ(row, rows[i - 1]) << "row " << i;
  }
}

TEST(Topology, DepthFirstNumberingIsRegularAndMakesEverySubtreeAnInterval) {
  for (const auto seed : test::seeds(200)) {
    const ParentArray lambda = test::random_parents(seed);
    const ParentArray renamed = renumbered(lambda, depth_first_order(lambda));
    ASSERT_NO_THROW(check_parent_array(renamed)) << seed;
    const std::vector<int> size = subtree_sizes(renamed);
    const int n = static_cast<int>(lambda.size()) - 1;
    for (int i = 1; i <= n; ++i)
      for (int j = i; j <= n; ++j) EXPECT_EQ(on_one_branch(renamed, i, j), j < i + size[i]) << seed;
    EXPECT_EQ(renumbered(renamed, depth_first_order(renamed)), renamed) << seed;
  }
}

TEST(Topology, TheReorderedMatrixHasNoZeroInsideItsEnvelope) {
  for (const auto seed : test::seeds(200)) {
    const ParentArray lambda = test::random_parents(seed);
    const std::vector<int> order = bordered_order(lambda);
    const int n = static_cast<int>(lambda.size()) - 1;
    for (int i = 1; i <= n; ++i) {
      bool inside = false;
      for (int j = 1; j < i; ++j) {
        const bool nonzero = on_one_branch(lambda, order[i], order[j]);
        EXPECT_TRUE(nonzero || !inside) << seed << " row " << i << " column " << j;
        inside |= nonzero;
      }
    }
  }
}

TEST(Topology, ThePapersTreesHaveTheDepthsThatSection4And6Describe) {
  const std::vector<int> tree = node_depths(balanced_tree_parents(5));
  for (int k = 1; k <= 5; ++k) EXPECT_EQ(std::count(tree.begin(), tree.end(), k), 1 << (k - 1));
  const std::vector<int> grid = node_depths(span_grid_parents(4));
  for (int k = 1; k <= 7; ++k) EXPECT_EQ(std::count(grid.begin(), grid.end(), k), 4 - std::abs(4 - k));
  const BodyTree humanoid = humanoid_bodies();
  const std::vector<int> depth = node_depths(expanded_parents(humanoid.lambda, humanoid.dof));
  ASSERT_EQ(depth.size(), 31u);
  for (int k = 1; k <= 12; ++k) EXPECT_EQ(std::count(depth.begin(), depth.end(), k), k <= 6 ? 1 : 4);
  EXPECT_EQ(subtree_sizes(chain_parents(5)), (std::vector<int>{6, 5, 4, 3, 2, 1}));
  for (const ParentArray& lambda :
       {chain_parents(7), side_branch_parents(6), balanced_tree_parents(4), span_grid_parents(5)}) {
    EXPECT_NO_THROW(check_parent_array(lambda));
    EXPECT_EQ(renumbered(lambda, depth_first_order(lambda)), lambda);
  }
}

}  // namespace
}  // namespace tenon
