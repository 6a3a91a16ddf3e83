// Arithmetic on the plain data of a description: placements and mass properties, in link frames.
#include <cmath>

#include "tenon/description.hpp"

namespace tenon {
namespace {

Vector3 rotated(const std::array<double, 9>& R, const Vector3& x) {
  return {R[0] * x[0] + R[1] * x[1] + R[2] * x[2], R[3] * x[0] + R[4] * x[1] + R[5] * x[2],
          R[6] * x[0] + R[7] * x[1] + R[8] * x[2]};
}

// Inertia of a point mass at d about the origin: m (|d|² 1 - d dᵀ).
std::array<double, 6> point_inertia(double m, const Vector3& d) {
  return {m * (d[1] * d[1] + d[2] * d[2]), -m * d[0] * d[1], -m * d[0] * d[2],
          m * (d[0] * d[0] + d[2] * d[2]), -m * d[1] * d[2], m * (d[0] * d[0] + d[1] * d[1])};
}

}  // namespace

Placement operator*(const Placement& X_AB, const Placement& X_BC) {
  Placement X_AC;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double sum = 0;
      for (int k = 0; k < 3; ++k) sum += X_AB.rotation[3 * i + k] * X_BC.rotation[3 * k + j];
      X_AC.rotation[3 * i + j] = sum;
    }
  const Vector3 p = rotated(X_AB.rotation, X_BC.translation);
  for (int i = 0; i < 3; ++i) X_AC.translation[i] = X_AB.translation[i] + p[i];
  return X_AC;
}

Placement inverse(const Placement& X_AB) {
  Placement X_BA;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) X_BA.rotation[3 * i + j] = X_AB.rotation[3 * j + i];
  const Vector3 p = rotated(X_BA.rotation, X_AB.translation);
  for (int i = 0; i < 3; ++i) X_BA.translation[i] = -p[i];
  return X_BA;
}

// URDF's convention: fixed axes, R = Rz(yaw) Ry(pitch) Rx(roll).
Placement placement_from_rpy(const Vector3& translation, const Vector3& roll_pitch_yaw) {
  const double cr = std::cos(roll_pitch_yaw[0]), sr = std::sin(roll_pitch_yaw[0]);
  const double cp = std::cos(roll_pitch_yaw[1]), sp = std::sin(roll_pitch_yaw[1]);
  const double cy = std::cos(roll_pitch_yaw[2]), sy = std::sin(roll_pitch_yaw[2]);
  return {{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, sy * cp, sy * sp * sr + cy * cr,
           sy * sp * cr - cy * sr, -sp, cp * sr, cp * cr},
          translation};
}

// Of any length but zero: the quaternion is normalised here.
Placement placement_from_quaternion(const Vector3& translation, const std::array<double, 4>& xyzw) {
  const auto [x, y, z, w] = xyzw;
  const double length = std::hypot(std::hypot(x, y), std::hypot(z, w));
  if (!(length > 0) || !std::isfinite(length))
    throw Error("quaternion has length " + std::to_string(length) + ", expected a finite length > 0");
  const double a = x / length, b = y / length, c = z / length, d = w / length;
  return {
      {1 - 2 * (b * b + c * c), 2 * (a * b - c * d), 2 * (a * c + b * d), 2 * (a * b + c * d), 1 - 2 * (a * a + c * c),
       2 * (b * c - a * d), 2 * (a * c - b * d), 2 * (b * c + a * d), 1 - 2 * (a * a + b * b)},
      translation};
}

MassProperties transformed(const Placement& X_AB, const MassProperties& in_B) {
  MassProperties in_A;
  in_A.mass = in_B.mass;
  const auto& R = X_AB.rotation;
  const Vector3 c = rotated(R, in_B.com);
  for (int i = 0; i < 3; ++i) in_A.com[i] = X_AB.translation[i] + c[i];
  // R I Rᵀ, column by column of I.
  const auto [xx, xy, xz, yy, yz, zz] = in_B.inertia;
  const Vector3 columns[3] = {rotated(R, {xx, xy, xz}), rotated(R, {xy, yy, yz}), rotated(R, {xz, yz, zz})};
  const auto entry = [&](int i, int j) {
    return columns[0][i] * R[3 * j] + columns[1][i] * R[3 * j + 1] + columns[2][i] * R[3 * j + 2];
  };
  in_A.inertia = {entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)};
  return in_A;
}

// Both in one frame. The parallel-axis term is that of the reduced mass at the distance of the two centres.
MassProperties combined(const MassProperties& a, const MassProperties& b) {
  MassProperties sum = a.mass == 0 ? b : a;
  sum.mass = a.mass + b.mass;
  std::array<double, 6> parallel_axis{};
  if (a.mass != 0 && b.mass != 0) {
    Vector3 d;
    for (int i = 0; i < 3; ++i) d[i] = b.com[i] - a.com[i];
    for (int i = 0; i < 3; ++i) sum.com[i] = a.com[i] + b.mass / sum.mass * d[i];
    parallel_axis = point_inertia(a.mass * (b.mass / sum.mass), d);
  }
  for (int i = 0; i < 6; ++i) sum.inertia[i] = a.inertia[i] + b.inertia[i] + parallel_axis[i];
  return sum;
}

}  // namespace tenon
