// The tree algorithms against each other, on random trees with every joint kind.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/mechanism.hpp"

namespace tenon::test {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double rounding = 1e-11;  // sums of some hundred terms with intermediates up to 1e3

Vector crba_of(const Mechanism& m) {
  Workspace ws(m.model);
  Vector M(m.nv() * m.nv());
  crba(m.model, ws, m.q, M);
  return M;
}
Eigen::Map<const Matrix> as_matrix(const Vector& M, std::size_t nv) {
  return {M.data(), static_cast<Eigen::Index>(nv), static_cast<Eigen::Index>(nv)};
}
// Ratio of the extreme eigenvalues: what solving with M may lose in digits.
double condition(const Vector& M, std::size_t nv) {
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(as_matrix(M, nv)).eigenvalues();
  return values.maxCoeff() / values.minCoeff();
}
Mechanism plain_twin(std::uint64_t seed) {
  return random_mechanism(seed, {.merge_fixed = false, .screw_frames = false});
}

TEST(Consistency, ForwardDynamicsUndoesInverseDynamics) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    Workspace ws(m.model);
    Vector a(m.nv());
    aba(m.model, ws, {m.q, m.v}, m.rnea(), {.wrenches = m.wrenches}, a);
    // tau is known to rounding of its largest intermediates, a to that times the condition number.
    EXPECT_LE(distance(a, m.a), 1e-14 * condition(crba_of(m), m.nv()) + rounding) << seed;
  }
}

TEST(Consistency, InertiaMatrixHasTheColumnsOfInverseDynamics) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    Workspace ws(m.model);
    Vector still(m.nv(), 0.0), gravity(m.nv()), column(m.nv()), M(m.nv() * m.nv());
    rnea(m.model, ws, {m.q, still}, still, gravity);
    for (std::size_t k = 0; k < m.nv(); ++k) {
      Vector unit = still;
      unit[k] = 1;
      rnea(m.model, ws, {m.q, still}, unit, column);
      for (std::size_t j = 0; j < m.nv(); ++j) M[j * m.nv() + k] = column[j] - gravity[j];
    }
    EXPECT_LE(distance(crba_of(m), M), rounding) << seed;
  }
}

TEST(Consistency, InertiaMatrixIsSymmetricAndPositiveDefinite) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    const Vector M = crba_of(m);
    for (std::size_t i = 0; i < m.nv(); ++i)
      for (std::size_t j = 0; j < i; ++j) ASSERT_EQ(M[i * m.nv() + j], M[j * m.nv() + i]) << seed;
    EXPECT_EQ(Eigen::LLT<Eigen::MatrixXd>(as_matrix(M, m.nv())).info(), Eigen::Success) << seed;
  }
}

TEST(Consistency, InverseTimesInertiaMatrixIsOne) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    Workspace ws(m.model);
    const Vector M = crba_of(m);
    Vector inverse(m.nv() * m.nv()), applied(m.nv());
    minverse(m.model, ws, m.q, inverse);
    const double limit = 1e-14 * condition(M, m.nv()) + rounding;
    const Matrix one = as_matrix(inverse, m.nv()) * as_matrix(M, m.nv());
    EXPECT_LE((one - Matrix::Identity(one.rows(), one.cols())).cwiseAbs().maxCoeff(), limit) << seed;
    minverse_apply(m.model, ws, m.q, m.a, applied);
    EXPECT_LE(distance(applied, product(inverse, m.a)), limit) << seed;
  }
}

TEST(Consistency, InverseMayBeAppliedInPlace) {
  for (const auto seed : seeds(100)) {
    const Mechanism m = random_mechanism(seed);
    Workspace ws(m.model);
    for (const std::size_t columns : {std::size_t{1}, std::size_t{5}}) {  // alone, and a pack with one left over
      Vector x(m.nv() * columns), out(x.size());
      for (std::size_t k = 0; k < x.size(); ++k) x[k] = m.a[k % m.nv()] + static_cast<double>(k % 3);
      minverse_apply(m.model, ws, m.q, x, {.columns = static_cast<int>(columns)}, out);
      minverse_apply(m.model, ws, m.q, x, {.columns = static_cast<int>(columns)}, x);
      EXPECT_EQ(x, out) << seed;
    }
  }
}

