// Bad input is refused before anything is written; a solve allocates nothing and leaves nothing behind.
#include <limits>

#include "constrained/question.hpp"
#include "support/allocations.hpp"
#include "tenon/delassus.hpp"

namespace tenon::test {
namespace {

const std::vector<Constrained> every = constrained_algorithms(names("constrained_dynamics"), /*automatic=*/true);

struct Quadruped {
  Mechanism m{generators::quadruped_standin(), 5};
  ConstraintSet set{m.model, {connect("FL_foot"), weld("HR_foot")}};
  Vector tau = Vector(m.nv(), 0.2), a = Vector(m.nv(), 7.0), lambda = Vector(9, 7.0);
};

// The message names the argument, and nothing was written.
void expect_refusal(const char* named, const std::function<void(Quadruped&, ConstrainedOptions&)>& spoil,
                    const std::vector<Constrained>& algorithms = every) {
  for (const Constrained algorithm : algorithms) {
    Quadruped q;
    ConstrainedOptions settings;
    Workspace ws(q.m.model, q.set);
    spoil(q, settings);
    const Vector a = q.a, lambda = q.lambda;
    try {
      (void)constrained_dynamics(q.m.model, q.set, ws, {q.m.q, q.m.v}, q.tau, with(settings, algorithm, q.m.wrenches),
                                 {q.a, q.lambda});
      FAIL() << named << " " << to_string(algorithm);
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(named), std::string::npos) << e.what();
    }
    EXPECT_TRUE(std::equal(a.begin(), a.end(), q.a.begin()) && q.lambda.size() == lambda.size()) << named;
    for (const double x : q.lambda) EXPECT_TRUE(x == 7.0 || std::isnan(x)) << named;
  }
}

TEST(ConstrainedInput, ThatOverflowsHasNoAnswer) {
  for (const Constrained algorithm : every) {
    Quadruped q;
    Workspace ws(q.m.model, q.set);
    std::ranges::fill(q.m.v, 1e160);
    EXPECT_THROW((void)constrained_dynamics(q.m.model, q.set, ws, {q.m.q, q.m.v}, q.tau,
                                            {.algorithm = to_string(algorithm)}, {q.a, q.lambda}),
                 Error)
        << to_string(algorithm);
    EXPECT_THROW((void)constrained_dynamics(q.m.model, q.set, ws, {q.m.q, Vector(q.m.nv(), 0.1)}, q.tau,
                                            {.algorithm = to_string(algorithm)}, {q.tau, q.lambda}),
                 Error)
        << to_string(algorithm);
  }
}

TEST(ConstrainedInput, IsRefusedByName) {
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  static const Vector short_mu(3, 1.0), zero_mu{1, 1, 1, 1, 0, 1, 1, 1, 1};
  expect_refusal("q", [](Quadruped& q, auto&) { q.m.q.pop_back(); });
  expect_refusal("q[7]", [](Quadruped& q, auto&) { q.m.q[7] = nan; });
  expect_refusal("v", [](Quadruped& q, auto&) { q.m.v.push_back(0); });
  expect_refusal("v[2]", [](Quadruped& q, auto&) { q.m.v[2] = nan; });
  expect_refusal("tau", [](Quadruped& q, auto&) { q.tau.pop_back(); });
  expect_refusal("tau[0]", [](Quadruped& q, auto&) { q.tau[0] = -std::numeric_limits<double>::infinity(); });
  expect_refusal("acceleration", [](Quadruped& q, auto&) { q.a.pop_back(); });
  expect_refusal("lambda", [](Quadruped& q, auto&) { q.lambda.pop_back(); });
  expect_refusal("lambda[3]", [](Quadruped& q, auto& s) { s.warm_start = true, q.lambda[3] = nan; });
  expect_refusal("penalty is 0", [](auto&, auto& s) { s.penalty = 0; });
  expect_refusal("penalty is -1", [](auto&, auto& s) { s.penalty = -1; });
  expect_refusal("penalty ", [](auto&, auto& s) { s.penalty = nan; });
  expect_refusal("penalty", [](auto&, auto& s) { s.penalty = short_mu; });
  expect_refusal("penalty[4]", [](auto&, auto& s) { s.penalty = zero_mu; });
  std::vector<Constrained> soft, rigid;
  for (const Constrained algorithm : every)
    (algorithm == Constrained::automatic || traits_of(algorithm).soft_rows ? soft : rigid).push_back(algorithm);
  expect_refusal("stiffness: found 3 numbers", [](auto&, auto& s) { s.stiffness = short_mu; }, soft);
  expect_refusal("stiffness[4]", [](auto&, auto& s) { s.stiffness = zero_mu; }, soft);
  expect_refusal("stiffness: found soft rows", [](auto&, auto& s) { s.stiffness = 100; }, rigid);
  expect_refusal("tolerance", [](auto&, auto& s) { s.tolerance = 0; });
  expect_refusal("max_iterations is 0", [](auto&, auto& s) { s.max_iterations = 0; });
  expect_refusal("external wrench", [](Quadruped& q, auto&) { q.m.wrenches[1].wrench[2] = nan; });
}

TEST(ConstrainedInput, ReferencesMustBeFinite) {
  Quadruped q;
  try {
    q.set.set_reference(0, Vector{0, std::numeric_limits<double>::quiet_NaN(), 0});
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("constraint 0 (connect of \"FL_foot\"): reference[1]"), std::string::npos)
        << e.what();
  }
}

