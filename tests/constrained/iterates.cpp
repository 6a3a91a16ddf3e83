// [cABA] section II-D3: the proximal algorithms have the same λ in every iteration; section VII: soft rows.
#include "constrained/question.hpp"

namespace tenon::test {
namespace {

// λᵏ by dense matrices: (Λ⁻¹ + R⁻¹)λᵏ = target - J v̇₀ + R⁻¹λᵏ⁻¹.
std::vector<Column> dense_iterates(const ConstrainedQuestion& q, int count) {
  const Dense J = q.J();
  const Vector mu = q.mu();
  const Column y = q.target() - J * q.free(), compliance = column(mu).cwiseInverse();
  Dense A = J * q.M().llt().solve(J.transpose());
  A.diagonal() += compliance;
  std::vector<Column> list{Column::Zero(J.rows())};
  for (int k = 0; k < count; ++k) list.push_back(A.ldlt().solve(y + compliance.cwiseProduct(list.back())));
  return list;
}

double relative(const Vector& found, const Column& expected) {
  return expected.size() == 0 ? 0
                              : (column(found) - expected).cwiseAbs().maxCoeff() / (1 + expected.cwiseAbs().maxCoeff());
}

// With mu about 1 iterations are many, and an error such as [cABA] Alg. 2 as printed (exact for two, then solving with
// 2 mu) shows. Returns how many iterates were compared.
int expect_same_iterates(ConstrainedQuestion& question, std::uint64_t seed) {
  question.settings.tolerance = 1e-300;
  const std::vector<Column> expected = dense_iterates(question, 6);
  const Dense J = question.J(), feels = question.M().llt().solve(J.transpose());
  const Column target = question.target(), free = question.free();
  int compared = 0;
  for (const int k : {1, 2, 3, 6}) {
    question.settings.max_iterations = k;
    const Column& lambda = expected[static_cast<std::size_t>(k)];
    const Column a = free + feels * lambda, r = J * a - target;
    for (const Constrained algorithm : proximal) {
      SCOPED_TRACE(testing::Message() << seed << " " << to_string(algorithm) << " iteration " << k);
      const Answer found = question.by(algorithm);
      // Contradicting rows: λ has lost what no motion feels.
      const bool unfelt = k > 1 && (feels * column(question.mu()).cwiseProduct(r)).norm() <=
                                       1e-5 * feels.norm() * column(question.mu()).cwiseProduct(r).norm();
      if (unfelt && relative(found.lambda, lambda) > 1e-7) {
        const Column without = lambda + k * column(question.mu()).cwiseProduct(r);
        EXPECT_LE(relative(found.lambda, without), 1e-3);
        EXPECT_LE(relative(found.a, a), 1e-5);
        continue;
      }
      EXPECT_LE(relative(found.a, a), 1e-7);
      EXPECT_LE(relative(found.lambda, lambda), 1e-7);
      // What stands still before is told before.
      if (found.report.status == SolveStatus::max_iterations) EXPECT_EQ(found.report.iterations, k);
      ++compared;
    }
  }
  return compared;
}

// Feasible rows, and any.
TEST(ProximalIterates, AreTheSameInAllAlgorithms) {
  int compared = 0, asked = 0;
  for (const auto seed : seeds(300)) {
    ConstrainedQuestion question = random_question(seed);
    if (seed % 3 != 0) question.make_feasible();
    question.settings.penalty = seed % 2 == 0 ? 1 : 30;
    compared += expect_same_iterates(question, seed), asked += 24;
  }
  EXPECT_GE(compared, nearly(7122, 300));
  EXPECT_LE(asked - compared, hardly_more_than(78, 300));
}

TEST(ProximalIterates, AreTheSameWithAStiffnessPerRow) {
  int compared = 0, asked = 0;
  for (const auto seed : seeds(100)) {
    ConstrainedQuestion question = random_question(seed);
    Random random(seed);
    Vector mu(question.rows());
    for (double& x : mu) x = std::pow(10, random.uniform(-1, 2));
    question.settings.penalty = mu;
    compared += expect_same_iterates(question, seed), asked += 24;
  }
  EXPECT_GE(compared, nearly(2334, 100));
  EXPECT_LE(asked - compared, hardly_more_than(66, 100));
}

TEST(PvSoft, IsTheFirstIterationOfConstrainedAba) {
  int compared = 0;
  for (const auto seed : seeds(50)) {
    ConstrainedQuestion question = random_question(seed);
    if (question.rows() == 0) continue;
    question.settings.stiffness = 100;
    const Answer soft = question.by(Constrained::pv_soft);
    question.settings = {.penalty = 100, .max_iterations = 1};
    const Answer plain = question.by(Constrained::constrained_aba_plain),
                 own = question.by(Constrained::constrained_aba);
    EXPECT_EQ(soft.a, plain.a) << seed;
    EXPECT_EQ(soft.lambda, plain.lambda) << seed;
    EXPECT_LE(distance(soft.a, own.a), 1e-9) << seed;
    ++compared;
  }
  EXPECT_GE(compared, nearly(50, 50));
}

// A row without a stiffness beside soft ones would be a spring as stiff as the penalty: it is refused, and named.
TEST(PvSoft, RefusesRigidRowsBesideSoftOnes) {
  int refused = 0, solved = 0;
  for (const auto seed : seeds(50)) {
    const ConstrainedQuestion question = soft_question(seed);
    Vector R(question.rows());
    question.set.stiffness(R);
    const auto rigid_rows = std::ranges::count_if(R, [](double x) { return !std::isfinite(x); });
    for (const Constrained algorithm : {Constrained::automatic, Constrained::pv_soft}) {
      if (algorithm == Constrained::automatic && rigid_rows == static_cast<std::ptrdiff_t>(R.size())) continue;
      if (rigid_rows > 0) {
        EXPECT_THROW((void)question.by(algorithm), Error) << seed;
        ++refused;
      } else {
        EXPECT_EQ(question.by(algorithm).report.status, SolveStatus::converged) << seed;
        ++solved;
      }
    }
  }
  EXPECT_GE(refused, static_cast<int>(seeds(50).size()));
  EXPECT_GE(solved, 1);
}

// Minimizes ½(v̇ - v̇₀)ᵀM(v̇ - v̇₀) + ½ rᵀR r: (M + JᵀR J)v̇ = M v̇₀ + JᵀR target, and so does one iteration of
// prox-ltls. R is the stiffness that the constraints state.
TEST(PvSoft, SolvesTheSoftGaussProblemOfTheStatedStiffness) {
  int compared = 0;
  for (const auto seed : seeds(100)) {
    Mechanism m = random_mechanism(seed);
    Random random(seed + 7);
    std::vector<Constraint> list = random_constraints(m.model, random, {.most = 4});
    for (Constraint& c : list) c.stiffness = {std::pow(10, random.uniform(0, 3))};
    ConstrainedQuestion question(std::move(m), list, seed);
    if (question.rows() == 0) continue;
    Vector stiffness(question.rows());
    question.set.stiffness(stiffness);
    const Dense J = question.J(), M = question.M(), W = column(stiffness).asDiagonal() * J;
    const Column expected =
        (M + J.transpose() * W).ldlt().solve(M * question.free() + W.transpose() * question.target());
    const Column force = -column(stiffness).cwiseProduct(J * expected - question.target());
    const Answer soft = question.by(Constrained::pv_soft);
    EXPECT_LE(relative(soft.a, expected), 1e-8) << seed;
    EXPECT_LE(relative(soft.lambda, force), 1e-8) << seed;
    question.settings.stiffness = stiffness;
    question.settings.penalty = 7;
    EXPECT_EQ(question.by(Constrained::pv_soft).a, soft.a) << seed;
    ConstrainedQuestion hard(question.m, rigid(list), seed);
    hard.settings.penalty = stiffness;
    hard.settings.max_iterations = 1;
    EXPECT_LE(relative(hard.by(Constrained::prox_ltls).a, expected), 1e-8) << seed;
    ++compared;
  }
  EXPECT_GE(compared, nearly(100, 100));
}

// The settings' stiffness is asked for by the call, the constraints' own is what they have otherwise. A penalty has no
// part in it.
TEST(PvSoft, TakesTheStiffnessOfTheSettingsBeforeThatOfTheConstraints) {
  int compared = 0;
  for (const auto seed : seeds(20)) {
    Mechanism m = random_mechanism(seed);
    Random random(seed + 7);
    std::vector<Constraint> list = random_constraints(m.model, random, {.most = 3});
    for (Constraint& c : list) c.stiffness = {50};
    const ConstrainedQuestion own(m, list, seed);
    if (own.rows() == 0) continue;
    ConstrainedQuestion asked(m, list, seed);
    const Vector one{400};
    asked.settings.stiffness = one;
    for (Constraint& c : list) c.stiffness = {400};
    const ConstrainedQuestion stated(m, list, seed);
    ConstrainedQuestion penalised(m, list, seed);
    penalised.settings.penalty = 7;
    const Answer expected = stated.by(Constrained::pv_soft);
    EXPECT_EQ(asked.by(Constrained::pv_soft).a, expected.a) << seed;
    EXPECT_EQ(asked.by(Constrained::pv_soft).lambda, expected.lambda) << seed;
    EXPECT_EQ(penalised.by(Constrained::pv_soft).a, expected.a) << seed;
    EXPECT_NE(own.by(Constrained::pv_soft).lambda, expected.lambda) << seed;
    ++compared;
  }
  EXPECT_GE(compared, nearly(20, 20));
}

// Nothing starts anew where only rounding is left: residuals stay as small as they have become.
TEST(ProximalIterates, StayWhereTheyAreBeyondTheTolerance) {
  int asked = 0;
  for (const auto seed : seeds(200)) {
    ConstrainedQuestion question = random_question(seed);
    question.make_feasible();
    DenseKktReport dense;
    const Answer expected = question.dense(&dense);
    if (dense.rank == 0 || dense.smallest < 100) continue;
    question.settings.tolerance = 1e-300;
    for (const int k : {6, 10, 15, 30}) {
      question.settings.max_iterations = k;
      for (const Constrained algorithm : proximal) {
        if (algorithm == Constrained::constrained_aba_plain) continue;
        ++asked;
        const Answer found = question.by(algorithm);
        const double size = 1 + column(expected.a).cwiseAbs().maxCoeff();
        EXPECT_LE(found.report.residual, 1e-9 * size + 1e-13 * dense.largest)
            << seed << " " << to_string(algorithm) << " " << k << " " << to_string(found.report.status);
        EXPECT_LE(relative(found.a, column(expected.a)), 1e-8 + 1e-15 * dense.largest) << seed << " " << k;
      }
    }
  }
  EXPECT_GE(asked, nearly(3980, 200));
}

}  // namespace
}  // namespace tenon::test
