// Analytic derivatives of constrained dynamics against central differences of its solutions.
#include "constrained/question.hpp"
#include "tenon/builder.hpp"
#include "tenon/configuration.hpp"
#include "tenon/constrained.hpp"

namespace tenon::test {
namespace {

struct Derivatives {
  Dense a_q, a_v, a_tau, l_q, l_v, l_tau;
  int rank = 0;
};

std::span<double> numbers(Dense& M) { return {M.data(), static_cast<std::size_t>(M.size())}; }

Derivatives analytic(const ConstrainedQuestion& q, const Answer& at) {
  const Eigen::Index n = q.m.model.nv(), m = q.set.rows();
  Derivatives d{Dense(n, n), Dense(n, n), Dense(n, n), Dense(m, n), Dense(m, n), Dense(m, n)};
  Workspace ws(q.m.model, q.set);
  d.rank = differentiate_constrained_dynamics(
      q.m.model, q.set, ws, {q.m.q, q.m.v}, at.a, at.lambda, q.wrenches,
      {{}, {}, numbers(d.a_q), numbers(d.a_v), numbers(d.a_tau), numbers(d.l_q), numbers(d.l_v), numbers(d.l_tau)});
  return d;
}

// Column k: the answers' difference when `move` shifts the question by ±h along coordinate k.
template <class Move>
void expect_differences(const ConstrainedQuestion& q, const Dense& a, const Dense& l, Move&& move,
                        const std::string& where) {
  constexpr double h = 1e-5;  // errors of h² and of ε/h, both about 1e-10 of the third derivatives and of the answers
  for (Eigen::Index k = 0; k < a.cols(); ++k) {
    const auto moved = [&](double step) {
      ConstrainedQuestion other(q.m, q.list, 0);
      other.tau = q.tau;
      move(other, static_cast<std::size_t>(k), step);
      return other.dense();
    };
    const Answer plus = moved(h), minus = moved(-h);
    const Column da = (column(plus.a) - column(minus.a)) / (2 * h),
                 dl = (column(plus.lambda) - column(minus.lambda)) / (2 * h);
    EXPECT_LE((da - a.col(k)).cwiseAbs().maxCoeff(), 1e-6 * (1 + a.cwiseAbs().maxCoeff())) << where << " column " << k;
    EXPECT_LE((dl - l.col(k)).cwiseAbs().maxCoeff(), 1e-6 * (1 + l.cwiseAbs().maxCoeff())) << where << " column " << k;
  }
}

// q by a step along degree of freedom k.
void move_along(ConstrainedQuestion& other, std::size_t k, double step) {
  Vector along(other.m.nv(), 0.0), moved(other.m.q.size());
  along[k] = step;
  integrate(other.m.model, other.m.q, along, moved);
  other.m.q = moved;
}

void expect_derivatives(const ConstrainedQuestion& q, const std::string& where) {
  const Derivatives d = analytic(q, q.dense());
  EXPECT_EQ(d.rank, q.set.rows()) << where;
  expect_differences(q, d.a_q, d.l_q, move_along, where + " q");
  expect_differences(
      q, d.a_v, d.l_v, [](ConstrainedQuestion& other, std::size_t k, double step) { other.m.v[k] += step; },
      where + " v");
  expect_differences(
      q, d.a_tau, d.l_tau, [](ConstrainedQuestion& other, std::size_t k, double step) { other.tau[k] += step; },
      where + " tau");
}

// Gains, references and targets too: the targets are where the frames are at another configuration, or frames that are
// fixed to the world.
TEST(ConstrainedDerivatives, EqualCentralDifferencesOnRandomTrees) {
  int compared = 0;
  for (const auto seed : seeds(60)) {
    Mechanism m = random_mechanism(seed);
    Random random(seed + 7);
    std::vector<Constraint> list = random_constraints(m.model, random, {.most = 2});
    for (Constraint& c : list)
      if (!c.frame_b.given())
        c.target = placement_from_rpy({random.uniform(), random.uniform(), random.uniform()},
                                      {random.uniform(), random.uniform(), random.uniform()});
    const ConstrainedQuestion q(std::move(m), list, seed);
    DenseKktReport report;
    q.dense(&report);
    if (report.rank == 0 || report.rank < q.set.rows() || report.smallest < 1e-4 * report.largest) continue;
    expect_derivatives(q, std::to_string(seed));
    ++compared;
  }
  EXPECT_GE(compared, nearly(34, 60));
}

TEST(ConstrainedDerivatives, EqualCentralDifferencesOnAStandingHumanoid) {
  Mechanism m(generators::humanoid_standin(), 4);
  std::vector<Constraint> list;
  for (const FrameInfo& frame : m.model.frames())
    if (frame.name.find("foot") != std::string::npos || frame.name.find("sole") != std::string::npos)
      list.push_back(weld(frame.name));
  ASSERT_GE(list.size(), 1u);
  list.resize(1);
  list[0].kp = 100, list[0].kd = 20, list[0].target = Placement{};
  expect_derivatives(ConstrainedQuestion(std::move(m), list, 4), "humanoid");
}

// Doubled rows: the same motion, hence the same ∂v̇; the doubled forces share the change.
TEST(ConstrainedDerivatives, OfDoubledRowsAreThoseOfSingleOnes) {
  const Mechanism m(generators::quadruped_standin(), 3);
  const Constraint foot = connect("FL_foot"), list[] = {foot}, twice[] = {foot, foot};
  const ConstrainedQuestion one(m, list, 3), two(m, twice, 3);
  const Derivatives x = analytic(one, one.dense()), y = analytic(two, two.dense());
  EXPECT_EQ(x.rank, 3);
  EXPECT_EQ(y.rank, 3);
  for (const auto& [a, b] : {std::pair(&x.a_q, &y.a_q), std::pair(&x.a_v, &y.a_v), std::pair(&x.a_tau, &y.a_tau)})
    EXPECT_LE((*a - *b).norm(), 1e-8 * (1 + a->norm()));
  EXPECT_LE((x.l_q - 2 * y.l_q.topRows(3)).norm(), 1e-7 * (1 + x.l_q.norm()));
}

// A foot held by four points moves as a welded one: the same ∂v̇ where the rows agree, that is at v = 0.
TEST(ConstrainedDerivatives, OfAFootOnFourPointsAreThoseOfAWeldedFoot) {
  Mechanism m(generators::humanoid_standin(), 4);
  std::fill(m.v.begin(), m.v.end(), 0.0);
  const Constraint welded[] = {weld("left_sole")};
  std::vector<Constraint> points;
  for (const double x : {-0.08, 0.12})
    for (const double y : {-0.04, 0.04}) {
      points.push_back(connect("left_sole"));
      points.back().in_frame.translation = {x, y, 0};
    }
  const ConstrainedQuestion one(m, welded, 3), four(m, points, 3);
  const Derivatives x = analytic(one, one.dense()), y = analytic(four, four.dense());
  EXPECT_EQ(y.rank, 6);
  for (const auto& [a, b] : {std::pair(&x.a_q, &y.a_q), std::pair(&x.a_v, &y.a_v), std::pair(&x.a_tau, &y.a_tau)})
    EXPECT_LE((*a - *b).norm(), 1e-8 * (1 + a->norm()));
}

// λ of redundant rows is the one of smallest norm at every q: its derivative is, too, in world axes and where rows of
// several bodies are redundant together. At v = 0 the rows agree on all sides.
TEST(ConstrainedDerivatives, OfForcesOfRedundantRowsEqualCentralDifferences) {
  for (const Axes axes : {Axes::local, Axes::world_aligned})
    for (const char* second : {"FL_foot", "FL_thigh_link"}) {
      Mechanism m(generators::quadruped_standin(), 3);
      std::fill(m.v.begin(), m.v.end(), 0.0);
      std::vector<Constraint> list;
      for (int k = 0; k < 4; ++k) {
        list.push_back(connect(k < 2 ? "FL_foot" : second));
        list.back().in_frame.translation = {0.05 * (k % 2), 0.05 * (k / 2), 0.01 * k};
        list.back().axes = axes;
      }
      list.push_back(weld("FL_foot"));
      list.back().axes = axes;
      const ConstrainedQuestion q(std::move(m), list, 3);
      const Derivatives d = analytic(q, q.dense());
      EXPECT_LT(d.rank, q.set.rows());
      expect_differences(q, d.a_q, d.l_q, move_along, second);
    }
}

TEST(ConstrainedDerivatives, OfRowsOnLightAndHeavyBodiesHoldBoth) {
  ModelBuilder b("two");
  b.link("light", solid_box(1e-3, {0.02, 0.02, 0.02}));
  b.link("heavy", solid_box(1e4, {1, 1, 1}));
  b.free("first", "", "light"), b.free("second", "", "heavy");
  const Mechanism m(b.description(), 1);
  const Constraint list[] = {weld("light"), weld("light"), weld("heavy")};
  ConstrainedQuestion q(m, list, 1);
  q.make_feasible();
  const Derivatives d = analytic(q, q.dense());
  EXPECT_EQ(d.rank, 12);
  EXPECT_LE(d.a_tau.cwiseAbs().maxCoeff(), 1e-6);  // nothing can move
}

TEST(ConstrainedDerivatives, WithoutConstraintsAreThoseOfForwardDynamics) {
  const ConstrainedQuestion q(random_mechanism(5), {}, 5);
  const Derivatives d = analytic(q, q.dense());
  Workspace ws(q.m.model);
  Dense a_q = d.a_q, a_v = d.a_v, a_tau = d.a_tau;
  aba_derivatives(q.m.model, ws, {q.m.q, q.m.v}, q.tau, {.wrenches = q.wrenches},
                  {numbers(a_q), numbers(a_v), numbers(a_tau)});
  EXPECT_LE((a_q - d.a_q).norm(), 1e-8 * (1 + a_q.norm()));
  EXPECT_LE((a_v - d.a_v).norm(), 1e-8 * (1 + a_v.norm()));
  EXPECT_LE((a_tau - d.a_tau).norm(), 1e-8 * (1 + a_tau.norm()));
}

TEST(ConstrainedDerivatives, NameTheConstraintThatTheyDoNotTake) {
  const Mechanism m(generators::quadruped_standin(), 3);
  const Constraint list[] = {connect("FL_foot", "FR_foot")};
  const ConstrainedQuestion q(m, list, 3);
  EXPECT_THROW(analytic(q, q.dense()), Error);
}

}  // namespace
}  // namespace tenon::test
