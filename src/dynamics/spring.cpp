// Distance of each kind of joint from the rest position of its spring.
#include "dynamics/spring.hpp"

#include <cmath>

#include "kinematics/joint.hpp"

namespace tenon {

namespace {

// The shortest rotation vector of a quaternion x y z w of any length but 0.
Vec3<double> rotation_vector(const double* quaternion) {
  const double sign = quaternion[3] < 0 ? -1 : 1;
  const Vec3<double> axis{sign * quaternion[0], sign * quaternion[1], sign * quaternion[2]};
  const double sine = std::sqrt(dot(axis, axis)), cosine = sign * quaternion[3];
  // angle / sine tends to 2 / cosine; the square of a sine of 1e-8 is below rounding.
  const double scale = sine > 1e-8 * cosine ? 2 * std::atan2(sine, cosine) / sine : 2 / cosine;
  return scale * axis;
}

}  // namespace

std::array<double, 6> spring_stretch(const JointInfo& joint, const double* q) {
  switch (joint.kind) {
    case JointKind::revolute:
    case JointKind::prismatic:
    case JointKind::helical:
      return {q[0] - joint.spring_reference};
    case JointKind::spherical: {
      const Vec3<double> turn = rotation_vector(q);
      return {turn.x, turn.y, turn.z};
    }
    case JointKind::planar:
      return {q[2] * q[0] + q[3] * q[1], q[2] * q[1] - q[3] * q[0], std::atan2(q[3], q[2])};
    case JointKind::free: {
      const Vec3<double> p = transpose_mul(rotation_of(q + 3), Vec3<double>{q[0], q[1], q[2]});
      const Vec3<double> turn = rotation_vector(q + 3);
      return {p.x, p.y, p.z, turn.x, turn.y, turn.z};
    }
    case JointKind::fixed:
      break;
  }
  return {};
}

}  // namespace tenon
