// Counted operations: against [Fea05]'s formulae where there are some, and against each other.
#include <gtest/gtest.h>

#include <algorithm>

#include "factorization/cost.hpp"
#include "model/compiled.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/generators.hpp"

namespace tenon {
namespace {

OperationCount counted(const Model& model, const char* family, const char* name) {
  return count_operations(algorithm(model, family, name), model);
}

int tips(const Model& model) {
  const std::vector<int>& lambda = model.compiled().lambda;
  int count = 0;
  for (int i = 1; i <= model.nv(); ++i) count += std::find(lambda.begin() + 1, lambda.end(), i) == lambda.end();
  return count;
}

TEST(RegistryCounts, FactorizationBeyondCrbaCostsTheFormula) {
  // Revolute joints only: a free base has constants in M, which fold.
  for (const char* robot : {"chain:12", "binary_tree:4", "fea05_grid:5"}) {
    const Model model(generators::make(robot));
    const TreeSums tree = tree_sums(model.compiled().lambda);
    const OperationCount crba = counted(model, "crba", "crba-plain");
    EXPECT_EQ(counted(model, "factorization", "ltdl"), crba + factorize_cost(FactorKind::ltdl, tree)) << robot;
    OperationCount ltl = factorize_cost(FactorKind::ltl, tree);
    ltl.sqrt -= tips(model);  // M's last entry of a tip is a constant, and so is its root
    EXPECT_EQ(counted(model, "factorization", "ltl"), crba + ltl) << robot;
    EXPECT_EQ(counted(model, "minverse_apply", "ltdl-solve"),
              crba + factorize_cost(FactorKind::ltdl, tree) + back_substitute_cost(FactorKind::ltdl, tree))
        << robot;
  }
}

// Screw placements and no rotations by known angles: fewer operations than the listing's.
TEST(RegistryCounts, OfTheCrbaThatRunsAreFewerThanThoseOfTheListing) {
  for (const char* robot : {"chain:12", "arm7_standin", "quadruped_standin", "humanoid_standin", "binary_tree:4"}) {
    const Model model(generators::make(robot));
    EXPECT_LT(counted(model, "crba", "crba").mul, counted(model, "crba", "crba-plain").mul) << robot;
    EXPECT_LT(counted(model, "crba", "crba").add, counted(model, "crba", "crba-plain").add) << robot;
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
  const FrameId last{static_cast<int>(model.frames().size()) - 1};
  std::vector<double> q(static_cast<std::size_t>(model.nq()), 0.0), v(static_cast<std::size_t>(model.nv()), 0.0);
  q[6] = 1;
  for (const Algorithm& a : algorithms())
    EXPECT_EQ(a.count(model, Question{q, v, v, v, v, {}, last}), count_operations(a, model)) << a.family << a.name;
}

// A chain whose joints have springs, damping and dry friction; every row has something to do on it.
Model damped_chain(int n) {
  RobotDescription robot = generators::chain(n);
  for (auto& joint : robot.joints)
    joint.stiffness = 2, joint.damping = 0.5, joint.friction = 0.1, joint.spring_reference = 0.3;
  return Model(robot);
}

TEST(RegistryCounts, AreThereForEveryRowOfTheTable) {
  for (const Model& model :
       {damped_chain(5), Model(generators::make("quadruped_standin")), Model(generators::make("swimmer:3"))})
    for (const Algorithm& a : algorithms()) {
      ASSERT_NE(a.count, nullptr) << a.family << " " << a.name;
      const OperationCount n = count_operations(a, model);
      const bool passive = a.family == "passive_forces" && model.joints()[0].damping == 0;
      if (passive) continue;  // nothing acts by itself there, and what is known to be zero does not count
      EXPECT_GT(n.add + n.mul, 0) << a.family << " " << a.name;
    }
}

// On n revolute joints: one sum for a step, one subtraction for the way back; a product and a sum to draw an angle.
TEST(RegistryCounts, OfJointwiseQuestionsAreTheirFormulae) {
  const Model model = damped_chain(9);
  EXPECT_EQ(counted(model, "integrate", "automatic"), (OperationCount{9, 0, 0, 0, 0}));
  EXPECT_EQ(counted(model, "difference", "automatic"), (OperationCount{9, 0, 0, 0, 0}));
  EXPECT_EQ(counted(model, "interpolate", "automatic"), (OperationCount{18, 9, 0, 0, 0}));
  EXPECT_EQ(counted(model, "random", "automatic"), (OperationCount{9, 9, 0, 0, 0}));
  // -d v - k (q - r) - f (v / s)
  EXPECT_EQ(counted(model, "passive_forces", "automatic"), (OperationCount{27, 27, 9, 0, 0}));
}

// A product with the factor is D1 multiplications and additions beyond the factors themselves ([Fea05] Table 1).
TEST(RegistryCounts, OfProductsWithTheFactorAreTheFormulae) {
  for (const char* robot : {"chain:12", "binary_tree:4"}) {
    const Model model(generators::make(robot));
    const TreeSums tree = tree_sums(model.compiled().lambda);
    const OperationCount factors = counted(model, "factorization", "ltdl");
    for (const char* family : {"multiply_L", "multiply_Lt"})
      EXPECT_EQ(counted(model, family, "ltdl"), factors + multiply_cost(FactorKind::ltdl, tree)) << robot << family;
    for (const char* family : {"solve_L", "solve_Lt"})
      EXPECT_EQ(counted(model, family, "ltdl"), factors + inverse_multiply_cost(FactorKind::ltdl, tree)) << robot;
  }
}

// Each body turns its first moment, scales and adds its origin; the mass divides the sum. One more body of a chain adds
// its placement (18 products of a rotation about z onto a general one …) and that: the growth is the same from body to
// body once placements are general.
TEST(RegistryCounts, OfTheCentreOfMassGrowByTheSameForEveryBody) {
  const auto com = [](int n) { return counted(Model(generators::chain(n)), "com", "automatic"); };
  const auto placement = [](int n) { return counted(Model(generators::chain(n)), "placement", "automatic"); };
  const auto difference = [](const OperationCount& a, const OperationCount& b) {
    return OperationCount{a.add - b.add, a.mul - b.mul, a.div - b.div, a.sqrt - b.sqrt, a.trig - b.trig};
  };
  const OperationCount step = difference(com(21), com(20));
  EXPECT_EQ(difference(com(11), com(10)), step);
  EXPECT_EQ(step.trig, 1);
  const OperationCount kinematics = difference(placement(21), placement(20));
  EXPECT_GT(step.mul, kinematics.mul);
  EXPECT_GT(step.add, kinematics.add);
}

// Screw placements and a last sweep without transforms: the walk needs fewer operations than the plain kernel. RNEA's
// only where placements are general: zeros of axis-parallel ones fold in the plain kernel too, and sooner.
TEST(RegistryCounts, OfTheWalksAreBelowThePlainOnes) {
  const auto expect_below = [](const char* robot, const std::string& family) {
    const Model model(generators::make(robot));
    const OperationCount walk = counted(model, family.c_str(), family.c_str());
    const OperationCount plain = counted(model, family.c_str(), (family + "-plain").c_str());
    EXPECT_LT(walk.mul, plain.mul) << robot << " " << family;
    EXPECT_LT(walk.add + walk.mul, plain.add + plain.mul) << robot << " " << family;
  };
  for (const char* robot : {"chain:30", "quadruped_standin", "humanoid_standin", "shadow_hand_standin"})
    expect_below(robot, "aba");
  expect_below("chain:30", "rnea");
}

}  // namespace
}  // namespace tenon
