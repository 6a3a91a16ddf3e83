// Every algorithm against the dense reference: random trees, the edge cases, robots.
#include "constrained/question.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

// How many questions had rows to compare, and how many answers were excused: the problem decides by its rounding, and
// the plain listing, which does not correct what mu costs v̇, may say that it has stalled.
struct Tally {
  std::size_t compared = 0, answers = 0, rounded = 0, stalled_plain = 0;
};

// κ = mu times the largest eigenvalue of the Delassus matrix is what a large mu costs: accelerations are exact to ε κ
// (the condition number of M_μ, or of the damped Delassus matrix) and no worse than 1e-9; constrained-aba corrects that
// in every iteration, as printed ([cABA] Algs 1 to 3) it does not: seven digits, and nine where it says `converged`.
// Forces are mu times the rounding of a row. Where mu times the smallest eigenvalue is below 100 iterations may be too
// few. What must hold follows from rank, κ and the smallest eigenvalue alone, never from what the answer says of
// itself.
void expect_dense_answer(const ConstrainedQuestion& question, bool feasible, const std::string& what, Tally& tally) {
  DenseKktReport problem;
  const Answer expected = question.dense(&problem);
  if (problem.rank > 0 && problem.smallest < 100) return;
  const bool full_rank = problem.rank == question.set.rows(), agree = feasible || full_rank;
  const SolveStatus right = agree ? SolveStatus::converged : SolveStatus::infeasible;
  const double rounding = 1e-16 * problem.largest;
  tally.compared += problem.rank > 0;
  for (const Constrained algorithm : exact) {
    const Answer found = question.by(algorithm);
    const SolveStatus status = found.report.status;
    const std::string where = what + " " + to_string(algorithm) + " " + to_string(status);
    if (refuses_redundant(algorithm) && !full_rank) {
      EXPECT_EQ(status, SolveStatus::redundant_rows) << where;
      continue;
    }
    ++tally.answers;
    const bool plain = algorithm == Constrained::constrained_aba_plain;
    const bool corrects = algorithm == Constrained::constrained_aba || algorithm == Constrained::automatic;
    // Above the tolerance by rounding alone, where nothing corrects the links' own accelerations.
    const bool rounded = !corrects && rounding >= 1e-6;
    tally.rounded += rounded;
    tally.stalled_plain += plain && status == SolveStatus::stalled;
    if (rounded || plain)
      EXPECT_TRUE(status == right || status == SolveStatus::stalled) << where;
    else
      EXPECT_EQ(status, right) << where;
    EXPECT_LE(distance(found.a, expected.a), (plain ? 1e-7 : 1e-9) + rounding) << where;
    if (status == SolveStatus::converged) EXPECT_LE(distance(found.a, expected.a), 1e-9 + rounding) << where;
    // Contradicting rows add R r in every iteration, which is taken out at the end: as many roundings.
    const int times = agree ? 1 : 10;
    EXPECT_LE(distance(found.lambda, expected.lambda), 1e-7 + 1e2 * times * rounding) << where;
    EXPECT_NEAR(found.report.residual, agree ? 0 : problem.residual, 1e-9 + rounding) << where;
  }
}

// Nearly every question is compared; `today` holds what a test over `count` seeds compares and excuses.
void expect_few_excused(const Tally& tally, const Tally& today, int count) {
  const auto number = [](std::size_t n) { return static_cast<double>(n); };
  EXPECT_GE(number(tally.compared), nearly(number(today.compared), count));
  EXPECT_GE(number(tally.answers), nearly(number(today.answers), count));
  EXPECT_LE(number(tally.rounded), hardly_more_than(number(today.rounded), count));
  EXPECT_LE(number(tally.stalled_plain), hardly_more_than(number(today.stalled_plain), count));
}

TEST(ConstrainedAlgorithms, EqualTheDenseAnswerOnAThousandRandomTrees) {
  Tally tally;
  for (const auto seed : seeds(1000)) {
    ConstrainedQuestion question = random_question(seed);
    question.make_feasible();
    expect_dense_answer(question, true, std::to_string(seed), tally);
  }
  expect_few_excused(tally, {998, 7696, 12, 68}, 1000);
}

TEST(ConstrainedAlgorithms, EqualTheLeastSquaresAnswerWhereRowsContradictEachOther) {
  Tally tally;
  for (const auto seed : seeds(300)) expect_dense_answer(random_question(seed), false, std::to_string(seed), tally);
  expect_few_excused(tally, {299, 2285, 5, 4}, 300);
}

