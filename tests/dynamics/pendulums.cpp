// Pendulums against their closed forms: every tree algorithm, the joint's frame turned and shifted.
#include <gtest/gtest.h>

#include "support/mechanism.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-13;  // a dozen products of numbers up to 100
constexpr double g = 9.81;

struct Answers {
  Vector tau, a, M, inverse, gravity;
};
// Inverse dynamics of q, v, a; forward dynamics of what it gave; the matrices at q.
Answers answers(const Model& model, const Vector& q, const Vector& v, const Vector& a) {
  Workspace ws(model);
  const std::size_t n = v.size();
  Answers out{Vector(n), Vector(n), Vector(n * n), Vector(n * n), Vector(n)};
  rnea(model, ws, {q, v}, a, out.tau);
  aba(model, ws, {q, v}, out.tau, out.a);
  crba(model, ws, q, out.M);
  minverse(model, ws, q, out.inverse);
  gravity_torque(model, ws, q, out.gravity);
  return out;
}

// A bob of mass m at distance l below a hinge that lies along the world's y axis.
TEST(Pendulum, HasTheTextbooksTorqueInertiaAndAcceleration) {
  const double m = 1.7, l = 0.6, I = 0.4 * m * 0.2 * 0.2, about_hinge = I + m * l * l;
  ModelBuilder b;
  b.link("bob", solid_sphere(m, 0.2, placement_at(0, 0, -l)));
  b.revolute("hinge", "", "bob", placement_at(0.3, -0.2, 1), {0, 1, 0});
  const Model model = b.build();
  for (const double q : {-2.5, -0.3, 0.0, 1.2, 3.0}) {
    const Answers found = answers(model, {q}, {2.1}, {-3.4});
    EXPECT_LE(distance(found.tau, Vector{about_hinge * -3.4 + m * g * l * std::sin(q)}), rounding) << q;
    EXPECT_LE(distance(found.a, Vector{-3.4}), rounding) << q;
    EXPECT_LE(distance(found.M, Vector{about_hinge}), rounding);
    EXPECT_LE(distance(found.inverse, Vector{1 / about_hinge}), rounding);
    EXPECT_LE(distance(found.gravity, Vector{m * g * l * std::sin(q)}), rounding) << q;
  }
}

// The hinge leans by an angle: gravity acts with the cosine of the lean.
TEST(Pendulum, OnALeaningHingeFeelsLessGravity) {
  const double m = 2, l = 0.5, lean = 0.7, q = 0.9;
  ModelBuilder b;
  b.link("bob", {m, {0, 0, -l}, {0.1, 0, 0, 0.2, 0, 0.15}});
  b.revolute("hinge", "", "bob", placement_from_rpy({0, 0, 0}, {lean, 0, 0}), {0, 1, 0});
  const Answers found = answers(b.build(), {q}, {1.3}, {0.4});
  EXPECT_LE(distance(found.tau, Vector{(0.2 + m * l * l) * 0.4 + m * g * l * std::cos(lean) * std::sin(q)}), rounding);
}

// Two links of length l1 and with centres at c1 and c2, hanging, joint angles relative.
TEST(DoublePendulum, HasTheTextbooksMatrixCoriolisForcesAndGravity) {
  const double m1 = 1.2, m2 = 0.8, l1 = 0.7, c1 = 0.3, c2 = 0.4, I1 = 0.05, I2 = 0.03;
  ModelBuilder b;
  b.link("upper", {m1, {0, 0, -c1}, {0.06, 0, 0, I1, 0, 0.04}});
  b.link("lower", {m2, {0, 0, -c2}, {0.04, 0, 0, I2, 0, 0.02}});
  b.revolute("shoulder", "", "upper", placement_at(0, 0, 2), {0, 1, 0});
  b.revolute("elbow", "upper", "lower", placement_at(0, 0, -l1), {0, 1, 0});
  const Model model = b.build();
  for (const auto seed : seeds(50)) {
    Random random(seed);
    const Vector q = random.vector(2, 3), v = random.vector(2, 4), a = random.vector(2, 5);
    const double c = std::cos(q[1]), s = std::sin(q[1]), h = m2 * l1 * c2;
    const double M22 = I2 + m2 * c2 * c2, M12 = M22 + h * c, M11 = I1 + m1 * c1 * c1 + m2 * l1 * l1 + M22 + 2 * h * c;
    const double g2 = m2 * g * c2 * std::sin(q[0] + q[1]), g1 = (m1 * c1 + m2 * l1) * g * std::sin(q[0]) + g2;
    const double determinant = M11 * M22 - M12 * M12;
    const Answers found = answers(model, q, v, a);
    EXPECT_LE(distance(found.M, Vector{M11, M12, M12, M22}), rounding) << seed;
    EXPECT_LE(
        distance(found.inverse, Vector{M22 / determinant, -M12 / determinant, -M12 / determinant, M11 / determinant}),
        rounding)
        << seed;
    EXPECT_LE(distance(found.gravity, Vector{g1, g2}), rounding) << seed;
    const Vector tau{M11 * a[0] + M12 * a[1] - h * s * (2 * v[0] + v[1]) * v[1] + g1,
                     M12 * a[0] + M22 * a[1] + h * s * v[0] * v[0] + g2};
    EXPECT_LE(distance(found.tau, tau), rounding) << seed;
    EXPECT_LE(distance(found.a, a), 10 * rounding) << seed;  // M's condition is below 100
  }
}

}  // namespace
}  // namespace tenon::test
