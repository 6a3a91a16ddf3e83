// The mu that is taken when none is given fits the masses: two or three iterations for toys and for cranes alike.
#include "constrained/question.hpp"
#include "model/compiled.hpp"

namespace tenon::test {
namespace {

RobotDescription scaled(RobotDescription robot, double factor) {
  for (auto& link : robot.links) {
    link.inertia.mass *= factor;
    for (double& x : link.inertia.inertia) x *= factor;
  }
  for (auto& joint : robot.joints) joint.armature *= factor;
  return robot;
}

TEST(DefaultMu, FitsTheMasses) {
  const std::vector<Constraint> feet{connect("FL_foot"), connect("FR_foot"), connect("HL_foot"), weld("HR_foot")};
  for (const double factor : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    ConstrainedQuestion question(Mechanism(scaled(generators::quadruped_standin(), factor), 3), feet, 3);
    question.wrenches.clear();
    for (double& x : question.tau) x *= factor;
    const Answer dense = question.dense();
    EXPECT_NEAR(default_penalty(question.set) / question.m.model.mass(), 1e6, 1) << factor;
    const Answer answer = question.by(Constrained::automatic);
    EXPECT_EQ(answer.report.status, SolveStatus::converged) << "times " << factor;
    EXPECT_LE(answer.report.iterations, 3) << "times " << factor;
    EXPECT_LE(distance(answer.a, dense.a), 1e-9) << "times " << factor;
  }
}

// A light hand on a heavy arm: not more than a billion times its mass.
TEST(DefaultMu, IsBoundedByTheLightestBodyThatIsHeld) {
  RobotDescription robot = generators::arm7_standin();
  for (std::size_t i = 0; i < 5; ++i) robot.links[i].inertia.mass *= 1e3;
  ConstrainedQuestion question(Mechanism(robot, 4), std::vector<Constraint>{weld("tool")}, 4);
  const double hand = question.m.model.compiled().bodies.back().I.m;
  EXPECT_DOUBLE_EQ(default_penalty(question.set), 1e9 * hand);
  EXPECT_EQ(default_penalty(question.set, "constrained-aba-plain"), 1e4 * question.m.model.mass());
  question.wrenches.clear();
  const Answer dense = question.dense(), answer = question.by(Constrained::automatic);
  EXPECT_EQ(answer.report.status, SolveStatus::converged);
  EXPECT_LE(distance(answer.a, dense.a), 1e-8);
}

// A link that stands for nothing but a joint, as many files have them, does not decide about the rest.
TEST(DefaultMu, IsNotThatOfALinkThatWeighsNothing) {
  for (const double mass : {1e-6, 1e-9, 1e-12})
    for (const std::size_t link : {3U, 5U}) {
      RobotDescription robot = generators::arm7_standin();
      robot.links[link].inertia.mass = mass;
      robot.links[link].inertia.inertia = {mass, 0, 0, mass, 0, mass};
      ConstrainedQuestion question(Mechanism(robot, 4), std::vector<Constraint>{weld("tool")}, 4);
      question.wrenches.clear();
      const Answer dense = question.dense(), answer = question.by(Constrained::automatic);
      EXPECT_EQ(answer.report.status, SolveStatus::converged) << mass;
      EXPECT_LE(answer.report.iterations, 5) << mass;
      EXPECT_LE(distance(answer.a, dense.a), 1e-8) << mass;
    }
}

// prox-ltl, which sets with loops take, on cranes too.
TEST(DefaultMu, OfProxLtlFitsCranes) {
  const std::vector<Constraint> feet{connect("FL_foot"), connect("FR_foot"), connect("HL_foot"), weld("HR_foot")};
  for (const double factor : {1.0, 1e3, 1e6})
    for (const Constrained algorithm : {Constrained::prox_ltl, Constrained::prox_pv}) {
      ConstrainedQuestion question(Mechanism(scaled(generators::quadruped_standin(), factor), 3), feet, 3);
      question.wrenches.clear();
      for (double& x : question.tau) x *= factor;
      const Answer answer = question.by(algorithm);
      EXPECT_EQ(answer.report.status, SolveStatus::converged) << to_string(algorithm) << " times " << factor;
      EXPECT_LE(answer.report.iterations, 6) << to_string(algorithm) << " times " << factor;
    }
}

}  // namespace
}  // namespace tenon::test
