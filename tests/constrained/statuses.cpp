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
  int converged = 0;
  for (const auto seed : seeds(60)) {
    ConstrainedQuestion question = seed % 3 == 0 ? welded_arm(seed) : random_question(seed);
    DenseKktReport report;
    const Answer expected = question.dense(&report);
    if (report.rank == 0 || report.rank < question.set.rows() || report.smallest < 1e-4 * report.largest) continue;
    for (const double mu : {1e6, 1e8, 1e10, 1e12, 1e14, 1e16}) {
      question.settings.mu = mu;
      for (const Constrained algorithm : proximal) try {
          const Answer found = question.by(algorithm);
          if (found.report.status != SolveStatus::converged) continue;
          ++converged;
          EXPECT_LE(error(found, expected), 1e-6) << seed << " " << to_string(algorithm) << " " << mu;
        } catch (const Error&) {
          EXPECT_GE(mu, 1e10) << seed << " " << to_string(algorithm);  // no digit was left
        }
    }
  }
  EXPECT_GT(converged, 0);
}

TEST(Converged, ConstrainedAbaRefinesWhatALargeMuCosts) {
  for (const auto seed : seeds(10)) {
    ConstrainedQuestion question = welded_arm(seed);
    const Answer expected = question.dense();
    for (const double mu : {1e10, 1e11, 1e12}) {
      question.settings.mu = mu;
      const Answer found = question.by(Constrained::constrained_aba);
      EXPECT_EQ(found.report.status, SolveStatus::converged) << seed << " " << mu;
      EXPECT_LE(error(found, expected), 1e-8) << seed << " " << mu;
    }
  }
}

// … and costs nothing where mu is not that large.
TEST(Converged, TakesTwoIterationsOnRobotsAtAMuOfTheirSize) {
  for (const char* robot : {"quadruped_standin", "humanoid_standin", "atlas_standin", "arm7_standin"}) {
    const Mechanism m(generators::make(robot), 1);
    const Constraint list[] = {connect(FrameId{static_cast<int>(m.model.frames().size()) - 1})};
    ConstrainedQuestion question(m, list, 1);
    question.settings.mu = 1e8, question.settings.tolerance = 1e-9;
    const Answer found = question.by(Constrained::constrained_aba);
    EXPECT_EQ(found.report.status, SolveStatus::converged) << robot;
    EXPECT_EQ(found.report.iterations, 2) << robot;
  }
}

TEST(PvSoft, HasWhatWasAskedFor) {
  for (const auto seed : seeds(20)) {
    ConstrainedQuestion question = random_question(seed);
    question.settings.mu = 10;
    const Answer found = question.by(Constrained::pv_soft);
    EXPECT_EQ(found.report.status, SolveStatus::converged) << seed;
    EXPECT_EQ(found.report.iterations, 1) << seed;
  }
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
  ConstrainedWorkspace ws(model, set);
  Vector a(12), lambda(18);
  const SolveReport report = constrained_dynamics(model, set, ws, neutral_configuration(model), Vector(12, 0.1),
                                                  Vector(12, 1.0), {}, a, lambda, Constrained::dense);
  EXPECT_NE(report.status, SolveStatus::infeasible);
}

}  // namespace
}  // namespace tenon::test
