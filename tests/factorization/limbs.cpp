// Limbs alike in lanes: which rows they are, their bits, and every width against the listing.
#include "factorization/fast/branch_limbs.hpp"

#include <gtest/gtest.h>

#include "factorization/fast/packed.hpp"
#include "factorization/kernels.hpp"
#include "factorization/paper/ltdl.hpp"
#include "factorization/random_tree.hpp"
#include "model/compiled.hpp"
#include "tenon/generators.hpp"
#include "tenon/model.hpp"

namespace tenon {
namespace {

using test::RowMajor;

std::vector<int> rows_in_limbs(const LimbTables& tables) {
  std::vector<int> rows;
  for (const LimbGroup& group : tables.groups)
    for (int lane = 0; lane < group.lanes; ++lane)
      for (std::size_t i = static_cast<std::size_t>(group.tables.held); i < group.tables.rows.size(); ++i)
        rows.push_back(group.first[static_cast<std::size_t>(lane)] + static_cast<int>(i) - group.tables.held);
  return rows;
}

// A depth-first tree that has limbs alike often: paths of length one to three hang from rows of a random trunk.
ParentArray tree_with_limbs(std::uint64_t seed) {
  test::Random random(seed);
  ParentArray lambda{0};
  const auto subtree = [&](const auto& self, int parent, int levels) -> void {
    lambda.push_back(parent);
    const int root = static_cast<int>(lambda.size()) - 1;
    const int limbs = random.integer(0, 9), length = random.integer(1, 3);
    for (int limb = 0; limb < limbs; ++limb)
      for (int i = 0; i < length; ++i) lambda.push_back(i == 0 ? root : static_cast<int>(lambda.size()) - 1);
    if (levels > 0)
      for (int child = random.integer(0, 2); child > 0; --child) self(self, root, levels - 1);
  };
  for (int roots = random.integer(1, 2); roots > 0; --roots) subtree(subtree, 0, random.integer(0, 3));
  return lambda;
}

// Every row is a limb's or the trunk's, once; limbs are those that a reader would name.
TEST(FactorizationLimbs, OfAQuadrupedAreItsLegs) {
  const Model model(generators::quadruped_standin());
  const BranchTables rows(model.compiled().lambda);
  const LimbTables tables(model.compiled().lambda, rows, 4);
  ASSERT_EQ(tables.groups.size(), 1u);
  EXPECT_EQ(tables.groups[0].lanes, 4);
  EXPECT_EQ(tables.trunk.size(), 6u);
  EXPECT_EQ(tables.groups[0].tables.held, 6);
  const LimbTables pairs(model.compiled().lambda, rows, 2);
  EXPECT_EQ(pairs.groups.size(), 2u);
}

TEST(FactorizationLimbs, TakeEachRowOnce) {
  for (const auto seed : test::seeds(1000))
    for (const int width : {2, 4, 8}) {
      const ParentArray lambda = tree_with_limbs(seed);
      const LimbTables tables(lambda, BranchTables(lambda), width);
      std::vector<int> rows = rows_in_limbs(tables);
      rows.insert(rows.end(), tables.trunk.begin(), tables.trunk.end());
      std::ranges::sort(rows);
      ASSERT_EQ(rows.size(), lambda.size() - 1) << seed;
      for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(rows[i], static_cast<int>(i)) << seed;
      for (const LimbGroup& group : tables.groups) EXPECT_TRUE(group.lanes >= 2 && group.lanes <= width) << seed;
    }
}

// Limbs have the bits of the single kernel, whose rows they are; the trunk's sums run in another order.
TEST(FactorizationLimbs, HaveTheBitsOfTheSingleKernelAndTheTrunkItsAnswer) {
  const FactorizationKernels& kernels = factorization_kernels();
  int limbs = 0;
  for (const auto seed : test::seeds(1000)) {
    ParentArray lambda = tree_with_limbs(seed);
    if (seed % 4 == 0) {
      const ParentArray any = test::random_parents(seed);
      lambda = renumbered(any, depth_first_order(any));
    }
    const RowMajor M = test::random_matrix(lambda, seed);
    const int n = static_cast<int>(M.rows());
    BranchStorage single(lambda);
    ASSERT_EQ(kernels.branch_factorize(single.factor(), M.data()), -1);
    RowMajor x(n, 2);
    test::Random random(seed);
    for (double& xi : std::span(x.data(), static_cast<std::size_t>(x.size()))) xi = random.uniform();
    const RowMajor expected = M.ldlt().solve(x);
    for (const int width : {2, 4, 8}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", width " << width);
      LimbStorage lanes(lambda, width);
      ASSERT_EQ(kernels.limbs_factorize(lanes.factor(), M.data()), -1);
      const BranchStorage& factors = lanes.factors();
      const auto depth = [&](int row) { return single.tables().rows[static_cast<std::size_t>(row)].depth; };
      for (const int row : rows_in_limbs(lanes.tables())) {
        ++limbs;
        EXPECT_EQ(factors.pivot(row), single.pivot(row));
        for (int p = 0; p < depth(row); ++p) EXPECT_EQ(factors.L(row, p), single.L(row, p));
      }
      for (const int row : lanes.tables().trunk) {
        EXPECT_NEAR(factors.pivot(row), single.pivot(row), 1e-12 * M(row, row));
        for (int p = 0; p < depth(row); ++p) EXPECT_NEAR(factors.L(row, p), single.L(row, p), 1e-11);
      }
      RowMajor y(n, 2), again(n, 2);
      kernels.limbs_solve(lanes.factor(), x.data(), y.data(), 2);
      EXPECT_LE((y - expected).cwiseAbs().maxCoeff(), 1e-11 * (1 + expected.cwiseAbs().maxCoeff()));
      kernels.limbs_factorize(lanes.factor(), M.data());  // nothing is left from the first time
      kernels.limbs_solve(lanes.factor(), x.data(), again.data(), 2);
      EXPECT_EQ(y, again);
    }
  }
  EXPECT_GE(limbs, test::nearly(74857, 1000) / 4);  // registers of two numbers; wider ones take fewer
}

}  // namespace
}  // namespace tenon
