// The formulae of [Fea05] against counted runs of the listings and against the numbers it prints.
#include "factorization/cost.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "factorization/dynamics_price.hpp"
#include "factorization/paper/back_substitution.hpp"
#include "factorization/paper/ltdl.hpp"
#include "factorization/paper/ltl.hpp"
#include "factorization/random_tree.hpp"
#include "spatial/counted.hpp"
#include "tenon/error.hpp"

namespace tenon {
namespace {

using test::random_parents;

std::vector<Counted> variables(const test::RowMajor& x) {
  std::vector<Counted> result;
  for (long k = 0; k < x.size(); ++k) result.push_back(Counted::variable(x.data()[k]));
  return result;
}

// One run of every listing with numbers that count.
template <FactorKind kind>
void counted_run_costs_the_formula(const ParentArray& lambda, std::uint64_t seed) {
  constexpr Diagonal diagonal = kind == FactorKind::ltl ? Diagonal::general : Diagonal::unit;
  const int n = static_cast<int>(lambda.size()) - 1, columns = 3;
  const TreeSums sums = tree_sums(lambda);
  std::vector<Counted> H = variables(test::random_matrix(lambda, seed));
  const MatrixView<Counted> L{H.data(), n};
  std::vector<Counted> in = variables(test::RowMajor::Random(n, columns)), out(in.size());
  const RowsView<Counted> x{in.data()}, y{out.data()}, matrix{in.data(), columns};
  const auto cost = [](auto&& work) { return count_operations(work); };

  EXPECT_EQ(cost([&] {
              if constexpr (kind == FactorKind::ltl)
                ltl_factorize(lambda, L);
              else
                ltdl_factorize(lambda, L);
            }),
            factorize_cost(kind, sums))
      << seed;
  EXPECT_EQ(cost([&] { multiply_l<diagonal>(lambda, L, x, y); }), multiply_cost(kind, sums)) << seed;
  EXPECT_EQ(cost([&] { multiply_lt<diagonal>(lambda, L, x, y); }), multiply_cost(kind, sums)) << seed;
  EXPECT_EQ(cost([&] { solve_l<diagonal>(lambda, L, x); }), inverse_multiply_cost(kind, sums)) << seed;
  EXPECT_EQ(cost([&] { solve_lt<diagonal>(lambda, L, x); }), inverse_multiply_cost(kind, sums)) << seed;
  const auto back_substitute = [&](RowsView<Counted> b) {
    if constexpr (kind == FactorKind::ltl)
      ltl_solve(lambda, L, b);
    else
      ltdl_solve(lambda, L, b);
  };
  const OperationCount one = back_substitute_cost(kind, sums);
  EXPECT_EQ(cost([&] { back_substitute(x); }), one) << seed;
  EXPECT_EQ(cost([&] { back_substitute(matrix); }), one + one + one) << seed;
}

TEST(Table1, CountedRunsOnRandomTreesCostExactlyTheFormulae) {
  for (const auto seed : test::seeds(200)) {
    const ParentArray lambda = random_parents(seed);
    counted_run_costs_the_formula<FactorKind::ltl>(lambda, seed);
    counted_run_costs_the_formula<FactorKind::ltdl>(lambda, seed);
  }
}

TEST(Bounds, HoldOnRandomTreesAndAreReachedByTheChainAndTheStar) {
  for (const auto seed : test::seeds(500)) {
    const TreeSums s = tree_sums(random_parents(seed));
    EXPECT_LE(s.D0, s.n - 1) << seed;
    EXPECT_LE(s.D1, tree_bounds(s.n).D1) << seed;
    EXPECT_LE(s.D2, tree_bounds(s.n).D2) << seed;
    EXPECT_LE(s.D1, tree_bounds(s.n, s.d_max).D1) << seed;
    EXPECT_LE(s.D2, tree_bounds(s.n, s.d_max).D2) << seed;
  }
  for (const int n : {1, 2, 17, 100}) {
    const TreeSums chain = tree_sums(chain_parents(n));
    EXPECT_EQ(chain.D0, n - 1);
    EXPECT_EQ(chain.D1, tree_bounds(n).D1);
    EXPECT_EQ(chain.D2, tree_bounds(n).D2);
    const TreeSums star = tree_sums(ParentArray(n + 1, 0));
    EXPECT_EQ(star, (TreeSums{.n = n, .d_max = 1}));
    EXPECT_EQ(tree_bounds(n, 1).D1 + tree_bounds(n, 1).D2, 0);
  }
}

TEST(Table2, ClosedFormsEqualTheSumsOverDepths) {
  for (long m = 1; m <= 40; ++m) {
    EXPECT_EQ(table2(Topology::unbranched, m), tree_sums(chain_parents(m))) << m;
    EXPECT_EQ(table2(Topology::side_branches, m), tree_sums(side_branch_parents(m))) << m;
    EXPECT_EQ(table2(Topology::span_grid, m), tree_sums(span_grid_parents(m))) << m;
    if (m <= 12) EXPECT_EQ(table2(Topology::balanced_tree, m), tree_sums(balanced_tree_parents(m))) << m;
  }
}

TEST(Table2, CountedFactorizationsCostTheClosedForms) {
  counted_run_costs_the_formula<FactorKind::ltdl>(chain_parents(16), 1);
  counted_run_costs_the_formula<FactorKind::ltdl>(side_branch_parents(8), 2);
  counted_run_costs_the_formula<FactorKind::ltdl>(balanced_tree_parents(4), 3);
  counted_run_costs_the_formula<FactorKind::ltdl>(span_grid_parents(4), 4);
}

TEST(Table2, SavingsAreThoseOfSection4) {
  const auto saving = [](const TreeSums& t) {
    return static_cast<double>(operations(table2(Topology::unbranched, t.n))) / static_cast<double>(operations(t));
  };
  EXPECT_NEAR(saving(table2(Topology::balanced_tree, 4)), 7.8, 0.05);  // n = 15
  EXPECT_NEAR(saving(table2(Topology::balanced_tree, 8)), 430, 5);     // n = 255
  EXPECT_NEAR(saving(table2(Topology::span_grid, 4)), 5.3, 0.05);      // n = 16
  EXPECT_NEAR(saving(table2(Topology::span_grid, 16)), 74, 0.5);       // n = 256
  EXPECT_NEAR(saving(table2(Topology::side_branches, 5000)), 4, 0.01);
}

TEST(Section6, HumanoidAndChainHaveThePrintedSums) {
  const BodyTree humanoid = humanoid_bodies(), chain = equivalent_chain_bodies();
  const TreeSums expanded = tree_sums(expanded_parents(humanoid.lambda, humanoid.dof));
  EXPECT_EQ(expanded.n, 30);
  EXPECT_EQ(expanded.D1, 219);
  EXPECT_EQ(expanded.D2, 1039);
  EXPECT_EQ(expanded.zeros(), 432);
  EXPECT_NEAR(1 - expanded.density(), 0.48, 0.005);
  EXPECT_EQ(tree_sums(humanoid.lambda).D0, 24);
  EXPECT_EQ(tree_sums(humanoid.lambda).D1, 84);
  EXPECT_EQ(crba_sums(humanoid), (CrbaSums{21, 66, 3, 18, 1, 6, 3}));
  EXPECT_EQ(crba_sums(chain), (CrbaSums{24, 300, 0, 0, 1, 24, 0}));
}

TEST(Section6, HumanoidAndChainHaveThePrintedPrices) {
  const BodyTree humanoid = humanoid_bodies(), chain = equivalent_chain_bodies();
  const auto ma = [](long m, long a) { return OperationCount{.add = a, .mul = m}; };
  EXPECT_EQ(factorize_price(humanoid), ma(1258, 1039));
  EXPECT_EQ(factorize_price(chain), ma(4930, 4495));
  EXPECT_EQ(back_substitute_price(humanoid), ma(468, 438));
  EXPECT_EQ(back_substitute_price(chain), ma(900, 870));
  EXPECT_EQ(crba_price(humanoid), ma(2475, 2124));
  EXPECT_EQ(crba_price(chain), ma(6462, 4419));
  EXPECT_EQ(rnea_price(humanoid), ma(2275, 1996));
  EXPECT_EQ(rnea_price(chain), ma(2263, 1972));
  EXPECT_EQ(forward_dynamics_price(humanoid), ma(6476, 5597));
  EXPECT_EQ(forward_dynamics_price(chain), ma(14555, 11756));
  EXPECT_EQ(aba_price(humanoid), ma(5544, 5054));
  EXPECT_EQ(aba_price(chain), ma(5346, 4883));
}

TEST(CrbaSums, SplitTheSumsOfTheTree) {
  for (const auto seed : test::seeds(300)) {
    BodyTree tree{random_parents(seed), {}};
    tree.dof.assign(tree.lambda.size(), 1);
    const CrbaSums s = crba_sums(tree);
    const TreeSums t = tree_sums(tree.lambda);
    EXPECT_EQ(s.D0a + s.D0b, t.D0) << seed;
    EXPECT_EQ(s.D1a + s.D1b, t.D1) << seed;  // the loose end that section 5 ties up
    EXPECT_EQ(s.D0c, 0) << seed;
    long non_dh = 0;  // eq. (17)
    for (int i = 0; i < static_cast<int>(tree.lambda.size()); ++i) {
      long children = 0;
      for (int j = 1; j < static_cast<int>(tree.lambda.size()); ++j) children += tree.lambda[j] == i;
      non_dh += std::max(0L, children - 1);
    }
    EXPECT_EQ(s.non_dh, non_dh) << seed;
  }
}

TEST(CrbaSums, NoChoiceOfDhChildrenGivesALargerD1a) {
  for (const auto seed : test::seeds(100)) {
    test::Random random(seed);
    BodyTree tree{random_parents(random, 8, 0.7), std::vector<int>(9, 1)};
    const std::vector<int> nu = subtree_sizes(tree.lambda);
    // Every set of nodes without two siblings in it is a legal choice of DH nodes.
    long best = 0;
    for (int set = 0; set < 256; ++set) {
      long D1a = 0;
      bool legal = true;
      std::vector<int> chosen(9, 0);
      for (int i = 1; i <= 8; ++i)
        if (set >> (i - 1) & 1) {
          legal = legal && chosen[tree.lambda[i]]++ == 0;
          if (tree.lambda[i] != 0) D1a += nu[i];
        }
      if (legal) best = std::max(best, D1a);
    }
    EXPECT_EQ(crba_sums(tree).D1a, best) << seed;
  }
}

TEST(Prices, MechanismsThatThePaperDoesNotPriceAreErrors) {
  const BodyTree spherical{{0, 0, 1}, {0, 1, 3}}, two_roots{{0, 0, 0}, {0, 6, 6}}, fixed{{0, 0, 1}, {0, 1, 1}};
  EXPECT_THROW(crba_price(spherical), Error);
  EXPECT_THROW(rnea_price(two_roots), Error);
  EXPECT_NO_THROW(crba_price(two_roots));
  EXPECT_THROW(aba_price(fixed), Error);
  EXPECT_NO_THROW(rnea_price(fixed));
}

}  // namespace
}  // namespace tenon
