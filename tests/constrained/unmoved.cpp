// Rows that no motion moves, because a point lies on the axis that carries it: of their J rounding is all there is.
#include "constrained/question.hpp"
#include "tenon/builder.hpp"
#include "tenon/configuration.hpp"
#include "tenon/constrained.hpp"

namespace tenon::test {
namespace {

// The origin of the first link stays where it is.
struct Chain {
  Model model{generators::chain(3)};
  std::vector<double> q{0.71, 0.98, -0.82}, v{0.3, -0.2, 0.5}, tau{0.1, 0.2, 0.3};
  ConstraintSet set{model, {connect("link_0")}};
};
double largest(std::span<const double> x) {
  double most = 0;
  for (const double number : x) most = std::max(most, std::fabs(number));
  return most;
}
std::vector<double> free_motion(const Chain& c) {
  std::vector<double> a(3);
  Workspace ws(c.model);
  aba(c.model, ws, {c.q, c.v}, c.tau, a);
  return a;
}

TEST(UnmovedRows, TakeNoForceInAnyAlgorithm) {
  const Chain c;
  const std::vector<double> expected = free_motion(c);
  for (const Constrained algorithm : proximal) {
    Workspace ws(c.model, c.set);
    std::vector<double> a(3), lambda(3);
    (void)constrained_dynamics(c.model, c.set, ws, {c.q, c.v}, c.tau, {.algorithm = to_string(algorithm)}, {a, lambda});
    EXPECT_LE(distance(a, expected), 1e-9) << to_string(algorithm);
    EXPECT_LE(largest(lambda), 1e-6) << to_string(algorithm);
  }
  Workspace ws(c.model, c.set);
  std::vector<double> a(3), lambda(3);
  (void)constrained_dynamics(c.model, c.set, ws, {c.q, c.v}, c.tau, {.algorithm = "dense"}, {a, lambda});
  EXPECT_LE(distance(a, expected), 1e-12);
  EXPECT_EQ(largest(lambda), 0);
}

TEST(UnmovedRows, LeaveDerivativesThoseOfTheFreeMotion) {
  const Chain c;
  const std::vector<double> a = free_motion(c), lambda(3);
  std::vector<double> q(9), v(9), tau(9), force_q(9), force_v(9), force_tau(9), free_q(9), free_v(9), free_tau(9);
  Workspace ws(c.model, c.set);
  EXPECT_EQ(differentiate_constrained_dynamics(c.model, c.set, ws, {c.q, c.v}, a, lambda, {},
                                               {{}, {}, q, v, tau, force_q, force_v, force_tau}),
            0);
  Workspace free_ws(c.model);
  aba_derivatives(c.model, free_ws, {c.q, c.v}, c.tau, {free_q, free_v, free_tau});
  EXPECT_LE(distance(q, free_q), 1e-12);
  EXPECT_LE(distance(v, free_v), 1e-12);
  EXPECT_LE(distance(tau, free_tau), 1e-12);
  EXPECT_EQ(largest(force_tau), 0);
}

TEST(UnmovedRows, HaveNoPartInTheRankOfOperationalSpaceInertia) {
  const Chain c;
  Workspace ws(c.model, c.set);
  std::vector<double> inertia(9);
  EXPECT_EQ(operational_space_inertia(c.model, c.set, ws, c.q, inertia), 0);
  EXPECT_EQ(largest(inertia), 0);
}

// Turning about an axis that is vertical but for rounding does not lift the centre of mass.
TEST(UnmovedRows, OfTheCentreOfMassAreZeroBesideOthers) {
  ModelBuilder builder("scara");
  const Placement tilted = placement_from_rpy({0.3, 0.1, 0.2}, {0.4, -0.7, 0.3});
  builder.link("arm", solid_box(2, {0.4, 0.1, 0.1}, placement_at(0.2, 0, 0)));
  builder.link("forearm", solid_box(1, {0.3, 0.1, 0.1}, placement_at(0.15, 0, 0)));
  const Vector3 up{tilted.rotation[6], tilted.rotation[7], tilted.rotation[8]};
  builder.revolute("shoulder", "", "arm", tilted, up);
  builder.revolute("elbow", "arm", "forearm", placement_at(0.4, 0, 0), up);
  const Model model = builder.build();
  Constraint height = centre_of_mass_at({});
  height.mask = {false, false, true};
  const ConstraintSet set(model, {height, connect("forearm")});
  Kinematics kinematics(model);
  forward_kinematics(model, {std::vector<double>{0.4, 0.7}}, kinematics);
  std::vector<double> J(8);
  constraint_jacobian(model, set, kinematics, J);
  EXPECT_EQ(J[0], 0);
  EXPECT_EQ(J[1], 0);
  EXPECT_GT(largest(std::span(J).subspan(2)), 0.1);
}

TEST(UnmovedRows, CannotHoldAnUnactuatedJoint) {
  const Model arm(generators::arm7_standin());
  for (const JointInfo& joint : arm.joints()) {
    const ConstraintSet set(arm, {connect("joint:" + joint.name)});
    Workspace ws(arm, set);
    std::vector<int> actuated;
    for (int d = 0; d < arm.nv(); ++d)
      if (d != joint.v_index) actuated.push_back(d);
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
      const std::vector<double> q = random_configuration(arm, seed), still(7);
      std::vector<double> tau(7), lambda(3);
      (void)constrained_inverse_dynamics(arm, set, ws, {q, still}, still, {.actuated = actuated}, {tau, lambda});
      EXPECT_LE(largest(lambda), 1e4) << joint.name << " " << seed;
    }
  }
}

}  // namespace
}  // namespace tenon::test
