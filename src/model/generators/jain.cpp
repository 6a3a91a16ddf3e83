// The mechanisms of [Jain]: the multi-link pendulum of its simulations and the dual-arm robot of its Fig. 1.
#include "model/generators/general.hpp"
#include "model/generators/shapes.hpp"
#include "tenon/generators.hpp"

namespace tenon::generators {

// Balls of 1 kg in a row of 12 m, so a ball's radius is 6 m / n; each hangs by its top from the bottom of the one
// above.
RobotDescription pendulum(int links) {
  expect_size("pendulum", "number of links", links, 1);
  const double radius = 6.0 / links;
  ModelBuilder robot("pendulum_" + std::to_string(links));
  robot.gravity({0, 0, -9.8});
  std::string parent;
  for (int k = 0; k < links; ++k) {
    const std::string link = numbered("ball_", k, links);
    Link& ball = robot.link(link, solid_sphere(1, radius, placement_at(0, 0, -radius)));
    Geometry sphere;
    sphere.kind = Geometry::Kind::sphere, sphere.size = {radius, 0, 0}, sphere.placement = placement_at(0, 0, -radius);
    sphere.colour = k % 2 ? light : accent, sphere.friction[0] = 0.5;
    ball.geometry = {sphere};
    robot.revolute(numbered("pin_", k, links), parent, link,
                   k == 0 ? placement_at(0, 0, 10) : placement_at(0, 0, -2 * radius), {0, 1, 0});
    parent = link;
  }
  return robot.description();
}

// STAND-IN. The paper counts a head of 4 links, arms of 7, hands of 3 fingers and 26 links in all, which leaves two:
// here each hand has a knuckle that spreads two of its fingers, as hands with 4 motors do.
RobotDescription dual_arm_standin() {
  General general(26);
  ModelBuilder robot("dual_arm_standin");
  Shapes(dark).box(40, {0.3, 0.3, 0.9}, {0, 0, 0.45}).add(robot, "torso");
  const auto limb = [&](const std::string& prefix, int links, std::string parent, Placement origin, double length,
                        double mass) {
    for (int k = 1; k <= links; ++k) {
      const std::string link = prefix + std::to_string(k);
      Shapes().capsule(mass, 0.25 * length, {0, 0, 0}, {0, 0, length}).add(robot, link);
      // Axes alternate; a small tilt keeps the geometry general.
      const Vector3 tilt = general.direction();
      Vector3 axis{0, k % 2 ? 0.0 : 1.0, k % 2 ? 1.0 : 0.0};
      for (int i = 0; i < 3; ++i) axis[i] += 0.1 * tilt[i];
      drive(robot.revolute(prefix + std::to_string(k) + "_joint", parent, link, origin, axis), {-2.5, 2.5, 100, 3});
      parent = link;
      origin = placement_at(0, 0, length);
    }
    return parent;
  };
  limb("head_", 4, "torso", placement_at(0.05, 0, 0.9), 0.08, 0.8);
  for (const std::string side : {"left", "right"}) {
    const double out = side == "left" ? 1 : -1;
    const std::string wrist =
        limb(side + "_arm_", 7, "torso", placement_from_rpy({0, 0.18 * out, 0.8}, {-out * 1.5707963267948966, 0, 0}),
             0.15, 2);
    limb(side + "_finger_c", 1, wrist, placement_at(0.04, 0, 0.15), 0.1, 0.15);
    const std::string knuckle = limb(side + "_knuckle_", 1, wrist, placement_at(-0.02, 0, 0.15), 0.03, 0.2);
    limb(side + "_finger_a", 1, knuckle, placement_at(0, 0.03, 0.03), 0.1, 0.15);
    limb(side + "_finger_b", 1, knuckle, placement_at(0, -0.03, 0.03), 0.1, 0.15);
  }
  return robot.description();
}

}  // namespace tenon::generators
