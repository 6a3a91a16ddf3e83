// Placement, velocity, Jacobian, acceleration and bias of every frame against each other, in all three axes.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/mechanism.hpp"

namespace tenon::test {
namespace {

using Matrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using Eigen::Vector3d;

constexpr double step = 1e-5;            // central differences: truncation ~ step², rounding ~ 1e-16 / step
constexpr double difference_tol = 1e-7;  // relative; covers both with room for the size of third derivatives
constexpr double rounding = 1e-12;       // sums of a dozen terms along a path
constexpr std::array all_axes{Axes::local, Axes::world, Axes::world_aligned};

struct Pose {
  Matrix3 R;
  Vector3d p;
  explicit Pose(const Placement& X) : R(X.rotation.data()), p(X.translation.data()) {}
};

// The mechanism moved by h along its velocity, its velocity changed by h along its acceleration.
Kinematics moved(const Mechanism& m, double h) {
  Vector v = m.v;
  for (std::size_t k = 0; k < v.size(); ++k) v[k] += h * m.a[k];
  Kinematics out(m.model);
  forward_kinematics(m.model, {stepped(m.model, m.q, m.v, h), v}, m.a, out);
  return out;
}
std::vector<FrameId> frames_of(const Model& model) {
  std::vector<FrameId> out;
  for (int f = 0; f < static_cast<int>(model.frames().size()); ++f) out.push_back({f});
  return out;
}

TEST(Frames, VelocityIsTheRateOfThePlacement) {
  for (const auto seed : seeds(300)) {
    const Mechanism m = random_mechanism(seed);
    const Kinematics now = moved(m, 0), before = moved(m, -step), after = moved(m, step);
    for (const FrameId f : frames_of(m.model)) {
      const Pose X(frame_placement(m.model, now, f)), A(frame_placement(m.model, before, f)),
          B(frame_placement(m.model, after, f));
      const Vector3d linear = (B.p - A.p) / (2 * step);
      const Matrix3 turning = (B.R - A.R) / (2 * step) * X.R.transpose();
      const Vector3d angular(turning(2, 1), turning(0, 2), turning(1, 0)), at_origin = linear + X.p.cross(angular);
      const Vector3d own_linear = X.R.transpose() * linear, own_angular = X.R.transpose() * angular;
      const auto expect = [&](Axes axes, const Vector3d& v, const Vector3d& w) {
        EXPECT_LE(distance(frame_velocity(m.model, now, f, axes), Vector6{v[0], v[1], v[2], w[0], w[1], w[2]}),
                  difference_tol)
            << seed << " frame " << f.index;
      };
      expect(Axes::local, own_linear, own_angular);
      expect(Axes::world, at_origin, angular);
      expect(Axes::world_aligned, linear, angular);
    }
  }
}

TEST(Frames, AccelerationIsTheRateOfTheVelocityInTheSameAxes) {
  for (const auto seed : seeds(300)) {
    const Mechanism m = random_mechanism(seed);
    const Kinematics now = moved(m, 0), before = moved(m, -step), after = moved(m, step);
    for (const FrameId f : frames_of(m.model))
      for (const Axes axes : all_axes) {
        const Vector6 a = frame_velocity(m.model, before, f, axes), b = frame_velocity(m.model, after, f, axes);
        Vector6 rate;
        for (std::size_t k = 0; k < 6; ++k) rate[k] = (b[k] - a[k]) / (2 * step);
        EXPECT_LE(distance(frame_acceleration(m.model, now, f, axes), rate), difference_tol)
            << seed << " frame " << f.index << " axes " << static_cast<int>(axes);
      }
  }
}

TEST(Frames, JacobianTimesVelocityIsTheVelocityAndTheBiasIsWhatItLeavesOfTheAcceleration) {
  for (const auto seed : seeds(300)) {
    const Mechanism m = random_mechanism(seed);
    const Kinematics now = moved(m, 0);
    Vector J(6 * m.nv());
    for (const FrameId f : frames_of(m.model))
      for (const Axes axes : all_axes) {
        frame_jacobian(m.model, now, f, axes, J);
        EXPECT_LE(distance(product(J, m.v), frame_velocity(m.model, now, f, axes)), rounding) << seed;
        Vector whole = product(J, m.a);
        const Vector6 bias = frame_bias_acceleration(m.model, now, f, axes);
        for (std::size_t k = 0; k < 6; ++k) whole[k] += bias[k];
        EXPECT_LE(distance(whole, frame_acceleration(m.model, now, f, axes)), rounding) << seed;
      }
  }
}

TEST(Frames, WithoutVelocityOrAccelerationAreAtRest) {
  const Mechanism m = random_mechanism(5);
  Kinematics k = moved(m, 0);  // a second use forgets the first
  forward_kinematics(m.model, {m.q}, k);
  for (const FrameId f : frames_of(m.model))
    for (const Axes axes : all_axes) {
      EXPECT_EQ(frame_velocity(m.model, k, f, axes), Vector6{});
      EXPECT_EQ(frame_acceleration(m.model, k, f, axes), Vector6{});
    }
  forward_kinematics(m.model, {m.q, m.v}, k);
  for (const FrameId f : frames_of(m.model))
    EXPECT_LE(
        distance(frame_acceleration(m.model, k, f, Axes::local), frame_bias_acceleration(m.model, k, f, Axes::local)),
        rounding);
}

}  // namespace
}  // namespace tenon::test
