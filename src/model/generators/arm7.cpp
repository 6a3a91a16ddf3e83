// STAND-IN for today's 7-axis collaborative arms: their joint tree, our own masses, lengths and shapes.
#include "model/generators/shapes.hpp"
#include "tenon/generators.hpp"

namespace tenon::generators {

// Roll and pitch take turns, as in a human arm: shoulder z y z, elbow y, wrist z y z.
RobotDescription arm7_standin() {
  struct Segment {
    double length;  // from this joint to the next
    double radius, mass;
    Vector3 axis;
    Drive limits;
  };
  const Vector3 roll{0, 0, 1}, pitch{0, 1, 0};
  const Segment segments[7] = {
      {0.16, 0.062, 3.4, roll, {-2.9, 2.9, 110, 2.2, 0.5, 0.3}},
      {0.20, 0.060, 3.4, pitch, {-2.0, 2.0, 110, 2.2, 0.5, 0.3}},
      {0.19, 0.056, 2.6, roll, {-2.9, 2.9, 80, 2.2, 0.4, 0.2}},
      {0.20, 0.054, 2.4, pitch, {-2.4, 2.4, 80, 2.2, 0.4, 0.2}},
      {0.18, 0.050, 1.7, roll, {-2.9, 2.9, 40, 2.6, 0.3, 0.1}},
      {0.09, 0.048, 1.4, pitch, {-2.1, 2.1, 40, 2.6, 0.3, 0.1}},
      {0.06, 0.040, 0.5, roll, {-2.9, 2.9, 40, 2.6, 0.2, 0.1}},
  };
  ModelBuilder robot("arm7_standin");
  Shapes(dark).cylinder(4, 0.09, {0, 0, 0}, {0, 0, 0.14}).add(robot, "link_0");
  double height = 0.14;
  for (int k = 1; k <= 7; ++k) {
    const Segment& s = segments[k - 1];
    const std::string link = "link_" + std::to_string(k), parent = "link_" + std::to_string(k - 1);
    // Motors sit at the joint, so that the centre of mass is off the axis' middle and off the axis.
    Shapes(k % 2 ? light : accent)
        .capsule(0.6 * s.mass, s.radius, {0, 0, 0}, {0, 0, s.length})
        .colour(dark)
        .cylinder(0.4 * s.mass, 0.8 * s.radius, {0, -s.radius, 0}, {0, 0.6 * s.radius, 0})
        .add(robot, link);
    drive(robot.revolute("joint_" + std::to_string(k), parent, link, placement_at(0, 0, height), s.axis), s.limits);
    height = s.length;
  }
  robot.link("tool");
  robot.fixed("tool_fixed", "link_7", "tool", placement_at(0, 0, height));
  return robot.description();
}

}  // namespace tenon::generators
