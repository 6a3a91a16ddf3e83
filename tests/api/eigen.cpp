// tenon/eigen.hpp takes what its calls read in the right order, and refuses the rest when it is compiled.
#include "tenon/eigen.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/mechanism.hpp"

namespace tenon::test {
namespace {

template <class X>
constexpr bool taken = requires(X& x) { numbers(x); };
template <class X>
constexpr bool taken_as_temporary = requires(X&& x) { numbers(std::move(x)); };

TEST(EigenAdapter, TakesVectorsAndRowMajorMatricesAlone) {
  static_assert(taken<Eigen::VectorXd> && taken<const Eigen::VectorXd> && taken<Eigen::RowVectorXd>);
  static_assert(taken<Eigen::Vector3d> && taken<RowMatrix> && taken<const RowMatrix>);
  static_assert(taken<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> && taken<Eigen::Map<Eigen::VectorXd>>);
  static_assert(taken<Eigen::Map<RowMatrix>> && taken<Eigen::Map<const Eigen::VectorXd>> && taken<Eigen::VectorXf>);

  static_assert(!taken<Eigen::MatrixXd> && !taken<const Eigen::MatrixXd> && !taken<Eigen::Matrix3d>);
  static_assert(!taken<Eigen::Map<Eigen::MatrixXd>>, "its columns would be read as rows");
  static_assert(!taken<Eigen::Transpose<RowMatrix>> && !taken<Eigen::Transpose<Eigen::MatrixXd>>);
  static_assert(!taken<Eigen::Block<RowMatrix>>, "its rows stand apart");
  static_assert(!taken<Eigen::Map<Eigen::VectorXd, 0, Eigen::InnerStride<>>>, "its numbers stand apart");
  static_assert(!taken<Eigen::Map<RowMatrix, 0, Eigen::OuterStride<>>>);
  static_assert(!taken<decltype(Eigen::VectorXd() + Eigen::VectorXd())>, "it has no numbers yet");
  static_assert(!taken_as_temporary<Eigen::VectorXd>);
}

TEST(EigenAdapter, GivesTheNumbersThatACallWrites) {
  const Mechanism m(generators::make("arm7_standin"), 3);
  const int n = m.model.nv();
  Workspace ws(m.model);
  const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(m.q.data(), m.model.nq());
  RowMatrix M(n, n), C(n, n);
  Vector expected(m.nv() * m.nv());
  crba(m.model, ws, numbers(q), numbers(M));
  crba(m.model, ws, m.q, expected);
  EXPECT_EQ(M, Eigen::Map<RowMatrix>(expected.data(), n, n));
  // C is not symmetric: a transposed answer would show.
  coriolis_matrix(m.model, ws, {numbers(q), m.v}, numbers(C));
  coriolis_matrix(m.model, ws, {m.q, m.v}, expected);
  EXPECT_EQ(C(0, 1), expected[1]);
  EXPECT_NE(C(0, 1), C(1, 0));
}

}  // namespace
}  // namespace tenon::test
