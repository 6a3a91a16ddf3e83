// Spatial quantities as Eigen's dense matrices: the slow, obvious form that tests compare with.
#pragma once

#include <Eigen/Dense>

#include "spatial/spatial.hpp"
#include "support/seeds.hpp"

namespace tenon::test {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6d = Eigen::Matrix<double, 6, 1>;

inline Eigen::Vector3d dense(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d dense(const Mat3<double>& M) {
  return (Eigen::Matrix3d() << M.xx, M.xy, M.xz, M.yx, M.yy, M.yz, M.zx, M.zy, M.zz).finished();
}
inline Eigen::Matrix3d dense(const Sym3<double>& M) {
  return (Eigen::Matrix3d() << M.xx, M.xy, M.xz, M.xy, M.yy, M.yz, M.xz, M.yz, M.zz).finished();
}
template <class Spatial>
Vector6d dense6(const Spatial& s) {
  return (Vector6d() << dense(s.linear), dense(s.angular)).finished();
}
inline Eigen::Matrix3d skew(const Eigen::Vector3d& v) {
  return (Eigen::Matrix3d() << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0).finished();
}
// Motion transform of X_AB: (v_A, w_A) = matrix (v_B, w_B).
inline Matrix6 motion_matrix(const Transform<double>& X) {
  Matrix6 M = Matrix6::Zero();
  const Eigen::Matrix3d R = dense(X.R);
  M.topLeftCorner<3, 3>() = M.bottomRightCorner<3, 3>() = R;
  M.topRightCorner<3, 3>() = skew(dense(X.p)) * R;
  return M;
}
inline Matrix6 dense(const Inertia<double>& I) {
  Matrix6 M;
  const Eigen::Matrix3d h = skew(dense(I.h));
  M << I.m * Eigen::Matrix3d::Identity(), -h, h, dense(I.I);
  return M;
}
inline Matrix6 dense(const ArticulatedInertia<double>& I) {
  Matrix6 M;
  M << dense(I.A), dense(I.B), dense(I.B).transpose(), dense(I.C);
  return M;
}

inline Vec3<double> random_vec3(Random& r) { return {r.uniform(), r.uniform(), r.uniform()}; }
inline Sym3<double> random_sym3(Random& r) {
  return {r.uniform(), r.uniform(), r.uniform(), r.uniform(), r.uniform(), r.uniform()};
}
inline Mat3<double> random_mat3(Random& r) {
  return {r.uniform(), r.uniform(), r.uniform(), r.uniform(), r.uniform(),
          r.uniform(), r.uniform(), r.uniform(), r.uniform()};
}
inline Transform<double> random_transform(Random& r) {
  const Eigen::Matrix3d R =
      Eigen::Quaterniond(r.uniform(), r.uniform(), r.uniform(), r.uniform()).normalized().toRotationMatrix();
  return {{R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)}, random_vec3(r)};
}

}  // namespace tenon::test
