// The rows are what docs/conventions.md says: J v against the derivative of the error, J̇ v against that of J v.
#include <gtest/gtest.h>

#include <limits>

#include "support/constraints.hpp"
#include "tenon/builder.hpp"
#include "tenon/configuration.hpp"
#include "tenon/dynamics.hpp"

namespace tenon::test {
namespace {

constexpr ConstraintMix everything{.most = 5, .loops = true, .joints = true, .centre_of_mass = true};

struct Rows {
  Mechanism m;
  Random random;
  ConstraintSet set;
  Kinematics kinematics{m.model};

  explicit Rows(std::uint64_t seed, const ConstraintMix& mix = everything)
      : m(random_mechanism(seed)), random(seed + 1), set(m.model, random_constraints(m.model, random, mix)) {
    for (int c = 0; c < set.size(); ++c)  // gains ask where a locked joint shall be
      if (set.kind(c) == ConstraintKind::locked) set.hold(c, random_configuration(m.model, seed + 2));
  }
  std::size_t size() const { return static_cast<std::size_t>(set.rows()); }
  void at(const Vector& q, const Vector& v) { forward_kinematics(m.model, {q, v}, kinematics); }
  Vector velocity(const Vector& q, const Vector& v) {
    Vector out(size());
    at(q, v);
    constraint_velocity(m.model, set, kinematics, v, out);
    return out;
  }
  Vector bias(const Vector& q, const Vector& v) {
    Vector out(size());
    at(q, v);
    constraint_bias(m.model, set, kinematics, out);
    return out;
  }
  Vector error(const Vector& q) {
    Vector out(size());
    at(q, {});
    constraint_error(m.model, set, kinematics, q, out);
    return out;
  }
  Vector jacobian(const Vector& q) {
    Vector out(size() * m.nv());
    at(q, {});
    constraint_jacobian(m.model, set, kinematics, out);
    return out;
  }
};

TEST(ConstraintRows, VelocityIsTheJacobianTimesV) {
  for (const auto seed : seeds(200)) {
    Rows r(seed);
    EXPECT_LE(distance(r.velocity(r.m.q, r.m.v), product(r.jacobian(r.m.q), r.m.v)), 1e-12) << seed;
  }
}

// Central differences: truncation and rounding both near 1e-9 at h = 1e-5 of states of order 1, with room for lever
// arms.
TEST(ConstraintRows, BiasIsTheDerivativeOfTheVelocityRowsAtZeroAcceleration) {
  const double h = 1e-5;
  for (const auto seed : seeds(200)) {
    Rows r(seed);
    const Vector ahead = r.velocity(stepped(r.m.model, r.m.q, r.m.v, h), r.m.v);
    const Vector behind = r.velocity(stepped(r.m.model, r.m.q, r.m.v, -h), r.m.v);
    Vector rate(r.size());
    for (std::size_t k = 0; k < rate.size(); ++k) rate[k] = (ahead[k] - behind[k]) / (2 * h);
    EXPECT_LE(distance(r.bias(r.m.q, r.m.v), rate), 1e-6) << seed;
  }
}

// Where the error vanishes its derivative is the velocity row: both frames coincide there.
TEST(ConstraintRows, VelocityIsTheDerivativeOfTheErrorAtTheTarget) {
  const double h = 1e-6;
  for (const auto seed : seeds(200)) {
    Rows r(seed, {.most = 5, .joints = true, .centre_of_mass = true});
    r.set.hold(r.m.q);
    const Vector ahead = r.error(stepped(r.m.model, r.m.q, r.m.v, h));
    const Vector behind = r.error(stepped(r.m.model, r.m.q, r.m.v, -h));
    const Vector velocity = r.velocity(r.m.q, r.m.v);
    for (int c = 0; c < r.set.size(); ++c) {
      const ConstraintKind kind = r.set.kind(c);
      if (kind == ConstraintKind::held_still) continue;  // has no position
      for (int k = r.set.first_row(c); k < r.set.first_row(c) + r.set.rows(c); ++k) {
        const auto i = static_cast<std::size_t>(k);
        EXPECT_NEAR((ahead[i] - behind[i]) / (2 * h), velocity[i], 1e-6 * (1 + std::abs(velocity[i])))
            << seed << " " << r.set.label(c);
      }
    }
  }
}

TEST(ConstraintRows, HoldMakesTheErrorVanish) {
  for (const auto seed : seeds(100)) {
    Rows r(seed, {.most = 5, .centre_of_mass = true});
    r.set.hold(r.m.q);
    EXPECT_LE(distance(r.error(r.m.q), Vector(r.size(), 0.0)), 1e-12) << seed;
  }
}

TEST(ConstraintRows, TargetIsReferenceMinusGainsMinusBias) {
  for (const auto seed : seeds(100)) {
    Rows r(seed);
    const Vector error = r.error(r.m.q), bias = r.bias(r.m.q, r.m.v), velocity = r.velocity(r.m.q, r.m.v);
    Vector target(r.size()), expected(r.size());
    for (int c = 0; c < r.set.size(); ++c) {
      const bool still = r.set.kind(c) == ConstraintKind::held_still;  // it has no position
      const double kp = still ? 0 : r.random.uniform(0, 4), kd = r.random.uniform(0, 4);
      const Vector reference = r.random.vector(r.set.rows(c));
      r.set.set_gains(c, kp, kd);
      r.set.set_reference(c, reference);
      for (std::size_t k = 0; k < reference.size(); ++k) {
        const auto i = static_cast<std::size_t>(r.set.first_row(c)) + k;
        expected[i] = reference[k] - kd * velocity[i] - kp * error[i] - bias[i];
      }
    }
    constraint_target(r.m.model, r.set, r.kinematics, {r.m.q, r.m.v}, target);
    EXPECT_LE(distance(target, expected), 1e-13) << seed;
  }
}

// A pendulum of length l, its tip held in local axes: the row along the rod is J = 0, the one across it l; the
// classical acceleration of the tip towards the hinge is l ω², and the spatial acceleration in local axes takes ω × (ω
// × r) away.
TEST(ConstraintRows, OfAPendulumInClosedForm) {
  ModelBuilder arm("pendulum");
  arm.link("rod", solid_sphere(1, 0.1));
  arm.revolute("hinge", "", "rod", placement_at(0, 0, 0), {0, 1, 0});
  arm.frame("tip", "rod", placement_at(0, 0, -2));
  const Model model = arm.build();
  Kinematics kinematics(model);
  const double w = 3;
  forward_kinematics(model, {Vector{0.4}, Vector{w}}, kinematics);
  Constraint held = connect("tip");
  Vector J(3), bias(3);
  const ConstraintSet local(model, {held});
  constraint_jacobian(model, local, kinematics, J);
  constraint_bias(model, local, kinematics, bias);
  EXPECT_NEAR(J[0], -2, 1e-15);
  EXPECT_NEAR(J[2], 0, 1e-15);
  EXPECT_LE(distance(bias, Vector{0, 0, 0}), 1e-14);
  held.axes = Axes::world_aligned;
  const ConstraintSet world(model, {held});
  constraint_bias(model, world, kinematics, bias);
  EXPECT_LE(distance(bias, Vector{2 * w * w * std::sin(0.4), 0, 2 * w * w * std::cos(0.4)}), 1e-14);
}

}  // namespace
}  // namespace tenon::test
