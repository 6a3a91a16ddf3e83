// What the status promises: converged answers balance whatever mu is, and nothing is called infeasible that is not.
#include "constrained/question.hpp"
#include "tenon/builder.hpp"
#include "tenon/configuration.hpp"

namespace tenon::test {
namespace {

ConstrainedQuestion welded_arm(std::uint64_t seed) {
  const Mechanism m(generators::arm7_standin(), seed);
  const Constraint list[] = {weld(FrameId{static_cast<int>(m.model.frames().size()) - 1})};
  return ConstrainedQuestion(m, list, seed);
}

double error(const Answer& found, const Answer& expected) {
  return (column(found.a) - column(expected.a)).cwiseAbs().maxCoeff() / (1 + column(expected.a).cwiseAbs().maxCoeff());
}

// Rows that are met do not tell whether forces balance: with a mu far beyond the masses v̇ loses digits, which further
// corrections bring back, or the status tells.
TEST(Converged, MeansThatAccelerationsAreRightWhateverMuIs) {
  int converged = 0, asked = 0;
  for (const auto seed : seeds(60)) {
    ConstrainedQuestion question = seed % 3 == 0 ? welded_arm(seed) : random_question(seed);
    DenseKktReport report;
    const Answer expected = question.dense(&report);
    if (report.rank == 0 || report.rank < question.set.rows() || report.smallest < 1e-4 * report.largest) continue;
    for (const double mu : {1e6, 1e8, 1e10, 1e12, 1e14, 1e16}) {
      question.settings.penalty = mu;
      for (const Constrained algorithm : proximal) {
        const Answer found = question.by(algorithm);
        for (const double x : found.a) ASSERT_TRUE(std::isfinite(x)) << seed << " " << to_string(algorithm);
        const bool counts = mu < 1e9;  // far beyond masses not all can converge
        if (counts) ++asked;
        if (found.report.status != SolveStatus::converged) continue;
        if (counts) ++converged;
        EXPECT_LE(error(found, expected), 1e-6) << seed << " " << to_string(algorithm) << " " << mu;
      }
    }
  }
  EXPECT_GT(converged, 0.92 * asked - 1);  // 169 of 180: the plain listing stalls
  EXPECT_GE(asked, nearly(180, 60));
}

// The paper's listing at the paper's mu: it corrects nothing, but what it has right it calls so, light links or not.
TEST(Converged, IsSaidOfThePlainListingWhereItIsRight) {
  int right = 0;
  for (const char* robot : {"shadow_hand_standin", "humanoid_standin", "quadruped_standin"})
    for (const auto seed : seeds(10)) {
      const Mechanism m(generators::make(robot), seed);
      const Constraint list[] = {connect(FrameId{static_cast<int>(m.model.frames().size()) - 1})};
      ConstrainedQuestion question(m, list, seed);
      question.settings.penalty = 1e6, question.settings.tolerance = 1e-8;
      const Answer found = question.by(Constrained::constrained_aba_plain);
      if (error(found, question.dense()) > 1e-10) continue;
      ++right;
      EXPECT_EQ(found.report.status, SolveStatus::converged) << robot << " " << seed;
    }
  EXPECT_GE(right, nearly(14, 10));
}

// Rows that agree, of any stiffness: no status but a converged one may claim the tolerance, and none that they
// contradict each other.
TEST(AgreeingRows, AreNotCalledContradictingWhateverTheirStiffness) {
  int converged = 0, asked = 0;  // with one mu
  for (const auto seed : seeds(300)) {
    ConstrainedQuestion question = random_question(seed);
    question.make_feasible();
    const double pairs[][2] = {{1, 1e12}, {1e-6, 1e6}, {1e-9, 1e3}, {1, 1e8}, {1e6, 1e6}};
    for (const auto& [soft, stiff] : pairs) {
      Vector mu(question.rows());
      for (std::size_t r = 0; r < mu.size(); ++r) mu[r] = r % 2 == 0 ? soft : stiff;
      question.settings.penalty = mu;
      for (const Constrained algorithm : proximal) {
        const Answer found = question.by(algorithm);
        const std::string where = std::to_string(seed) + " " + to_string(algorithm) + " " + std::to_string(stiff);
        EXPECT_NE(found.report.status, SolveStatus::infeasible) << where;
        if (soft == stiff) ++asked, converged += found.report.status == SolveStatus::converged;
        if (found.report.status == SolveStatus::converged) EXPECT_LE(found.report.residual, 1e-10) << where;
        const Column r = question.J() * column(found.a) - question.target();
        if (found.report.status == SolveStatus::converged && r.size() > 0)
          EXPECT_LE(r.cwiseAbs().maxCoeff(), 1e-10 + 1e-12 * (1 + column(found.a).norm())) << where;
      }
    }
  }
  EXPECT_GT(converged, 0.97 * asked - 1);
  EXPECT_GE(asked, nearly(1800, 300));
}

// Links of a milligram to a kilogram: residuals that are rounding of large accelerations.
TEST(AgreeingRows, OfLightLinksAreNotCalledContradicting) {
  int converged = 0, asked = 0;
  for (const auto seed : seeds(200)) {
    RobotDescription robot = generators::random_tree(seed, {.links = 8});
    Random random(seed);
    for (auto& link : robot.links) {
      const double factor = std::pow(10, random.uniform(-6, 0));
      link.inertia.mass *= factor;
      for (double& x : link.inertia.inertia) x *= factor;
    }
    Mechanism m(robot, seed);
    const std::vector<Constraint> list = rigid(random_constraints(m.model, random, {.most = 3}));
    ConstrainedQuestion question(std::move(m), list, seed);
    question.make_feasible();
    for (const Constrained algorithm : proximal) {
      const SolveReport report = question.by(algorithm).report;
      EXPECT_NE(report.status, SolveStatus::infeasible) << seed << " " << to_string(algorithm) << report.residual;
      if (algorithm == Constrained::constrained_aba) ++asked, converged += report.status == SolveStatus::converged;
    }
  }
  EXPECT_GT(converged, 0.97 * asked - 1);
}

// λ does not grow with mu and the iterations, whatever the status.
TEST(ContradictingRows, HaveModestForcesAtAnyMu) {
  for (const auto seed : seeds(150)) {
    Mechanism m = random_mechanism(seed);
    Random random(seed + 7);
    std::vector<Constraint> list = rigid(random_constraints(m.model, random, {.most = 2}));
    const int once = static_cast<int>(list.size());
    for (int c = 0; c < once; ++c) list.push_back(list[static_cast<std::size_t>(c)]);
    ConstrainedQuestion question(std::move(m), list, seed);
    if (question.rows() == 0) continue;
    question.make_feasible();
    for (int c = once; c < 2 * once; ++c)
      question.set.set_reference(c, Vector(static_cast<std::size_t>(question.set.rows(c)), 1.0));
    for (const double mu : {1e6, 1e8, 1e9, 1e10}) {
      question.settings.penalty = mu;
      const Answer expected = question.dense();
      const double size = 1 + column(expected.lambda).cwiseAbs().maxCoeff();
      for (const Constrained algorithm : proximal) {
        const Answer found = question.by(algorithm);
        // λ's own rounding is that of mu times accelerations.
        const double rounding = 1e-12 * mu * (1 + column(expected.a).cwiseAbs().maxCoeff());
        EXPECT_LE(column(found.lambda).cwiseAbs().maxCoeff(), 10 * size + rounding)
            << seed << " " << to_string(algorithm) << " " << mu << " " << to_string(found.report.status);
      }
    }
  }
}

// One row soft, the other stiff, on one point: λ is the one of least weighted norm, and does not grow.
TEST(ContradictingRows, OfUnlikeStiffnessHaveModestForces) {
  const Mechanism m(generators::arm7_standin(), 3);
  const FrameId hand{static_cast<int>(m.model.frames().size()) - 1};
  const Constraint list[] = {connect(hand), connect(hand)};
  ConstrainedQuestion question(m, list, 3);
  question.make_feasible();
  question.set.set_reference(1, Vector{1, -1, 2});
  for (const double ratio : {1e2, 1e4, 1e6, 1e8}) {
    Vector mu(6, 1e3);
    for (std::size_t r = 3; r < 6; ++r) mu[r] = 1e3 * ratio;
    question.settings.penalty = mu;
    const Answer expected = question.dense();
    for (const Constrained algorithm : proximal) {
      const Answer found = question.by(algorithm);
      const std::string where = to_string(algorithm) + std::string(" ") + std::to_string(ratio);
      EXPECT_NE(found.report.status, SolveStatus::converged) << where;
      if (ratio < 1e7) {
        EXPECT_EQ(found.report.status, SolveStatus::infeasible) << where;
      }
      EXPECT_LE((column(found.lambda) - column(expected.lambda)).norm(), 1e-2 * (1 + column(expected.lambda).norm()))
          << where;
    }
  }
}

// A straight arm: rows along it are nothing but rounding.
TEST(Dense, TakesRoundingForARowThatNothingMoves) {
  const Model model(generators::arm7_standin());
  const ConstraintSet set(model, {weld("tool")});
  for (const double speed : {0.0, 0.3}) {
    Vector a(7), lambda(6), b(7), other(6);
    Workspace ws(model, set);
    const Vector q = neutral_configuration(model), v(7, speed), tau(7, 1.0);
    const SolveReport dense = constrained_dynamics(model, set, ws, {q, v}, tau, {.algorithm = "dense"}, {a, lambda});
    for (const Constrained algorithm : {Constrained::automatic, Constrained::prox_ltl, Constrained::prox_pv}) {
      const SolveReport report =
          constrained_dynamics(model, set, ws, {q, v}, tau, {.algorithm = to_string(algorithm)}, {b, other});
      EXPECT_LE(distance(a, b), 1e-6) << to_string(algorithm) << " " << speed;
      EXPECT_NEAR(report.residual, dense.residual, 1e-8) << to_string(algorithm) << " " << speed;
      for (const double x : other) EXPECT_LT(std::abs(x), 1e3) << to_string(algorithm) << " " << speed;
    }
  }
}

// One iteration of a mu that costs digits does not claim them.
TEST(Converged, IsNotSaidOfOneIterationThatHasLostItsDigits) {
  for (const auto seed : seeds(60)) {
    ConstrainedQuestion question = random_question(seed);
    if (question.rows() == 0) continue;
    question.settings.max_iterations = 1;
    for (const double mu : {1e12, 1e14, 1e16, 1e22}) {
      question.settings.penalty = mu;
      for (const Constrained algorithm : {Constrained::constrained_aba, Constrained::prox_ltls})
        EXPECT_NE(question.by(algorithm).report.status, SolveStatus::converged) << seed << " " << mu;
    }
  }
}

TEST(Converged, ConstrainedAbaRefinesWhatALargeMuCosts) {
  for (const auto seed : seeds(10)) {
    ConstrainedQuestion question = welded_arm(seed);
    const Answer expected = question.dense();
    for (const double mu : {1e10, 1e11, 1e12}) {
      question.settings.penalty = mu;
      const Answer found = question.by(Constrained::constrained_aba);
      EXPECT_EQ(found.report.status, SolveStatus::converged) << seed << " " << mu;
      EXPECT_LE(error(found, expected), 1e-8) << seed << " " << mu;
    }
  }
}

// Links of a gram, of which one may spin. Rows that contradict each other add -R r to λ in every iteration, and a free
// direction of motion feels the rounding of that: what it makes of v̇ is told, too.
ConstrainedQuestion light_links(std::uint64_t seed) {
  Random random(seed);
  const auto somewhere = [&] {
    const auto u = [&] { return random.uniform(-0.3, 0.3); };
    return placement_from_rpy({u(), u(), u()}, {3 * u(), 3 * u(), 3 * u()});
  };
  ModelBuilder builder("light");
  for (const char* link : {"base", "tip"}) builder.link(link, solid_box(1e-3, {0.2, 0.3, 0.15}, somewhere()));
  builder.free("root", "", "base", somewhere());
  builder.spherical("ball", "base", "tip", somewhere());
  std::vector<Constraint> list{connect("base"), weld("tip")};  // a line stays between both: one row too many
  for (Constraint& c : list) c.in_frame = somewhere();
  ConstrainedQuestion question(Mechanism(builder.description(), seed), list, seed);
  question.wrenches.clear();
  for (double& t : question.tau) t *= 1e-3;
  return question;
}
TEST(Infeasible, MeansThatAccelerationsAreRightWhateverMuIs) {
  int infeasible = 0;
  for (const auto seed : seeds(60)) {
    ConstrainedQuestion question = light_links(seed);
    for (const double mu : {1e2, 1e4, 1e6, 1e8, 1e10, 1e12}) {
      question.settings.penalty = mu;
      const Answer expected = question.dense();
      for (const Constrained algorithm : proximal) {
        const Answer found = question.by(algorithm);
        EXPECT_NE(found.report.status, SolveStatus::converged) << seed << " " << to_string(algorithm);
        if (found.report.status != SolveStatus::infeasible) continue;
        ++infeasible;
        EXPECT_LE(error(found, expected), 1e-5) << seed << " " << to_string(algorithm) << " " << mu;
      }
    }
  }
  EXPECT_GE(infeasible, nearly(1227, 60));
}

// … and costs nothing where mu is not that large.
TEST(Converged, TakesTwoIterationsOnRobotsAtAMuOfTheirSize) {
  for (const char* robot : {"quadruped_standin", "humanoid_standin", "atlas_standin", "arm7_standin"}) {
    const Mechanism m(generators::make(robot), 1);
    const Constraint list[] = {connect(FrameId{static_cast<int>(m.model.frames().size()) - 1})};
    ConstrainedQuestion question(m, list, 1);
    question.settings.penalty = 1e8, question.settings.tolerance = 1e-9;
    const Answer found = question.by(Constrained::constrained_aba);
    EXPECT_EQ(found.report.status, SolveStatus::converged) << robot;
    EXPECT_EQ(found.report.iterations, 2) << robot;
  }
}

// Springs as stiff as that cost the sweeps nearly all digits; against the same springs in joint space.
TEST(PvSoft, HasItsDigitsWhateverTheStiffness) {
  int converged = 0, asked = 0;
  for (const auto seed : seeds(100)) {
    ConstrainedQuestion question = soft_question(seed);
    if (question.rows() == 0) continue;
    question.make_feasible();  // contradicting springs pull with R times rounding
    const Dense J = question.J(), M = question.M(), L = J * M.llt().solve(J.transpose());
    for (const double stiffness : {1e3, 1e9, 1e12}) {
      question.settings.stiffness = stiffness;
      const Answer found = question.by(Constrained::pv_soft);
      ++asked;
      if (found.report.status != SolveStatus::converged) continue;
      ++converged;
      // (Λ⁻¹ + 1/R)λ = target - J v̇₀ does not cancel.
      Dense damped = L;
      damped.diagonal().array() += 1 / stiffness;
      const Column lambda = damped.ldlt().solve(question.target() - J * question.free());
      const Column a = question.free() + M.llt().solve(J.transpose() * lambda);
      EXPECT_LE((column(found.a) - a).cwiseAbs().maxCoeff(), 1e-6 * (1 + a.cwiseAbs().maxCoeff()))
          << seed << " " << stiffness;
    }
  }
  EXPECT_EQ(converged, asked);
  EXPECT_GE(asked, nearly(300, 100));
}

TEST(PvSoft, HasWhatWasAskedFor) {
  int compared = 0;
  for (const auto seed : seeds(20)) {
    ConstrainedQuestion question = soft_question(seed);
    if (question.rows() == 0) continue;
    question.settings.stiffness = 10;
    const Answer found = question.by(Constrained::pv_soft);
    EXPECT_EQ(found.report.status, SolveStatus::converged) << seed;
    EXPECT_EQ(found.report.iterations, 1) << seed;
    ++compared;
  }
  EXPECT_GE(compared, nearly(20, 20));
}

// Agreeing rows whose residual is rounding above a tolerance that nothing can meet.
TEST(Dense, CallsAgreeingRowsStalledAndContradictingOnesInfeasible) {
  const Mechanism m(generators::arm7_standin(), 3);
  const FrameId hand{static_cast<int>(m.model.frames().size()) - 1};
  const Constraint list[] = {weld(hand), weld(hand)};
  ConstrainedQuestion question(m, list, 3);
  question.settings.tolerance = 1e-300;
  EXPECT_EQ(question.by(Constrained::dense).report.status, SolveStatus::stalled);
  EXPECT_LT(question.by(Constrained::dense).report.dual_residual, 0);  // nothing iterates
  question.set.set_reference(0, Vector{1, 0, 0, 0, 0, 0});
  EXPECT_EQ(question.by(Constrained::dense).report.status, SolveStatus::infeasible);
}

// A gram that would turn at 1e8 rad/s² is held: what is left is rounding of that.
TEST(Dense, DoesNotCallALightBodyThatIsHeldTwiceInfeasible) {
  ModelBuilder b("two");
  b.link("light", solid_box(1e-4, {0.02, 0.02, 0.02}));
  b.link("heavy", solid_box(1e4, {1, 1, 1}));
  b.free("first", "", "light"), b.free("second", "", "heavy");
  const Model model = b.build();
  const ConstraintSet set(model, {weld("light"), weld("light"), weld("heavy")});
  Workspace ws(model, set);
  Vector a(12), lambda(18);
  const SolveReport report = constrained_dynamics(model, set, ws, {neutral_configuration(model), Vector(12, 0.1)},
                                                  Vector(12, 1.0), {.algorithm = "dense"}, {a, lambda});
  EXPECT_NE(report.status, SolveStatus::infeasible);
}

}  // namespace
}  // namespace tenon::test
