// The modes of a Factorization against the plain listings: all of them answer the same to rounding, and refuse the same
// matrices at the same row.
#include <gtest/gtest.h>

#include "factorization/fast/packed.hpp"
#include "factorization/paper/back_substitution.hpp"
#include "factorization/paper/ltdl.hpp"
#include "factorization/paper/ltl.hpp"
#include "factorization/random_tree.hpp"
#include "factorization/vector_calls.hpp"
#include "model/compiled.hpp"
#include "support/allocations.hpp"
#include "tenon/builder.hpp"
#include "tenon/factorization.hpp"
#include "tenon/generators.hpp"

namespace tenon {
namespace {

using test::RowMajor;

constexpr Mode modes[] = {Mode::automatic, Mode::single, Mode::lanes};
// Other order of sums, fused operations and reciprocals: rounding times the condition number (below about 1e4).
constexpr double tolerance = 1e-11;

std::span<double> span(RowMajor& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
MatrixView<double> view(RowMajor& H) { return {H.data(), static_cast<int>(H.rows())}; }
RowsView<double> rows(RowMajor& x) { return {x.data(), static_cast<int>(x.cols())}; }
double error(const RowMajor& a, const RowMajor& b) {
  return a.size() == 0 ? 0 : (a - b).cwiseAbs().maxCoeff() / (1 + b.cwiseAbs().maxCoeff());
}
RowMajor random_rows(int n, int columns, std::uint64_t seed) {
  test::Random random(seed + 77);
  RowMajor x(n, columns);
  for (double& xi : span(x)) xi = random.uniform();
  return x;
}
RobotDescription random_robot(std::uint64_t seed) {
  return generators::random_tree(seed,
                                 {.links = static_cast<int>(seed % 30) + 1, .roots = 1 + static_cast<int>(seed % 3)});
}

// Every public call in every mode. M is random with the tree's sparsity, not an inertia matrix.
void expect_the_listings(const Model& model, std::uint64_t seed) {
  const std::vector<int>& lambda = model.compiled().lambda;
  const int n = model.nv();
  const RowMajor M = test::random_matrix(lambda, seed);
  RowMajor LD = M, L = M;
  ltdl_factorize<double>(lambda, view(LD));
  ltl_factorize<double>(lambda, view(L));
  RowMajor inverse_of_M = RowMajor::Zero(n, n);
  ltdl_inverse(lambda, view(LD), view(inverse_of_M));
  for (const Mode mode : modes) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", mode " << static_cast<int>(mode));
    Factorization f(model, {.mode = mode});
    RowMajor A = M;
    ASSERT_TRUE(f.factorize_in_place(span(A)));
    EXPECT_LE(error(A, LD), tolerance);
    for (const int columns : {1, 3}) {
      const RowMajor x = random_rows(n, columns, seed);
      const auto equal = [&](const char* what, test::VectorCall call, auto&& listing) {
        RowMajor expected = x, y(n, columns), in_place = x;
        listing(expected);
        RowMajor in = x;
        (f.*call)(span(in), {.columns = columns}, span(y));
        EXPECT_LE(error(y, expected), tolerance) << what << ", " << columns;
        (f.*call)(span(in_place), {.columns = columns}, span(in_place));
        EXPECT_EQ(in_place, y) << what;
      };
      equal("M^-1 x", &Factorization::solve, [&](RowMajor& y) { ltdl_solve(lambda, view(LD), rows(y)); });
      equal("M^-1 x by LTL", &Factorization::solve, [&](RowMajor& y) { ltl_solve(lambda, view(L), rows(y)); });
      equal("L x", &Factorization::multiply_L,
            [&](RowMajor& y) { multiply_l<Diagonal::unit>(lambda, view(LD), rows(y), rows(y)); });
      equal("LT x", &Factorization::multiply_Lt, [&](RowMajor& y) {
        RowMajor in = y;
        multiply_lt<Diagonal::unit>(lambda, view(LD), rows(in), rows(y));
      });
      equal("L^-1 x", &Factorization::solve_L,
            [&](RowMajor& y) { solve_l<Diagonal::unit>(lambda, view(LD), rows(y)); });
      equal("L^-T x", &Factorization::solve_Lt,
            [&](RowMajor& y) { solve_lt<Diagonal::unit>(lambda, view(LD), rows(y)); });
      equal("D x", &Factorization::multiply_D, [&](RowMajor& y) { y = LD.diagonal().asDiagonal() * y; });
      equal("D^-1 x", &Factorization::solve_D, [&](RowMajor& y) { y = LD.diagonal().cwiseInverse().asDiagonal() * y; });
    }
    RowMajor Minv(n, n);
    f.inverse(span(Minv));
    EXPECT_LE(error(Minv, inverse_of_M), tolerance);
  }
}

TEST(FactorizationModes, AnswerAsTheListingsOnRandomTrees) {
  for (const auto seed : test::seeds(1000)) expect_the_listings(Model(random_robot(seed)), seed);
}

TEST(FactorizationModes, AnswerAsTheListingsOnOneBodyWithoutBranchesAndOnLimbsAlone) {
  for (const char* robot : {"chain:1", "chain:2", "chain:5", "chain:33", "fea05_balanced_tree:5", "fea05_grid:6",
                            "quadruped_standin", "humanoid_standin", "binary_tree:5"})
    expect_the_listings(Model(generators::make(robot)), 1);
  // No trunk: every root is a limb.
  for (const int roots : {2, 4, 7}) {
    generators::RandomTreeOptions limbs{.links = 3 * roots, .roots = roots, .branching = 0, .floating = 0};
    expect_the_listings(Model(generators::random_tree(5, limbs)), 5);
  }
}

TEST(FactorizationModes, TakeAModelThatCannotMove) {
  RobotDescription stone;
  stone.name = "stone";
  stone.links.emplace_back().name = "stone";
  const Model model(stone);
  ASSERT_EQ(model.nv(), 0);
  for (const Mode mode : modes) {
    Factorization f(model, {.mode = mode});
    EXPECT_TRUE(f.factorize({}));
    EXPECT_NO_THROW(f.solve({}, {}));
    EXPECT_NO_THROW(f.inverse({}));
  }
}

// The first pivot that is not positive, from the tips: several rows are spoilt, on any branch.
TEST(FactorizationModes, RefuseAtTheRowOfTheListing) {
  int refused = 0;
  for (const auto seed : test::seeds(1000)) {
    const Model model(random_robot(seed));
    const std::vector<int>& lambda = model.compiled().lambda;
    const int n = model.nv();
    if (n == 0) continue;
    RowMajor M = test::random_matrix(lambda, seed);
    test::Random random(seed);
    for (int spoilt = random.integer(1, 3); spoilt > 0; --spoilt) {
      const int i = random.integer(0, n - 1);
      M(i, i) *= random.uniform(-1, 0.5);
    }
    RowMajor LD = M;
    ltdl_factorize<double>(lambda, view(LD));
    int row = n - 1;
    while (row >= 0 && LD(row, row) > pivot_rounding * M(row, row)) --row;
    for (const Mode mode : modes) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", mode " << static_cast<int>(mode));
      Factorization f(model, {.mode = mode});
      const FactorizationReport report = f.factorize(span(M));
      EXPECT_EQ(report.positive_definite, row < 0);
      EXPECT_EQ(report.row, row);
      if (row < 0) continue;
      ++refused;
      EXPECT_NEAR(report.pivot, LD(row, row), tolerance * (1 + std::abs(LD(row, row))));
      const JointInfo& joint = model.joint_info(report.joint);
      EXPECT_TRUE(joint.v_index <= row && row < joint.v_index + joint.nv);
      RowMajor x = random_rows(n, 1, seed);
      EXPECT_THROW(f.solve(span(x), span(x)), Error);
      // A good matrix is factorized afterwards as if nothing had been.
      RowMajor good = test::random_matrix(lambda, seed), again = good;
      Factorization fresh(model, {.mode = mode});
      ASSERT_TRUE(f.factorize_in_place(span(good)));
      ASSERT_TRUE(fresh.factorize_in_place(span(again)));
      EXPECT_EQ(good, again);
    }
  }
  EXPECT_GE(refused, test::nearly(2883, 1000));
}

TEST(FactorizationModes, AllocateNothing) {
  if (!test::Allocations::active()) GTEST_SKIP() << "a sanitizer has its own malloc";
  for (const RobotDescription& robot : {generators::quadruped_standin(), generators::chain(50)}) {
    const Model model(robot);
    for (const Mode mode : modes) {
      Factorization f(model, {.mode = mode});
      RowMajor M = test::random_matrix(model.compiled().lambda, 1), A = M, bad = M, x = random_rows(model.nv(), 3, 1);
      bad(model.nv() - 1, model.nv() - 1) = -1;
      const std::size_t n = static_cast<std::size_t>(model.nv());
      const test::Allocations heap;
      EXPECT_FALSE(f.factorize(span(bad)));
      EXPECT_TRUE(f.factorize(span(M)));
      EXPECT_TRUE(f.factorize_in_place(span(A)));
      for (const test::VectorCall call : test::vector_calls) {
        (f.*call)(span(x), {.columns = 3}, span(x));
        (f.*call)(span(x).first(n), {}, span(x).first(n));
      }
      f.inverse(span(M));
      EXPECT_EQ(heap.count(), 0);
    }
  }
}

}  // namespace
}  // namespace tenon
