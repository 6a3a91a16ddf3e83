// STAND-IN for the Shadow hand: its joint tree (24 joints), our own masses, lengths and shapes.
#include "model/generators/shapes.hpp"
#include "tenon/generators.hpp"

namespace tenon::generators {
namespace {

constexpr Vector3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

struct Phalanx {
  double length, radius, mass;
  Vector3 axis;
  double lower, upper;
};

// Joints are counted down towards the tip, as the maker counts them: FFJ4 … FFJ1.
void add_finger(ModelBuilder& robot, const std::string& finger, const Placement& root,
                const std::vector<Phalanx>& phalanges) {
  std::string parent = "palm";
  Placement origin = root;
  int number = static_cast<int>(phalanges.size());
  for (const Phalanx& phalanx : phalanges) {
    const std::string link = finger + "_link_" + std::to_string(number);
    if (phalanx.length > 0)
      Shapes().capsule(phalanx.mass, phalanx.radius, {0, 0, 0}, {0, 0, phalanx.length}).add(robot, link);
    else
      Shapes(dark).sphere(phalanx.mass, phalanx.radius).add(robot, link);
    Joint& joint = robot.revolute(finger + "J" + std::to_string(number), parent, link, origin, phalanx.axis);
    drive(joint, {phalanx.lower, phalanx.upper, 1, 4, 0.005, 0.002});
    parent = link;
    origin = placement_at(0, 0, phalanx.length);
    --number;
  }
  robot.link(finger + "_tip");
  robot.fixed(finger + "_tip_fixed", parent, finger + "_tip", origin);
}

}  // namespace

RobotDescription shadow_hand_standin() {
  ModelBuilder robot("shadow_hand_standin");
  Shapes(dark).cylinder(3, 0.06, {0, 0, 0}, {0, 0, 0.2}).add(robot, "forearm");
  Shapes(dark).sphere(0.1, 0.02).add(robot, "wrist");
  Shapes().box(0.3, {0.08, 0.022, 0.095}, {-0.005, 0, 0.045}).add(robot, "palm");
  drive(robot.revolute("WRJ2", "forearm", "wrist", placement_at(0, -0.01, 0.213), y), {-0.52, 0.17, 10, 2, 0.05, 0.02});
  drive(robot.revolute("WRJ1", "wrist", "palm", placement_at(0, 0, 0.034), x), {-0.7, 0.49, 10, 2, 0.05, 0.02});

  const std::vector<Phalanx> finger = {{0, 0.009, 0.008, y, -0.35, 0.35},
                                       {0.045, 0.009, 0.03, x, -0.26, 1.57},
                                       {0.025, 0.008, 0.017, x, 0, 1.57},
                                       {0.024, 0.007, 0.013, x, 0, 1.57}};
  std::vector<Phalanx> little = finger, thumb = finger;
  little.insert(little.begin(), {0.06, 0.01, 0.03, {0.573576436351046, 0, 0.819152044288992}, 0, 0.79});
  thumb = {{0, 0.011, 0.01, z, -1.05, 1.05},
           {0.038, 0.012, 0.04, x, 0, 1.22},
           {0, 0.01, 0.005, x, -0.21, 0.21},
           {0.032, 0.011, 0.02, y, -0.7, 0.7},
           {0.027, 0.009, 0.016, y, -0.26, 1.57}};
  // In the order of their names, which is that of a URDF.
  add_finger(robot, "FF", placement_at(0.033, 0, 0.095), finger);
  add_finger(robot, "LF", placement_at(-0.033, 0, 0.021), little);
  add_finger(robot, "MF", placement_at(0.011, 0, 0.099), finger);
  add_finger(robot, "RF", placement_at(-0.011, 0, 0.095), finger);
  add_finger(robot, "TH", placement_from_rpy({0.034, -0.009, 0.029}, {0, 0.78539816, 0}), thumb);
  return robot.description();
}

}  // namespace tenon::generators
