// Public plain types to and from the internal ones.
#pragma once

#include <array>

#include "spatial/spatial.hpp"
#include "tenon/description.hpp"

namespace tenon {

inline Vec3<double> to_vec3(const Vector3& v) { return {v[0], v[1], v[2]}; }
inline Vector3 from_vec3(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline Transform<double> to_transform(const Placement& p) {
  const auto& r = p.rotation;
  return {{r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]}, to_vec3(p.translation)};
}
inline Placement from_transform(const Transform<double>& X) {
  const Mat3<double>& R = X.R;
  return {{R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz}, from_vec3(X.p)};
}
inline Motion<double> to_motion(const Vector6& v) { return {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}}; }
inline Force<double> to_force(const Vector6& v) { return {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}}; }
inline Vector6 from_motion(const Motion<double>& m) {
  return {m.linear.x, m.linear.y, m.linear.z, m.angular.x, m.angular.y, m.angular.z};
}
inline Vector6 from_force(const Force<double>& f) {
  return {f.linear.x, f.linear.y, f.linear.z, f.angular.x, f.angular.y, f.angular.z};
}
// Inertia about the link's origin from mass, centre of mass and inertia about it.
inline Inertia<double> to_inertia(const MassProperties& mp) {
  const Inertia<double> at_com{
      mp.mass, {0, 0, 0}, {mp.inertia[0], mp.inertia[1], mp.inertia[2], mp.inertia[3], mp.inertia[4], mp.inertia[5]}};
  return act(Transform<double>{identity3<double>(), to_vec3(mp.com)}, at_com);
}

}  // namespace tenon
