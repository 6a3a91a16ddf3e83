// Mistakes that a new user makes: each is refused, or cannot be written, or does what it looks like.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <type_traits>

#include "support/errors.hpp"
#include "support/mechanism.hpp"
#include "support/source_dir.hpp"
#include "tenon/tenon.hpp"

namespace tenon::test {
namespace {

std::string quadruped() { return source_dir() + "/scenes/robots/quadruped.urdf"; }

// The quadruped on its base, its front feet on the ground.
struct Standing {
  Model model = load_urdf(quadruped(), {.floating_base = true});
  Vector q = neutral_configuration(model), v = Vector(nv(), 0.0), tau = Vector(nv(), 0.0), a = v;
  std::size_t nv() const { return static_cast<std::size_t>(model.nv()); }

  SolveReport solve(const ConstraintSet& set, const ConstrainedOptions& options, Vector& lambda) {
    lambda.assign(static_cast<std::size_t>(set.rows()), 0.0);
    Workspace ws(model, set);
    return constrained_dynamics(model, set, ws, {q, v}, tau, options, {a, lambda});
  }
};

TEST(Traps, AFloatingBaseStaysOneWhenFileAndModelAreTwoSteps) {
  const RobotDescription description = read_urdf(quadruped(), {.floating_base = true});
  EXPECT_EQ(Model(description).nv(), 18);
  EXPECT_EQ(load_urdf(quadruped(), {.floating_base = true}).nv(), 18);
  EXPECT_EQ(load_urdf(quadruped()).nv(), 12);
  RobotDescription two = merged(description, description, {.link = "", .placement = {}, .prefix = "b_", .joint = {}});
  EXPECT_EQ(Model(two).nv(), 36) << "a robot that floats goes on floating beside another";
}

// Pinocchio's mu is the reciprocal: its 1e-12 here would be a penalty that no row feels.
TEST(Traps, APenaltyThatNoRowFeelsIsNotConverged) {
  Standing s;
  const ConstraintSet feet(s.model, {connect("FL_foot"), connect("FR_foot")});
  Vector lambda;
  EXPECT_NE(s.solve(feet, {.penalty = 1e-12}, lambda).status, SolveStatus::converged);
  EXPECT_EQ(s.solve(feet, {}, lambda).status, SolveStatus::converged);
  EXPECT_GT(default_penalty(feet), 1e3);
}

TEST(Traps, SoftRowsAreSoftOrRefusedInConstrainedDynamics) {
  Standing s;
  Constraint soft = connect("FL_foot");
  soft.stiffness = {1e3};
  const ConstraintSet stated(s.model, {soft}), rigid(s.model, {connect("FL_foot")});
  Vector lambda, expected;
  Vector a_soft;
  EXPECT_EQ(s.solve(rigid, {.algorithm = "pv-soft", .stiffness = 1e3}, expected).status, SolveStatus::converged);
  a_soft = s.a;
  (void)s.solve(rigid, {}, lambda);
  EXPECT_GT(distance(s.a, a_soft), 1e-4) << "springs give way";
  for (const ConstraintSet* set : {&stated, &rigid}) {
    (void)s.solve(*set, {.stiffness = 1e3}, lambda);
    EXPECT_EQ(s.a, a_soft);
    EXPECT_EQ(lambda, expected);
  }
  (void)s.solve(stated, {}, lambda);
  EXPECT_EQ(s.a, a_soft);
  for (const char* name : {"constrained-aba", "prox-ltl", "dense"}) {
    expect_error(error_of([&] { (void)s.solve(stated, {.algorithm = name}, lambda); }), "connect of \"FL_foot\"");
    expect_error(error_of([&] { (void)s.solve(rigid, {.algorithm = name, .stiffness = 10.0}, lambda); }), name);
  }
  Batch batch(s.model);
  lambda.assign(3, 0.0);
  expect_error(error_of([&] { (void)batch.constrained_dynamics(stated, 1, {s.q, s.v}, s.tau, {s.a, lambda}); }),
               "stiffness");
  // A loop cannot be soft, and says so.
  Constraint loop = connect("FL_foot", "FR_foot");
  loop.stiffness = {10};
  expect_error(error_of([&] { (void)s.solve(ConstraintSet(s.model, {loop}), {}, lambda); }), "pv-soft");
}

TEST(Traps, OptionsTakeANumberAndNoTemporaryArray) {
  static_assert(std::is_constructible_v<PerRow, double>);
  static_assert(std::is_constructible_v<PerRow, const Vector&>);
  static_assert(!std::is_constructible_v<PerRow, Vector>);
  static_assert(!std::is_constructible_v<PerRow, std::array<double, 1>>);
  static_assert(!std::is_constructible_v<View<ExternalWrench>, std::vector<ExternalWrench>>);
  static_assert(!std::is_constructible_v<View<int>, std::array<int, 2>>);
  static_assert(!std::is_constructible_v<Name, std::string>);
  static_assert(std::is_constructible_v<Name, const std::string&>);
  ConstrainedOptions kept;
  {
    const double number = 1e-12;
    kept.penalty = number;
  }
  EXPECT_EQ(kept.penalty[0], 1e-12);
  EXPECT_EQ(kept.penalty.size(), 1u);
  ConstrainedOptions copy = kept;
  kept.penalty = 3.0;
  EXPECT_EQ(copy.penalty.numbers()[0], 1e-12);
}

TEST(Traps, OneNumberOfStiffnessServesAllRows) {
  Standing s;
  const ConstraintSet feet(s.model, {connect("FL_foot"), connect("FR_foot")});
  Workspace ws(s.model, feet);
  const Vector each(6, 1e3);
  Vector one(36), six(36);
  damped_inverse(s.model, feet, ws, s.q, {.stiffness = 1e3}, one);
  damped_inverse(s.model, feet, ws, s.q, {.stiffness = each}, six);
  EXPECT_EQ(one, six);
}

TEST(Traps, AGainWithoutATargetIsRefused) {
  Standing s;
  Constraint foot = weld("FL_foot");
  foot.kp = 100, foot.kd = 20;
  ConstraintSet set(s.model, {foot});
  Vector lambda(6), target(6);
  const std::string words = "constraint 0 (weld of \"FL_foot\"): kp is 100 and nothing says where to";
  expect_error(error_of([&] { (void)s.solve(set, {}, lambda); }), words);
  Kinematics kinematics(s.model);
  forward_kinematics(s.model, {s.q}, kinematics);
  expect_error(error_of([&] { constraint_target(s.model, set, kinematics, {s.q, s.v}, target); }), words);
  Batch batch(s.model);
  expect_error(error_of([&] { (void)batch.constrained_dynamics(set, 1, {s.q, s.v}, s.tau, {s.a, lambda}); }),
               "hold(q)");

  set.hold(s.q);
  EXPECT_EQ(s.solve(set, {}, lambda).status, SolveStatus::converged);
  ConstraintSet given(s.model, {foot});
  given.set_target(0, frame_placement(s.model, kinematics, s.model.frame("FL_foot")));
  Vector again;
  EXPECT_EQ(s.solve(given, {}, again).status, SolveStatus::converged);
  EXPECT_LE(distance(again, lambda), 1e-9);
  // Rates need no target, and neither do two frames that are tied to each other.
  foot.kp = 0;
  EXPECT_EQ(s.solve(ConstraintSet(s.model, {foot}), {}, lambda).status, SolveStatus::converged);
  Constraint loop = connect("FL_foot", "FR_foot");
  loop.kp = 10;
  EXPECT_EQ(s.solve(ConstraintSet(s.model, {loop}), {}, lambda).status, SolveStatus::converged);
}

TEST(Traps, NegativeGainsAreRefused) {
  Standing s;
  Constraint foot = connect("FL_foot");
  foot.target = Placement{};
  foot.kp = -1;
  expect_error(error_of([&] { ConstraintSet(s.model, {foot}); }), "kp is -1");
  foot.kp = 1, foot.kd = -0.5;
  expect_error(error_of([&] { ConstraintSet(s.model, {foot}); }), "kd is -0.5");
  foot.kd = 0;
  ConstraintSet set(s.model, {foot});
  expect_error(error_of([&] { set.set_gains(0, 3, -2); }), "found -2");
}

TEST(Traps, KinematicsThatWereNeverComputedAnswerNothing) {
  Standing s;
  const Kinematics none(s.model);
  const FrameId foot = s.model.frame("FL_foot");
  Vector J(6 * s.nv());
  const std::string words = "expected a call of forward_kinematics";
  expect_error(error_of([&] { frame_placement(s.model, none, foot); }), words);
  expect_error(error_of([&] { frame_velocity(s.model, none, foot, Axes::local); }), words);
  expect_error(error_of([&] { frame_jacobian(s.model, none, foot, Axes::local, J); }), words);
  expect_error(error_of([&] { centre_of_mass(s.model, none); }), words);
  expect_error(error_of([&] { centroidal_momentum(s.model, none); }), words);
  const ConstraintSet set(s.model, {connect("FL_foot")});
  expect_error(error_of([&] { constraint_jacobian(s.model, set, none, std::span(J).first(3 * s.nv())); }), words);
}

TEST(Traps, ABatchOfNoSamplesIsNotAmbiguous) {
  Standing s;
  Batch doubles(s.model);
  FloatBatch floats(s.model);
  EXPECT_NO_THROW(doubles.aba(0, {}, {}, {}));
  EXPECT_NO_THROW(floats.aba(0, {}, {}, {}));
}

TEST(Traps, ACopyOfASetIsASetOfItsOwn) {
  Standing s;
  Constraint foot = connect("FL_foot");
  foot.kp = 10, foot.reference = {0.1, 0.2, 0.3};
  ConstraintSet set(s.model, {foot, coupling("HL_hip", "HR_hip", 0.5)}, {.constraints = 3, .rows = 12});
  set.hold(s.q);
  ConstraintSet copy = set;
  EXPECT_EQ(copy.capacity().rows, 12);
  Vector first, second;
  (void)s.solve(set, {}, first);
  (void)s.solve(copy, {}, second);
  EXPECT_EQ(first, second);
  copy.add(connect("FR_foot"));
  EXPECT_EQ(set.rows(), 4);
  EXPECT_EQ(copy.rows(), 7);
  (void)s.solve(set, {}, second);
  EXPECT_EQ(first, second);
  set = copy;
  EXPECT_EQ(set.rows(), 7);
}

// One workspace serves one set after the other: what it keeps of a set belongs to that set alone.
TEST(Traps, AWorkspaceServesTwoSetsInTurn) {
  Standing s;
  const ConstraintSet left(s.model, {connect("FL_foot"), connect("HL_foot")});
  const ConstraintSet right(s.model, {connect("FR_foot"), connect("HR_foot")});
  Workspace shared(s.model, left);
  for (int round = 0; round < 3; ++round)
    for (const ConstraintSet* set : {&left, &right}) {
      Vector a(s.nv()), lambda(6), matrix(36), expected_a(s.nv()), expected_lambda(6), expected_matrix(36);
      Workspace own(s.model, *set);
      delassus(s.model, *set, shared, s.q, matrix);
      delassus(s.model, *set, own, s.q, expected_matrix);
      (void)constrained_dynamics(s.model, *set, shared, {s.q, s.v}, s.tau, {a, lambda});
      (void)constrained_dynamics(s.model, *set, own, {s.q, s.v}, s.tau, {expected_a, expected_lambda});
      EXPECT_EQ(matrix, expected_matrix);
      EXPECT_EQ(a, expected_a);
      EXPECT_EQ(lambda, expected_lambda);
    }
}

TEST(Traps, AWorkspaceWithoutConstraintsSaysWhatItLacks) {
  Standing s;
  const ConstraintSet set(s.model, {connect("FL_foot")});
  Workspace plain(s.model);
  Vector matrix(9), lambda(3);
  expect_error(error_of([&] { delassus(s.model, set, plain, s.q, matrix); }), "Workspace(model, set)");
  const ConstraintSet more(s.model, {weld("FL_foot"), weld("FR_foot")});
  Workspace small(s.model, set);
  Vector many(12);
  expect_error(error_of([&] { (void)constrained_dynamics(s.model, more, small, {s.q, s.v}, s.tau, {s.a, many}); }),
               "at most the workspace's 1 with 3");
  EXPECT_NO_THROW(aba(s.model, small, {s.q, s.v}, s.tau, s.a));
}

// Solving and differentiating are one call: derivatives belong to the solution that stands beside them.
TEST(Traps, DerivativesBelongToTheSolutionBesideThem) {
  Standing s;
  const ConstraintSet feet(s.model, {connect("FL_foot"), connect("FR_foot"), connect("HL_foot")});
  const std::size_t n = s.nv(), m = 9;
  s.q = random_configuration(s.model, 4), s.v = random_velocity(s.model, 5);
  Workspace ws(s.model, feet);
  Vector a(n), lambda(m), da[3], dl[3];
  for (Vector& x : da) x.resize(n * n);
  for (Vector& x : dl) x.resize(m * n);
  // Two of the wrenches act on one frame.
  const FrameId base = s.model.frame("base"), foot = s.model.frame("HR_foot");
  const std::vector<ExternalWrench> wrenches{
      {base, {1, 2, 3, 0.1, 0.2, 0.3}}, {foot, {0, 5, 0, 0, 0, 0}}, {base, {-4, 1, 2, 0.5, 0, 0}}};
  const DerivativesReport report =
      constrained_dynamics_derivatives(s.model, feet, ws, {s.q, s.v}, s.tau, {.wrenches = wrenches},
                                       {a, lambda, da[0], da[1], da[2], dl[0], dl[1], dl[2]});
  EXPECT_EQ(report.solve.status, SolveStatus::converged);
  EXPECT_EQ(report.rank, 9);
  const auto solved = [&](const Vector& q, const Vector& v, const Vector& tau) {
    Vector x(n), l(m);
    EXPECT_EQ(constrained_dynamics(s.model, feet, ws, {q, v}, tau, {.wrenches = wrenches}, {x, l}).status,
              SolveStatus::converged);
    x.insert(x.end(), l.begin(), l.end());
    return x;
  };
  const Vector here = solved(s.q, s.v, s.tau);
  EXPECT_EQ(Vector(here.begin(), here.begin() + static_cast<std::ptrdiff_t>(n)), a);
  // Central differences: λ, too, is right to ten digits by default, so that a step of 1e-5 leaves five.
  for (std::size_t k = 0; k < n; ++k)
    for (int what = 0; what < 3; ++what) {
      const double h = 1e-5;
      Vector side[2];
      for (int sign : {0, 1}) {
        Vector q = s.q, v = s.v, tau = s.tau, step(n, 0.0);
        step[k] = sign ? h : -h;
        if (what == 0) integrate(s.model, s.q, step, q);
        if (what == 1) v[k] += step[k];
        if (what == 2) tau[k] += step[k];
        side[sign] = solved(q, v, tau);
      }
      double largest = 0;
      for (std::size_t i = 0; i < n + m; ++i) largest = std::max(largest, std::abs(here[i]));
      for (std::size_t i = 0; i < n + m; ++i) {
        const double difference = (side[1][i] - side[0][i]) / (2 * h);
        const double found = i < n ? da[what][i * n + k] : dl[what][(i - n) * n + k];
        EXPECT_NEAR(found, difference, 2e-5 * (largest + std::abs(difference))) << what << " " << i << " " << k;
      }
    }
}

#ifndef NDEBUG
TEST(TrapsDeathTest, MovedFromObjectsAssert) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Standing s;
  Workspace ws(s.model), other = std::move(ws);
  EXPECT_DEATH(aba(s.model, ws, {s.q, s.v}, s.tau, s.a), "moved from");
  EXPECT_DEATH((void)ws.bytes(), "moved from");
  Kinematics kinematics(s.model), elsewhere = std::move(kinematics);
  EXPECT_DEATH(frame_placement(s.model, kinematics, FrameId{0}), "moved from");
  ConstraintSet set(s.model, {connect("FL_foot")}), taken = std::move(set);
  EXPECT_DEATH((void)set.rows(), "moved from");
  Model model = std::move(s.model);
  EXPECT_DEATH((void)s.model.nv(), "moved from");
  Factorization factors(model), gone = std::move(factors);
  EXPECT_DEATH((void)factors.nv(), "moved from");
  EXPECT_DEATH((void)factors.bytes(), "moved from");
  Batch batch(model), away = std::move(batch);
  EXPECT_DEATH((void)batch.lanes(), "moved from");
}

TEST(TrapsDeathTest, AMovedFromBuilderAsserts) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  ModelBuilder builder, elsewhere = std::move(builder);
  elsewhere.link("one");
  EXPECT_DEATH(builder.gravity({0, 0, 0}), "ModelBuilder: used after it was moved from");
  EXPECT_DEATH(builder.floating_base(), "moved from");
  EXPECT_DEATH(builder.link("one"), "moved from");
  EXPECT_DEATH(builder.revolute("hinge", "", "one"), "moved from");
  EXPECT_DEATH(builder.universal("cross", "", "one"), "moved from");
  EXPECT_DEATH(builder.cylindrical("tube", "", "one"), "moved from");
  EXPECT_DEATH(builder.frame("tip", ""), "moved from");
  EXPECT_DEATH((void)builder.description(), "moved from");
  EXPECT_DEATH(ModelBuilder copy(builder), "moved from");
  builder = elsewhere;  // it may be given a new value
  EXPECT_EQ(builder.description().links.size(), 1u);
}
#endif

}  // namespace
}  // namespace tenon::test
