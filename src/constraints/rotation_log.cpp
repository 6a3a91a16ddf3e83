// The rotation vector of a rotation matrix.
#include "constraints/rotation_log.hpp"

#include <cmath>

#include "model/manifold.hpp"

namespace tenon {

// Through the quaternion whose largest component is found first, so that half a turn is as exact as none.
Vec3<double> rotation_log(const Mat3<double>& R) {
  const double t = R.xx + R.yy + R.zz;
  double q[4];  // x y z w, not normalised
  if (t >= R.xx && t >= R.yy && t >= R.zz)
    q[0] = R.zy - R.yz, q[1] = R.xz - R.zx, q[2] = R.yx - R.xy, q[3] = 1 + t;
  else if (R.xx >= R.yy && R.xx >= R.zz)
    q[0] = 1 + R.xx - R.yy - R.zz, q[1] = R.xy + R.yx, q[2] = R.xz + R.zx, q[3] = R.zy - R.yz;
  else if (R.yy >= R.zz)
    q[0] = R.xy + R.yx, q[1] = 1 + R.yy - R.xx - R.zz, q[2] = R.yz + R.zy, q[3] = R.xz - R.zx;
  else
    q[0] = R.xz + R.zx, q[1] = R.yz + R.zy, q[2] = 1 + R.zz - R.xx - R.yy, q[3] = R.yx - R.xy;
  const double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (double& qi : q) qi /= n;
  const double none[4] = {0, 0, 0, 1};
  double w[3];
  joint_difference(JointKind::spherical, none, q, w);
  return {w[0], w[1], w[2]};
}

}  // namespace tenon
