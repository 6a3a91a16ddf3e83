// Symmetric tops whose whole motion is known: position, velocity and acceleration of a free and of a heavy top, put
// into inverse and forward dynamics at several times.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/mechanism.hpp"
#include "tenon/builder.hpp"
#include "tenon/configuration.hpp"

namespace tenon::test {
namespace {

using Eigen::AngleAxisd, Eigen::Matrix3d, Eigen::Quaterniond, Eigen::Vector3d;
constexpr double rounding = 1e-12;                     // velocities up to 20, squared, times lever arms
constexpr double across = 0.3, along = 0.5, mass = 2;  // moments of inertia about the centre of mass
constexpr double step = 1e-5;                          // of central differences, whose error is about step² · 20³

struct Motion {
  Vector q, v, a;
};

void append(Vector& to, const Vector3d& x) { to.insert(to.end(), x.data(), x.data() + 3); }
void append(Vector& to, const Matrix3d& R) {
  const Quaterniond x(R);
  to.insert(to.end(), {x.x(), x.y(), x.z(), x.w()});
}

void expect_is_a_motion(const Model& model, const auto& motion, double t, const Vector& force) {
  const Motion now = motion(t), before = motion(t - step), after = motion(t + step);
  Vector rate(now.v.size()), change(now.v.size()), tau(now.v.size()), a(now.v.size());
  difference(model, before.q, after.q, rate);
  for (std::size_t k = 0; k < rate.size(); ++k) {
    rate[k] /= 2 * step;
    change[k] = (after.v[k] - before.v[k]) / (2 * step);
  }
  EXPECT_LE(distance(rate, now.v), 1e-7) << t;
  EXPECT_LE(distance(change, now.a), 1e-7) << t;
  Workspace ws(model);
  rnea(model, ws, {now.q, now.v}, now.a, tau);
  EXPECT_LE(distance(tau, force), 20 * rounding) << t;  // relative to 1, made of terms of 20
  aba(model, ws, {now.q, now.v}, force, a);
  EXPECT_LE(distance(a, now.a), rounding) << t;
}

// Torque-free: L is constant, R(t) = exp(L t / I1) exp(-e3 n t) with n = (I3 - I1) / I1 · w3; the centre of mass falls.
TEST(FreeTop, PrecessesAboutItsAngularMomentumWhileItFalls) {
  const Vector3d centre(0.1, -0.2, 0.3), spin(1.5, 0, 4), up = Vector3d::UnitZ();
  ModelBuilder b;
  b.link("top", {mass, {0.1, -0.2, 0.3}, {across, 0, 0, across, 0, along}});
  b.free("root", "", "top");
  const Model model = b.build();
  const Vector3d L(across * spin.x(), across * spin.y(), along * spin.z()), turn = L / across;
  const double n = (along - across) / across * spin.z();
  const auto motion = [&](double t) {
    const Matrix3d own = AngleAxisd(-n * t, up).toRotationMatrix();
    const Matrix3d R = AngleAxisd(turn.norm() * t, turn.normalized()) * own;
    const Vector3d w = own.transpose() * turn - n * up, dw = -(-n * up).cross(own.transpose() * turn);
    const Vector3d fall = Vector3d(0.4, -0.3, 2) - 9.81 * t * up;
    const Vector3d p = Vector3d(1, 2, 3) + t * Vector3d(0.4, -0.3, 2) - 0.5 * 9.81 * t * t * up - R * centre;
    const Vector3d v = R.transpose() * fall - w.cross(centre);
    const Vector3d a = R.transpose() * (-9.81 * up) - w.cross(R.transpose() * fall) - dw.cross(centre);
    Motion m;
    append(m.q, p), append(m.q, R);
    append(m.v, v), append(m.v, w);
    append(m.a, a), append(m.a, dw);
    return m;
  };
  for (const double t : {0.0, 0.2, 0.9, 1.7}) expect_is_a_motion(model, motion, t, Vector(6, 0));
}

// The heavy top on a ball joint in steady precession: m g l = I3 (s + p cos) p - I1 p² cos, moments about the tip.
TEST(HeavyTop, PrecessesSteadilyAtTheRateOfTheTextbook) {
  const double l = 0.4, I1 = across + mass * l * l, lean = 0.6, p = 1.1;
  const double s = (mass * 9.81 * l + I1 * p * p * std::cos(lean)) / (along * p) - p * std::cos(lean);
  ModelBuilder b;
  b.link("top", {mass, {0, 0, l}, {across, 0, 0, across, 0, along}});
  b.spherical("tip", "", "top", placement_at(1, 2, 3));
  const Model model = b.build();
  const auto motion = [&](double t) {
    const double along_x = p * std::sin(lean);
    const Vector3d w(along_x * std::sin(s * t), along_x * std::cos(s * t), p * std::cos(lean) + s);
    const Vector3d dw(along_x * s * std::cos(s * t), -along_x * s * std::sin(s * t), 0);
    Motion m;
    append(m.q, Matrix3d(AngleAxisd(p * t, Vector3d::UnitZ()) * AngleAxisd(lean, Vector3d::UnitX()) *
                         AngleAxisd(s * t, Vector3d::UnitZ())));
    append(m.v, w), append(m.a, dw);
    return m;
  };
  for (const double t : {0.0, 0.3, 1.1}) expect_is_a_motion(model, motion, t, Vector(3, 0));
}

}  // namespace
}  // namespace tenon::test
