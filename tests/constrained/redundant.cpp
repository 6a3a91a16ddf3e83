// Redundant and contradicting rows: accelerations of the pseudo-inverse, and which of the many λ is given.
#include "constrained/question.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

// A foot held by points around its sole; three of them fix it.
std::vector<Constraint> points_on_a_foot(const Model& model, const char* foot, int count) {
  std::vector<Constraint> list;
  for (int p = 0; p < count; ++p) {
    list.push_back(connect(model.frame(foot)));
    list.back().in_frame.translation = {0.1 * std::cos(p), 0.07 * std::sin(2 * p), 0.02 * p};
  }
  return list;
}

ConstrainedQuestion on_eight_points(std::uint64_t seed) {
  Mechanism m(generators::make("humanoid_standin"), seed);
  const std::string foot = m.model.frames().back().name;
  const std::vector<Constraint> list = points_on_a_foot(m.model, foot.c_str(), 8);
  ConstrainedQuestion question(std::move(m), list, seed);
  question.make_feasible();
  question.settings.penalty = 1e6;
  return question;
}

ConstrainedQuestion doubled(std::uint64_t seed) {
  Mechanism m = random_mechanism(seed);
  Random random(seed + 7);
  std::vector<Constraint> list = rigid(random_constraints(m.model, random, {.most = 2}));
  const std::vector<Constraint> again = list;
  list.insert(list.end(), again.begin(), again.end());
  ConstrainedQuestion question(std::move(m), list, seed);
  question.make_feasible();
  question.settings.penalty = 1e6, question.settings.tolerance = 1e-11;
  return question;
}

struct Tally {
  int compared = 0, stalled_plain = 0;
};

// Nine digits from all that correct what mu costs v̇; the plain listing does not: seven, and nine where it says
// `converged`, which it may not.
void expect_the_pseudo_inverse_answer(const ConstrainedQuestion& question, std::uint64_t seed, Tally& tally) {
  DenseKktReport problem;
  const Answer expected = question.dense(&problem);
  if (question.rows() == 0 || problem.rank == 0 || problem.smallest < 100) return;
  EXPECT_LT(problem.rank, question.set.rows()) << seed;
  for (const Constrained algorithm : proximal) {
    const Answer found = question.by(algorithm);
    const bool plain = algorithm == Constrained::constrained_aba_plain;
    const bool stalled = plain && found.report.status == SolveStatus::stalled;
    tally.stalled_plain += stalled;
    if (!stalled) EXPECT_EQ(found.report.status, SolveStatus::converged) << seed << " " << to_string(algorithm);
    EXPECT_LE(found.report.iterations, 10) << seed << " " << to_string(algorithm);
    EXPECT_LE(found.report.residual, question.settings.tolerance) << seed << " " << to_string(algorithm);
    EXPECT_LE(distance(found.a, expected.a), plain ? 1e-7 : 1e-9) << seed << " " << to_string(algorithm);
    if (!stalled) EXPECT_LE(distance(found.a, expected.a), 1e-9) << seed << " " << to_string(algorithm);
  }
  Answer by_default = expected;
  Workspace ws(question.m.model, question.set);
  by_default.report =
      constrained_dynamics(question.m.model, question.set, ws, {question.m.q, question.m.v}, question.tau,
                           {.wrenches = question.wrenches}, {by_default.a, by_default.lambda});
  EXPECT_EQ(by_default.report.status, SolveStatus::converged) << seed;
  EXPECT_LE(distance(by_default.a, expected.a), 1e-9) << seed;
  ++tally.compared;
}

TEST(RedundantRows, DoubledGiveThePseudoInverseAnswer) {
  Tally tally;
  for (const auto seed : seeds(200)) expect_the_pseudo_inverse_answer(doubled(seed), seed, tally);
  EXPECT_GE(tally.compared, nearly(199, 200));
  EXPECT_LE(tally.stalled_plain, hardly_more_than(16, 200));
}

TEST(RedundantRows, OfAFootOnEightPointsGiveThePseudoInverseAnswer) {
  Tally tally;
  for (const auto seed : seeds(20)) expect_the_pseudo_inverse_answer(on_eight_points(seed), seed, tally);
  EXPECT_EQ(tally.compared, static_cast<int>(seeds(20).size()));
  EXPECT_EQ(tally.stalled_plain, 0);
}

