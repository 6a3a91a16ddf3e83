// Constrained dynamics of a batch: the single call's bits, lanes that do not depend on their neighbours, floats, bad
// input.
#include <gtest/gtest.h>

#include <set>

#include "batch/samples.hpp"
#include "support/allocations.hpp"
#include "support/constraints.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

struct Answers {
  Vector a, lambda;
  std::vector<SolveReport> reports;
};

struct Bound {
  Model model;
  Samples s;
  ConstraintSet set;
  std::size_t rows;
  ConstrainedOptions settings{.algorithm = "constrained-aba"};
  Vector wrenches{};

  Bound(const RobotDescription& robot, int n, std::uint64_t seed)
      : model(robot), s(model, n, seed), set(model, constraints(model, seed)), rows(row_count(set)) {}
  Bound(const RobotDescription& robot, int n, std::uint64_t seed, const std::vector<Constraint>& list)
      : model(robot), s(model, n, seed), set(model, list), rows(row_count(set)) {}

  static std::size_t row_count(const ConstraintSet& set) { return static_cast<std::size_t>(set.rows()); }
  static std::vector<Constraint> constraints(const Model& model, std::uint64_t seed) {
    Random random(seed + 7);
    std::vector<Constraint> list = random_constraints(model, random, {.most = 4});
    for (Constraint& c : list) c.stiffness.clear();
    return list;
  }
  void make_plain() {  // local axes, no gains: the rows whose targets need no kinematics
    Random random(static_cast<std::uint64_t>(s.n) + 7);
    std::vector<Constraint> list = random_constraints(model, random, {.most = 4});
    for (Constraint& c : list) c.axes = Axes::local, c.kp = c.kd = 0, c.stiffness.clear();
    set = ConstraintSet(model, list);
    rows = row_count(set);
  }

  Answers empty() const { return {s.zeros(s.nv), s.zeros(rows), std::vector<SolveReport>(s.q.size() / s.nq)}; }
  Answers by(Batch& batch) const {
    Answers out = empty();
    (void)batch.constrained_dynamics(set, s.n, {s.q, s.v}, s.a, batch_options<double>(settings, Layout::rows, wrenches),
                                     {out.a, out.lambda, out.reports});
    return out;
  }
  Answers one(Batch& batch, int k) const {
    Answers out{Vector(s.nv), Vector(rows), std::vector<SolveReport>(1)};
    (void)batch.constrained_dynamics(set, 1, {sample(s.q, k, s.nq), sample(s.v, k, s.nv)}, sample(s.a, k, s.nv),
                                     batch_options<double>(settings), {out.a, out.lambda, out.reports});
    return out;
  }
  Answers single(int k, std::span<const ExternalWrench> external = {}) const {
    Workspace ws(model, set, {.mode = Mode::single});
    Answers out{Vector(s.nv), Vector(rows), std::vector<SolveReport>(1)};
    ConstrainedOptions options = settings;
    options.wrenches = external;
    out.reports[0] = constrained_dynamics(model, set, ws, {sample(s.q, k, s.nq), sample(s.v, k, s.nv)},
                                          sample(s.a, k, s.nv), options, {out.a, out.lambda});
    return out;
  }
};

void expect_same(const Answers& all, int k, const Answers& one, std::uint64_t seed) {
  const auto at = static_cast<std::size_t>(k);
  EXPECT_TRUE(std::ranges::equal(sample(all.a, k, one.a.size()), one.a)) << seed << " " << k;
  EXPECT_TRUE(std::ranges::equal(sample(all.lambda, k, one.lambda.size()), one.lambda)) << seed << " " << k;
  EXPECT_EQ(all.reports[at].status, one.reports[0].status) << seed << " " << k;
  EXPECT_EQ(all.reports[at].iterations, one.reports[0].iterations) << seed << " " << k;
  EXPECT_EQ(all.reports[at].residual, one.reports[0].residual) << seed << " " << k;
  EXPECT_EQ(all.reports[at].dual_residual, one.reports[0].dual_residual) << seed << " " << k;
}

const char* by_turns(std::uint64_t k) { return k % 2 ? "prox-pv" : "constrained-aba"; }

