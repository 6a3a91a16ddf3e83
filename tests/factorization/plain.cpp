// The listings of [Fea05] on random trees and random matrices with their sparsity.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "factorization/paper/back_substitution.hpp"
#include "factorization/paper/ltdl.hpp"
#include "factorization/paper/ltl.hpp"
#include "factorization/random_tree.hpp"

namespace tenon {
namespace {

using test::random_matrix;
using test::random_parents;
using test::RowMajor;
using Vector = Eigen::VectorXd;

MatrixView<double> view(RowMajor& H) { return {H.data(), static_cast<int>(H.rows())}; }
RowsView<double> rows(RowMajor& x) { return {x.data(), static_cast<int>(x.cols())}; }

RowMajor random_rows(int n, int columns, std::uint64_t seed) {
  test::Random random(seed + 77);
  RowMajor x(n, columns);
  for (double* p = x.data(); p != x.data() + x.size(); ++p) *p = random.uniform();
  return x;
}

// Rounding of n-term sums on matrices whose condition number stays below about 1e4.
constexpr double tolerance = 1e-10;
double error(const RowMajor& a, const RowMajor& b) {
  return (a - b).cwiseAbs().maxCoeff() / (1 + b.cwiseAbs().maxCoeff());
}

RowMajor unit_factor(const RowMajor& LD) { return LD.triangularView<Eigen::UnitLower>(); }
RowMajor general_factor(const RowMajor& L) { return L.triangularView<Eigen::Lower>(); }

TEST(Ltl, TheProductOfTheFactorsIsTheMatrix) {
  for (const auto seed : test::seeds(300)) {
    const ParentArray lambda = random_parents(seed);
    const RowMajor H = random_matrix(lambda, seed);
    RowMajor A = H;
    ltl_factorize<double>(lambda, view(A));
    const RowMajor L = general_factor(A);
    EXPECT_LE(error(L.transpose() * L, H), 1e-13) << seed;
  }
}

TEST(Ltdl, TheProductOfTheFactorsIsTheMatrix) {
  for (const auto seed : test::seeds(300)) {
    const ParentArray lambda = random_parents(seed);
    const RowMajor H = random_matrix(lambda, seed);
    RowMajor A = H;
    ltdl_factorize<double>(lambda, view(A));
    const RowMajor L = unit_factor(A);
    EXPECT_LE(error(L.transpose() * A.diagonal().asDiagonal() * L, H), 1e-13) << seed;
  }
}

TEST(Ltdl, DividesTheRowsOfLtlByTheirDiagonal) {
  for (const auto seed : test::seeds(100)) {
    const ParentArray lambda = random_parents(seed);
    RowMajor A = random_matrix(lambda, seed), B = A;
    ltl_factorize<double>(lambda, view(A));
    ltdl_factorize<double>(lambda, view(B));
    const Vector diagonal = A.diagonal();
    EXPECT_LE(error(diagonal.cwiseInverse().asDiagonal() * general_factor(A), unit_factor(B)), 1e-13) << seed;
    EXPECT_LE(error(diagonal.cwiseAbs2(), B.diagonal()), 1e-13) << seed;
  }
}

// What must not be read is NaN, what must not be written is compared bit by bit.
TEST(Factorization, TouchesOnlyTheEntriesOfTheLowerTriangleThatTheTreeAllows) {
  for (const auto seed : test::seeds(200)) {
    const ParentArray lambda = random_parents(seed);
    RowMajor H = random_matrix(lambda, seed);
    const int n = static_cast<int>(H.rows());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (j > i || !on_one_branch(lambda, i + 1, j + 1)) H(i, j) = std::nan("");
    for (const bool ltl : {true, false}) {
      RowMajor A = H;
      if (ltl)
        ltl_factorize<double>(lambda, view(A));
      else
        ltdl_factorize<double>(lambda, view(A));
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) EXPECT_EQ(std::isnan(A(i, j)), std::isnan(H(i, j))) << seed;
    }
  }
}

TEST(Factorization, FillsNoZeroInEvenWhenToldThatTheMatrixIsDense) {
  for (const auto seed : test::seeds(200)) {
    const ParentArray lambda = random_parents(seed);
    RowMajor sparse = random_matrix(lambda, seed), dense = sparse;
    const int n = static_cast<int>(sparse.rows());
    ltdl_factorize<double>(lambda, view(sparse));
    ltdl_factorize<double>(chain_parents(n), view(dense));
    EXPECT_EQ(general_factor(sparse), general_factor(dense)) << seed;
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j < i; ++j)
        if (!on_one_branch(lambda, i, j)) EXPECT_EQ(dense(i - 1, j - 1), 0) << seed;
  }
}

// Section 3: Lᵀ = R G R with G the Cholesky factor of the reversed matrix.
TEST(Ltl, IsTheCholeskyFactorizationOfTheReversedMatrix) {
  for (const auto seed : test::seeds(200)) {
    const ParentArray lambda = random_parents(seed);
    RowMajor A = random_matrix(lambda, seed);
    const RowMajor reversed = A.reverse();
    const RowMajor G = reversed.llt().matrixL();
    ltl_factorize<double>(lambda, view(A));
    EXPECT_LE(error(general_factor(A), RowMajor(G.reverse()).transpose()), 1e-13) << seed;
  }
}