TEST(Consistency, KineticEnergyIsHalfTheQuadraticFormOfTheInertiaMatrix) {
  for (const auto seed : seeds(300)) {
    const Mechanism m = random_mechanism(seed);
    Workspace ws(m.model);
    const Vector Mv = product(crba_of(m), m.v);
    double kinetic = 0;
    for (std::size_t k = 0; k < m.nv(); ++k) kinetic += 0.5 * m.v[k] * Mv[k];
    EXPECT_NEAR(energy(m.model, ws, {m.q, m.v}).kinetic, kinetic, rounding * (1 + kinetic)) << seed;
  }
}

// A wrench on any frame acts on the joints by the transposed Jacobian of that frame.
TEST(Consistency, ExternalWrenchesActByTheTransposedJacobian) {
  for (const auto seed : seeds(1000)) {
    Mechanism m = random_mechanism(seed);
    Kinematics k(m.model);
    forward_kinematics(m.model, {m.q}, k);
    const Vector with = m.rnea();
    Vector expected = with, J(6 * m.nv());
    for (const ExternalWrench& w : m.wrenches) {
      frame_jacobian(m.model, k, w.frame, Axes::local, J);
      for (std::size_t d = 0; d < m.nv(); ++d)
        for (std::size_t r = 0; r < 6; ++r) expected[d] += J[r * m.nv() + d] * w.wrench[r];
    }
    m.wrenches.clear();
    EXPECT_LE(distance(m.rnea(), expected), rounding) << seed;
  }
}

TEST(Consistency, MergingAndScrewFramesDoNotShowInAnyFrame) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed), plain = plain_twin(seed);
    ASSERT_EQ(m.model.frames().size(), plain.model.frames().size()) << seed;
    Kinematics a(m.model), b(plain.model);
    forward_kinematics(m.model, {m.q, m.v}, m.a, a);
    forward_kinematics(plain.model, {m.q, m.v}, m.a, b);
    Vector J(6 * m.nv()), K(6 * m.nv());
    for (int f = 0; f < static_cast<int>(m.model.frames().size()); ++f) {
      const FrameId frame{f}, twin = plain.model.frame(m.model.frames()[static_cast<std::size_t>(f)].name);
      const Placement X = frame_placement(m.model, a, frame), Y = frame_placement(plain.model, b, twin);
      EXPECT_LE(distance(X.rotation, Y.rotation), rounding) << seed << " frame " << f;
      EXPECT_LE(distance(X.translation, Y.translation), rounding) << seed << " frame " << f;
      for (const Axes axes : {Axes::local, Axes::world, Axes::world_aligned}) {
        const auto same = [&](const Vector6& x, const Vector6& y) {
          EXPECT_LE(distance(x, y), rounding) << seed << " frame " << f << " axes " << static_cast<int>(axes);
        };
        same(frame_velocity(m.model, a, frame, axes), frame_velocity(plain.model, b, twin, axes));
        same(frame_acceleration(m.model, a, frame, axes), frame_acceleration(plain.model, b, twin, axes));
        same(frame_bias_acceleration(m.model, a, frame, axes), frame_bias_acceleration(plain.model, b, twin, axes));
        frame_jacobian(m.model, a, frame, axes, J);
        frame_jacobian(plain.model, b, twin, axes, K);
        EXPECT_LE(distance(J, K), rounding) << seed << " frame " << f;
      }
    }
  }
}

TEST(Consistency, MergingAndScrewFramesDoNotShowInDynamics) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed), plain = plain_twin(seed);
    const Vector tau = m.rnea(), M = crba_of(m);
    EXPECT_LE(distance(tau, plain.rnea()), rounding) << seed;
    EXPECT_LE(distance(M, crba_of(plain)), rounding) << seed;
    Workspace ws(m.model), twin(plain.model);
    Vector a(m.nv()), b(m.nv()), inverse(m.nv() * m.nv()), other = inverse;
    const double limit = 1e-14 * condition(M, m.nv()) + rounding;
    aba(m.model, ws, {m.q, m.v}, tau, {.wrenches = m.wrenches}, a);
    aba(plain.model, twin, {m.q, m.v}, tau, {.wrenches = plain.wrenches}, b);
    EXPECT_LE(distance(a, b), limit) << seed;
    minverse(m.model, ws, m.q, inverse);
    minverse(plain.model, twin, m.q, other);
    EXPECT_LE(distance(inverse, other), limit) << seed;
  }
}

}  // namespace
}  // namespace tenon::test