TEST(RedundantRows, AreRefusedByPvAndPvEarlyWhichThenMoveFreely) {
  int compared = 0;
  for (const auto seed : seeds(20)) {
    const ConstrainedQuestion question = on_eight_points(seed);
    const Column free = question.free();
    for (const Constrained algorithm : {Constrained::pv, Constrained::pv_early}) {
      const Answer found = question.by(algorithm);
      EXPECT_EQ(found.report.status, SolveStatus::redundant_rows) << seed;
      EXPECT_EQ(found.lambda, Vector(question.rows(), 0.0)) << seed;
      EXPECT_LE((column(found.a) - free).cwiseAbs().maxCoeff(), 1e-9 * (1 + free.cwiseAbs().maxCoeff())) << seed;
      EXPECT_GT(found.report.residual, question.settings.tolerance);
      ++compared;
    }
  }
  EXPECT_GE(compared, nearly(40, 20));
}

// Of all λ the one of smallest norm; with a mu per row of smallest norm weighted by 1/mu; nearest to a warm start.
TEST(RedundantRows, ShareTheForceByTheSmallestNorm) {
  int compared = 0;
  for (const auto seed : seeds(30)) {
    ConstrainedQuestion question = on_eight_points(seed);
    Random random(seed);
    Vector mu(question.rows()), start = random.vector(question.set.rows(), 10);
    for (double& x : mu) x = std::pow(10, random.uniform(5.5, 6.5));
    const auto expect = [&](const char* what, const Vector& warm) {
      const Answer expected = question.dense(nullptr, warm);
      for (const Constrained algorithm : proximal) {
        EXPECT_LE(distance(question.by(algorithm, warm).lambda, expected.lambda), 1e-6)
            << seed << " " << what << " " << to_string(algorithm);
        ++compared;
      }
    };
    expect("smallest norm", {});
    expect("nearest", start);
    question.settings.penalty = mu;
    expect("weighted norm", {});
    expect("nearest, weighted", start);
  }
  EXPECT_GE(compared, nearly(720, 30));
}

// The norm really is smaller than that of other solutions, by definition and not by the reference.
TEST(RedundantRows, OtherForcesOfTheSameMotionAreLarger) {
  int compared = 0;
  for (const auto seed : seeds(10)) {
    ConstrainedQuestion question = on_eight_points(seed);
    Random random(seed);
    Vector mu(question.rows());
    for (double& x : mu) x = std::pow(10, random.uniform(5.5, 6.5));
    question.settings.penalty = mu;
    const Dense J = question.J();
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(J.transpose());
    const Eigen::MatrixXd kernel = lu.kernel();  // Jᵀ kernel = 0
    ASSERT_GT(kernel.cols(), 0);
    for (const Constrained algorithm : proximal) {
      const Column lambda = column(question.by(algorithm).lambda), weight = column(mu).cwiseInverse();
      const double norm = lambda.dot(weight.cwiseProduct(lambda));
      for (Eigen::Index k = 0; k < kernel.cols(); ++k)
        for (const double step : {-1.0, 1.0}) {
          const Column other = lambda + step * kernel.col(k);
          EXPECT_LT(norm, other.dot(weight.cwiseProduct(other))) << seed << " " << to_string(algorithm);
          ++compared;
        }
    }
  }
  EXPECT_GE(compared, nearly(2160, 10));
}

// One frame asked to accelerate in two ways.
ConstrainedQuestion pulled_apart() {
  const Mechanism m(generators::arm7_standin(), 3);
  const FrameId hand{static_cast<int>(m.model.frames().size()) - 1};
  Constraint one = connect(hand), two = connect(hand);
  one.reference = {1, 0, 0}, two.reference = {3, 0, 0};
  const Constraint list[] = {one, two};
  return ConstrainedQuestion(m, list, 3);
}

// Half of each, and the difference is told.
TEST(ContradictingRows, AreMetHalfWay) {
  EXPECT_GE(proximal.size(), 6u);  // the loops over them below compare something
  const ConstrainedQuestion question = pulled_apart();
  const Column bias = [&] {
    Column out(6);
    constraint_bias(question.m.model, question.set, question.kinematics(), {out.data(), 6});
    return out;
  }();
  for (const Constrained algorithm : proximal) {
    const Answer found = question.by(algorithm);
    EXPECT_EQ(found.report.status, SolveStatus::infeasible) << to_string(algorithm);
    EXPECT_NEAR(found.report.residual, 1, 1e-7) << to_string(algorithm);
    EXPECT_NEAR((question.J() * column(found.a) + bias)[0], 2, 1e-7) << to_string(algorithm);
    for (std::size_t k = 0; k < 3; ++k)  // equal shares, nothing that grew with the iterations
      EXPECT_NEAR(found.lambda[k], found.lambda[k + 3], 1e-4 * (1 + std::abs(found.lambda[k]))) << to_string(algorithm);
  }
}

