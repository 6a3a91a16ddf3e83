// What is said of a solve is right whatever the size of the robot: rows that turn a body compete with moments of
// inertia, which shrink with the fifth power of lengths, where masses shrink with the third.
#include "constrained/question.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

// Links of water, L long, hinged about axes in turn, the last one welded; torques of the size of weights.
ConstrainedQuestion welded_chain(int links, double L, std::uint64_t seed) {
  ModelBuilder builder("chain");
  const double mass = 1000 * L * L * L;
  const Vector3 axes[] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  for (int i = 0; i < links; ++i) {
    const std::string name = "link" + std::to_string(i);
    builder.link(name, solid_box(mass, {L, 0.5 * L, 0.4 * L}, placement_at(0.5 * L, 0, 0)));
    builder.revolute("joint" + std::to_string(i), i == 0 ? "" : "link" + std::to_string(i - 1), name,
                     placement_at(i == 0 ? 0 : L, 0, 0), axes[i % 3]);
  }
  const Constraint list[] = {weld("link" + std::to_string(links - 1))};
  ConstrainedQuestion question(Mechanism(builder.description(), seed), list, seed);
  question.wrenches.clear();
  for (double& t : question.tau) t *= mass * 9.81 * L;
  return question;
}

double error(const Answer& found, const Answer& expected) {
  return (column(found.a) - column(expected.a)).cwiseAbs().maxCoeff() / column(expected.a).cwiseAbs().maxCoeff();
}

// `converged` promises 1e-9, whatever mu was chosen for the algorithm.
TEST(SmallRobots, HaveRightAccelerationsWhereASolveHasConverged) {
  int compared = 0;
  for (const double L : {1.0, 1e-1, 1e-2, 1e-3, 1e-4})
    for (const int links : {8, 15, 30})
      for (const auto seed : seeds(3)) {
        const ConstrainedQuestion question = welded_chain(links, L, seed);
        const Answer expected = question.dense();
        for (const Constrained algorithm : proximal) {
          const Answer found = question.by(algorithm);
          if (found.report.status != SolveStatus::converged) continue;
          ++compared;
          EXPECT_LE(error(found, expected), 1e-9) << to_string(algorithm) << " " << L << " " << links << " " << seed;
        }
      }
  EXPECT_GE(compared, nearly(209, 3));  // of 270: from links of a millimetre on rounding stalls some
}

// … and the default converges, in two iterations down to links of a centimetre.
TEST(SmallRobots, AreSolvedByDefault) {
  for (const double L : {1.0, 1e-1, 1e-2, 1e-3})
    for (const int links : {8, 15, 30})
      for (const auto seed : seeds(3)) {
        const ConstrainedQuestion question = welded_chain(links, L, seed);
        const SolveReport report = question.by(Constrained::automatic).report;
        EXPECT_EQ(report.status, SolveStatus::converged) << L << " " << links << " " << seed;
        EXPECT_LE(report.iterations, L < 1e-2 ? 6 : 3) << L << " " << links << " " << seed;
      }
}

}  // namespace
}  // namespace tenon::test
