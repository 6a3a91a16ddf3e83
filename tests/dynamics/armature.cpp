// Armature is rotor inertia: it adds itself to the diagonal of M, in every algorithm, and nothing else.
#include <gtest/gtest.h>

#include "support/mechanism.hpp"
#include "tenon/builder.hpp"
#include "tenon/dynamics.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-11;  // sums of some hundred terms with intermediates up to 1e3

// A motor on a fixed axis turns its link and its rotor; the rotor as a ring on that axis is the same motor.
TEST(Armature, OfAFixedAxisIsAFlywheelOnIt) {
  const double rotor = 0.07;
  const MassProperties arm{1.5, {0.2, 0.1, -0.3}, {0.03, 0, 0, 0.04, 0, 0.05}};
  const MassProperties ring{2, {0, 0, 0}, {rotor / 2, 0, 0, rotor / 2, 0, rotor}};
  ModelBuilder motor, flywheel;
  motor.link("arm", arm);
  motor.revolute("axis", "", "arm", placement_from_rpy({0, 0, 1}, {0.5, 0.2, 0})).armature = rotor;
  flywheel.link("arm", combined(arm, ring));
  flywheel.revolute("axis", "", "arm", placement_from_rpy({0, 0, 1}, {0.5, 0.2, 0}));
  Mechanism a(motor.description(), 3), b(flywheel.description(), 3);
  a.wrenches.clear(), b.wrenches.clear();
  EXPECT_LE(distance(a.rnea(), b.rnea()), rounding);
  Workspace wa(a.model), wb(b.model);
  Vector xa(1), xb(1);
  aba(a.model, wa, {a.q, a.v}, Vector{0.8}, xa);
  aba(b.model, wb, {b.q, b.v}, Vector{0.8}, xb);
  EXPECT_LE(distance(xa, xb), rounding);
  EXPECT_NEAR(energy(a.model, wa, {a.q, a.v}).kinetic, energy(b.model, wb, {b.q, b.v}).kinetic, rounding);
}

class WithAndWithout {
 public:
  explicit WithAndWithout(std::uint64_t seed) : bare_(stripped(seed), seed), geared_(geared(seed), seed) {
    for (const JointInfo& joint : geared_.model.joints())
      rotors_.insert(rotors_.end(), static_cast<std::size_t>(joint.nv), joint.armature);
  }
  const Mechanism& bare() const { return bare_; }
  const Mechanism& geared() const { return geared_; }
  const Vector& rotors() const { return rotors_; }  // one number per degree of freedom

 private:
  static RobotDescription stripped(std::uint64_t seed) { return with(seed, 0); }
  static RobotDescription geared(std::uint64_t seed) { return with(seed, 0.1); }
  // A massless tip would need its rotor, so every link gets mass.
  static RobotDescription with(std::uint64_t seed, double rotor) {
    RobotDescription robot = random_robot(seed);
    for (Link& link : robot.links) link.inertia = combined(link.inertia, solid_sphere(0.5, 0.3));
    for (std::size_t k = 0; k < robot.joints.size(); ++k)
      robot.joints[k].armature = robot.joints[k].kind == JointKind::fixed ? 0 : rotor * static_cast<double>(k + 1);
    return robot;
  }
  Mechanism bare_, geared_;
  Vector rotors_;
};

TEST(Armature, AddsItselfTimesTheAccelerationToInverseDynamics) {
  for (const auto seed : seeds(300)) {
    const WithAndWithout pair(seed);
    Vector expected = pair.bare().rnea();
    for (std::size_t k = 0; k < expected.size(); ++k) expected[k] += pair.rotors()[k] * pair.bare().a[k];
    EXPECT_LE(distance(pair.geared().rnea(), expected), rounding) << seed;
  }
}

TEST(Armature, AddsItselfToTheDiagonalOfTheInertiaMatrix) {
  for (const auto seed : seeds(300)) {
    const WithAndWithout pair(seed);
    const Mechanism &bare = pair.bare(), &geared = pair.geared();
    const std::size_t n = bare.nv();
    Workspace wa(bare.model), wb(geared.model);
    Vector M(n * n), N(n * n);
    crba(bare.model, wa, bare.q, M);
    crba(geared.model, wb, bare.q, N);
    for (std::size_t k = 0; k < n; ++k) M[k * n + k] += pair.rotors()[k];
    EXPECT_LE(distance(N, M), rounding) << seed;
  }
}

TEST(Armature, EntersForwardDynamicsAndTheInverseMatrix) {
  for (const auto seed : seeds(300)) {
    const WithAndWithout pair(seed);
    const Mechanism& m = pair.geared();
    Workspace ws(m.model);
    Vector a(m.nv()), M(m.nv() * m.nv()), Minv(M.size()), column(m.nv());
    aba(m.model, ws, {m.q, m.v}, m.rnea(), {.wrenches = m.wrenches}, a);
    EXPECT_LE(distance(a, m.a), 1e-8) << seed;  // conditions up to 1e5
    crba(m.model, ws, m.q, M);
    minverse(m.model, ws, m.q, Minv);
    const Vector back = product(Minv, product(M, m.a));
    EXPECT_LE(distance(back, m.a), 1e-8) << seed;
  }
}

// The rotors do not move with q: they leave no trace in the derivatives by q and v.
TEST(Armature, LeavesTheDerivativesByPositionAndVelocityAlone) {
  for (const auto seed : seeds(50)) {
    const WithAndWithout pair(seed);
    const std::size_t n = pair.bare().nv();
    Vector found[2][3];
    for (const bool geared : {false, true}) {
      const Mechanism& m = geared ? pair.geared() : pair.bare();
      Workspace ws(m.model);
      for (Vector& x : found[geared]) x.resize(n * n);
      rnea_derivatives(m.model, ws, {m.q, m.v}, m.a, {.wrenches = m.wrenches},
                       {found[geared][0], found[geared][1], found[geared][2]});
    }
    EXPECT_LE(distance(found[1][0], found[0][0]), rounding) << seed;
    EXPECT_LE(distance(found[1][1], found[0][1]), rounding) << seed;
    for (std::size_t k = 0; k < n; ++k) found[0][2][k * n + k] += pair.rotors()[k];
    EXPECT_LE(distance(found[1][2], found[0][2]), rounding) << seed;
  }
}

}  // namespace
}  // namespace tenon::test
