#include "support/tilted_arms.hpp"

#include <cmath>
#include <string>

#include "tenon/builder.hpp"

namespace tenon::test {

namespace {
struct Axis {
  JointKind kind;
  Placement origin;
  Vector3 axis;
  MassProperties mass;
};
RobotDescription arm(const std::vector<Axis>& axes) {
  ModelBuilder b("arm");
  std::string parent;
  for (const Axis& a : axes) {
    const std::string number = std::to_string(parent.empty() ? 1 : std::stoi(parent) + 1);
    b.link(number, a.mass);
    if (a.kind == JointKind::prismatic)
      b.prismatic("joint" + number, parent, number, a.origin, a.axis);
    else
      b.revolute("joint" + number, parent, number, a.origin, a.axis);
    parent = number;
  }
  return b.description();
}
constexpr double right = 1.5707963267948966;
}  // namespace

RobotDescription tilted_ur5(double tilt) {
  const auto revolute = JointKind::revolute;
  const Vector3 y{0, 1, 0}, z{0, 0, 1};
  return arm({{revolute, placement_at(0, 0, 0.089), z, solid_cylinder(3.7, 0.06, 0.15)},
              {revolute, placement_from_rpy({0, 0.136, 0}, {0, right, 0}), y,
               solid_cylinder(8.4, 0.06, 0.42, placement_at(0, 0, 0.28))},
              {revolute, placement_from_rpy({0, -0.12, 0.425}, {tilt, 0, 0.7 * tilt}), y,
               solid_cylinder(2.3, 0.05, 0.39, placement_at(0, 0, 0.25))},
              {revolute, placement_from_rpy({0, 0, 0.392}, {-0.8 * tilt, 1, tilt}), y, solid_cylinder(1.2, 0.04, 0.1)},
              {revolute, placement_at(0, 0.093, 0), z, solid_cylinder(1.2, 0.04, 0.1)},
              {revolute, placement_at(0, 0, 0.095), y, solid_cylinder(0.19, 0.04, 0.05, placement_at(0, 0.06, 0))}});
}

RobotDescription tilted_six_axes(double tilt) {
  std::vector<Axis> axes;
  for (const Vector3& axis : {Vector3{0, 1, 0}, {0, 0, 1}, {tilt, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
    const double length = std::hypot(axis[0], axis[1], axis[2]);
    axes.push_back({JointKind::revolute,
                    placement_at(0.3, 0.05, 0.1),
                    {axis[0] / length, axis[1] / length, axis[2] / length},
                    solid_box(2, {0.3, 0.08, 0.1}, placement_at(0.15, 0.02, 0.05))});
  }
  return arm(axes);
}

RobotDescription tilted_slides(double tilt) {
  const auto slide = JointKind::prismatic, revolute = JointKind::revolute;
  const Vector3 x{1, 0, 0}, z{0, 0, 1};
  const MassProperties box = solid_box(3, {0.2, 0.1, 0.3}, placement_at(0.1, 0, 0.1));
  return arm({{revolute, placement_at(0, 0, 0.2), z, box},
              {slide, placement_from_rpy({0.2, 0.1, 0}, {tilt, 0, 0}), z, box},
              {revolute, placement_from_rpy({0.2, 0, 0.1}, {0, -tilt, 0}), z, box},
              {slide, placement_from_rpy({0.1, 0.3, 0}, {tilt, tilt, 0}), z, box},
              {revolute, placement_at(0, 0.1, 0.1), x, box}});
}

std::vector<RobotDescription> tilted_arms() {
  std::vector<RobotDescription> arms;
  for (int k = -30; k <= 0; ++k) {
    const double tilt = std::pow(10.0, 0.5 * k);
    arms.push_back(tilted_ur5(tilt)), arms.push_back(tilted_six_axes(tilt)), arms.push_back(tilted_slides(tilt));
    for (RobotDescription* arm = &*(arms.end() - 3); arm != &*arms.end(); ++arm)
      arm->name += ", tilt 1e" + std::to_string(0.5 * k).substr(0, 5);
  }
  return arms;
}

}  // namespace tenon::test
