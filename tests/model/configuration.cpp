// Laws of the configuration manifold, and the converters.
#include "tenon/configuration.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/seeds.hpp"
#include "tenon/generators.hpp"

namespace tenon {
namespace {

Model one_of_each() {
  RobotDescription d;
  d.name = "one_of_each";
  const JointKind kinds[] = {JointKind::free,      JointKind::spherical, JointKind::planar,  JointKind::revolute,
                             JointKind::prismatic, JointKind::helical,   JointKind::revolute};
  std::string parent;
  for (int k = 0; k < 7; ++k) {
    Link link;
    link.name = "link" + std::to_string(k);
    link.inertia = {1.0, {0.1, 0.2, 0.3}, {1, 0, 0, 1.2, 0, 1.4}};
    Joint joint;
    joint.name = "joint" + std::to_string(k);
    joint.kind = kinds[k];
    joint.parent = parent, joint.child = link.name;
    joint.pitch = 0.1;
    joint.continuous = k == 6;
    parent = link.name;
    d.links.push_back(link);
    d.joints.push_back(joint);
  }
  return Model(d);
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

// q and -q are the same rotation.
double configuration_distance(const Model& model, const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> gap(static_cast<std::size_t>(model.nv()));
  difference(model, a, b, gap);
  return distance(gap, std::vector<double>(gap.size(), 0.0));
}

TEST(Configuration, DifferenceUndoesIntegrate) {
  const Model model = one_of_each();
  for (const auto seed : test::seeds(300)) {
    const auto q = random_configuration(model, seed);
    for (const double scale : {1e-9, 1e-4, 1e-3, 0.1, 1.5}) {  // below pi in every rotation
      const auto v = random_velocity(model, seed + 1000, scale);
      std::vector<double> moved(q.size()), back(v.size());
      integrate(model, q, v, moved);
      difference(model, q, moved, back);
      EXPECT_LE(distance(back, v), 2e-14) << "seed " << seed << " scale " << scale;
    }
  }
}

TEST(Configuration, IntegrateOfTheDifferenceArrives) {
  const Model model = one_of_each();
  for (const auto seed : test::seeds(300)) {
    const auto from = random_configuration(model, seed), to = random_configuration(model, seed + 5000);
    std::vector<double> v(static_cast<std::size_t>(model.nv())), arrived(from.size());
    difference(model, from, to, v);
    integrate(model, from, v, arrived);
    EXPECT_LE(configuration_distance(model, arrived, to), 1e-12) << seed;
  }
}

TEST(Configuration, IntegrateIsAOneParameterGroup) {
  const Model model = one_of_each();
  for (const auto seed : test::seeds(100)) {
    const auto q = random_configuration(model, seed);
    auto v = random_velocity(model, seed);
    std::vector<double> once(q.size()), half(q.size()), twice(q.size());
    integrate(model, q, v, once);
    for (double& vi : v) vi /= 2;
    integrate(model, q, v, half);
    integrate(model, half, v, twice);
    EXPECT_LE(configuration_distance(model, once, twice), 1e-13) << seed;
  }
}

TEST(Configuration, InterpolationMeetsItsEndsAndTheMiddle) {
  const Model model = one_of_each();
  const auto from = random_configuration(model, 1), to = random_configuration(model, 2);
  std::vector<double> out(from.size()), v(static_cast<std::size_t>(model.nv()));
  interpolate(model, from, to, 0, out);
  EXPECT_LE(configuration_distance(model, out, from), 1e-15);
  interpolate(model, from, to, 1, out);
  EXPECT_LE(configuration_distance(model, out, to), 1e-13);
  interpolate(model, from, to, 0.5, out);
  std::vector<double> first(v.size()), second(v.size());
  difference(model, from, out, first);
  difference(model, out, to, second);
  EXPECT_LE(distance(first, second), 1e-13);
}

TEST(Configuration, IntegrateWorksInPlace) {
  const Model model = one_of_each();
  const auto q = random_configuration(model, 3), v = random_velocity(model, 4);
  std::vector<double> out(q.size()), place = q;
  integrate(model, q, v, out);
  integrate(model, place, v, place);
  EXPECT_EQ(out, place);
}

TEST(Configuration, RandomIsValidAndSeeded) {
  const Model model = one_of_each();
  EXPECT_EQ(random_configuration(model, 7), random_configuration(model, 7));
  EXPECT_NE(random_configuration(model, 7), random_configuration(model, 8));
  check_configuration(model, random_configuration(model, 7));
  check_configuration(model, neutral_configuration(model));
}

TEST(Configuration, ErrorsNameTheArgumentAndTheJoint) {
  const Model model = one_of_each();
  auto q = neutral_configuration(model);
  q[5] = 0.5;
  try {
    check_configuration(model, q);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("joint \"joint0\""), std::string::npos) << e.what();
  }
  q[5] = std::nan("");
  EXPECT_THROW(check_configuration(model, q), Error);
  q.pop_back();
  try {
    check_configuration(model, q);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()), "q: found 18 numbers, expected 19");
  }
}

// No planar joint: MuJoCo has none.
Model convertible() {
  RobotDescription d = one_of_each().description();
  d.joints[2].kind = JointKind::revolute;
  return Model(d);
}

