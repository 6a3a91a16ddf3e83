// Counted operations: against [Fea05]'s formulae where there are some, and against each other.
#include <gtest/gtest.h>

#include "factorization/cost.hpp"
#include "model/compiled.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/generators.hpp"

namespace tenon {
namespace {

OperationCount counted(const Model& model, const char* family, const char* name) {
  return count_operations(algorithm(model, family, name), model);
}

TEST(RegistryCounts, FactorizationBeyondCrbaCostsTheFormula) {
  // Revolute joints only: a free base has constants in M, which fold.
  for (const char* robot : {"chain:12", "binary_tree:4", "fea05_grid:5"}) {
    const Model model(generators::make(robot));
    const TreeSums tree = tree_sums(model.compiled().lambda);
    const OperationCount crba = counted(model, "crba", "crba");
    EXPECT_EQ(counted(model, "factorization", "ltdl"), crba + factorize_cost(FactorKind::ltdl, tree)) << robot;
    EXPECT_EQ(counted(model, "factorization", "ltl"), crba + factorize_cost(FactorKind::ltl, tree)) << robot;
    EXPECT_EQ(counted(model, "minverse_apply", "ltdl-solve"),
              crba + factorize_cost(FactorKind::ltdl, tree) + back_substitute_cost(FactorKind::ltdl, tree))
        << robot;
  }
}

TEST(RegistryCounts, AbaGrowsLinearlyAndCrbaDoesNot) {
  const auto mul = [](int n, const char* family, const char* name) {
    return static_cast<double>(counted(Model(generators::chain(n)), family, name).mul);
  };
  EXPECT_NEAR(mul(80, "aba", "aba") / mul(40, "aba", "aba"), 2, 0.1);
  EXPECT_GT(mul(160, "crba", "crba") / mul(80, "crba", "crba"), 3);
}

// n d terms: twice the chain, four times the pairs of a joint and one before it.
TEST(RegistryCounts, OfMatricesGrowWithThePairsOfJointsOnAPath) {
  const auto mul = [](int n, const char* family) {
    const Model model(generators::chain(n));
    return static_cast<double>(count_operations(algorithms_of(family).front(), model).mul);
  };
  for (const char* family : {"rnea_derivatives", "coriolis", "regressor", "aba_derivatives"}) {
    EXPECT_GT(mul(80, family) / mul(40, family), 2.5) << family;
    EXPECT_LT(mul(80, family) / mul(40, family), 4) << family;
  }
}

TEST(RegistryCounts, OfDerivativesAreMoreThanThoseOfWhatIsDifferentiated) {
  for (const char* robot : {"chain:7", "quadruped_standin", "humanoid_standin"}) {
    const Model model(generators::make(robot));
    EXPECT_GT(counted(model, "rnea_derivatives", "rnea-derivatives").mul,
              counted(model, "rnea", "rnea").mul + counted(model, "crba", "crba").mul)
        << robot;
    EXPECT_GT(counted(model, "aba_derivatives", "aba-derivatives").mul,
              counted(model, "rnea_derivatives", "rnea-derivatives").mul + counted(model, "aba", "aba").mul)
        << robot;
  }
}

TEST(RegistryCounts, DoNotDependOnTheState) {
  const Model model(generators::make("quadruped_standin"));
  std::vector<double> q(static_cast<std::size_t>(model.nq()), 0.0), v(static_cast<std::size_t>(model.nv()), 0.0);
  q[6] = 1;
  for (const Algorithm& a : algorithms())
    if (a.count)
      EXPECT_EQ(a.count(model, Question{q, v, v, v, v, {}, {}, Axes::local}), count_operations(a, model)) << a.name;
}

}  // namespace
}  // namespace tenon
