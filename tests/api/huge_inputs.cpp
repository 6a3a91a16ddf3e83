// Inputs of any size: a finite answer, or an Error that names the argument. One rule for every public call.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "api/every_call.hpp"
#include "tenon/batch.hpp"
#include "tenon/generators.hpp"

namespace tenon::test {
namespace {

std::vector<RobotDescription> robots() {
  return {random_robot(2), random_robot(3), generators::quadruped_standin(), generators::chain(9)};
}

std::vector<Vector*> outputs(ApiFixture& f) {
  return {&f.x,    &f.square,     &f.second,       &f.third,      &f.wide,       &f.regressor,
          &f.rows, &f.rows_by_nv, &f.rows_by_rows, &f.rows_nv[0], &f.rows_nv[1], &f.rows_nv[2]};
}
bool all_finite(const Vector& x) {
  return std::ranges::all_of(x, [](double number) { return std::isfinite(number); });
}

// Products and solutions of a Factorization take less time than a look at their input would.
const std::set<std::string> unchecked{"solve",    "multiply_L", "multiply_Lt", "solve_L",
                                      "solve_Lt", "multiply_D", "solve_D"};

// Every call once; the names of those that refused.
std::set<std::string> expect_finite_or_refused(ApiFixture& f, const std::string& what) {
  std::set<std::string> refused;
  for (const auto& [function, call] : every_call(f)) {
    if (unchecked.contains(function)) continue;
    for (Vector* out : outputs(f)) std::ranges::fill(*out, 0.0);
    try {
      call();
    } catch (const Error&) {
      refused.insert(function);
      continue;
    }
    for (const Vector* out : outputs(f)) EXPECT_TRUE(all_finite(*out)) << function << " " << what;
  }
  return refused;
}

const std::vector<std::string> refusing{"forward_kinematics",
                                        "rnea",
                                        "aba",
                                        "bias_torque",
                                        "coriolis_matrix",
                                        "minverse_apply",
                                        "passive_forces",
                                        "energy",
                                        "joint_reaction",
                                        "inverse_dynamics_regressor",
                                        "aba_derivatives",
                                        "rnea_derivatives",
                                        "constraint_velocity",
                                        "constraint_target",
                                        "constrained_dynamics",
                                        "constrained_impulse",
                                        "constrained_inverse_dynamics",
                                        "constrained_dynamics_derivatives",
                                        "project_velocity",
                                        "project_force",
                                        "integrate",
                                        "check_velocity",
                                        "velocity_to",
                                        "acceleration_from",
                                        "force_to"};

TEST(HugeInputs, AreRefusedByEveryCall) {
  for (const double huge : {1e51, 1e160, 1e200, 1.7e308})
    for (const RobotDescription& robot : robots()) {
      ApiFixture f(robot, 1);
      std::ranges::fill(f.m.v, huge), std::ranges::fill(f.m.a, -huge);
      const auto refused = expect_finite_or_refused(f, std::to_string(huge));
      for (const std::string& call : refusing) EXPECT_TRUE(refused.contains(call)) << call << " " << huge;
    }
}

TEST(HugeInputs, AreRefusedByEveryCallWithEveryKindOfConstraint) {
  for (const double huge : {1e51, 1e160, 1e200, 1.7e308})
    for (const RobotDescription& robot : robots()) {
      ApiFixture f(robot, 1, every_kind_held);
      std::ranges::fill(f.m.v, huge), std::ranges::fill(f.m.a, -huge);
      const auto refused = expect_finite_or_refused(f, std::to_string(huge));
      for (const std::string& call : refusing)
        if (call != "constrained_dynamics_derivatives")  // it takes no loops
          EXPECT_TRUE(refused.contains(call)) << call << " " << huge;
    }
}

TEST(HugeInputs, UpToTheLimitHaveFiniteAnswers) {
  for (const RobotDescription& robot : robots())
    for (const auto held : {frames_held, every_kind_held}) {
      ApiFixture f(robot, 1, held);
      std::ranges::fill(f.m.v, 1e50), std::ranges::fill(f.m.a, -1e50);
      const auto refused = expect_finite_or_refused(f, "at the limit");
      EXPECT_FALSE(refused.contains("aba"));
      EXPECT_FALSE(refused.contains("rnea_derivatives"));
    }
}

// The sine of a larger angle would be anything, 1e6 for example.
TEST(HugeInputs, OfAConfigurationAreRefused) {
  const Model model(generators::chain(3));
  Workspace ws(model);
  const Vector zero(3, 0.0);
  Vector q(3, 0.0), tau(3);
  for (const double angle : {1e9, -1e10}) {
    q[1] = angle;
    rnea(model, ws, {q, zero}, zero, tau);
    for (const double x : tau) EXPECT_LE(std::abs(x), 1e3) << angle;
  }
  for (const double angle : {1.1e10, -1e17, 1e300}) {
    q[1] = angle;
    try {
      rnea(model, ws, {q, zero}, zero, tau);
      FAIL() << angle;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("q[1] is "), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find("expected at most 1e+10 in magnitude"), std::string::npos) << e.what();
    }
  }
}

TEST(HugeInputs, OfAModelAreRefused) {
  const auto error_of = [](auto&& change) {
    RobotDescription robot = generators::chain(3);
    for (Link& link : robot.links) change(link);
    for (Joint& joint : robot.joints) change(joint);
    try {
      Model made(robot);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  const auto scaled = [&](double factor) {
    return error_of([=](auto& part) {
      if constexpr (requires { part.inertia.mass; }) {
        part.inertia.mass *= factor;
        for (double& x : part.inertia.inertia) x *= factor;
      }
    });
  };
  const auto says = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  EXPECT_EQ(scaled(1e-60), "no error");
  EXPECT_TRUE(says(scaled(1e-150), "nothing with mass or inertia moves along it")) << scaled(1e-150);
  EXPECT_TRUE(says(scaled(1e200), "is too large, expected at most 1e+30 kg")) << scaled(1e200);
  const std::string far = error_of([](auto& part) {
    if constexpr (requires { part.origin; }) part.origin.translation[0] = 1e200;
  });
  EXPECT_TRUE(says(far, "origin is 1e+200, expected at most 1e+10 in magnitude")) << far;
  const std::string heavy = error_of([](auto& part) {
    if constexpr (requires { part.armature; }) part.armature = 1e200;
  });
  EXPECT_TRUE(says(heavy, "armature is 1e+200, expected at most 1e+30 in magnitude")) << heavy;
}

TEST(HugeInputs, AreNamed) {
  const Model model(generators::chain(3));
  Workspace ws(model);
  Vector x(3, 0.0), v{0, -1e200, 0}, out(3);
  try {
    aba(model, ws, {x, v}, x, out);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()), "v[1] is -1e+200, expected at most 1e+50 in magnitude");
  }
}

template <class T>
void expect_refused_sample(T velocity, T angle, const char* velocity_text, const char* angle_text) {
  const Model model(generators::chain(3));
  BatchOf<T> batch(model);
  const int n = 19;
  std::vector<T> q(3 * n), v(3 * n), tau(3 * n), a(3 * n);
  const auto message = [&] {
    try {
      batch.aba(n, {q, v}, tau, a);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message(), "no error");
  v[3 * 17 + 2] = velocity;
  EXPECT_EQ(message(), std::string("v[17][2] is ") + velocity_text);
  v[3 * 17 + 2] = 0, q[3 * 4 + 1] = angle;
  EXPECT_EQ(message(), std::string("q[4][1] is ") + angle_text);
}

TEST(HugeInputs, InABatchAreNamed) {
  expect_refused_sample<double>(1e200, 1e17, "1e+200, expected at most 1e+50 in magnitude",
                                "1e+17, expected at most 1e+10 in magnitude");
  expect_refused_sample<float>(0x1p40f, 0x1p30f, "1.09951e+12, expected at most 1e+09 in magnitude",
                               "1.07374e+09, expected at most 1e+06 in magnitude");
}

}  // namespace
}  // namespace tenon::test