TEST(ConstrainedInput, OfAKindThatAnAlgorithmDoesNotTakeIsNamed) {
  const Mechanism m(generators::quadruped_standin(), 5);
  const ConstraintSet set(m.model, {weld("FL_foot"), connect("FR_foot", "HR_foot")});
  for (const Constrained algorithm : every) {
    Workspace ws(m.model, set);
    Vector a(m.nv(), 7.0), lambda(9, 7.0);
    const auto solve = [&] {
      (void)constrained_dynamics(m.model, set, ws, {m.q, m.v}, m.v, {.algorithm = to_string(algorithm)}, {a, lambda});
    };
    if (takes(algorithm, set)) {
      EXPECT_NO_THROW(solve()) << to_string(algorithm);
      continue;
    }
    try {
      solve();
      FAIL() << to_string(algorithm);
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("constraint 1 (connect of \"FR_foot\""), std::string::npos) << e.what();
    }
    EXPECT_EQ(a, Vector(m.nv(), 7.0));
  }
}

TEST(ConstrainedInput, OfAnotherModelOrOfMoreRowsIsRefused) {
  const Model model(generators::chain(4)), other(generators::chain(4));
  const ConstraintSet small(model, {connect("link_2")}), large(model, {weld("link_2")}),
      foreign(other, {connect("link_2")});
  Workspace ws(model, small), wide(model, large);
  const Vector x(4, 0.1);
  Vector a(4), three(3), six(6);
  EXPECT_THROW((void)constrained_dynamics(model, large, ws, {x, x}, x, {a, six}), Error);
  EXPECT_THROW((void)constrained_dynamics(model, foreign, ws, {x, x}, x, {a, three}), Error);
  EXPECT_THROW((void)constrained_dynamics(other, foreign, ws, {x, x}, x, {a, three}), Error);
  EXPECT_NO_THROW((void)constrained_dynamics(model, small, wide, {x, x}, x, {a, three}));
}

TEST(ConstrainedSolve, AllocatesNothing) {
  if (!Allocations::active()) GTEST_SKIP();
  for (const Constrained algorithm : every) {
    if (algorithm == Constrained::dense) continue;  // the reference
    Quadruped q;
    Workspace ws(q.m.model, q.set);
    const Allocations heap;
    (void)constrained_dynamics(q.m.model, q.set, ws, {q.m.q, q.m.v}, q.tau, by(algorithm, q.m.wrenches),
                               {q.a, q.lambda});
    EXPECT_EQ(heap.count(), 0) << to_string(algorithm);
  }
}

// Made for `automatic`, a workspace serves what that chooses later, too.
TEST(ConstrainedSolve, AllocatesNothingWhenALoopIsAddedWithinTheCapacity) {
  if (!Allocations::active()) GTEST_SKIP();
  const Mechanism m(generators::quadruped_standin(), 5);
  ConstraintSet set(m.model, {connect("FL_foot")}, {.constraints = 2, .rows = 6});
  Workspace ws(m.model, set);
  Workspace damped(m.model, set);
  set.add(connect("FR_foot", "HR_foot"));
  Vector a(m.nv()), lambda(6), inverse(36);
  const double stiffness = 10;
  const Allocations heap;
  (void)constrained_dynamics(m.model, set, ws, {m.q, m.v}, m.v, {a, lambda});
  damped_inverse(m.model, set, damped, m.q, {.stiffness = stiffness}, inverse);
  damped_solve(m.model, set, damped, m.q, lambda, {.stiffness = stiffness}, lambda);
  EXPECT_EQ(heap.count(), 0);
}

TEST(ConstrainedSolve, GivesTheSameBitsFromAUsedWorkspace) {
  Quadruped q;
  Workspace used(q.m.model, q.set);
  for (const Constrained algorithm : every) {
    const auto solve = [&](Workspace& ws) {
      Vector a(q.m.nv()), lambda(9);
      (void)constrained_dynamics(q.m.model, q.set, ws, {q.m.q, q.m.v}, q.tau, by(algorithm, q.m.wrenches), {a, lambda});
      a.insert(a.end(), lambda.begin(), lambda.end());
      return a;
    };
    for (const Constrained other : every) {
      Vector a(q.m.nv()), lambda(9);
      (void)constrained_dynamics(q.m.model, q.set, used, {q.m.q, q.m.v}, q.tau, by(other), {a, lambda});
    }
    Workspace fresh(q.m.model, q.set);
    EXPECT_EQ(solve(used), solve(fresh)) << to_string(algorithm);
  }
}

TEST(ConstrainedSolve, WithTheAnswerAsAWarmStartNeedsNoMoreThanTwoIterations) {
  Quadruped q;
  const Constraint list[] = {connect("FL_foot"), weld("HR_foot")};
  const ConstrainedQuestion question(q.m, list, 5);
  for (const Constrained algorithm : proximal) {
    const Answer cold = question.by(algorithm), warm = question.by(algorithm, cold.lambda);
    EXPECT_EQ(warm.report.status, SolveStatus::converged) << to_string(algorithm);
    EXPECT_LE(warm.report.iterations, 2) << to_string(algorithm);
    EXPECT_LE(distance(warm.a, cold.a), 1e-9) << to_string(algorithm);
  }
}

}  // namespace
}  // namespace tenon::test