TEST(Conventions, RoundTripsAreExact) {
  const Model model = convertible();
  for (const Convention c : {Convention::pinocchio, Convention::mujoco}) {
    for (const auto seed : test::seeds(50)) {
      const auto q = random_configuration(model, seed), v = random_velocity(model, seed),
                 x = random_velocity(model, seed + 1);
      std::vector<double> theirs(static_cast<std::size_t>(configuration_size(model, c))), back(q.size()),
          there(v.size()), again(v.size());
      configuration_to(model, c, q, theirs);
      configuration_from(model, c, theirs, back);
      EXPECT_LE(distance(q, back), 1e-15);
      velocity_to(model, c, q, v, there);
      velocity_from(model, c, q, there, again);
      EXPECT_LE(distance(v, again), 1e-15);
      acceleration_to(model, c, q, v, x, there);
      acceleration_from(model, c, q, v, there, again);
      EXPECT_LE(distance(x, again), 1e-14);
      force_to(model, c, q, x, there);
      force_from(model, c, q, there, again);
      EXPECT_LE(distance(x, again), 1e-15);
    }
  }
}

TEST(Conventions, ConvertInPlaceWhereSizesAreEqual) {
  const Model model(generators::quadruped_standin());
  const auto q = random_configuration(model, 3), v = random_velocity(model, 4);
  const auto expect_in_place = [](const auto& input, auto&& convert) {
    auto apart = input, within = input;
    convert(input, apart), convert(within, within);
    EXPECT_EQ(within, apart);
  };
  for (const Convention c : {Convention::pinocchio, Convention::mujoco}) {
    expect_in_place(q, [&](const auto& x, auto& out) { configuration_to(model, c, x, out); });
    expect_in_place(q, [&](const auto& x, auto& out) { configuration_from(model, c, x, out); });
    expect_in_place(v, [&](const auto& x, auto& out) { velocity_to(model, c, q, x, out); });
    expect_in_place(v, [&](const auto& x, auto& out) { velocity_from(model, c, q, x, out); });
    expect_in_place(v, [&](const auto& x, auto& out) { acceleration_to(model, c, q, v, x, out); });
    expect_in_place(v, [&](const auto& x, auto& out) { acceleration_from(model, c, q, v, x, out); });
    expect_in_place(v, [&](const auto& x, auto& out) { force_to(model, c, q, x, out); });
    expect_in_place(v, [&](const auto& x, auto& out) { force_from(model, c, q, x, out); });
  }
}

// atan2(0, 0) is 0: an angle that nobody gave.
TEST(Conventions, ACosineAndSineThatAreNoneAreRefused) {
  RobotDescription robot = generators::chain(2);
  robot.joints[1].continuous = true;
  const Model model(robot);
  std::vector<double> theirs{0.3, 0, 0}, q(2);
  try {
    configuration_from(model, Convention::pinocchio, theirs, q);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()),
              "q: joint \"joint_1\": cosine and sine has length 0.000000, expected 1 within 1e-6");
  }
  theirs = {0.3, 0.6, 0.8};
  configuration_from(model, Convention::pinocchio, theirs, q);
  EXPECT_EQ(q[1], std::atan2(0.8, 0.6));
}

TEST(Configuration, NormalizeRefusesWhatHasNoDirection) {
  const Model model(generators::quadruped_standin());
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {inf, -inf, std::numeric_limits<double>::quiet_NaN()}) {
    auto q = neutral_configuration(model);
    q[4] = bad;
    EXPECT_THROW(normalize(model, q), Error) << bad;
  }
}

TEST(Conventions, PowerIsTheSameInEveryConvention) {
  const Model model = convertible();
  const auto q = random_configuration(model, 1), v = random_velocity(model, 2), tau = random_velocity(model, 3);
  double ours = 0, theirs = 0;
  std::vector<double> v2(v.size()), t2(v.size());
  velocity_to(model, Convention::mujoco, q, v, v2);
  force_to(model, Convention::mujoco, q, tau, t2);
  for (std::size_t k = 0; k < v.size(); ++k) ours += v[k] * tau[k], theirs += v2[k] * t2[k];
  EXPECT_NEAR(ours, theirs, 1e-14);
}

TEST(Conventions, MujocoAccelerationIsTheDerivativeOfItsVelocity) {
  const Model model = convertible();
  const double h = 1e-5;
  const auto q = random_configuration(model, 1), v = random_velocity(model, 2), a = random_velocity(model, 3);
  std::vector<double> expected(v.size()), plus(v.size()), minus(v.size());
  acceleration_to(model, Convention::mujoco, q, v, a, expected);
  for (const double sign : {1.0, -1.0}) {
    std::vector<double> step(v.size()), qs(q.size()), vs(v.size());
    for (std::size_t k = 0; k < v.size(); ++k)
      step[k] = sign * h * v[k] + h * h / 2 * a[k], vs[k] = v[k] + sign * h * a[k];
    integrate(model, q, step, qs);
    velocity_to(model, Convention::mujoco, qs, vs, sign > 0 ? plus : minus);
  }
  for (std::size_t k = 0; k < v.size(); ++k) EXPECT_NEAR((plus[k] - minus[k]) / (2 * h), expected[k], 1e-8) << k;
}

}  // namespace
}  // namespace tenon
