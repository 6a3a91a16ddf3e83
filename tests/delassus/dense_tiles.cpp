// Factors, solves and inverses by tiles of four rows.
#include "delassus/fast/dense_tiles.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <Eigen/Dense>

#include "spatial/aligned.hpp"

namespace tenon::test {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix definite(int n, unsigned seed) {
  std::srand(seed);
  const Matrix G = Matrix::Random(n, n);
  return G * G.transpose() + 0.1 * Matrix::Identity(n, n);
}
// The upper triangle, with room for the inverse.
AlignedVector upper(const Matrix& A) {
  AlignedVector B(3 * static_cast<std::size_t>(A.size()));
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index j = i; j < A.cols(); ++j) B.data()[i * A.cols() + j] = A(i, j);
  return B;
}

TEST(DenseTiles, InvertAndSolveAsEigenDoes) {
  for (const int n : {4, 8, 12, 16, 20, 44}) {
    const Matrix A = definite(n, static_cast<unsigned>(n)), inverse = A.inverse();
    const double rounding = 1e-14 * n * A.norm() * inverse.norm();
    AlignedVector B = upper(A);
    factor_tiles<double, 4>(n, B.data());
    Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1, 2), expected = inverse * x;
    solve_tiles(n, n, B.data(), x.data());
    EXPECT_LE((x - expected).norm(), rounding * expected.norm()) << n;
    invert_tiles<double, 4>(n, B.data());
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) EXPECT_NEAR(B.data()[i * n + j], inverse(i, j), rounding * inverse.norm()) << n;
  }
}

// A sample of a batch has the bits of a single call, because columns in packs and columns one by one are the same.
TEST(DenseTiles, HaveTheSameBitsForEveryWidth) {
  for (const int n : {4, 8, 12, 20}) {
    const Matrix A = definite(n, 7);
    AlignedVector one = upper(A), four = upper(A);
    factor_tiles<double, 1>(n, one.data()), factor_tiles<double, 4>(n, four.data());
    for (int k = 0; k < n * n; ++k) ASSERT_EQ(one.data()[k], four.data()[k]) << n << " " << k;
    invert_tiles<double, 1>(n, one.data()), invert_tiles<double, 4>(n, four.data());
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) ASSERT_EQ(one.data()[i * n + j], four.data()[i * n + j]) << n;
  }
}

TEST(DenseTiles, OfAMatrixThatIsNotDefiniteAreNan) {
  Matrix A = definite(8, 3);
  A(5, 5) = -1;
  AlignedVector B = upper(A);
  factor_tiles<double, 4>(8, B.data());
  invert_tiles<double, 4>(8, B.data());
  EXPECT_TRUE(std::isnan(B.data()[5 * 8 + 5]));
}

}  // namespace
}  // namespace tenon::test
