// STAND-IN for adult-sized electric humanoids: their usual joint tree, our own masses, lengths and shapes.
#include "model/generators/shapes.hpp"
#include "tenon/generators.hpp"

namespace tenon::generators {
namespace {

constexpr Vector3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

void add_leg(ModelBuilder& robot, const std::string& side, int left) {
  const auto name = [&](const char* part) { return side + "_" + part; };
  const auto joint = [&](const char* part, const std::string& parent, const Placement& origin, const Vector3& axis,
                         const Drive& limits) {
    drive(robot.revolute(name(part), parent, name(part) + "_link", origin, axis), limits);
  };
  Shapes(dark).cylinder(1.4, 0.05, {0, 0, -0.03}, {0, 0, 0.04}).add(robot, name("hip_yaw_link"));
  Shapes(dark).cylinder(1.5, 0.05, {-0.04, 0, 0}, {0.04, 0, 0}).add(robot, name("hip_roll_link"));
  Shapes().capsule(5.2, 0.065, {0, 0, -0.05}, {0, 0, -0.34}).add(robot, name("hip_pitch_link"));
  Shapes().capsule(3.1, 0.05, {0, 0, -0.03}, {0, 0, -0.33}).add(robot, name("knee_link"));
  Shapes(dark).sphere(0.4, 0.035).add(robot, name("ankle_pitch_link"));
  Shapes(accent).box(0.9, {0.22, 0.09, 0.03}, {0.035, 0, -0.045}).add(robot, name("ankle_roll_link"));
  robot.link(name("sole"));

  joint("hip_yaw", "pelvis", placement_at(0, 0.09 * left, -0.06), z, {-1.2, 1.2, 90, 12});
  joint("hip_roll", name("hip_yaw_link"), placement_at(0, 0, -0.04), x, {-0.7, 0.7, 120, 12});
  joint("hip_pitch", name("hip_roll_link"), placement_at(0, 0.01 * left, 0), y, {-2.0, 1.2, 160, 12});
  joint("knee", name("hip_pitch_link"), placement_at(0, 0, -0.37), y, {0, 2.4, 180, 12});
  joint("ankle_pitch", name("knee_link"), placement_at(0, 0, -0.36), y, {-1.0, 0.7, 90, 12});
  joint("ankle_roll", name("ankle_pitch_link"), placement_at(0, 0, 0), x, {-0.5, 0.5, 60, 12});
  robot.fixed(name("sole_fixed"), name("ankle_roll_link"), name("sole"), placement_at(0.035, 0, -0.06));
}

void add_arm(ModelBuilder& robot, const std::string& side, int left) {
  const auto name = [&](const char* part) { return side + "_" + part; };
  const auto joint = [&](const char* part, const std::string& parent, const Placement& origin, const Vector3& axis,
                         const Drive& limits) {
    drive(robot.revolute(name(part), parent, name(part) + "_link", origin, axis), limits);
  };
  Shapes(dark).cylinder(0.9, 0.045, {0, -0.03, 0}, {0, 0.03, 0}).add(robot, name("shoulder_pitch_link"));
  Shapes(dark).cylinder(0.8, 0.042, {-0.035, 0, 0}, {0.035, 0, 0}).add(robot, name("shoulder_roll_link"));
  Shapes().capsule(1.6, 0.04, {0, 0, -0.03}, {0, 0, -0.23}).add(robot, name("shoulder_yaw_link"));
  Shapes().capsule(0.8, 0.035, {0, 0, -0.01}, {0, 0, -0.1}).add(robot, name("elbow_link"));
  Shapes().capsule(0.6, 0.033, {0, 0, -0.01}, {0, 0, -0.1}).add(robot, name("wrist_yaw_link"));
  Shapes(dark).sphere(0.2, 0.028).add(robot, name("wrist_pitch_link"));
  Shapes(accent).box(0.45, {0.035, 0.08, 0.12}, {0, 0, -0.07}).add(robot, name("wrist_roll_link"));
  robot.link(name("hand"));

  joint("shoulder_pitch", "torso", placement_at(0, 0.17 * left, 0.3), y, {-2.8, 2.8, 50, 12});
  joint("shoulder_roll", name("shoulder_pitch_link"), placement_at(0, 0.05 * left, 0), x, {-2.2, 2.2, 50, 12});
  joint("shoulder_yaw", name("shoulder_roll_link"), placement_at(0, 0.01 * left, -0.02), z, {-1.6, 1.6, 40, 12});
  joint("elbow", name("shoulder_yaw_link"), placement_at(0, 0, -0.26), y, {-2.3, 0, 40, 12});
  joint("wrist_yaw", name("elbow_link"), placement_at(0, 0, -0.12), z, {-1.6, 1.6, 20, 12});
  joint("wrist_pitch", name("wrist_yaw_link"), placement_at(0, 0, -0.12), y, {-1.2, 1.2, 20, 12});
  joint("wrist_roll", name("wrist_pitch_link"), placement_at(0, 0, -0.01), x, {-0.8, 0.8, 20, 12});
  robot.fixed(name("hand_fixed"), name("wrist_roll_link"), name("hand"), placement_at(0, 0, -0.09));
}

}  // namespace

RobotDescription humanoid_standin() {
  ModelBuilder robot("humanoid_standin");
  Shapes().box(7.5, {0.17, 0.24, 0.12}).add(robot, "pelvis");
  Shapes(dark).cylinder(1.2, 0.06, {0, 0, -0.02}, {0, 0, 0.05}).add(robot, "waist");
  Shapes()
      .box(13, {0.19, 0.27, 0.36}, {0, 0, 0.2})
      .colour(accent)
      .box(1.5, {0.06, 0.2, 0.24}, {-0.12, 0, 0.2})
      .add(robot, "torso");
  Shapes(dark).cylinder(0.4, 0.04, {0, 0, -0.02}, {0, 0, 0.05}).add(robot, "neck");
  Shapes().sphere(2.6, 0.1, {0.015, 0, 0.1}).add(robot, "head");

  robot.free("root_joint", "", "pelvis");
  add_leg(robot, "left", 1);
  add_leg(robot, "right", -1);
  drive(robot.revolute("torso_yaw", "pelvis", "waist", placement_at(0, 0, 0.09), z), {-1.2, 1.2, 90, 12});
  drive(robot.revolute("torso_pitch", "waist", "torso", placement_at(0, 0, 0.06), y), {-0.4, 0.9, 120, 12});
  drive(robot.revolute("head_yaw", "torso", "neck", placement_at(0, 0, 0.41), z), {-1.4, 1.4, 8, 12});
  add_arm(robot, "left", 1);
  add_arm(robot, "right", -1);
  drive(robot.revolute("head_pitch", "neck", "head", placement_at(0, 0, 0.06), y), {-0.6, 0.6, 8, 12});
  return robot.description();
}

}  // namespace tenon::generators