// Section 3: after depth-first renumbering and reversal a standard Cholesky factorization fills nothing in, and
// undoing the order gives the LTL factor back.
TEST(Ltl, EqualsAStandardCholeskyInTheBorderedOrder) {
  for (const auto seed : test::seeds(200)) {
    const ParentArray lambda = random_parents(seed);
    RowMajor A = random_matrix(lambda, seed);
    const int n = static_cast<int>(A.rows());
    const std::vector<int> order = bordered_order(lambda);
    RowMajor reordered(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) reordered(i, j) = A(order[i + 1] - 1, order[j + 1] - 1);
    const RowMajor G = reordered.llt().matrixL();
    ltl_factorize<double>(lambda, view(A));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        const int row = order[i + 1], column = order[j + 1];
        if (!on_one_branch(lambda, row, column))
          EXPECT_EQ(G(i, j), 0) << seed;
        else
          EXPECT_NEAR(G(i, j), A(std::max(row, column) - 1, std::min(row, column) - 1), 1e-12) << seed;
      }
  }
}

template <Diagonal diagonal>
void products_equal_dense_ones(std::uint64_t seed, int columns) {
  const ParentArray lambda = random_parents(seed);
  RowMajor A = random_matrix(lambda, seed);
  const int n = static_cast<int>(A.rows());
  if (diagonal == Diagonal::unit)
    ltdl_factorize<double>(lambda, view(A));
  else
    ltl_factorize<double>(lambda, view(A));
  const RowMajor L = diagonal == Diagonal::unit ? unit_factor(A) : general_factor(A);
  const RowMajor x = random_rows(n, columns, seed);
  RowMajor y(n, columns), in = x;
  multiply_l<diagonal, double>(lambda, view(A), rows(in), rows(y));
  EXPECT_LE(error(y, L * x), 1e-13) << seed;
  EXPECT_EQ(in, x) << seed;
  multiply_l<diagonal, double>(lambda, view(A), rows(in), rows(in));
  EXPECT_EQ(in, y) << "in place, " << seed;
  in = x;
  multiply_lt<diagonal, double>(lambda, view(A), rows(in), rows(y));
  EXPECT_LE(error(y, L.transpose() * x), 1e-13) << seed;
  EXPECT_EQ(in, x) << seed;
  y = x;
  solve_l<diagonal, double>(lambda, view(A), rows(y));
  EXPECT_LE(error(L * y, x), tolerance) << seed;
  y = x;
  solve_lt<diagonal, double>(lambda, view(A), rows(y));
  EXPECT_LE(error(L.transpose() * y, x), tolerance) << seed;
}

TEST(Products, EqualDenseOnesForVectorsAndMatricesAndBothDiagonals) {
  for (const auto seed : test::seeds(100))
    for (const int columns : {1, 3, 8}) {
      products_equal_dense_ones<Diagonal::unit>(seed, columns);
      products_equal_dense_ones<Diagonal::general>(seed, columns);
    }
}

TEST(BackSubstitution, SolvesAndInvertsAsEigensCholeskyDoes) {
  for (const auto seed : test::seeds(200)) {
    const ParentArray lambda = random_parents(seed);
    const RowMajor H = random_matrix(lambda, seed);
    const int n = static_cast<int>(H.rows());
    const Eigen::LLT<RowMajor> reference(H);
    const RowMajor b = random_rows(n, 4, seed);
    RowMajor A = H, B = H, x = b, y = b, P(n, n), Q(n, n);
    ltl_factorize<double>(lambda, view(A));
    ltdl_factorize<double>(lambda, view(B));
    ltl_solve<double>(lambda, view(A), rows(x));
    ltdl_solve<double>(lambda, view(B), rows(y));
    ltl_inverse<double>(lambda, view(A), view(P));
    ltdl_inverse<double>(lambda, view(B), view(Q));
    EXPECT_LE(error(x, reference.solve(b)), tolerance) << seed;
    EXPECT_LE(error(y, reference.solve(b)), tolerance) << seed;
    const RowMajor inverse = reference.solve(RowMajor::Identity(n, n));
    EXPECT_LE(error(P, inverse), tolerance) << seed;
    EXPECT_LE(error(Q, inverse), tolerance) << seed;
  }
}

// Two masses on collinear sliders: the composite inertias are m1 + m2 and m2. As printed, eq. (5) gives H12 (2 ∈ ν(1))
// the composite inertia of body 1; the kinetic energy says that it is body 2's.
TEST(Errata, Equation5TakesTheCompositeInertiaOfTheDescendant) {
  const double m1 = 2, m2 = 3;
  const auto kinetic = [&](double v1, double v2) { return (m1 * v1 * v1 + m2 * (v1 + v2) * (v1 + v2)) / 2; };
  const double H12 = kinetic(1, 1) - kinetic(1, 0) - kinetic(0, 1);
  EXPECT_EQ(H12, m2);
  EXPECT_NE(H12, m1 + m2);
}

}  // namespace
}  // namespace tenon
