// Prismatic and helical joints against closed forms: an incline, a nut on a vertical and on a horizontal screw.
#include <gtest/gtest.h>

#include "support/mechanism.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-13;  // a dozen products of numbers up to 100
constexpr double g = 9.81;

double torque(const Model& model, double q, double v, double a) {
  Workspace ws(model);
  Vector tau(1), back(1);
  rnea(model, ws, {Vector{q}, Vector{v}}, Vector{a}, tau);
  aba(model, ws, {Vector{q}, Vector{v}}, tau, back);
  EXPECT_NEAR(back[0], a, 10 * rounding);
  return tau[0];
}
double inertia(const Model& model, double q) {
  Workspace ws(model);
  Vector M(1), inverse(1);
  crba(model, ws, Vector{q}, M);
  minverse(model, ws, Vector{q}, inverse);
  EXPECT_NEAR(M[0] * inverse[0], 1, rounding);
  return M[0];
}

TEST(Incline, LetsABlockSlideWithTheSineOfItsAngle) {
  const double m = 3, angle = 0.4;
  ModelBuilder b;
  b.link("block", {m, {0.1, 0.2, 0.3}, {0.1, 0, 0, 0.1, 0, 0.1}});
  b.prismatic("slope", "", "block", placement_at(1, 0, 2), {std::cos(angle), 0, -std::sin(angle)});
  const Model model = b.build();
  EXPECT_NEAR(inertia(model, 0.3), m, rounding);
  EXPECT_NEAR(torque(model, 0.3, 2, 0), -m * g * std::sin(angle), 10 * rounding);
  EXPECT_NEAR(torque(model, 0.3, 2, g * std::sin(angle)), 0, 10 * rounding);
}

// One turn lifts the nut by 2 pi pitch: T = (I + m d² + m pitch²) w² / 2, V = m g pitch q.
TEST(Screw, LiftsItsNutByThePitch) {
  const double m = 0.9, I = 0.02, d = 0.15, pitch = 0.08, whole = I + m * d * d + m * pitch * pitch;
  ModelBuilder b;
  b.link("nut", {m, {0, d, 0.3}, {0.015, 0, 0, 0.015, 0, I}});
  b.helical("thread", "", "nut", pitch, placement_at(0.5, 0, 1), {0, 0, 1});
  const Model model = b.build();
  for (const double q : {-4.0, 0.0, 0.7, 9.0}) {
    EXPECT_NEAR(inertia(model, q), whole, rounding);
    EXPECT_NEAR(torque(model, q, 3, 2), whole * 2 + m * g * pitch, 10 * rounding) << q;
    Kinematics k(model);
    forward_kinematics(model, {Vector{q}, Vector{3}}, k);
    const FrameId nut = model.frame("nut");
    const Placement X = frame_placement(model, k, nut);
    EXPECT_LE(distance(X.translation, Vector3{0.5, 0, 1 + pitch * q}), rounding) << q;
    EXPECT_LE(distance(frame_velocity(model, k, nut, Axes::local), Vector6{0, 0, 3 * pitch, 0, 0, 3}), rounding) << q;
    Workspace ws(model);
    const Energy e = energy(model, ws, {Vector{q}, Vector{3}});
    EXPECT_NEAR(e.kinetic, 0.5 * whole * 9, rounding);
    EXPECT_NEAR(e.potential, m * g * (1.3 + pitch * q), 100 * rounding) << q;
  }
}

// On a horizontal screw the pitch adds inertia and no weight; an eccentric nut swings as a pendulum.
TEST(Screw, LyingFlatIsAPendulumWithTheInertiaOfItsPitch) {
  const double m = 0.9, I = 0.02, d = 0.15, pitch = -0.2, q = 0.6, whole = I + m * d * d + m * pitch * pitch;
  ModelBuilder b;
  b.link("nut", {m, {0.4, 0, -d}, {I, 0, 0, 0.015, 0, 0.015}});
  b.helical("thread", "", "nut", pitch, placement_at(0, 0, 1), {1, 0, 0});
  const Model model = b.build();
  EXPECT_NEAR(inertia(model, q), whole, rounding);
  EXPECT_NEAR(torque(model, q, -5, 1.5), whole * 1.5 + m * g * d * std::sin(q), 10 * rounding);
}

// A carriage on a rail that carries a screw: the forces of both joints, coupled by m pitch.
TEST(Screw, OnACarriageAlongItsAxisCouplesByMassTimesPitch) {
  const double carriage = 2, m = 0.9, I = 0.02, pitch = 0.08;
  ModelBuilder b;
  b.link("carriage", solid_sphere(carriage, 0.1));
  b.link("nut", {m, {0, 0, 0}, {I, 0, 0, 0.015, 0, 0.015}});
  b.prismatic("rail", "", "carriage", {}, {1, 0, 0});
  b.helical("thread", "carriage", "nut", pitch, placement_at(0.3, 0, 0), {1, 0, 0});
  const Model model = b.build();
  Workspace ws(model);
  Vector M(4);
  crba(model, ws, Vector{0.4, 0.9}, M);
  EXPECT_LE(distance(M, Vector{carriage + m, m * pitch, m * pitch, I + m * pitch * pitch}), rounding);
}

}  // namespace
}  // namespace tenon::test