// A door held at its edge twice, one way and the other, and by a third row near its hinge that asks for next to
// nothing: the weak row, which contradicts nobody, does not hide that the strong ones do.
TEST(ContradictingRows, AreToldBesideAWeakOne) {
  ModelBuilder builder("door");
  builder.link("panel", {.mass = 2, .com = {0.5, 0, 0}, .inertia = {0.1, 0, 0, 0.1, 0, 0.1}});
  builder.revolute("hinge", "", "panel");
  builder.frame("edge", "panel", placement_at(1, 0, 0)), builder.frame("above", "panel", placement_at(1, 0, 0.1));
  builder.frame("near", "panel", placement_at(0.01, 0, 0));
  const Model door = builder.build();
  std::vector<Constraint> list{connect("edge"), connect("above"), connect("near")};
  for (std::size_t k = 0; k < 3; ++k) list[k].mask = {false, true, false};
  const std::vector<double> q{0}, v{0}, tau{3};
  for (const double weak : {1e-8, 1e-6, 5e-6, 1e-5, 1e-4}) {
    list[0].reference = {1}, list[1].reference = {-1}, list[2].reference = {weak};
    const ConstraintSet set(door, list);
    for (const Constrained algorithm : proximal) {
      Workspace ws(door, set);
      std::vector<double> a(1), lambda(3);
      const SolveReport report =
          constrained_dynamics(door, set, ws, {q, v}, tau, {.algorithm = to_string(algorithm)}, {a, lambda});
      EXPECT_EQ(report.status, SolveStatus::infeasible) << to_string(algorithm) << " " << weak;
      EXPECT_NEAR(lambda[0], -1.5, 0.01) << to_string(algorithm) << " " << weak;
      EXPECT_NEAR(lambda[1], -1.5, 0.01) << to_string(algorithm) << " " << weak;
    }
  }
}

// A door held at its edge one way and the other, which hardly needs a force: what two iterations have left of the right
// one is little against the contradiction, R r, but not against the force. λ then stays as it is, because without R r
// it would not balance the motion any more.
TEST(ContradictingRows, KeepAForceThatWouldNotBalanceTheMotionWithoutThem) {
  ModelBuilder builder("door");
  builder.link("panel", {.mass = 2, .com = {0.5, 0, 0}, .inertia = {0.1, 0, 0, 0.1, 0, 0.1}});
  builder.revolute("hinge", "", "panel");
  builder.frame("edge", "panel", placement_at(1, 0, 0)), builder.frame("above", "panel", placement_at(1, 0, 0.1));
  const Model door = builder.build();
  std::vector<Constraint> list{connect("edge"), connect("above")};
  for (std::size_t k = 0; k < 2; ++k) list[k].mask = {false, true, false}, list[k].reference = {k == 0 ? 1.0 : -1.0};
  const ConstraintSet set(door, list);
  const double inertia = 0.1 + 2 * 0.25;
  const std::vector<double> q{0}, v{0};
  for (const double drift : {1e-3, 3e-3})  // the free acceleration
    for (const double mu : {30.0, 60.0})
      for (const Constrained algorithm : proximal) {
        Workspace ws(door, set);
        ConstrainedOptions settings;
        settings.penalty = mu, settings.max_iterations = 2;
        std::vector<double> a(1), lambda(2);
        (void)constrained_dynamics(door, set, ws, {q, v}, std::vector<double>{inertia * drift},
                                   with(settings, algorithm), {a, lambda});
        const double unbalanced = inertia * (a[0] - drift) - lambda[0] - lambda[1];
        EXPECT_LE(std::abs(unbalanced), 1e-3 * std::max(std::abs(lambda[0]), std::abs(lambda[1])))
            << to_string(algorithm) << " " << drift << " " << mu << " " << lambda[0] << " " << lambda[1];
      }
}

