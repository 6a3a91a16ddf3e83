#include <gtest/gtest.h>

#include <cmath>

#include "tenon/kinematics.hpp"

namespace tenon {
namespace {

// Rodrigues' formula for the tilt of z: the rotation by q about an axis that is `tilt` off ±z moves the z-axis by
// tilt (1 - cos q) and tilt sin q, to first order.
TEST(Axis, ATinyTiltOffTheCoordinateAxisIsKept) {
  for (const double sign : {1.0, -1.0}) {
    for (const double tilt : {1e-3, 1e-6, 1.3e-8, 1e-10, 1e-14}) {
      RobotDescription robot;
      robot.links.push_back({"link", {1, {0, 0, 0}, {1, 0, 0, 1, 0, 1}}, {}, {}});
      Joint joint;
      joint.name = "joint";
      joint.kind = JointKind::revolute;
      joint.child = "link";
      joint.axis = {tilt, 0, sign};
      robot.joints.push_back(joint);
      const Model model(robot);
      Kinematics kinematics(model);
      const std::vector<double> q{0.5};
      forward_kinematics(model, {q}, kinematics);
      const auto R = frame_placement(model, kinematics, model.frame("link")).rotation;
      EXPECT_NEAR(R[2], sign * tilt * (1 - std::cos(0.5)), 1e-15 + tilt * tilt) << tilt;
      EXPECT_NEAR(R[5], -tilt * std::sin(0.5), 1e-15 + tilt * tilt) << tilt;
    }
  }
}

}  // namespace
}  // namespace tenon