TEST(BatchConstrained, HasTheBitsOfTheSingleCallInBothLayouts) {
  std::set<int> iterations;
  std::set<SolveStatus> statuses;
  for (const auto seed : seeds(200)) {
    Bound r(random_robot(seed), 1 + static_cast<int>(seed % 11), seed);
    r.make_plain();
    r.settings.penalty = seed % 2 ? 1e6 : 10;
    r.settings.algorithm = by_turns(seed / 2);
    Batch batch(r.model, {.threads = 1 + static_cast<int>(seed % 2)});
    const Answers all = r.by(batch);
    for (int k = 0; k < r.s.n; ++k) {
      expect_same(all, k, r.single(k), seed);
      iterations.insert(all.reports[static_cast<std::size_t>(k)].iterations);
      statuses.insert(all.reports[static_cast<std::size_t>(k)].status);
    }
    const Vector q = packed(batch, r.s.n, r.s.nq, r.s.q), v = packed(batch, r.s.n, r.s.nv, r.s.v),
                 tau = packed(batch, r.s.n, r.s.nv, r.s.a);
    Vector a(tau.size()), lambda(batch.packed_size(r.s.n, static_cast<int>(r.rows)));
    (void)batch.constrained_dynamics(r.set, r.s.n, {q, v}, tau, batch_options<double>(r.settings, Layout::packed),
                                     {a, lambda});
    EXPECT_EQ(unpacked(batch, r.s.n, r.s.nv, a), all.a) << seed;
    EXPECT_EQ(unpacked(batch, r.s.n, r.rows, lambda), all.lambda) << seed;
  }
  EXPECT_GE(static_cast<double>(iterations.size()), nearly(49, 200));
  EXPECT_TRUE(statuses.contains(SolveStatus::converged) && statuses.contains(SolveStatus::infeasible));
}

// Contradicting rows at few iterations: λ has lost what grew in vain, as in the single call.
TEST(BatchConstrained, HasTheForcesOfTheSingleCallWhereIterationsEndEarly) {
  for (const char* algorithm : {"constrained-aba", "prox-pv"})
    for (const int iterations : {2, 3}) {
      const Model arm(generators::arm7_standin());
      Constraint one = connect(FrameId{static_cast<int>(arm.frames().size()) - 1}), two = one;
      one.reference = {1, 0, 0}, two.reference = {3, 0, 0};
      Bound r(generators::arm7_standin(), 6, 5, {one, two});
      r.settings.algorithm = algorithm, r.settings.max_iterations = iterations;
      Batch batch(r.model);
      const Answers all = r.by(batch);
      for (int k = 0; k < r.s.n; ++k) expect_same(all, k, r.single(k), 5);
      for (const double x : all.lambda) EXPECT_LT(std::abs(x), 1e3) << algorithm;
    }
}

// World axes and gains: the batch has its own kinematics. Stiff rows lose digits of λ, as many as mu has.
TEST(BatchConstrained, AgreesWithTheSingleCallOnRowsOfEveryKind) {
  for (const auto seed : seeds(200)) {
    Bound r(random_robot(seed), 5, seed);
    r.settings.penalty = 10, r.settings.max_iterations = 4, r.settings.tolerance = 1e-300;
    r.settings.algorithm = by_turns(seed);
    Batch batch(r.model);
    const Answers all = r.by(batch);
    for (int k = 0; k < r.s.n; ++k) {
      const Answers one = r.single(k);
      const auto a = sample(all.a, k, r.s.nv), lambda = sample(all.lambda, k, r.rows);
      EXPECT_LE(distance(Vector(a.begin(), a.end()), one.a), 1e-9) << seed << " " << k;
      EXPECT_LE(distance(Vector(lambda.begin(), lambda.end()), one.lambda), 1e-9) << seed << " " << k;
    }
  }
}

// Soft iterations end at different times: who waits must not move.
class BatchConstrainedBy : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Algorithm, BatchConstrainedBy, testing::Values("constrained-aba", "prox-pv"));

TEST_P(BatchConstrainedBy, ALaneDoesNotDependOnItsNeighbours) {
  Bound r(generators::humanoid_standin(), 23, 4, {weld("left_sole"), weld("right_sole")});
  r.settings.penalty = 30, r.settings.tolerance = 1e-9;
  r.settings.algorithm = GetParam();
  Batch batch(r.model);
  const Answers all = r.by(batch);
  std::set<int> iterations;
  for (int k = 0; k < r.s.n; ++k) {
    const Answers alone = r.one(batch, k);
    expect_same(all, k, alone, 0);
    iterations.insert(alone.reports[0].iterations);
  }
  EXPECT_GE(iterations.size(), 13U);
  const Samples in_order = r.s;  // the same samples in another order
  for (int k = 0; k < r.s.n; ++k)
    for (auto [x, size] : {std::pair{&Samples::q, r.s.nq}, {&Samples::v, r.s.nv}, {&Samples::a, r.s.nv}})
      std::ranges::copy(sample(in_order.*x, (k * 7 + 3) % r.s.n, size),
                        (r.s.*x).begin() + static_cast<std::ptrdiff_t>(size) * k);
  const Answers other = r.by(batch);
  r.s = in_order;
  for (int k = 0; k < r.s.n; ++k) expect_same(other, k, r.one(batch, (k * 7 + 3) % r.s.n), 1);
}