// A few iterations suffice to tell that λ grows in vain; what is left of it is that of the least squares.
TEST(ContradictingRows, DoNotMakeForcesGrowWhereIterationsAreFew) {
  ConstrainedQuestion question = pulled_apart();
  const Answer expected = question.dense();
  for (const int iterations : {2, 3, 4, 10, 50})
    for (const Constrained algorithm : proximal) {
      question.settings.max_iterations = iterations;
      const Answer found = question.by(algorithm);
      EXPECT_LE((column(found.lambda) - column(expected.lambda)).norm(), 1e-3 * column(expected.lambda).norm())
          << to_string(algorithm) << " " << iterations;
      EXPECT_LE(distance(found.a, expected.a), 1e-4) << to_string(algorithm) << " " << iterations;
      EXPECT_NE(found.report.status, SolveStatus::converged);
      if (iterations == 50) EXPECT_EQ(found.report.status, SolveStatus::infeasible) << to_string(algorithm);
    }
}

// Small mu, light and heavy links: where mu times the smallest eigenvalue is 1 or more, fifty iterations halve what is
// left of the rows so often that the contradiction must be told and λ is that of least squares. Where it is less,
// iterations may run out, and λ is the last iterate's: no larger than they can make it. Algorithms that add R r to λ in
// every iteration add its rounding, too: where ten of those move v̇ by more than settled accelerations may change they
// may say that it has stalled, and v̇ and λ must be right all the same.
TEST(ContradictingRows, HaveTheForcesOfLeastSquaresWhereverIterationsAreEnough) {
  int asked = 0, excused = 0, rounded = 0, stalled = 0;
  for (const auto seed : seeds(200)) {
    Mechanism m = random_mechanism(seed);
    Random random(seed + 7);
    std::vector<Constraint> list = rigid(random_constraints(m.model, random, {.most = 2}));
    const int once = static_cast<int>(list.size());
    for (int k = 0; k < once; ++k) list.push_back(list[static_cast<std::size_t>(k)]);
    ConstrainedQuestion question(std::move(m), list, seed);
    if (question.rows() == 0) continue;
    question.make_feasible();
    for (int k = once; k < 2 * once; ++k)
      question.set.set_reference(k, Vector(static_cast<std::size_t>(question.set.rows(k)), 1.0));
    for (const double mu : {1e2, 1e6}) {
      question.settings.penalty = mu;
      DenseKktReport problem;
      const Answer expected = question.dense(&problem);
      const double scale = 1 + column(expected.lambda).norm();
      const double unsettled = 10 * 1e-16 * problem.largest * problem.residual,
                   settled = settled_share<double> * column(expected.a).cwiseAbs().maxCoeff();
      for (const Constrained algorithm : proximal) {
        const Answer found = question.by(algorithm);
        const std::string where = std::to_string(seed) + " " + to_string(algorithm) + " " + std::to_string(mu);
        const double off = (column(found.lambda) - column(expected.lambda)).norm();
        ++asked;
        if (problem.smallest < 1) {
          ++excused;
          const double grown = question.settings.max_iterations * mu * problem.residual;
          EXPECT_LE(off, 10 * scale + grown * std::sqrt(static_cast<double>(question.rows()))) << where;
          continue;
        }
        const SolveStatus status = found.report.status;
        if (traits_of(algorithm).grows && unsettled > settled) {
          ++rounded, stalled += status == SolveStatus::stalled;
          EXPECT_TRUE(status == SolveStatus::infeasible || status == SolveStatus::stalled) << where;
        } else {
          EXPECT_EQ(status, SolveStatus::infeasible) << where;
        }
        EXPECT_LE(off, 1e-5 * scale) << where;
        EXPECT_LE(distance(found.a, expected.a), 1e-6) << where;
      }
    }
  }
  EXPECT_GE(asked, nearly(2400, 200));
  EXPECT_LE(excused, hardly_more_than(48, 200));
  EXPECT_LE(rounded, hardly_more_than(396, 200));
  EXPECT_LE(stalled, hardly_more_than(1, 200));
}

// Rows that mu is too small for agree with each other all the same.
TEST(AgreeingRows, AreNotCalledContradictingWhereMuIsSmall) {
  const Mechanism m(generators::arm7_standin(), 3);
  const Constraint list[] = {weld(FrameId{static_cast<int>(m.model.frames().size()) - 1})};
  ConstrainedQuestion question(m, list, 3);
  for (const double mu : {1e-14, 1e-12, 1e-9, 1e-6, 1e-3}) {
    question.settings.penalty = mu;
    for (const Constrained algorithm : proximal)
      for (const int iterations : {2, 3, 50}) {
        question.settings.max_iterations = iterations;
        const SolveStatus status = question.by(algorithm).report.status;
        EXPECT_TRUE(status == SolveStatus::max_iterations || status == SolveStatus::stalled)
            << to_string(algorithm) << " " << mu << " " << to_string(status);
      }
  }
}

}  // namespace
}  // namespace tenon::test
