// What constrained motion is, whatever computes it.
#include "constrained/question.hpp"

namespace tenon::test {
namespace {

// Gauss: of all accelerations that meet the rows, the true one is nearest to the free one in the norm of M.
TEST(GaussPrinciple, NoOtherFeasibleAccelerationIsNearerToTheFreeOne) {
  int tried = 0;
  for (const auto seed : seeds(100)) {
    ConstrainedQuestion question = random_question(seed, {.most = 2});
    question.make_feasible();
    DenseKktReport report;
    question.dense(&report);
    if (report.rank == 0 || report.smallest < 100) continue;
    const Dense J = question.J(), M = question.M();
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(J);
    if (lu.dimensionOfKernel() == 0) continue;
    const Eigen::MatrixXd kernel = lu.kernel().colwise().normalized();
    const Column free = question.free();
    Random random(seed);
    for (const Constrained algorithm : proximal) {
      const Column a = column(question.by(algorithm).a);
      const double gauss = (a - free).dot(M * (a - free));
      for (int k = 0; k < 5; ++k) {
        const Column other = a + kernel * column(random.vector(static_cast<int>(kernel.cols()), 10));
        EXPECT_LT(gauss, (other - free).dot(M * (other - free))) << seed << " " << to_string(algorithm);
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 0);
}

// Where the velocity obeys the rows, λ does no work.
TEST(ConstraintForces, DoNoWorkOnAVelocityThatObeysTheRows) {
  int tried = 0;
  for (const auto seed : seeds(100)) {
    Mechanism m = random_mechanism(seed);
    Random random(seed + 7);
    std::vector<Constraint> list = random_constraints(m.model, random, {.most = 2});
    for (Constraint& c : list) c.kp = c.kd = 0;
    ConstrainedQuestion question(std::move(m), list, seed);
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(question.J());
    if (lu.dimensionOfKernel() == 0) continue;
    const Column v = lu.kernel().colwise().normalized().rowwise().sum();
    std::copy(v.begin(), v.end(), question.m.v.begin());
    for (const Constrained algorithm : proximal) {
      const Answer found = question.by(algorithm);
      if (found.report.status != SolveStatus::converged) continue;
      const Column lambda = column(found.lambda);
      EXPECT_LE(std::abs(lambda.dot(question.J() * v)), 1e-9 * (1 + lambda.norm())) << seed << to_string(algorithm);
      ++tried;
    }
  }
  EXPECT_GT(tried, 0);
}

// Forces balance: M v̇ + c = τ + Jᵀλ + wrenches, by RNEA.
TEST(ConstraintForces, BalanceTheMotionEquation) {
  for (const auto seed : seeds(200)) {
    ConstrainedQuestion question = random_question(seed, {.most = 3});
    question.make_feasible();
    DenseKktReport report;
    question.dense(&report);
    const Dense J = question.J();
    Workspace ws(question.m.model);
    for (const Constrained algorithm : exact) {
      const Answer found = question.by(algorithm);
      if (found.report.status != SolveStatus::converged) continue;
      Vector tau(question.m.nv());
      rnea(question.m.model, ws, question.m.q, question.m.v, found.a, tau, question.wrenches);
      const Column force = J.transpose() * column(found.lambda);
      const double scale = 1 + column(tau).norm() + (J.cwiseAbs().transpose() * column(found.lambda).cwiseAbs()).norm();
      EXPECT_LE((column(tau) - column(question.tau) - force).norm(), (1e-8 + 1e-16 * report.largest) * scale)
          << seed << to_string(algorithm);
    }
  }
}

}  // namespace
}  // namespace tenon::test