TEST(ConstrainedAlgorithms, EqualTheDenseAnswerWithoutScrewFramesOrMerging) {
  Tally tally;
  for (const auto seed : seeds(100)) {
    ConstrainedQuestion question = random_question(seed, {}, {.merge_fixed = false, .screw_frames = false});
    question.make_feasible();
    expect_dense_answer(question, true, std::to_string(seed), tally);
  }
  expect_few_excused(tally, {99, 747, 10, 6}, 100);
}

TEST(ConstrainedAlgorithms, EqualTheDenseAnswerOnRobots) {
  std::size_t excused = 0, answers = 0;
  for (const char* robot : {"arm7_standin", "quadruped_standin", "humanoid_standin", "shadow_hand_standin",
                            "atlas_standin:1", "chain:12", "swimmer:5", "binary_tree:4", "square_chain:3"}) {
    Tally tally;
    for (const auto seed : seeds(3)) {
      Mechanism m(generators::make(robot), seed);
      Random random(seed + 7);
      const std::vector<Constraint> list = rigid(random_constraints(m.model, random, {.most = 5}));
      ConstrainedQuestion question(std::move(m), list, seed);
      question.make_feasible();
      expect_dense_answer(question, true, robot + std::to_string(seed), tally);
    }
    EXPECT_EQ(tally.compared, seeds(3).size()) << robot;
    excused += tally.rounded + tally.stalled_plain, answers += tally.answers;
  }
  EXPECT_LE(10 * excused, 4 * answers);  // light fingers and toes under a mu of the whole robot: 72 of 193
}

TEST(ConstrainedAlgorithms, WithoutConstraintsAreForwardDynamics) {
  for (const auto seed : seeds(30)) {
    Mechanism m = random_mechanism(seed);
    const ConstrainedQuestion question(std::move(m), {}, seed);
    const Column free = question.free();
    for (const Constrained algorithm : exact) {
      const Answer found = question.by(algorithm);
      EXPECT_EQ(found.report.status, SolveStatus::converged);
      EXPECT_LE((column(found.a) - free).cwiseAbs().maxCoeff(), 1e-9 * (1 + free.cwiseAbs().maxCoeff())) << seed;
    }
  }
}

// prox-ltl alone takes loops, joints and the centre of mass.
TEST(ConstrainedAlgorithms, JointSpaceTakesEveryKindOfRow) {
  std::size_t compared = 0;
  for (const auto seed : seeds(300)) {
    ConstrainedQuestion question =
        random_question(seed, {.most = 4, .loops = true, .joints = true, .centre_of_mass = true});
    question.make_feasible();
    DenseKktReport report;
    const Answer expected = question.dense(&report);
    if (report.rank == 0 || report.smallest < 100) continue;
    ++compared;
    for (const Constrained algorithm : {Constrained::prox_ltl, Constrained::automatic}) {
      const Answer found = question.by(algorithm);
      EXPECT_EQ(found.report.status, SolveStatus::converged) << seed;
      EXPECT_LE(distance(found.a, expected.a), 1e-8) << seed;
      EXPECT_LE(distance(found.lambda, expected.lambda), 1e-6) << seed;
    }
  }
  EXPECT_GE(static_cast<double>(compared), nearly(296, 300));
}

// A free sphere welded to the world does not accelerate, and the weld carries its weight and what pushes it.
TEST(ConstrainedAlgorithms, HoldAFreeSphereByItsWeight) {
  ModelBuilder builder("ball");
  builder.link("ball", solid_sphere(4, 0.5));
  builder.free("root", "", "ball");
  const Model model = builder.build();
  const ConstraintSet set(model, {weld("ball")});
  const Vector q{1, 2, 3, 0, 0, 0, 1}, zero(6, 0.0);
  const ExternalWrench push{model.frame("ball"), {3, 0, 0, 0, 0.5, 0}};
  for (const Constrained algorithm : exact) {
    Workspace ws(model, set);
    Vector a(6), lambda(6);
    const SolveReport report =
        constrained_dynamics(model, set, ws, {q, zero}, zero,
                             {.algorithm = to_string(algorithm), .wrenches = std::span(&push, 1)}, {a, lambda});
    EXPECT_EQ(report.status, SolveStatus::converged) << to_string(algorithm);
    EXPECT_LE(distance(a, zero), 1e-10) << to_string(algorithm);
    EXPECT_LE(distance(lambda, Vector{-3, 0, 4 * 9.81, 0, -0.5, 0}), 1e-9) << to_string(algorithm);
  }
}

}  // namespace
}  // namespace tenon::test