// At rest the tip of two links can be held; in motion six rows ask too much of two joints.
TEST_P(BatchConstrainedBy, AnInfeasibleNeighbourChangesNothing) {
  Bound r(generators::chain(2), 9, 2, {weld("joint:joint_1")});
  r.settings.algorithm = GetParam();
  for (int k = 0; k < 9; k += 2)
    for (std::size_t d = 0; d < r.s.nv; ++d) r.s.v[static_cast<std::size_t>(k) * r.s.nv + d] = 0;
  Batch batch(r.model);
  const Answers all = r.by(batch);
  for (int k = 0; k < 9; ++k) {
    EXPECT_EQ(all.reports[static_cast<std::size_t>(k)].status,
              k % 2 ? SolveStatus::infeasible : SolveStatus::converged);
    expect_same(all, k, r.one(batch, k), 0);
    expect_same(all, k, r.single(k), 0);
  }
}

TEST(BatchConstrained, DoesNotDependOnTheNumberOfThreads) {
  const Bound r(generators::quadruped_standin(), 101, 1, {connect("FL_foot"), connect("HR_foot")});
  Batch one(r.model);
  const Answers expected = r.by(one);
  for (const int threads : {2, 3, 7}) {
    Batch batch(r.model, {.threads = threads});
    const Answers found = r.by(batch);
    EXPECT_EQ(found.a, expected.a) << threads;
    EXPECT_EQ(found.lambda, expected.lambda) << threads;
  }
}

TEST(BatchConstrained, TakesWrenchesAWarmStartAndAllocatesNothing) {
  Bound r(generators::quadruped_standin(), 11, 6, {connect("FL_foot"), connect("HR_foot"), connect("HL_foot")});
  const FrameId trunk = r.model.frame("FR_foot");
  Batch batch(r.model, {.wrench_frames = {trunk}});
  r.wrenches = Random(8).vector(66, 20);
  r.settings.penalty = 100;
  Answers all = r.by(batch);
  for (int k = 0; k < r.s.n; ++k) {
    ExternalWrench w{.frame = trunk};
    std::ranges::copy(sample(r.wrenches, k, 6), w.wrench.begin());
    const Answers one = r.single(k, std::span(&w, 1));  // to rounding: it moves wrenches to bodies by other code
    EXPECT_LE(distance(sample(all.a, k, r.s.nv), one.a), 1e-10) << k;
    EXPECT_LE(distance(sample(all.lambda, k, r.rows), one.lambda), 1e-10) << k;
  }
  const Answers cold = all;
  r.settings.warm_start = true;
  const Allocations heap;
  (void)batch.constrained_dynamics(r.set, r.s.n, {r.s.q, r.s.v}, r.s.a,
                                   batch_options<double>(r.settings, Layout::rows, r.wrenches),
                                   {all.a, all.lambda, all.reports});
  EXPECT_EQ(heap.count(), 0);
  for (std::size_t k = 0; k < all.reports.size(); ++k) {
    EXPECT_EQ(all.reports[k].status, SolveStatus::converged);
    EXPECT_LT(all.reports[k].iterations, cold.reports[k].iterations);
  }
}

// Seven digits, of which mu and the refinement leave about four.
TEST(BatchConstrained, InFloatIsNearTheSingleCall) {
  for (const char* robot : {"quadruped_standin", "humanoid_standin"}) {
    const bool quadruped = robot[0] == 'q';
    Bound r(generators::make(robot), 13, 3,
            quadruped ? std::vector<Constraint>{connect("FL_foot"), connect("HR_foot")}
                      : std::vector<Constraint>{weld("left_sole"), weld("right_sole")});
    FloatBatch batch(r.model);
    Floats a(r.s.nv * 13), lambda(r.rows * 13);
    std::vector<SolveReport> reports(13);
    (void)batch.constrained_dynamics(r.set, 13, {narrow(r.s.q), narrow(r.s.v)}, narrow(r.s.a),
                                     {.penalty = 1e3, .tolerance = 1e-2}, {a, lambda, reports});
    for (int k = 0; k < 13; ++k) {
      EXPECT_EQ(reports[static_cast<std::size_t>(k)].status, SolveStatus::converged) << robot << " " << k;
      const Vector found(sample(a, k, r.s.nv).begin(), sample(a, k, r.s.nv).end());
      EXPECT_LE(distance(found, r.single(k).a), 1e-3) << robot << " " << k;
    }
  }
}

