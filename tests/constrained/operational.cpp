// Inverse dynamics, projections and inertia under constraints, against dense matrices.
#include "tenon/constrained.hpp"

#include "constrained/question.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/builder.hpp"
#include "tenon/configuration.hpp"
#include "tenon/delassus.hpp"

namespace tenon::test {
namespace {

bool well_posed(const ConstrainedQuestion& q, DenseKktReport* report) {
  q.dense(report);
  return report->rank > 0 && report->smallest >= 100;
}
Column inverse_dynamics(const ConstrainedQuestion& q) {
  Workspace ws(q.m.model);
  Vector f(q.m.nv());
  rnea(q.m.model, ws, {q.m.q, q.m.v}, q.m.a, {.wrenches = q.wrenches}, f);
  return column(f);
}

// τ and λ balance the motion, nothing acts on the free degrees of freedom, and no other pair that does is smaller.
TEST(ConstrainedInverseDynamics, HoldsTheMotionWithTheSmallestForces) {
  int held = 0;
  for (const auto seed : seeds(60)) {
    Mechanism m(generators::make(seed % 2 == 0 ? "humanoid_standin" : "quadruped_standin"), seed);
    std::vector<Constraint> list = weld_tips(m.model);
    list.resize(2);
    const ConstrainedQuestion q(std::move(m), list, seed);
    Random random(seed);
    Vector torque_weight(q.m.nv()), force_weight(q.rows()), tau(q.m.nv()), lambda(q.rows());
    for (double& x : torque_weight) x = std::pow(10, random.uniform(-1, 1));
    for (double& x : force_weight) x = std::pow(10, random.uniform(-3, -1));
    const std::vector<int> actuated = actuated_by_joints(q.m.model);
    ASSERT_EQ(actuated.size() + 6, q.m.nv());
    Workspace ws(q.m.model, q.set);
    const SolveReport report = constrained_inverse_dynamics(
        q.m.model, q.set, ws, {q.m.q, q.m.v}, q.m.a,
        {.actuated = actuated, .torque_weight = torque_weight, .force_weight = force_weight, .wrenches = q.wrenches},
        {tau, lambda});
    ASSERT_EQ(report.status, SolveStatus::converged) << seed << " " << report.residual;
    const Dense J = q.J();
    const Column f = inverse_dynamics(q);
    EXPECT_LE((column(tau) + J.transpose() * column(lambda) - f).cwiseAbs().maxCoeff(), 1e-8 * (1 + f.norm())) << seed;
    for (Eigen::Index k = 0; k < 6; ++k) EXPECT_EQ(tau[static_cast<std::size_t>(k)], 0) << seed;
    const auto norm = [&](const Column& t, const Column& l) {
      return t.dot(column(torque_weight).cwiseProduct(t)) + l.dot(column(force_weight).cwiseProduct(l));
    };
    const Eigen::MatrixXd base = J.leftCols(6).transpose();
    const Eigen::MatrixXd kernel = Eigen::FullPivLU<Eigen::MatrixXd>(base).kernel();
    for (Eigen::Index k = 0; k < kernel.cols(); ++k)
      for (const double step : {-0.1, 0.1}) {
        const Column l = column(lambda) + step * kernel.col(k);
        Column t = f - J.transpose() * l;
        t.head(6).setZero();
        EXPECT_LT(norm(column(tau), column(lambda)), norm(t, l)) << seed;
        ++held;
      }
  }
  EXPECT_GE(held, nearly(720, 60));
}

// One point cannot hold a floating base: the status says so, and what is left is told.
TEST(ConstrainedInverseDynamics, SaysWhenTheBaseCannotBeHeld) {
  const Mechanism m(generators::quadruped_standin(), 2);
  const ConstraintSet set(m.model, {connect("FL_foot")});
  Workspace ws(m.model, set);
  Vector tau(m.nv()), lambda(3);
  const SolveReport report = constrained_inverse_dynamics(m.model, set, ws, {m.q, m.v}, m.a, {tau, lambda});
  EXPECT_EQ(report.status, SolveStatus::infeasible);
  EXPECT_GT(report.residual, 1e-3);
  for (const double x : tau) EXPECT_TRUE(std::isfinite(x));
  for (const double x : lambda) EXPECT_LT(std::abs(x), 1e5);
}

// With everything actuated and dear forces it is inverse dynamics.
TEST(ConstrainedInverseDynamics, OfAFullyActuatedRobotWithDearForcesIsInverseDynamics) {
  const Mechanism m(generators::arm7_standin(), 2);
  const FrameId hand{static_cast<int>(m.model.frames().size()) - 1};
  const Constraint list[] = {weld(hand)};
  const ConstrainedQuestion q(m, list, 2);
  Workspace ws(q.m.model, q.set);
  Vector tau(7), lambda(6);
  const std::vector<int> actuated = actuated_by_joints(q.m.model);
  const SolveReport report =
      constrained_inverse_dynamics(q.m.model, q.set, ws, {q.m.q, q.m.v}, q.m.a,
                                   {.actuated = actuated, .force_weight = 1e9, .wrenches = q.wrenches}, {tau, lambda});
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_LE((column(tau) - inverse_dynamics(q)).norm(), 1e-6 * (1 + inverse_dynamics(q).norm()));
}

// Weights say what is dear, from 1e-12 to 1e12: forces balance, and no other pair that balances too is smaller, which
// the gradient of the weighted norm along them tells. Redundant rows share their force.
void expect_smallest(const ConstrainedQuestion& q, const Vector& torque_weight, const Vector& force_weight,
                     const std::string& what) {
  Workspace ws(q.m.model, q.set);
  Vector tau(q.m.nv()), lambda(q.rows());
  const std::vector<int> actuated = actuated_by_joints(q.m.model);
  const SolveReport report = constrained_inverse_dynamics(q.m.model, q.set, ws, {q.m.q, q.m.v}, q.m.a,
                                                          {.actuated = actuated,
                                                           .torque_weight = torque_weight,
                                                           .force_weight = force_weight,
                                                           .tolerance = 1e-8,
                                                           .wrenches = q.wrenches},
                                                          {tau, lambda});
  EXPECT_EQ(report.status, SolveStatus::converged) << what << " " << report.residual;
  const Dense J = q.J();
  const Column f = inverse_dynamics(q);
  EXPECT_LE((column(tau) + J.transpose() * column(lambda) - f).cwiseAbs().maxCoeff(), 1e-9 * (1 + f.norm())) << what;
  const Eigen::MatrixXd kernel = Eigen::FullPivLU<Eigen::MatrixXd>(J.leftCols(6).transpose()).kernel();
  const auto weight = [](const Vector& list, std::size_t k) { return list[list.size() == 1 ? 0 : k]; };
  for (Eigen::Index k = 0; k < kernel.cols(); ++k) {
    const Column along = kernel.col(k), torque = -J.transpose() * along;
    const Column reach = J.cwiseAbs().transpose() * along.cwiseAbs();  // of which `torque` is what does not cancel
    double slope = 0, terms = 0, rounding = 0;  // small torques and forces have the rounding of the large ones
    const auto add = [&](double x) { slope += x, terms += std::abs(x); };
    for (std::size_t i = 6; i < q.m.nv(); ++i) {
      const auto k_i = static_cast<Eigen::Index>(i);
      add(weight(torque_weight, i) * tau[i] * torque[k_i]);
      rounding += 1e-13 * weight(torque_weight, i) * (1 + f.norm()) * reach[k_i];
    }
    for (std::size_t r = 0; r < q.rows(); ++r) {
      const double x = weight(force_weight, r) * along[static_cast<Eigen::Index>(r)];
      add(x * lambda[r]);
      rounding += 1e-13 * std::abs(x) * (1 + f.norm());
    }
    EXPECT_LE(std::abs(slope), 1e-5 * terms + rounding) << what << " along " << k;
  }
}

TEST(ConstrainedInverseDynamics, TakesWeightsOfAnySize) {
  const Mechanism m(generators::quadruped_standin(), 2);
  const Constraint foot = weld("FL_foot"), other = weld("HR_foot");
  const Constraint one[] = {foot}, both[] = {foot, other}, twice[] = {foot, foot};
  for (const double torque : {1e-12, 1e-6, 1.0, 1e6, 1e12})
    for (const double force : {1e-12, 1e-8, 1e-4, 1.0, 1e12}) {
      const std::string what = std::to_string(std::log10(torque)) + " " + std::to_string(std::log10(force));
      expect_smallest(ConstrainedQuestion(m, one, 2), {torque}, {force}, what + " one");
      expect_smallest(ConstrainedQuestion(m, both, 2), {torque}, {force}, what + " both");
      expect_smallest(ConstrainedQuestion(m, twice, 2), {torque}, {force}, what + " twice");
    }
  for (const auto seed : seeds(40)) {
    Random random(seed);
    const ConstrainedQuestion q(m, seed % 2 == 0 ? both : twice, 2);
    Vector torque(q.m.nv()), force(q.rows());
    for (Vector* list : {&torque, &force})
      for (double& x : *list) x = std::pow(10, random.uniform(-6, 6));
    expect_smallest(q, torque, force, std::to_string(seed));
  }
}

TEST(ConstrainedInverseDynamics, OfADoubledWeldSharesItsForce) {
  const Mechanism m(generators::quadruped_standin(), 2);
  const Constraint list[] = {weld("FL_foot"), weld("FL_foot")};
  const ConstrainedQuestion q(m, list, 2);
  Workspace ws(q.m.model, q.set);
  const std::vector<int> actuated = actuated_by_joints(q.m.model);
  for (const double weight : {1e-20, 1e-16, 1e-8, 1.0, 1e12}) {
    Vector tau(q.m.nv()), lambda(12);
    const SolveReport report = constrained_inverse_dynamics(
        q.m.model, q.set, ws, {q.m.q, q.m.v}, q.m.a,
        {.actuated = actuated, .force_weight = weight, .wrenches = q.wrenches}, {tau, lambda});
    EXPECT_LE(report.residual, 1e-8) << weight;
    for (std::size_t k = 0; k < 6; ++k)
      EXPECT_NEAR(lambda[k], lambda[k + 6], 1e-8 * (1 + std::abs(lambda[k]))) << weight;
  }
}

// A gram and ten tons in one tree: the rank is not judged against the larger.
TEST(OperationalSpaceInertia, KnowsTheRankOfRowsOnLightAndHeavyBodies) {
  for (const double heavy : {1e2, 1e4})
    for (const double light : {1e-2, 1e-4}) {
      ModelBuilder b("two");
      b.link("light", solid_box(light, {0.02, 0.02, 0.02}));
      b.link("heavy", solid_box(heavy, {1, 1, 1}));
      b.free("first", "", "light"), b.free("second", "", "heavy");
      const Model model = b.build();
      const ConstraintSet set(model, {weld("light"), weld("light"), weld("heavy")});
      Workspace ws(model, set);
      const Vector q = neutral_configuration(model);
      Dense L(18, 18), D(18, 18);
      EXPECT_EQ(operational_space_inertia(model, set, ws, q, {L.data(), 324}), 12) << heavy << " " << light;
      Workspace delassus_ws(model, set);
      delassus(model, set, delassus_ws, q, {D.data(), 324});
      EXPECT_LE((D * L * D - D).cwiseAbs().maxCoeff(), 1e-9 * D.cwiseAbs().maxCoeff()) << heavy << " " << light;
      EXPECT_NEAR(L(15, 15), heavy / 6, 1e-6 * heavy);  // its own inertia
      EXPECT_NEAR(L(0, 0), light / 4, 1e-6 * light);    // shared by two rows
    }
}

TEST(Projections, AreThoseOfDenseMatrices) {
  for (const auto seed : seeds(150)) {
    const ConstrainedQuestion q = soft_question(seed, {.most = 3, .loops = seed % 3 == 0, .joints = seed % 3 == 0});
    DenseKktReport report;
    if (!well_posed(q, &report)) continue;
    const Dense J = q.J(), M = q.M();
    const Eigen::MatrixXd D = J * M.llt().solve(J.transpose());
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> C(M.llt().matrixL().solve(J.transpose()));
    const Eigen::MatrixXd D_inverse = C.pseudoInverse() * C.pseudoInverse().transpose();
    const Eigen::MatrixXd N =
        Eigen::MatrixXd::Identity(M.rows(), M.rows()) - M.llt().solve(J.transpose() * D_inverse * J);
    Workspace ws(q.m.model, q.set);
    const Column x = column(q.m.a);
    Vector out(q.m.nv());
    EXPECT_EQ(project_velocity(q.m.model, q.set, ws, q.m.q, q.m.a, out).status, SolveStatus::converged) << seed;
    EXPECT_LE((column(out) - N * x).norm(), 1e-6 * (1 + (N * x).norm())) << seed;
    EXPECT_LE((J * column(out)).cwiseAbs().maxCoeff(), 1e-8) << seed;
    Vector again = out;
    EXPECT_EQ(project_velocity(q.m.model, q.set, ws, q.m.q, again, again).status, SolveStatus::converged) << seed;
    EXPECT_LE(distance(again, out), 1e-8) << seed;  // once is enough
    EXPECT_EQ(project_force(q.m.model, q.set, ws, q.m.q, q.m.a, out).status, SolveStatus::converged) << seed;
    EXPECT_LE((column(out) - N.transpose() * x).norm(), 1e-6 * (1 + (N.transpose() * x).norm())) << seed;
    EXPECT_LE((J * M.llt().solve(column(out))).norm(), 1e-9 * (1 + (J * M.llt().solve(x)).norm())) << seed;

    Dense L(q.set.rows(), q.set.rows());
    const int rank = operational_space_inertia(q.m.model, q.set, ws, q.m.q, {L.data(), q.rows() * q.rows()});
    if (report.smallest < 1e-8 * report.largest) continue;  // eigenvalues of the matrix do not tell that rank
    EXPECT_EQ(rank, report.rank) << seed;
    EXPECT_LE((D * L * D - D).norm(), 1e-8 * D.norm()) << seed;
    EXPECT_LE((L - L.transpose()).norm(), 1e-12 * L.norm()) << seed;
    EXPECT_LE((L * D * L - L).norm(), 1e-6 * L.norm()) << seed;
  }
}

TEST(OperationalInput, IsRefusedByName) {
  const Mechanism m(generators::quadruped_standin(), 2);
  const ConstraintSet set(m.model, {connect("FL_foot")});
  Workspace ws(m.model, set);
  Vector tau(m.nv(), 7.0), lambda(3, 7.0);
  const auto refused = [&](const std::vector<int>& actuated, InverseDynamicsOptions options, const Vector& a) {
    options.actuated = actuated;
    EXPECT_THROW((void)constrained_inverse_dynamics(m.model, set, ws, {m.q, m.v}, a, options, {tau, lambda}), Error);
    EXPECT_EQ(tau, Vector(m.nv(), 7.0));
    EXPECT_EQ(lambda, Vector(3, 7.0));
  };
  const Vector two{1, 2};
  refused({-1}, {}, m.a);
  refused({static_cast<int>(m.nv())}, {}, m.a);
  refused({6}, {.torque_weight = -1}, m.a);
  refused({6}, {.force_weight = two}, m.a);
  refused({6}, {.tolerance = 0}, m.a);
  refused({6}, {.tolerance = INFINITY}, m.a);
  refused({6}, {}, Vector(m.nv(), NAN));
}

}  // namespace
}  // namespace tenon::test
