// STAND-IN for Atlas, alone or with Shadow hands ([PVr] section IV, [cABA] section VIII): the joint tree of 36, 60 or
// 84 degrees of freedom, our own masses, lengths and shapes.
#include "model/generators/general.hpp"
#include "model/generators/shapes.hpp"
#include "tenon/generators.hpp"

namespace tenon::generators {
namespace {

constexpr Vector3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

struct Part {
  const char* name;
  Vector3 axis;
  Vector3 origin;  // y is mirrored on the right side
  Vector3 reach;   // the capsule's far end
  double radius, mass;
};

std::string add_limb(ModelBuilder& robot, const std::string& prefix, std::string parent, double side,
                     std::span<const Part> parts) {
  for (const Part& part : parts) {
    const std::string link = prefix + part.name + "_link";
    Shapes()
        .capsule(part.mass, part.radius, {0, 0, 0}, {part.reach[0], side * part.reach[1], part.reach[2]})
        .add(robot, link);
    Joint& joint = robot.revolute(prefix + part.name, parent, link,
                                  placement_at(part.origin[0], side * part.origin[1], part.origin[2]), part.axis);
    drive(joint, {-1.5, 1.5, 300, 12, 0.1});
    parent = link;
  }
  return parent;
}

constexpr Part back[] = {{"bkz", z, {-0.01, 0, 0.06}, {0, 0, 0.1}, 0.05, 2.3},
                         {"bky", y, {0, 0, 0.16}, {0, 0, 0.03}, 0.05, 0.7},
                         {"bkx", x, {0, 0, 0.05}, {0, 0, 0.4}, 0.15, 28}};
constexpr Part neck[] = {{"neck_ry", y, {0.25, 0, 0.6}, {0.06, 0, 0}, 0.08, 1.4}};
constexpr Part arm[] = {
    {"shz", z, {0.14, 0.23, 0.48}, {0, 0.09, 0}, 0.06, 4.4}, {"shx", x, {0, 0.11, 0}, {0, 0.15, 0}, 0.055, 3.9},
    {"ely", y, {0, 0.19, 0.016}, {0, 0.1, 0}, 0.05, 4.3},    {"elx", x, {0, 0.12, 0.01}, {0, 0.15, 0}, 0.05, 3.2},
    {"wry", y, {0, 0.19, -0.01}, {0, 0.08, 0}, 0.045, 2.7},  {"wrx", x, {0, 0.12, 0}, {0, 0.03, 0}, 0.04, 0.7},
    {"wry2", y, {0, 0.06, 0}, {0, 0.05, 0}, 0.04, 1.1}};
constexpr Part leg[] = {
    {"hpz", z, {0, 0.09, 0}, {0, 0, -0.04}, 0.05, 1.9},       {"hpx", x, {0, 0, -0.02}, {0.04, 0, 0}, 0.05, 0.9},
    {"hpy", y, {0.05, 0.02, -0.05}, {0, 0, -0.3}, 0.08, 8.2}, {"kny", y, {-0.05, 0, -0.37}, {0, 0, -0.36}, 0.06, 4.5},
    {"aky", y, {0, 0, -0.42}, {0.02, 0, 0}, 0.03, 0.12},      {"akx", x, {0, 0, 0}, {0.17, 0, 0}, 0.05, 2.4}};

}  // namespace

RobotDescription atlas_standin(int hands) {
  expect_size("atlas_standin", "number of hands", hands, 0, 2);
  ModelBuilder builder("atlas_standin" + (hands ? "_" + std::to_string(hands) + "_hands" : std::string()));
  Shapes().box(9.5, {0.24, 0.28, 0.16}).add(builder, "pelvis");
  builder.free("root_joint", "", "pelvis");
  const std::string torso = add_limb(builder, "back_", "pelvis", 1, back);
  const std::string left_foot = add_limb(builder, "l_leg_", "pelvis", 1, leg);
  const std::string right_foot = add_limb(builder, "r_leg_", "pelvis", -1, leg);
  const std::string left_wrist = add_limb(builder, "l_arm_", torso, 1, arm);
  add_limb(builder, "", torso, 1, neck);
  const std::string right_wrist = add_limb(builder, "r_arm_", torso, -1, arm);
  builder.frame("l_sole", left_foot, placement_at(0.05, 0, -0.08));
  builder.frame("r_sole", right_foot, placement_at(0.05, 0, -0.08));

  // The hand's z points out of the arm: a quarter turn about x, to either side.
  const double quarter = 1.5707963267948966;
  RobotDescription robot = builder.description();
  const RobotDescription hand = shadow_hand_standin();
  if (hands >= 1)
    robot = merged(robot, hand, {left_wrist, placement_from_rpy({0, 0.08, 0}, {-quarter, 0, 0}), "l_", {}});
  if (hands == 2)
    robot = merged(robot, hand, {right_wrist, placement_from_rpy({0, -0.08, 0}, {quarter, 0, 0}), "r_", {}});
  return robot;
}

}  // namespace tenon::generators