// Links that weigh nothing, moved by their rotors or turned against inertia alone: legal, and judged as anywhere.
TEST(BatchConstrained, HasTheStatusOfTheSingleCallWhereNothingHasMass) {
  for (const bool rotors : {true, false}) {
    ModelBuilder builder("massless");
    for (int i = 0; i < 4; ++i) {
      MassProperties inertia;
      if (!rotors) inertia.inertia = {0.1, 0, 0, 0.2, 0, 0.15};
      const std::string name = "link" + std::to_string(i);
      builder.link(name, inertia);
      builder
          .revolute("joint" + std::to_string(i), i == 0 ? "" : "link" + std::to_string(i - 1), name,
                    placement_at(0.3, 0, 0.1), i % 2 ? Vector3{0, 1, 0} : Vector3{0, 0, 1})
          .armature = rotors ? 0.1 : 0;
    }
    Constraint held = weld("link3");
    held.mask = {true, true, false, false, false, false};
    Bound r(builder.description(), 5, 3, {held});
    Batch batch(r.model);
    const Answers all = r.by(batch);
    for (int k = 0; k < r.s.n; ++k) {
      expect_same(all, k, r.single(k), rotors);
      EXPECT_EQ(all.reports[static_cast<std::size_t>(k)].status, SolveStatus::converged) << rotors << " " << k;
    }
  }
}

TEST(BatchConstrained, RefusesWhatItDoesNotTake) {
  Bound r(generators::quadruped_standin(), 3, 1, {connect("FL_foot")});
  Batch batch(r.model);
  const Model stranger(generators::quadruped_standin());
  const ConstraintSet loop(r.model, {connect("FL_foot", "HR_foot")}), foreign(stranger, {connect("FL_foot")}),
      none(r.model, {});
  Answers out = r.empty();
  const auto with = [&](const ConstraintSet& set, Vector& lambda) {
    (void)batch.constrained_dynamics(set, 3, {r.s.q, r.s.v}, r.s.a, batch_options<double>(r.settings), {out.a, lambda});
  };
  const auto message = [&](const ConstraintSet& set, const char* algorithm) {
    r.settings.algorithm = algorithm;
    try {
      with(set, out.lambda);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  for (const char* algorithm : {"automatic", "constrained-aba", "prox-pv"})
    EXPECT_NE(message(loop, algorithm).find("a batch takes welds and connects to the world only; single calls"),
              std::string::npos)
        << message(loop, algorithm);
  r.settings.penalty = std::numeric_limits<double>::denorm_min();
  EXPECT_NE(message(r.set, "automatic").find("expected a number that a double holds in full"), std::string::npos);
  r.settings.penalty = {};
  Constraint soft = connect("FL_foot");
  soft.stiffness = {100};
  EXPECT_NE(message(ConstraintSet(r.model, {soft}), "constrained-aba").find("solves rigid ones"), std::string::npos);
  EXPECT_THROW(with(foreign, out.lambda), Error);
  Vector nothing, free = out.a;
  EXPECT_NO_THROW(with(none, nothing));
  batch.aba(3, {r.s.q, r.s.v}, r.s.a, free);
  EXPECT_LE(distance(out.a, free), 1e-12);
  EXPECT_NE(message(r.set, "prox-ltl").find("found prox-ltl, expected constrained-aba or prox-pv"), std::string::npos);
  r.settings.algorithm = {};
  std::vector<SolveReport> two(2);
  EXPECT_THROW((void)batch.constrained_dynamics(r.set, 3, {r.s.q, r.s.v}, r.s.a, batch_options<double>(r.settings),
                                                {out.a, out.lambda, two}),
               Error);
  r.settings.penalty = 0;
  EXPECT_THROW(with(r.set, out.lambda), Error);
  r.settings.penalty = 1e6;
  r.s.a[r.s.nv + 8] = std::nan("");
  try {
    with(r.set, out.lambda);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "tau[1][8] is nan, expected a finite number");
  }
  r.s.a[r.s.nv + 8] = 0, r.settings.warm_start = true, out.lambda[7] = std::nan("");
  try {
    with(r.set, out.lambda);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "lambda[2][1] is nan, expected a finite number");
  }
}

}  // namespace
}  // namespace tenon::test
