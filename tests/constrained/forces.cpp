// λ of `automatic` is right to ten digits, although mu is 1e6 masses: its tolerance is the problem's, not mu times the
// rounding of v̇.
#include "constrained/question.hpp"
#include "tenon/configuration.hpp"
#include "tenon/constrained.hpp"

namespace tenon::test {
namespace {

Answer by_mode(const ConstrainedQuestion& q, Mode mode) {
  Workspace ws(q.m.model, q.set, {.mode = mode});
  Answer answer{Vector(q.m.nv()), Vector(q.rows()), {}};
  answer.report = constrained_dynamics(q.m.model, q.set, ws, {q.m.q, q.m.v}, q.tau,
                                       with(q.settings, Constrained::automatic, q.wrenches), {answer.a, answer.lambda});
  return answer;
}

// Accelerations meet the rows to `tolerance`, and Λ times what they miss is missing in λ. Beside that ten digits.
// Forces that no motion feels are left out: redundant rows share them, and nothing corrects their rounding. The problem
// says which of the two limits is larger, and so which cases are compared to ten digits, of full rank and of redundant
// rows.
struct Compared {
  int ten_digits = 0, redundant_ten_digits = 0, to_tolerance = 0;
};
void expect_forces(const ConstrainedQuestion& q, Compared& compared, const std::string& what) {
  DenseKktReport report;
  const Answer expected = q.dense(&report);
  if (report.rank == 0 || report.smallest < 100) return;  // iterations may be too few
  const double mu = q.mu()[0], size = column(expected.lambda).cwiseAbs().maxCoeff();
  const double missed = mu / report.smallest * std::sqrt(q.set.rows()) * q.settings.tolerance;
  const double allowed = std::max(1e-10 * size, missed);
  const bool full_rank = report.rank == q.set.rows();
  for (const Mode mode : {Mode::single, Mode::lanes}) {
    const Answer found = by_mode(q, mode);
    const Column error = column(found.lambda) - column(expected.lambda);
    if (full_rank) {
      EXPECT_LE(error.cwiseAbs().maxCoeff(), allowed) << what << " of " << size;
    } else {
      const Dense J = q.J();
      EXPECT_LE((J.transpose() * error).cwiseAbs().maxCoeff(), allowed * J.cwiseAbs().colwise().sum().maxCoeff())
          << what << " of " << size;
    }
  }
  if (missed > 1e-10 * size)
    ++compared.to_tolerance;
  else
    ++(full_rank ? compared.ten_digits : compared.redundant_ten_digits);
}

TEST(AutomaticForces, AreRightToTenDigitsOnRandomTrees) {
  Compared compared;
  for (const auto seed : seeds(300)) {
    ConstrainedQuestion question = random_question(seed);
    question.make_feasible();
    expect_forces(question, compared, std::to_string(seed));
  }
  EXPECT_GE(compared.ten_digits, nearly(69, 300));
  EXPECT_GE(compared.redundant_ten_digits, nearly(109, 300));
  EXPECT_LE(compared.to_tolerance, hardly_more_than(121, 300));
}

TEST(AutomaticForces, AreRightToTenDigitsWithLoopsAndJointRows) {
  Compared compared;
  for (const auto seed : seeds(300)) {
    ConstrainedQuestion question =
        random_question(seed, {.most = 2, .loops = true, .joints = true, .centre_of_mass = true});
    question.make_feasible();
    expect_forces(question, compared, std::to_string(seed));
  }
  EXPECT_GE(compared.ten_digits, nearly(185, 300));
  EXPECT_GE(compared.redundant_ten_digits, nearly(60, 300));
  EXPECT_LE(compared.to_tolerance, hardly_more_than(55, 300));
}

TEST(AutomaticForces, AreRightToTenDigitsOnRobots) {
  Compared compared;
  for (const char* robot : {"arm7_standin", "quadruped_standin", "humanoid_standin", "shadow_hand_standin",
                            "atlas_standin:1", "chain:12", "swimmer:5", "binary_tree:4", "square_chain:3"})
    for (const auto seed : seeds(6)) {
      Mechanism m(generators::make(robot), seed);
      Random random(seed + 7);
      const std::vector<Constraint> list = rigid(random_constraints(m.model, random, {.most = 3}));
      ConstrainedQuestion question(std::move(m), list, seed);
      question.make_feasible();
      expect_forces(question, compared, robot + std::to_string(seed));
    }
  EXPECT_GE(compared.ten_digits, nearly(27, 6));
  EXPECT_GE(compared.redundant_ten_digits, nearly(12, 6));
  EXPECT_LE(compared.to_tolerance, hardly_more_than(15, 6));
}

// A quadruped on four point feet, with gains. Truncation is h² of the third derivative, rounding ε/h of λ.
TEST(AutomaticForces, HaveTheAnalyticDerivativesAsDifferences) {
  Mechanism m(generators::quadruped_standin(), 3);
  std::vector<Constraint> list;
  for (const char* foot : {"FL_foot", "FR_foot", "HL_foot", "HR_foot"}) list.push_back(connect(foot));
  for (Constraint& c : list) c.kd = 20;
  const ConstrainedQuestion at(m, list, 3);
  const Eigen::Index n = m.model.nv(), rows = at.set.rows();
  Dense D[6] = {Dense(n, n), Dense(n, n), Dense(n, n), Dense(rows, n), Dense(rows, n), Dense(rows, n)};
  const auto numbers = [](Dense& M) { return std::span(M.data(), static_cast<std::size_t>(M.size())); };
  Workspace ws(m.model, at.set);
  Vector a(m.nv()), lambda(at.rows());
  const DerivativesReport report = constrained_dynamics_derivatives(
      m.model, at.set, ws, {m.q, m.v}, at.tau, with(at.settings, Constrained::automatic, at.wrenches),
      {a, lambda, numbers(D[0]), numbers(D[1]), numbers(D[2]), numbers(D[3]), numbers(D[4]), numbers(D[5])});
  EXPECT_EQ(report.solve.status, SolveStatus::converged);
  const Answer answer = at.by(Constrained::automatic);
  EXPECT_EQ(a, answer.a);
  EXPECT_EQ(lambda, answer.lambda);
  constexpr double h = 1e-5;
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto moved = [&](double step) {
      ConstrainedQuestion other(m, list, 3);
      Vector along(m.nv(), 0.0);
      along[static_cast<std::size_t>(k)] = step;
      integrate(m.model, m.q, along, other.m.q);
      return other.by(Constrained::automatic).lambda;
    };
    const Column difference = (column(moved(h)) - column(moved(-h))) / (2 * h);
    EXPECT_LE((difference - D[3].col(k)).cwiseAbs().maxCoeff(), 1e-7 * D[3].cwiseAbs().maxCoeff()) << k;
  }
}

}  // namespace
}  // namespace tenon::test
