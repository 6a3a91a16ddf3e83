// <keyframe>: MuJoCo's qpos and qvel, joint by joint, in tenon's convention: quaternions x y z w instead of w x y z,
// and the linear velocity of a free joint in the axes of the body instead of the world's.
#include <algorithm>
#include <cmath>

#include "io/mjcf_sections.hpp"
#include "io/number.hpp"

namespace tenon::io::mjcf {

namespace {

// All joints' q in the pose of the file, in MuJoCo's order.
std::vector<double> reference_configuration(const Context& context) {
  std::vector<double> q;
  for (const auto& reference : context.reference) q.insert(q.end(), reference.begin(), reference.end());
  return q;
}

std::size_t velocity_size(const RobotDescription& robot) {
  std::size_t nv = 0;
  for (const Joint& joint : robot.joints) nv += static_cast<std::size_t>(tenon::velocity_size(joint.kind));
  return nv;
}

// w x y z to x y z w; back it is the same in the other direction.
void turn_quaternions(const RobotDescription& robot, bool to_tenon, std::vector<double>& q) {
  std::size_t at = 0;
  for (const Joint& joint : robot.joints) {
    const std::size_t first = at + (joint.kind == JointKind::free ? 3 : 0);
    if (joint.kind == JointKind::free || joint.kind == JointKind::spherical) {
      const auto begin = q.begin() + static_cast<std::ptrdiff_t>(first);
      std::rotate(begin, begin + (to_tenon ? 1 : 3), begin + 4);
    }
    at += static_cast<std::size_t>(configuration_size(joint.kind));
  }
}

// What is written replaces the first entries.
void overwrite(const Element& element, const char* attribute, std::vector<double>& values) {
  const auto written = element.find_numbers(attribute, 0, values.size());
  if (written) std::copy(written->begin(), written->end(), values.begin());
}

void normalize(const Element& element, const RobotDescription& robot, std::vector<double>& q) {
  std::size_t at = 0;
  for (const Joint& joint : robot.joints) {
    const std::size_t first = at + (joint.kind == JointKind::free ? 3 : 0);
    at += static_cast<std::size_t>(configuration_size(joint.kind));
    if (joint.kind != JointKind::free && joint.kind != JointKind::spherical) continue;
    const double n = std::hypot(std::hypot(q[first], q[first + 1]), std::hypot(q[first + 2], q[first + 3]));
    if (!(n > 1e-14)) element.fail("qpos", "a quaternion that is not zero for joint " + in_quotes(joint.name));
    if (std::abs(n - 1) > 1e-3)
      element.warn("the quaternion of joint " + in_quotes(joint.name) + " has length " + shortest(n) +
                   ": it is normalised");
    for (std::size_t k = 0; k < 4; ++k) q[first + k] /= n;
  }
}

void turn_free_velocities(const RobotDescription& robot, const std::vector<double>& q, std::vector<double>& v) {
  std::size_t at_q = 0, at_v = 0;
  for (const Joint& joint : robot.joints) {
    if (joint.kind == JointKind::free) {
      const Placement X_WB = placement_from_quaternion({}, {q[at_q + 3], q[at_q + 4], q[at_q + 5], q[at_q + 6]});
      const Vector3 linear = rotated(inverse(X_WB), {v[at_v], v[at_v + 1], v[at_v + 2]});
      std::copy(linear.begin(), linear.end(), v.begin() + static_cast<std::ptrdiff_t>(at_v));
    }
    at_q += static_cast<std::size_t>(configuration_size(joint.kind));
    at_v += static_cast<std::size_t>(tenon::velocity_size(joint.kind));
  }
}

}  // namespace

void read_keyframes(const Node& section, Context& context) {
  section.element.mark();
  const RobotDescription& robot = context.robot;
  for (const Node& child : section.children) {
    if (!child.is("key")) continue;
    const Element& element = child.element;
    element.mark();
    context.remarks.attributes(element, "key");
    Keyframe key;
    key.name = element.find_string("name").value_or("");
    key.time = element.find_number("time").value_or(0);
    key.q = reference_configuration(context);
    turn_quaternions(robot, false, key.q);
    overwrite(element, "qpos", key.q);
    turn_quaternions(robot, true, key.q);
    normalize(element, robot, key.q);
    key.v.assign(velocity_size(robot), 0);
    overwrite(element, "qvel", key.v);
    turn_free_velocities(robot, key.q, key.v);
    key.control.assign(robot.actuators.size(), 0);
    overwrite(element, "ctrl", key.control);
    context.robot.keyframes.push_back(std::move(key));
  }
}

void add_reference_keyframe(Context& context) {
  RobotDescription& robot = context.robot;
  Keyframe key;
  key.name = "qpos0";
  key.q = reference_configuration(context);
  std::vector<double> neutral;
  for (const Joint& joint : robot.joints) {
    neutral.insert(neutral.end(), static_cast<std::size_t>(configuration_size(joint.kind)), 0.0);
    if (joint.kind == JointKind::free || joint.kind == JointKind::spherical) neutral.back() = 1;
  }
  const auto same_name = [&](const Keyframe& other) { return other.name == key.name; };
  if (key.q == neutral || std::any_of(robot.keyframes.begin(), robot.keyframes.end(), same_name)) return;
  key.v.assign(velocity_size(robot), 0);
  key.control.assign(robot.actuators.size(), 0);
  robot.keyframes.push_back(std::move(key));
}

}  // namespace tenon::io::mjcf
