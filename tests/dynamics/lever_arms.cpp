// A wrench on a frame acts at that frame's origin, in its axes: lever arms worked out by hand, for every kind of frame.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/mechanism.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

using Eigen::AngleAxisd, Eigen::Matrix3d, Eigen::Vector3d;
constexpr double rounding = 1e-13;  // a dozen products of numbers up to 10

// A door on a vertical hinge; a plate is welded to it, turned and moved away; a site sits on the plate.
RobotDescription door() {
  ModelBuilder b;
  b.gravity({0, 0, 0});
  b.link("door", solid_box(8, {1, 0.05, 2}, placement_at(0.5, 0, 0)));
  b.link("plate", solid_box(1, {0.2, 0.2, 0.02}));
  b.revolute("hinge", "", "door", placement_at(3, 4, 0));
  b.fixed("weld", "door", "plate", placement_from_rpy({0.9, 0.1, 0.5}, {0, 0, 0.4}));
  b.frame("handle", "plate", placement_from_rpy({0.05, 0.02, 0}, {0, 0, 0.6}));
  b.frame("wall", "", placement_at(1, 1, 1));
  return b.description();
}
struct Arm {
  const char* frame;
  double x, y, turn;  // from the hinge to the frame's origin, and the turn of its axes, in the door's axes
};
std::vector<Arm> arms() {
  const Eigen::Vector2d handle = Eigen::Vector2d(0.9, 0.1) + Eigen::Rotation2Dd(0.4) * Eigen::Vector2d(0.05, 0.02);
  return {{"door", 0, 0, 0},
          {"joint:hinge", 0, 0, 0},
          {"plate", 0.9, 0.1, 0.4},
          {"joint:weld", 0.9, 0.1, 0.4},
          {"handle", handle.x(), handle.y(), 1.0}};
}

TEST(LeverArm, OfAForceOnEveryKindOfFrameIsTheDistanceFromTheHinge) {
  for (const bool fast : {true, false}) {
    const Model model(door(), {.merge_fixed = fast, .screw_frames = fast});
    Workspace ws(model);
    Vector M(1), tau(1), a(1);
    crba(model, ws, Vector{0.7}, M);
    for (const Arm& arm : arms()) {
      const ExternalWrench w{model.frame(arm.frame), {2, -3, 5, 0.7, 0.8, -0.9}};
      const double fx = std::cos(arm.turn) * 2 + std::sin(arm.turn) * 3,
                   fy = std::sin(arm.turn) * 2 - std::cos(arm.turn) * 3;
      const double moment = arm.x * fy - arm.y * fx - 0.9;
      rnea(model, ws, {Vector{0.7}, Vector{0}}, Vector{0}, {.wrenches = std::span(&w, 1)}, tau);
      EXPECT_NEAR(tau[0], -moment, rounding) << arm.frame;
      aba(model, ws, {Vector{0.7}, Vector{0}}, Vector{0}, {.wrenches = std::span(&w, 1)}, a);
      EXPECT_NEAR(a[0], moment / M[0], rounding) << arm.frame;
    }
  }
}

TEST(LeverArm, ToTheWorldMovesNothing) {
  const Model model(door());
  Workspace ws(model);
  for (const FrameId frame : {FrameId{0}, model.frame("wall")}) {
    const ExternalWrench w{frame, {2, -3, 5, 0.7, 0.8, -0.9}};
    Vector tau(1, 7);
    rnea(model, ws, {Vector{0.7}, Vector{0}}, Vector{0}, {.wrenches = std::span(&w, 1)}, tau);
    EXPECT_EQ(tau[0], 0) << frame.index;
  }
}

TEST(LeverArm, OfTwoOppositeForcesIsACouple) {
  const Model model(door());
  Workspace ws(model);
  Vector tau(1);
  // 6 N along the door's y and as much against it.
  const std::array<ExternalWrench, 2> couple{
      ExternalWrench{model.frame("plate"), {6 * std::sin(0.4), 6 * std::cos(0.4), 0, 0, 0, 0}},
      ExternalWrench{model.frame("door"), {0, -6, 0, 0, 0, 0}}};
  rnea(model, ws, {Vector{-1.1}, Vector{0}}, Vector{0}, {.wrenches = couple}, tau);
  EXPECT_NEAR(tau[0], -6 * 0.9, rounding);
}

// A floating body at rest: the centre of mass accelerates by f / m, the body turns by the moment about that centre.
TEST(LeverArm, OfAFloatingBodyIsTheDistanceFromItsCentreOfMass) {
  const double m = 3;
  const Vector3d centre(0.1, -0.2, 0.3), I(0.2, 0.3, 0.4), place(0.5, 0.4, -0.6), f(2, -3, 5), n(0.7, 0.8, -0.9);
  ModelBuilder b;
  b.gravity({0, 0, 0});
  b.link("body", {m, {0.1, -0.2, 0.3}, {0.2, 0, 0, 0.3, 0, 0.4}});
  b.free("root", "", "body");
  b.frame("grip", "body", placement_from_rpy({0.5, 0.4, -0.6}, {0.3, 0, 0}));
  const Model model = b.build();
  const Matrix3d R = AngleAxisd(0.3, Vector3d::UnitX()).toRotationMatrix();  // of the grip
  const Vector3d force = R * f, moment = R * n + (place - centre).cross(force);
  const Vector3d turn = moment.cwiseQuotient(I), linear = force / m - turn.cross(centre);
  const ExternalWrench w{model.frame("grip"), {2, -3, 5, 0.7, 0.8, -0.9}};
  Workspace ws(model);
  Vector a(6);
  const Vector q{1, 2, 3, 0.5, -0.5, 0.5, 0.5}, still(6, 0);
  aba(model, ws, {q, still}, still, {.wrenches = std::span(&w, 1)}, a);
  EXPECT_LE(distance(a, Vector{linear.x(), linear.y(), linear.z(), turn.x(), turn.y(), turn.z()}), rounding);
}

}  // namespace
}  // namespace tenon::test
