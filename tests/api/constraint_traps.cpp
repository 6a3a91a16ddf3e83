// Statements about constraints that would be read otherwise than they look: each is refused by a named Error.
#include <gtest/gtest.h>

#include <string>

#include "support/errors.hpp"
#include "support/mechanism.hpp"
#include "support/source_dir.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/tenon.hpp"

namespace tenon::test {
namespace {

struct Quadruped {
  Model model = load_urdf(source_dir() + "/scenes/robots/quadruped.urdf", {.floating_base = true});
  Vector q = random_configuration(model, 3), v = random_velocity(model, 4), zero = Vector(v.size(), 0.0), a = zero;

  SolveReport solve(const ConstraintSet& set, const ConstrainedOptions& options = {}) {
    Workspace ws(model, set);
    Vector lambda(static_cast<std::size_t>(set.rows()));
    return constrained_dynamics(model, set, ws, {q, v}, zero, options, {a, lambda});
  }
  std::string refused(const Constraint& c) {
    return error_of([&] { ConstraintSet(model, {c}); });
  }
};

TEST(ConstraintTraps, ALockedJointWithAGainAsksWhereTo) {
  Quadruped r;
  Constraint hip = locked("FL_hip");
  hip.kp = 100, hip.kd = 20;
  ConstraintSet set(r.model, {hip, connect("FR_foot")});
  expect_error(error_of([&] { (void)r.solve(set); }),
               "constraint 0 (locked of \"FL_hip\"): kp is 100 and nothing says");
  set.hold(0, r.q);
  EXPECT_EQ(r.solve(set).status, SolveStatus::converged);
  // It is held where it is: only the rate pulls.
  const auto dof = static_cast<std::size_t>(r.model.joint_info(r.model.joint("FL_hip")).v_index);
  EXPECT_NEAR(r.a[dof], -20 * r.v[dof], 1e-8);
  Vector q = r.q;
  q[static_cast<std::size_t>(r.model.joint_info(r.model.joint("FL_hip")).q_index)] += 0.01;
  set.hold(0, q);
  EXPECT_EQ(r.solve(set).status, SolveStatus::converged);
  EXPECT_NEAR(r.a[dof], -20 * r.v[dof] + 100 * 0.01, 1e-8);
}

TEST(ConstraintTraps, HoldOfOneConstraintLeavesTheOthers) {
  Quadruped r;
  Constraint left = connect("FL_foot"), right = connect("FR_foot");
  left.kp = right.kp = 10;
  right.target = Placement{};
  ConstraintSet set(r.model, {left, right});
  Kinematics kinematics(r.model);
  forward_kinematics(r.model, {r.q}, kinematics);
  Vector before(6), after(6);
  constraint_error(r.model, set, kinematics, r.q, before);
  set.hold(0, r.q);
  constraint_error(r.model, set, kinematics, r.q, after);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(after[k], 0, 1e-12);
  for (std::size_t k = 3; k < 6; ++k) EXPECT_EQ(after[k], before[k]);
  expect_error(error_of([&] { set.hold(2, r.q); }), "constraint 2: found no such constraint, expected 0 to 1");
}

TEST(ConstraintTraps, WhatAKindDoesNotReadIsRefused) {
  Quadruped r;
  const Placement beside = placement_at(0, 0, 0.1);
  Constraint c = locked({"root_joint", 2});
  expect_error(r.refused(c), "found degree of freedom 2, expected the joint alone");
  c = connect("FL_foot"), c.in_frame_b = beside;
  expect_error(r.refused(c), "found in_frame_b, but no second frame");
  for (const Constraint& joint_kind : {locked("FL_hip"), held_at("FL_hip", 0), held_still("FL_hip")}) {
    c = joint_kind, c.joint_b = "FR_hip";
    expect_error(r.refused(c), "found a second joint, expected one");
    c = joint_kind, c.target = Placement{};
    expect_error(r.refused(c), "found a target, expected none on joints");
    c = joint_kind, c.in_frame = beside;
    expect_error(r.refused(c), "found in_frame or in_frame_b, expected none without a frame");
    EXPECT_EQ(r.refused(joint_kind), "");
  }
  c = connect("FL_foot"), c.offset = 0.1;
  expect_error(r.refused(c), "found offset 0.1, which the kind has not");
  c = held_at("FL_hip", 0.3), c.multiplier = 2;
  expect_error(r.refused(c), "found multiplier 2");
  c = locked("FL_hip"), c.bound = 1;
  expect_error(r.refused(c), "found bound 1");
  c = locked("FL_hip"), c.axes = Axes::world_aligned;
  expect_error(r.refused(c), "found axes, expected none on joints");
  c = held_still("FL_hip"), c.kp = 5;
  expect_error(r.refused(c), "kp is 5, expected 0: the kind has no position");
  ConstraintSet still(r.model, {held_still("FL_hip")});
  expect_error(error_of([&] { still.set_gains(0, 5, 1); }), "kp is 5, expected 0");
  EXPECT_NO_THROW(still.set_gains(0, 0, 1));
  c = centre_of_mass_at({0, 0, 1}), c.frame_b = "FL_foot";
  expect_error(r.refused(c), "found a frame or a joint, expected none");
  c = centre_of_mass_at({0, 0, 1}), c.in_frame = beside;
  expect_error(r.refused(c), "expected none without a frame");
}

TEST(ConstraintTraps, NumbersOfConstraintsHaveALargestSize) {
  Quadruped r;
  Constraint c = connect("FL_foot");
  c.in_frame.translation[0] = 1e160;
  expect_error(r.refused(c), "in_frame is 1e+160, expected at most 1e+10 in magnitude");
  c = connect("FL_foot"), c.target = Placement{}, c.target->translation[2] = -1e200;
  expect_error(r.refused(c), "target is -1e+200, expected at most 1e+10");
  c = connect("FL_foot"), c.target = Placement{}, c.kp = 1e200;
  expect_error(r.refused(c), "kp is 1e+200, expected at most 1e+50");
  c = connect("FL_foot"), c.reference = {0, 1e80, 0};
  expect_error(r.refused(c), "reference is 1e+80");
  expect_error(r.refused(coupling("FL_hip", "FR_hip", 1e60)), "multiplier is 1e+60");
  expect_error(r.refused(held_at("FL_hip", 1e60)), "bound is 1e+60");
}

TEST(ConstraintTraps, ATargetIsARotationHoweverItComes) {
  Quadruped r;
  Placement scaled, mirrored;
  scaled.rotation[0] = 2, mirrored.rotation[8] = -1;
  ConstraintSet set(r.model, {weld("FL_foot")});
  for (const auto& [bad, words] :
       {std::pair(scaled, "target is not a rotation"), {mirrored, "target is a reflection"}}) {
    Constraint c = weld("FL_foot");
    c.target = bad;
    expect_error(r.refused(c), words);
    expect_error(error_of([&] { set.set_target(0, bad); }), words);
  }
}

TEST(ConstraintTraps, RatesAskForKinematicsThatMove) {
  Quadruped r;
  const ConstraintSet set(r.model, {connect("FL_foot"), held_still("FR_hip")});
  Kinematics still(r.model), moving(r.model);
  forward_kinematics(r.model, {r.q}, still);
  forward_kinematics(r.model, {r.q, r.v}, moving);
  Vector rows(4);
  const std::string words = "computed of q alone, and v is not zero";
  expect_error(error_of([&] { constraint_velocity(r.model, set, still, r.v, rows); }), words);
  expect_error(error_of([&] { constraint_target(r.model, set, still, {r.q, r.v}, rows); }), words);
  EXPECT_NO_THROW(constraint_velocity(r.model, set, still, r.zero, rows));
  EXPECT_NO_THROW(constraint_velocity(r.model, set, moving, r.v, rows));
}

TEST(ConstraintTraps, RigidRowsBesideSoftOnesAreNamed) {
  Quadruped r;
  Constraint soft = connect("FL_foot");
  soft.stiffness = {1e3};
  const ConstraintSet mixed(r.model, {soft, connect("FR_foot")}), rigid(r.model, {connect("FR_foot")});
  const std::string words = "constraint 1 (connect of \"FR_foot\"): found a rigid row, and pv-soft solves soft ones";
  expect_error(error_of([&] { (void)r.solve(mixed); }), words);
  expect_error(error_of([&] { (void)r.solve(mixed, {.algorithm = "pv-soft"}); }), words);
  expect_error(error_of([&] { (void)r.solve(rigid, {.algorithm = "pv-soft"}); }), "constraint 0");
  EXPECT_EQ(r.solve(mixed, {.stiffness = 1e3}).status, SolveStatus::converged);
  // Soft loops have no algorithm, and the error does not send to those of rigid ones.
  Constraint loop = connect("FL_foot", "FR_foot");
  loop.stiffness = {10};
  expect_error(error_of([&] { (void)r.solve(ConstraintSet(r.model, {loop})); }),
               "no algorithm takes soft rows of other kinds");
}

TEST(ConstraintTraps, AnImpactHasNoSoftRows) {
  Quadruped r;
  const ConstraintSet set(r.model, {connect("FL_foot")});
  Workspace ws(r.model, set);
  Vector after(r.v.size()), impulse(3);
  expect_error(error_of([&] {
                 (void)constrained_impulse(r.model, set, ws, {r.q, r.v}, {.algorithm = "pv-soft"}, {after, impulse});
               }),
               "soft rows, which have no part in an impact");
  for (const Algorithm& a : algorithms_of("impulse")) EXPECT_NE(a.name, "pv-soft");
}

// The table of algorithms has the rule of the public call.
TEST(ConstraintTraps, TheTableRefusesSoftRowsByNameOfARigidAlgorithm) {
  Quadruped r;
  Constraint soft = connect("FL_foot");
  soft.stiffness = {1e3};
  const ConstraintSet set(r.model, {soft});
  Workspace ws(r.model, set);
  const Family& family = tenon::family("constrained_dynamics");
  const Question question{.q = r.q, .v = r.v, .tau = r.zero, .constraints = &set};
  Vector out(static_cast<std::size_t>(answer_size(family, r.model, question)));
  int taken = 0;
  for (const Algorithm& a : algorithms_of("constrained_dynamics")) {
    if (a.takes(&set)) {
      ++taken;
      EXPECT_EQ(a.name, "pv-soft");
      EXPECT_NO_THROW(a.compute(r.model, ws, question, out));
    } else {
      expect_error(error_of([&] { a.compute(r.model, ws, question, out); }), "found soft rows");
    }
  }
  EXPECT_EQ(taken, 1);
}

TEST(Outputs, OneArrayForTwoAnswersIsRefused) {
  Quadruped r;
  const std::size_t n = r.v.size();
  Workspace ws(r.model);
  Vector D(n * n), E(n * n);
  expect_error(error_of([&] { rnea_derivatives(r.model, ws, {r.q, r.v}, r.zero, {D, E, D}); }),
               "dtau_da: shares memory with dtau_dq");
  expect_error(error_of([&] { aba_derivatives(r.model, ws, {r.q, r.v}, r.zero, {D, D, E}); }),
               "da_dv: shares memory with da_dq");
  const ConstraintSet set(r.model, {connect("FL_foot")});
  Workspace held(r.model, set);
  Vector lambda(3), F(n * n), L(3 * n);
  expect_error(error_of([&] {
                 (void)constrained_dynamics_derivatives(r.model, set, held, {r.q, r.v}, r.zero,
                                                        {r.a, lambda, D, E, F, L, L, L});
               }),
               "shares memory with dlambda_dq");
  Vector v(r.q);
  expect_error(error_of([&] { integrate(r.model, r.q, std::span(v).first(n), v); }), "out: shares memory with v");
}

// A caller who asks for no reports still learns that a sample has not converged.
TEST(Outputs, ABatchReturnsItsWorstReport) {
  Quadruped r;
  const ConstraintSet set(r.model, {connect("FL_foot"), connect("FR_foot")});
  Batch batch(r.model);
  Vector lambda(6);
  EXPECT_EQ(batch.constrained_dynamics(set, 1, {r.q, r.v}, r.zero, {r.a, lambda}).status, SolveStatus::converged);
  EXPECT_NE(batch.constrained_dynamics(set, 1, {r.q, r.v}, r.zero, {.penalty = 1e-6}, {r.a, lambda}).status,
            SolveStatus::converged);
}

TEST(Outputs, AWrenchWithoutAFrameIsRefused) {
  Quadruped r;
  Workspace ws(r.model);
  ExternalWrench nowhere;
  nowhere.wrench = {0, 0, 1, 0, 0, 0};
  expect_error(error_of([&] { aba(r.model, ws, {r.q, r.v}, r.zero, {.wrenches = nowhere}, r.a); }),
               "found frame index -1");
}

TEST(ConstraintTraps, NumbersOfAModelThatSpringsAndGravityReadAreBounded) {
  RobotDescription d = read_urdf(source_dir() + "/scenes/robots/arm7.urdf");
  const auto refused = [](const RobotDescription& bad) { return error_of([&] { (void)Model(bad); }); };
  RobotDescription bad = d;
  bad.gravity[2] = 1e308;
  expect_error(refused(bad), "gravity is 1e+308, expected at most 1e+10");
  bad = d, bad.joints[2].stiffness = 1e40;
  expect_error(refused(bad), "stiffness is 1e+40, expected at most 1e+30");
  bad = d, bad.joints[2].spring_reference = 1e40;
  expect_error(refused(bad), "spring reference is 1e+40, expected at most 1e+10");
  bad = d, bad.joints[2].pitch = 1e40;
  expect_error(refused(bad), "pitch is 1e+40");
}

}  // namespace
}  // namespace tenon::test
