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

using FixedMatrix = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;

// The body of numbers() is compiled, too, and finds x's own numbers; a const element says that no call may write it.
template <class Number, class X>
void expect_numbers(X&& x) {
  const auto found = numbers(x);
  static_assert(std::is_same_v<decltype(found), const std::span<Number>>);
  EXPECT_EQ(found.data(), x.data());
  EXPECT_EQ(found.size(), static_cast<std::size_t>(x.size()));
}
template <class X>
void expect_numbers_of_an_owner(X x) {
  expect_numbers<typename X::Scalar>(x);
  expect_numbers<const typename X::Scalar>(std::as_const(x));
}

TEST(EigenAdapter, TakesVectorsAndRowMajorMatrices) {
  expect_numbers_of_an_owner<Eigen::VectorXd>(Eigen::VectorXd::Zero(5));
  expect_numbers_of_an_owner<Eigen::VectorXf>(Eigen::VectorXf::Zero(5));
  expect_numbers_of_an_owner<Eigen::RowVectorXd>(Eigen::RowVectorXd::Zero(5));
  expect_numbers_of_an_owner<Eigen::Vector3d>(Eigen::Vector3d::Zero());
  expect_numbers_of_an_owner<RowMatrix>(RowMatrix::Zero(3, 4));
  expect_numbers_of_an_owner<FixedMatrix>(FixedMatrix::Zero());
}

TEST(EigenAdapter, TakesMapsWithoutGaps) {
  Vector storage(12);
  double* data = storage.data();
  const double* read_only = data;
  Eigen::Map<Eigen::VectorXd> vector(data, 12);
  Eigen::Map<const Eigen::VectorXd> const_vector(read_only, 12);
  Eigen::Map<RowMatrix> matrix(data, 3, 4);
  Eigen::Map<const RowMatrix> const_matrix(read_only, 3, 4);
  Eigen::Map<FixedMatrix, 0, Eigen::OuterStride<4>> rows_that_touch(data);
  expect_numbers<double>(vector);
  expect_numbers<const double>(std::as_const(vector));
  expect_numbers<const double>(const_vector);
  expect_numbers<const double>(std::as_const(const_vector));
  expect_numbers<double>(matrix);
  expect_numbers<const double>(const_matrix);
  expect_numbers<double>(rows_that_touch);
}

TEST(EigenAdapter, TakesReferencesWithoutGaps) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(5);
  FixedMatrix M = FixedMatrix::Zero();
  Eigen::Ref<Eigen::VectorXd> vector(x);
  Eigen::Ref<const Eigen::VectorXd> const_vector(x), of_an_expression(2 * x);
  Eigen::Ref<FixedMatrix, 0, Eigen::OuterStride<4>> matrix(M);
  Eigen::Ref<const FixedMatrix, 0, Eigen::OuterStride<4>> const_matrix(M);
  expect_numbers<double>(vector);
  expect_numbers<const double>(std::as_const(vector));
  expect_numbers<const double>(const_vector);
  expect_numbers<const double>(of_an_expression);
  expect_numbers<double>(matrix);
  expect_numbers<const double>(const_matrix);
}

TEST(EigenAdapter, RefusesOtherOrdersGapsExpressionsAndTemporaries) {
  static_assert(taken<Eigen::VectorXd> && taken<const Eigen::VectorXd> && taken<RowMatrix>);
  static_assert(!taken<Eigen::MatrixXd> && !taken<const Eigen::MatrixXd> && !taken<Eigen::Matrix3d>);
  static_assert(!taken<Eigen::Map<Eigen::MatrixXd>>, "its columns would be read as rows");
  static_assert(!taken<Eigen::Transpose<RowMatrix>> && !taken<Eigen::Transpose<Eigen::MatrixXd>>);
  static_assert(!taken<Eigen::Block<RowMatrix>>, "its rows stand apart");
  static_assert(!taken<Eigen::Map<Eigen::VectorXd, 0, Eigen::InnerStride<>>>, "its numbers stand apart");
  static_assert(!taken<Eigen::Map<Eigen::VectorXd, 0, Eigen::InnerStride<2>>>);
  static_assert(!taken<Eigen::Map<RowMatrix, 0, Eigen::OuterStride<>>>);
  static_assert(!taken<Eigen::Map<FixedMatrix, 0, Eigen::OuterStride<5>>>);
  static_assert(!taken<Eigen::Ref<RowMatrix>> && !taken<const Eigen::Ref<const RowMatrix>>, "its rows may stand apart");
  static_assert(!taken<Eigen::Ref<FixedMatrix>> && !taken<Eigen::Ref<Eigen::MatrixXd>>);
  static_assert(!taken<Eigen::Ref<Eigen::VectorXd, 0, Eigen::InnerStride<>>>);
  static_assert(!taken<decltype(Eigen::VectorXd() + Eigen::VectorXd())>, "it has no numbers yet");
  static_assert(!taken_as_temporary<Eigen::VectorXd> && !taken_as_temporary<Eigen::Ref<const Eigen::VectorXd>>);
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

// A function of a user's own program: its arguments are parts of longer vectors.
void gravity_into(const Model& model, Workspace& ws, const Eigen::Ref<const Eigen::VectorXd>& q,
                  Eigen::Ref<Eigen::VectorXd> tau) {
  gravity_torque(model, ws, numbers(q), numbers(tau));
}

TEST(EigenAdapter, ReadsAndWritesPartsOfAVectorByReference) {
  const Mechanism m(generators::make("arm7_standin"), 3);
  const int nq = m.model.nq(), nv = m.model.nv();
  Workspace ws(m.model);
  Vector expected(m.nv());
  gravity_torque(m.model, ws, m.q, expected);
  Eigen::VectorXd all = Eigen::VectorXd::Zero(nq + nv + 1);
  all.head(nq) = Eigen::Map<const Eigen::VectorXd>(m.q.data(), nq);
  gravity_into(m.model, ws, all.head(nq), all.segment(nq, nv));
  EXPECT_EQ(all.segment(nq, nv), Eigen::Map<Eigen::VectorXd>(expected.data(), nv));
  EXPECT_EQ(all[nq + nv], 0);
}

}  // namespace
}  // namespace tenon::test
