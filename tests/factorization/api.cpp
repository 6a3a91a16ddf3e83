// The public calls on models: against Eigen, against ABA, their errors, and that they allocate nothing.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <functional>
#include <limits>

#include "factorization/cost.hpp"
#include "factorization/random_tree.hpp"
#include "factorization/vector_calls.hpp"
#include "model/compiled.hpp"
#include "support/allocations.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/configuration.hpp"
#include "tenon/dynamics.hpp"
#include "tenon/factorization.hpp"
#include "tenon/generators.hpp"

namespace tenon {
namespace {

using test::RowMajor;
using Vector = Eigen::VectorXd;

std::span<double> span(RowMajor& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

struct Robot {
  Model model;
  Workspace workspace{model};
  Factorization factorization{model};
  std::vector<double> q;
  RowMajor M;

  Robot(RobotDescription description, std::uint64_t seed)
      : model(std::move(description)), q(random_configuration(model, seed)), M(model.nv(), model.nv()) {
    crba(model, workspace, q, span(M));
  }
};

RobotDescription random_robot(std::uint64_t seed) {
  return generators::random_tree(seed,
                                 {.links = static_cast<int>(seed % 30) + 1, .roots = 1 + static_cast<int>(seed % 3)});
}

// The residual of a backward stable solver: rounding times the size of what was solved, whatever the conditioning.
double residual(const RowMajor& M, const RowMajor& x, const RowMajor& b) {
  return (M * x - b).norm() / (M.norm() * x.norm() + b.norm());
}

TEST(FactorizationOfModels, SolvesWithTheInertiaMatricesOfRandomRobots) {
  for (const auto seed : test::seeds(200)) {
    Robot r(random_robot(seed), seed);
    const int nv = r.model.nv();
    if (nv == 0) continue;
    ASSERT_TRUE(r.factorization.factorize(span(r.M))) << seed;
    test::Random random(seed);
    for (const int columns : {1, 5}) {
      RowMajor b(nv, columns), x(nv, columns);
      for (double& bi : span(b)) bi = random.uniform();
      r.factorization.solve(span(b), {.columns = columns}, span(x));
      EXPECT_LE(residual(r.M, x, b), 1e-14) << seed;
      RowMajor in_place = b;
      r.factorization.solve(span(in_place), {.columns = columns}, span(in_place));
      EXPECT_EQ(in_place, x) << seed;
      // M⁻¹ = L⁻¹ D⁻¹ L⁻ᵀ, and back again by Lᵀ D L.
      RowMajor y = b;
      r.factorization.solve_Lt(span(y), {.columns = columns}, span(y));
      r.factorization.solve_D(span(y), {.columns = columns}, span(y));
      r.factorization.solve_L(span(y), {.columns = columns}, span(y));
      EXPECT_LE(residual(r.M, y, b), 1e-14) << seed;
      r.factorization.multiply_L(span(y), {.columns = columns}, span(y));
      r.factorization.multiply_D(span(y), {.columns = columns}, span(y));
      r.factorization.multiply_Lt(span(y), {.columns = columns}, span(y));
      EXPECT_LE((y - b).norm() / (r.M.norm() * x.norm() + b.norm()), 1e-13) << seed;
    }
    RowMajor Minv(nv, nv);
    r.factorization.inverse(span(Minv));
    EXPECT_LE(residual(r.M, Minv, RowMajor::Identity(nv, nv)), 1e-13) << seed;
  }
}

TEST(FactorizationOfModels, GivesTheAccelerationsOfTheArticulatedBodyAlgorithm) {
  for (const auto seed : test::seeds(100)) {
    Robot r(random_robot(seed), seed);
    if (r.model.nv() == 0) continue;
    const std::vector<double> v = random_velocity(r.model, seed);
    test::Random random(seed);
    std::vector<double> tau = random.vector(r.model.nv()), bias(tau.size()), a(tau.size()), by_aba(tau.size());
    bias_torque(r.model, r.workspace, {r.q, v}, bias);
    for (std::size_t k = 0; k < tau.size(); ++k) a[k] = tau[k] - bias[k];
    ASSERT_TRUE(r.factorization.factorize(span(r.M)));
    r.factorization.solve(a, a);
    aba(r.model, r.workspace, {r.q, v}, tau, by_aba);
    // Two backward stable routes differ by rounding times the condition number.
    const Eigen::SelfAdjointEigenSolver<RowMajor> eigen(r.M);
    const double condition = eigen.eigenvalues().maxCoeff() / eigen.eigenvalues().minCoeff();
    const Eigen::Map<Vector> x(a.data(), r.model.nv()), y(by_aba.data(), r.model.nv());
    EXPECT_LE((x - y).norm() / (x.norm() + 1), 1e-14 * condition + 1e-12) << seed;
  }
}

TEST(FactorizationOfModels, TheExpandedParentArrayIsTheOneOfSection2) {
  for (const auto seed : test::seeds(100)) {
    const Model model(random_robot(seed));
    ParentArray parents{0};
    std::vector<int> dof{0};
    for (const JointInfo& joint : model.joints()) {
      parents.push_back(joint.parent.index + 1);
      dof.push_back(joint.nv);
    }
    EXPECT_EQ(expanded_parents(parents, dof), model.compiled().lambda) << seed;
  }
}

TEST(FactorizationOfModels, InPlaceLeavesTheFactorsInTheLowerTriangleAndNothingElse) {
  for (const auto seed : test::seeds(50)) {
    Robot r(random_robot(seed), seed);
    const int nv = r.model.nv();
    if (nv == 0) continue;
    RowMajor A = r.M;
    for (int i = 0; i < nv; ++i)
      for (int j = i + 1; j < nv; ++j) A(i, j) = 1000 * i + j;
    const RowMajor before = A;
    ASSERT_TRUE(r.factorization.factorize_in_place(span(A)));
    const RowMajor L = A.triangularView<Eigen::UnitLower>();
    EXPECT_LE((L.transpose() * A.diagonal().asDiagonal() * L - r.M).norm(), 1e-13 * r.M.norm()) << seed;
    for (int i = 0; i < nv; ++i)
      for (int j = 0; j < nv; ++j)
        if (j > i || !on_one_branch(r.model.compiled().lambda, i + 1, j + 1)) EXPECT_EQ(A(i, j), before(i, j)) << seed;
  }
}

TEST(FactorizationOfModels, ARefusedMatrixIsReportedWithItsJoint) {
  Robot r(generators::quadruped_standin(), 3);
  const JointId knee = r.model.joint(r.model.joints().back().name);
  const int row = r.model.joint_info(knee).v_index;
  RowMajor M = r.M;
  M(row, row) = -0.5;
  const FactorizationReport report = r.factorization.factorize(span(M));
  EXPECT_FALSE(report);
  EXPECT_EQ(report.row, row);
  EXPECT_EQ(report.joint, knee);
  EXPECT_EQ(report.pivot, -0.5);
  EXPECT_EQ(describe(r.model, report), "joint \"" + r.model.joints().back().name + "\" (row " + std::to_string(row) +
                                           " of M): pivot is -0.5, expected > 0: M is not positive definite");
  std::vector<double> x(static_cast<std::size_t>(r.model.nv()), 1.0);
  EXPECT_THROW(r.factorization.solve(x, x), Error);
  EXPECT_THROW(r.factorization.inverse(span(M)), Error);
  // The workspace is usable again after a good matrix, and a refused one is not written in place.
  const RowMajor bad = M;
  EXPECT_FALSE(r.factorization.factorize_in_place(span(M)));
  EXPECT_EQ(M, bad);
  EXPECT_TRUE(r.factorization.factorize(span(r.M)));
  EXPECT_EQ(describe(r.model, r.factorization.factorize(span(r.M))), "positive definite");
  EXPECT_NO_THROW(r.factorization.solve(x, x));
}

TEST(FactorizationOfModels, NumbersThatAreNotFiniteAreRefused) {
  for (const auto seed : test::seeds(100)) {
    Robot r(random_robot(seed), seed);
    const int nv = r.model.nv();
    if (nv == 0) continue;
    test::Random random(seed);
    const int i = random.integer(0, nv - 1);
    int j = i;  // some entry of row i that the tree allows
    for (int k = r.model.compiled().lambda[i + 1]; k != 0 && random.uniform(0, 1) < 0.5;
         k = r.model.compiled().lambda[k])
      j = k - 1;
    r.M(i, j) = seed % 2 == 0 ? std::nan("") : std::numeric_limits<double>::infinity();
    EXPECT_FALSE(r.factorization.factorize(span(r.M))) << seed;
  }
}

TEST(FactorizationOfModels, WrongSizesAreErrorsThatSaySo) {
  Robot r(generators::arm7_standin(), 1);
  std::vector<double> short_M(48), x(7), wrong(6), three(21);
  EXPECT_THROW((void)r.factorization.factorize(short_M), Error);
  EXPECT_THROW(r.factorization.solve(x, x), Error) << "nothing factorized yet";
  ASSERT_TRUE(r.factorization.factorize(span(r.M)));
  for (const test::VectorCall call : test::vector_calls) {
    EXPECT_THROW((r.factorization.*call)(wrong, {}, x), Error);
    EXPECT_THROW((r.factorization.*call)(x, {}, wrong), Error);
    EXPECT_THROW((r.factorization.*call)(x, {.columns = 3}, x), Error);
    EXPECT_THROW((r.factorization.*call)(x, {.columns = -1}, x), Error);
    EXPECT_NO_THROW((r.factorization.*call)(three, {.columns = 3}, three));
    EXPECT_NO_THROW((r.factorization.*call)({}, {.columns = 0}, {}));
  }
  EXPECT_THROW(r.factorization.inverse(short_M), Error);
  Robot other(generators::quadruped_standin(), 1);
  EXPECT_THROW((void)r.factorization.factorize(span(other.M)), Error);
}

TEST(FactorizationOfModels, AllocatesNothingAfterTheWorkspaceIsMade) {
  if (!test::Allocations::active()) GTEST_SKIP() << "a sanitizer has its own malloc";
  for (const RobotDescription& description :
       {generators::quadruped_standin(), generators::chain(50), generators::atlas_standin(2)}) {
    Robot r(description, 1);
    RowMajor x = RowMajor::Random(r.model.nv(), 6), Minv = r.M, A = r.M;
    const test::Allocations heap;
    EXPECT_TRUE(r.factorization.factorize(span(r.M)));
    EXPECT_TRUE(r.factorization.factorize_in_place(span(A)));
    for (const test::VectorCall call : test::vector_calls) {
      (r.factorization.*call)(span(x), {.columns = 6}, span(x));
      (r.factorization.*call)(span(x).first(r.model.nv()), {}, span(x).first(r.model.nv()));
    }
    r.factorization.inverse(span(Minv));
    EXPECT_EQ(heap.count(), 0);
  }
}

TEST(FactorizationCost, OfThePapersMechanismsIsThePapers) {
  const FactorizationCost humanoid = factorization_cost(Model(generators::fea05_humanoid()));
  EXPECT_EQ(humanoid.nv, 30);
  EXPECT_EQ(humanoid.zeros, 432);
  EXPECT_EQ(humanoid.factorize, (OperationCount{.add = 1039, .mul = 1039, .div = 219}));
  EXPECT_EQ(humanoid.back_substitute, (OperationCount{.add = 438, .mul = 438, .div = 30}));
  const auto sums = [](RobotDescription description) {
    return tree_sums(Model(std::move(description)).compiled().lambda);
  };
  EXPECT_EQ(sums(generators::fea05_unbranched(9)), table2(Topology::unbranched, 9));
  EXPECT_EQ(sums(generators::fea05_side_branches(6)), table2(Topology::side_branches, 6));
  EXPECT_EQ(sums(generators::fea05_balanced_tree(4)), table2(Topology::balanced_tree, 4));
  EXPECT_EQ(sums(generators::fea05_grid(4)), table2(Topology::span_grid, 4));
  EXPECT_EQ(sums(generators::fea05_chain()), table2(Topology::unbranched, 30));
}

}  // namespace
}  // namespace tenon
