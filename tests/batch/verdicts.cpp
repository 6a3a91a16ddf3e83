// What a batch says of samples that do not converge, and what it makes of a mu per row: as the single call does, in
// doubles to the bit, in floats by the definition against the dense reference.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "batch/samples.hpp"
#include "constrained/dense.hpp"
#include "support/constraints.hpp"
#include "tenon/constrained.hpp"

namespace tenon::test {
namespace {

constexpr const char* both[] = {"constrained-aba", "prox-pv"};

struct Asked {
  Model model;
  Samples s;
  ConstraintSet set;
  std::size_t rows;
  ConstrainedOptions settings;
  Vector a, lambda;
  std::vector<SolveReport> reports;

  Asked(const Model& of, int n, std::uint64_t seed, const std::vector<Constraint>& list)
      : model(of), s(model, n, seed), set(model, list), rows(static_cast<std::size_t>(set.rows())) {}

  void by_batch(const char* algorithm) {
    settings.algorithm = algorithm;
    Batch batch(model);
    a = s.zeros(s.nv), lambda = s.zeros(rows), reports.assign(static_cast<std::size_t>(s.n), {});
    (void)batch.constrained_dynamics(set, s.n, {s.q, s.v}, s.a, batch_options<double>(settings), {a, lambda, reports});
  }
  void by_floats(const char* algorithm) {
    settings.algorithm = algorithm;
    FloatBatch batch(model);
    Floats x(s.a.size()), y(static_cast<std::size_t>(s.n) * rows);
    reports.assign(static_cast<std::size_t>(s.n), {});
    (void)batch.constrained_dynamics(set, s.n, {narrow(s.q), narrow(s.v)}, narrow(s.a), batch_options<float>(settings),
                                     {x, y, reports});
    a = widen(x), lambda = widen(y);
  }
  SolveReport by_single(int k, Vector& x, Vector& y) const {
    Workspace ws(model, set, {.mode = Mode::single});
    x.assign(s.nv, 0), y.assign(rows, 0);
    return constrained_dynamics(model, set, ws, {sample(s.q, k, s.nq), sample(s.v, k, s.nv)}, sample(s.a, k, s.nv),
                                settings, {x, y});
  }
  void expect_the_single_answers(const std::string& where) const {
    for (int k = 0; k < s.n; ++k) {
      Vector x, y;
      const SolveReport report = by_single(k, x, y);
      const SolveReport& found = reports[static_cast<std::size_t>(k)];
      EXPECT_TRUE(std::ranges::equal(sample(a, k, s.nv), x)) << where << " " << k;
      EXPECT_TRUE(std::ranges::equal(sample(lambda, k, rows), y)) << where << " " << k;
      EXPECT_EQ(found.status, report.status) << where << " " << k;
      EXPECT_EQ(found.residual, report.residual) << where << " " << k;
    }
  }
};

std::vector<Constraint> plain_constraints(const Model& model, std::uint64_t seed) {
  Random random(seed + 7);
  std::vector<Constraint> list = random_constraints(model, random, {.most = 3});
  for (Constraint& c : list) c.axes = Axes::local, c.kp = c.kd = 0, c.stiffness.clear();
  return list;
}

// The end of an arm asked for two accelerations at once.
std::vector<Constraint> pulled_apart(const Model& arm) {
  Constraint one = connect(FrameId{static_cast<int>(arm.frames().size()) - 1}), two = one;
  one.reference = {1, 0, 0}, two.reference = {3, 0.5, -1};
  return {one, two};
}

// A few iterations of soft rows, so that each row's own mu shows in the answer.
TEST(BatchVerdicts, AMuPerRowIsThatOfTheSingleCall) {
  int unlike = 0, asked = 0;
  for (const auto seed : seeds(60)) {
    const Model model(random_robot(seed));
    Asked all(model, 5, seed, plain_constraints(model, seed));
    if (all.rows == 0) continue;
    Random random(seed);
    Vector mu(all.rows);
    for (double& x : mu) x = std::pow(10, random.uniform(-1, 2));
    all.settings.max_iterations = 3;
    for (const char* algorithm : both) {
      all.settings.penalty = mu;
      all.by_batch(algorithm);
      all.expect_the_single_answers(std::to_string(seed) + algorithm);
      const Vector own = all.a;
      all.settings.penalty = 10;
      all.by_batch(algorithm);
      ++asked, unlike += distance(own, all.a) > 1e-6;
    }
  }
  EXPECT_GE(unlike, 0.9 * asked);
}

// Contradicting rows of unlike stiffness: what is taken out of λ is each row's own R times its violation.
TEST(BatchVerdicts, OfUnlikeRowsUseTheStiffnessOfEachRow) {
  const Model arm(generators::arm7_standin());
  for (const int iterations : {2, 3, 50})
    for (const char* algorithm : both) {
      Asked all(arm, 6, 5, pulled_apart(arm));
      const Vector mu{1e5, 2e5, 4e5, 8e5, 3e5, 5e5};
      all.settings.penalty = mu, all.settings.max_iterations = iterations;
      all.by_batch(algorithm);
      all.expect_the_single_answers(algorithm + std::to_string(iterations));
      for (const double x : all.lambda) EXPECT_LT(std::abs(x), 1e4) << algorithm << iterations;
    }
}

// Samples that do not converge are read and written where they stand, packed or not.
TEST(BatchVerdicts, OfPackedSamplesAreThoseOfRows) {
  const Model arm(generators::arm7_standin());
  Asked all(arm, 7, 5, pulled_apart(arm));
  all.settings.penalty = 1e5, all.settings.max_iterations = 3;
  Batch batch(arm);
  const Vector q = packed(batch, 7, all.s.nq, all.s.q), v = packed(batch, 7, all.s.nv, all.s.v);
  const Vector tau = packed(batch, 7, all.s.nv, all.s.a);
  for (const char* algorithm : both) {
    all.by_batch(algorithm);
    Vector a(tau.size()), lambda(batch.packed_size(7, static_cast<int>(all.rows)));
    (void)batch.constrained_dynamics(all.set, 7, {q, v}, tau, batch_options<double>(all.settings, Layout::packed),
                                     {a, lambda});
    EXPECT_EQ(unpacked(batch, 7, all.s.nv, a), all.a) << algorithm;
    EXPECT_EQ(unpacked(batch, 7, all.rows, lambda), all.lambda) << algorithm;
  }
}

double largest(std::span<const double> x) {
  double most = 0;
  for (const double xi : x) most = std::max(most, std::abs(xi));
  return most;
}

// Contradicting rows in floats: λ has not grown with the iterations, it is that of least squares to a digit (of 2e4
// that it would have grown by), however few iterations there were; and where they were enough, the contradiction is
// told.
TEST(BatchVerdicts, OfFloatsTakeOutWhatContradictingRowsHaveAdded) {
  const Model arm(generators::arm7_standin());
  for (const int iterations : {2, 3, 50}) {
    Asked all(arm, 9, 5, pulled_apart(arm));
    all.settings.penalty = 1e4, all.settings.max_iterations = iterations;
    all.by_floats("constrained-aba");
    int told = 0;
    for (int k = 0; k < all.s.n; ++k) {
      const std::string where = std::to_string(iterations) + " " + std::to_string(k);
      const auto at = static_cast<std::size_t>(k);
      Vector x(all.s.nv), y(all.rows);
      const DenseKktReport problem = dense_constrained_dynamics(
          arm, all.set, sample(all.s.q, k, all.s.nq), sample(all.s.v, k, all.s.nv), sample(all.s.a, k, all.s.nv), x, y);
      EXPECT_NE(all.reports[at].status, SolveStatus::converged) << where;
      EXPECT_NEAR(all.reports[at].residual, problem.residual, 1e-4) << where;
      EXPECT_LE(distance(sample(all.a, k, all.s.nv), x), 1e-5) << where;
      EXPECT_LE(distance(sample(all.lambda, k, all.rows), y), 0.3) << where;
      told += all.reports[at].status == SolveStatus::infeasible;
    }
    if (iterations == 50) EXPECT_GE(told, 7);  // floats that do not settle say `stalled`: one with each set of kernels
  }
}

// Random trees in floats, at the tolerance of doubles, which few floats meet: rows of full rank are never called
// contradicting, and accelerations and λ are those of the dense reference.
TEST(BatchVerdicts, OfFloatsDoNotCallRowsOfFullRankContradicting) {
  int compared = 0;
  for (const auto seed : seeds(100)) {
    const Model model(random_robot(seed));
    Asked all(model, 4, seed, plain_constraints(model, seed));
    if (all.rows == 0) continue;
    all.settings.penalty = 1e3;
    const Vector R(all.rows, 1e3);
    for (const char* algorithm : both) {
      all.by_floats(algorithm);
      for (int k = 0; k < all.s.n; ++k) {
        Vector x(all.s.nv), y(all.rows);
        const DenseKktReport problem =
            dense_constrained_dynamics(model, all.set, sample(all.s.q, k, all.s.nq), sample(all.s.v, k, all.s.nv),
                                       sample(all.s.a, k, all.s.nv), x, y, {}, R);
        if (problem.rank < all.set.rows() || problem.smallest < 10) continue;
        ++compared;
        const std::string where = std::to_string(seed) + " " + std::to_string(k) + " " + algorithm;
        EXPECT_NE(all.reports[static_cast<std::size_t>(k)].status, SolveStatus::infeasible) << where;
        EXPECT_LE(distance(sample(all.a, k, all.s.nv), x), 1e-4) << where;
        EXPECT_LE(distance(sample(all.lambda, k, all.rows), y), 1e-2) << where;
      }
    }
  }
  EXPECT_GE(compared, nearly(390, 100));
}

// A mu whose forces overflow leaves the unconstrained motion, wrenches and all.
TEST(BatchVerdicts, OfAnOverflowingSampleAreTheMotionUnderItsWrenches) {
  const Model model(generators::quadruped_standin());
  const FrameId trunk = model.frame("FR_foot");
  Asked all(model, 5, 3, {connect("FL_foot"), connect("HR_foot")});
  all.settings.penalty = std::numeric_limits<double>::max();
  Batch batch(model, {.wrench_frames = {trunk}});
  const Vector wrenches = Random(8).vector(30, 20);
  {
    Vector a = all.s.zeros(all.s.nv), lambda = all.s.zeros(all.rows), free = a;
    std::vector<SolveReport> reports(5);
    (void)batch.constrained_dynamics(all.set, 5, {all.s.q, all.s.v}, all.s.a,
                                     batch_options<double>(all.settings, Layout::rows, wrenches), {a, lambda, reports});
    for (int k = 0; k < 5; ++k) {
      ExternalWrench w{.frame = trunk};
      std::ranges::copy(sample(wrenches, k, 6), w.wrench.begin());
      Workspace ws(model);
      Vector expected(all.s.nv);
      aba(model, ws, {sample(all.s.q, k, all.s.nq), sample(all.s.v, k, all.s.nv)}, sample(all.s.a, k, all.s.nv),
          {.wrenches = std::span(&w, 1)}, expected);
      EXPECT_EQ(reports[static_cast<std::size_t>(k)].status, SolveStatus::stalled) << k;
      EXPECT_LE(distance(sample(a, k, all.s.nv), expected), 1e-12) << k;
      EXPECT_TRUE(std::ranges::equal(sample(lambda, k, all.rows), Vector(all.rows, 0.0))) << k;
    }
  }
}

// From a warm start, where rows contradict each other and a later iteration overflows: λ is zero, whatever iterations
// have added before.
TEST(BatchVerdicts, OfAnOverflowingSampleLoseTheForcesOfTheirWarmStart) {
  const Model model(generators::quadruped_standin());
  Batch batch(model);
  int overflowed = 0, late = 0;
  for (const double reference : {1e6, 1e7, 3e7, 1e8, 1.2e8, 1.5e8, 1.8e8, 2e8, 2.5e8, 3e8}) {
    Constraint up = connect("FL_foot"), down = up;
    up.reference = {0, 0, reference}, down.reference = {0, 0, -reference};
    Asked all(model, 4, 3, {up, down});
    all.settings.penalty = 1e300;
    all.settings.warm_start = true;
    Vector a = all.s.zeros(all.s.nv), lambda(4 * all.rows, 1.0);
    std::vector<SolveReport> reports(4);
    (void)batch.constrained_dynamics(all.set, 4, {all.s.q, all.s.v}, all.s.a, batch_options<double>(all.settings),
                                     {a, lambda, reports});
    for (int k = 0; k < 4; ++k) {
      Workspace ws(model);
      Vector free(all.s.nv);
      aba(model, ws, {sample(all.s.q, k, all.s.nq), sample(all.s.v, k, all.s.nv)}, sample(all.s.a, k, all.s.nv), free);
      for (const double x : sample(lambda, k, all.rows)) EXPECT_TRUE(std::isfinite(x)) << reference << " " << k;
      if (distance(sample(a, k, all.s.nv), free) > 1e-12) continue;
      ++overflowed;
      late += reports[static_cast<std::size_t>(k)].iterations > 1;
      EXPECT_TRUE(std::ranges::equal(sample(lambda, k, all.rows), Vector(all.rows, 0.0))) << reference << " " << k;
    }
  }
  EXPECT_GE(overflowed, 28);
  EXPECT_GE(late, 28);
}

}  // namespace
}  // namespace tenon::test
