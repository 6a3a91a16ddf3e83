// STAND-IN for today's 12 kg quadrupeds: their joint tree, our own masses, lengths and shapes. The bundled robot.
#include "model/generators/shapes.hpp"
#include "tenon/generators.hpp"

namespace tenon::generators {
namespace {

constexpr double thigh_length = 0.21, calf_length = 0.21, foot_radius = 0.022;

// Hip swings outwards (x), thigh and calf swing forwards (y); front = 1 or -1, left = 1 or -1.
void add_leg(ModelBuilder& robot, const std::string& leg, int front, int left) {
  const std::string hip = leg + "_hip_link", thigh = leg + "_thigh_link", calf = leg + "_calf_link";
  const double out = 0.085 * left;
  Shapes(dark).cylinder(0.6, 0.045, {0, -0.02, 0}, {0, 0.02, 0}).add(robot, hip);
  Shapes().capsule(0.95, 0.022, {0, 0, -0.02}, {0, 0, -thigh_length + 0.01}).add(robot, thigh);
  Shapes(dark).capsule(0.17, 0.012, {0, 0, -0.01}, {0, 0, -calf_length}).add(robot, calf);
  Shapes(accent).sphere(0.05, foot_radius).add(robot, leg + "_foot");

  drive(robot.revolute(leg + "_hip", "base", hip, placement_at(0.19 * front, 0.05 * left, 0), {1, 0, 0}),
        {-0.9, 0.9, 24, 30});
  drive(robot.revolute(leg + "_thigh", hip, thigh, placement_at(0, out, 0), {0, 1, 0}), {-1.5, 3.4, 24, 30});
  drive(robot.revolute(leg + "_calf", thigh, calf, placement_at(0, 0, -thigh_length), {0, 1, 0}), {-2.7, 0, 45, 16});
  robot.fixed(leg + "_foot_fixed", calf, leg + "_foot", placement_at(0, 0, -calf_length));
}

}  // namespace

RobotDescription quadruped_standin() {
  ModelBuilder builder("quadruped_standin");
  Shapes()
      .box(5.4, {0.36, 0.16, 0.1})
      .colour(dark)
      .box(0.5, {0.08, 0.1, 0.07}, {0.22, 0, 0.02})
      .colour(accent)
      .cylinder(0.4, 0.03, {-0.06, 0, 0.06}, {0.06, 0, 0.06})
      .add(builder, "base");
  builder.free("root_joint", "", "base");
  add_leg(builder, "FL", 1, 1);
  add_leg(builder, "FR", 1, -1);
  add_leg(builder, "HL", -1, 1);
  add_leg(builder, "HR", -1, -1);
  builder.frame("imu", "base", placement_at(0.03, 0, 0.02));

  RobotDescription robot = builder.description();
  // Calves twice the thighs' angle, so that the feet stand below the hips, the trunk 31.5 cm above the ground.
  Keyframe stand;
  stand.name = "stand";
  stand.q = {0, 0, 0.3146, 0, 0, 0, 1};
  for (int leg = 0; leg < 4; ++leg) stand.q.insert(stand.q.end(), {0, 0.8, -1.6});
  robot.keyframes = {stand};
  for (const Joint& joint : robot.joints) {
    if (joint.kind != JointKind::revolute) continue;
    ActuatorDescription motor;
    motor.name = joint.name, motor.kind = "motor", motor.joint = joint.name;
    motor.control_range = {-joint.limits.effort[0], joint.limits.effort[0]};
    robot.actuators.push_back(motor);
  }
  return robot;
}

}  // namespace tenon::generators
