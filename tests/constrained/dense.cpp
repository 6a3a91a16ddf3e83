// The dense reference: its equations hold, it takes redundant rows, closed forms with v ≠ 0.
#include "constrained/dense.hpp"

#include <gtest/gtest.h>

#include "support/constraints.hpp"
#include "tenon/builder.hpp"
#include "tenon/configuration.hpp"

namespace tenon::test {
namespace {

// M v̇ + C v + g - Jᵀλ - τ, by RNEA and the Jacobian.
double imbalance(const Mechanism& m, const ConstraintSet& set, const Vector& tau, const Vector& a,
                 const Vector& lambda) {
  Workspace ws(m.model);
  Kinematics kinematics(m.model);
  forward_kinematics(m.model, {m.q, m.v}, kinematics);
  Vector force(m.nv()), J(static_cast<std::size_t>(set.rows()) * m.nv());
  rnea(m.model, ws, {m.q, m.v}, a, force);
  constraint_jacobian(m.model, set, kinematics, J);
  double worst = 0, scale = 1;
  for (std::size_t i = 0; i < m.nv(); ++i) {
    double f = force[i] - tau[i];
    for (std::size_t r = 0; r < lambda.size(); ++r) {
      f -= J[r * m.nv() + i] * lambda[r];
      scale = std::max(scale, std::abs(J[r * m.nv() + i] * lambda[r]));
    }
    worst = std::max(worst, std::abs(f));
    scale = std::max(scale, std::abs(force[i]));
  }
  return worst / scale;
}

TEST(DenseKkt, BalancesForcesAndMeetsTheRowsOnRandomTrees) {
  int full_rank = 0;
  for (const auto seed : seeds(300)) {
    const Mechanism m = random_mechanism(seed);
    Random random(seed + 3);
    const ConstraintSet set(
        m.model,
        random_constraints(m.model, random, {.most = 3, .loops = true, .joints = true, .centre_of_mass = true}));
    const Vector tau = random.vector(m.model.nv());
    Vector a(m.nv()), lambda(static_cast<std::size_t>(set.rows()));
    const DenseKktReport report = dense_constrained_dynamics(m.model, set, m.q, m.v, tau, a, lambda);
    EXPECT_LE(imbalance(m, set, tau, a, lambda), 1e-8) << seed;
    if (report.rank < set.rows()) continue;  // rows that contradict each other cannot be met
    double scale = 1;
    for (const double x : a) scale = std::max(scale, std::abs(x));
    ++full_rank;
    EXPECT_LE(report.residual, 1e-8 * scale) << seed;
  }
  EXPECT_GE(full_rank, nearly(201, 300));
}

// The rank rule: doubling rows or scaling their units changes nothing, on light and heavy, long and short trees alike.
TEST(DenseKkt, FindsTheRankOfDoubledRows) {
  for (const auto seed : seeds(500)) {
    Mechanism m = random_mechanism(seed);
    Random random(seed + 3);
    std::vector<Constraint> list =
        random_constraints(m.model, random, {.most = 3, .loops = true, .joints = true, .centre_of_mass = true});
    const ConstraintSet once(m.model, list);
    const std::vector<Constraint> again = list;
    list.insert(list.end(), again.begin(), again.end());
    const ConstraintSet twice(m.model, list);
    const auto rank = [&](const ConstraintSet& set, double unit) {
      Vector a(m.nv()), lambda(static_cast<std::size_t>(set.rows())), R(lambda.size(), 1.0);
      for (std::size_t r = 0; r < R.size(); ++r) R[r] = r % 2 == 0 ? unit : 1 / unit;
      return dense_constrained_dynamics(m.model, set, m.q, m.v, m.a, a, lambda, {}, R).rank;
    };
    EXPECT_EQ(rank(once, 1), rank(twice, 1)) << seed;
    EXPECT_EQ(rank(once, 1), rank(once, 1e4)) << seed;
    EXPECT_LE(rank(once, 1), m.model.nv()) << seed;
  }
}

// Redundant rows that agree: the same acceleration, and a λ shared between the twins.
TEST(DenseKkt, SharesTheForceBetweenEqualRows) {
  for (const auto seed : seeds(50)) {
    const Mechanism m(generators::quadruped_standin(), seed);
    const FrameId foot = m.model.frame("FL_foot");
    const ConstraintSet one(m.model, {connect(foot)}), two(m.model, {connect(foot), connect(foot)});
    const Vector tau(m.nv(), 0.3);
    Vector a(m.nv()), b(m.nv()), x(3), y(6);
    dense_constrained_dynamics(m.model, one, m.q, m.v, tau, a, x);
    const DenseKktReport report = dense_constrained_dynamics(m.model, two, m.q, m.v, tau, b, y);
    EXPECT_EQ(report.rank, 3);
    EXPECT_LE(distance(a, b), 1e-9) << seed;
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(y[k], x[k] / 2, 1e-9 * (1 + std::abs(x[k]))) << seed;
      EXPECT_NEAR(y[k], y[k + 3], 1e-9 * (1 + std::abs(x[k]))) << seed;
    }
  }
}

// A ball on a rod of length l that turns at ω, held by a connect instead of a hinge: the rod's force is m l ω² towards
// the pivot plus the weight's part along it, and the ball falls as the pendulum does.
TEST(DenseKkt, HoldsAPendulumByAPointAsAHingeDoes) {
  const double l = 1.5, mass = 2, angle = 0.6, w = 1.7, g = 9.81, inertia = 0.4 * mass * 0.01;
  ModelBuilder builder("ball");
  builder.link("ball", solid_sphere(mass, 0.1, placement_at(0, 0, -l)));
  builder.free("root", "", "ball");
  const Model model = builder.build();
  const ConstraintSet set(model, {connect("ball")});
  // Turned about y by `angle`, turning about it; the pivot is the link's origin, at rest.
  const Vector q{0, 0, 0, 0, std::sin(angle / 2), 0, std::cos(angle / 2)}, v{0, 0, 0, 0, w, 0}, tau(6, 0.0);
  Vector a(6), lambda(3);
  const DenseKktReport report = dense_constrained_dynamics(model, set, q, v, tau, a, lambda);
  EXPECT_LE(report.residual, 1e-12);
  // The ball is at (-l sin, 0, -l cos); gravity's moment about y is -m g l sin.
  const double alpha = -mass * g * l * std::sin(angle) / (mass * l * l + inertia);
  EXPECT_NEAR(a[4], alpha, 1e-12);
  // In the ball's axes the pivot pushes along z with weight and centripetal force, along x with what is left of
  // gravity.
  EXPECT_NEAR(lambda[2], mass * (g * std::cos(angle) + l * w * w), 1e-11);
  EXPECT_NEAR(lambda[0], mass * (-l * alpha - g * std::sin(angle)), 1e-11);
}

// kp and kd pull a held frame back: the error obeys ë + kd ė + kp e = 0 at once.
TEST(DenseKkt, GainsMakeTheErrorDecay) {
  const Model model(generators::arm7_standin());
  Constraint held = weld(model.frames().back().name);
  held.kp = 100, held.kd = 20;
  held.axes = Axes::world_aligned;
  ConstraintSet set(model, {held});
  Vector q = random_configuration(model, 3), v = random_velocity(model, 4), zero(7, 0.0), a(7), lambda(6);
  set.hold(random_configuration(model, 5));
  Kinematics kinematics(model);
  forward_kinematics(model, {q, v}, kinematics);
  Vector e(6), rate(6), bias(6), J(42);
  constraint_error(model, set, kinematics, q, e);
  constraint_velocity(model, set, kinematics, v, rate);
  constraint_bias(model, set, kinematics, bias);
  constraint_jacobian(model, set, kinematics, J);
  dense_constrained_dynamics(model, set, q, v, zero, a, lambda);
  const Vector Ja = product(J, a);
  for (std::size_t k = 0; k < 6; ++k)
    EXPECT_NEAR(Ja[k] + bias[k], -100 * e[k] - 20 * rate[k], 1e-8 * (1 + 100 * std::abs(e[k]))) << k;
}

}  // namespace
}  // namespace tenon::test
