// <keyframe>: MuJoCo's qpos and qvel, joint by joint, in tenon's convention: quaternions x y z w instead of w x y z,
// and the linear velocity of a free joint in the axes of the body instead of the world's.
#include <algorithm>
#include <cmath>

#include "io/mjcf_sections.hpp"
#include "io/number.hpp"

namespace tenon::io::mjcf {

namespace {

using Numbers = std::vector<double>;

bool has_quaternion(JointKind kind) { return kind == JointKind::free || kind == JointKind::spherical; }

void append(Numbers& list, const Numbers& more) { list.insert(list.end(), more.begin(), more.end()); }

Numbers part(const Numbers& list, std::size_t first, int count) {
  return {list.begin() + static_cast<std::ptrdiff_t>(first), list.begin() + static_cast<std::ptrdiff_t>(first) + count};
}

// The quaternion stands last: w x y z to x y z w, or back.
void turn_quaternion(JointKind kind, bool to_tenon, Numbers& q) {
  if (has_quaternion(kind)) std::rotate(q.end() - 4, q.end() - (to_tenon ? 3 : 1), q.end());
}

void normalize(const Element& element, const Joint& joint, Numbers& q) {
  if (!has_quaternion(joint.kind)) return;
  double* const x = q.data() + q.size() - 4;
  const double n = std::hypot(std::hypot(x[0], x[1]), std::hypot(x[2], x[3]));
  if (!(n > 1e-14)) element.fail("qpos", "a quaternion that is not zero for joint " + in_quotes(joint.name));
  if (std::abs(n - 1) > 1e-3)
    element.warn("the quaternion of joint " + in_quotes(joint.name) + " has length " + shortest(n) +
                 ": it is normalised");
  for (int k = 0; k < 4; ++k) x[k] /= n;
}

// World to body axes.
void turn_velocity(const Numbers& q, Numbers& v) {
  const Placement X_WB = placement_from_quaternion({}, {q[3], q[4], q[5], q[6]});
  const Vector3 linear = rotated(inverse(X_WB), {v[0], v[1], v[2]});
  std::copy(linear.begin(), linear.end(), v.begin());
}

// What is written replaces the first entries.
void overwrite(const Element& element, const char* attribute, Numbers& values) {
  if (const auto written = element.find_numbers(attribute, 0, values.size()))
    std::copy(written->begin(), written->end(), values.begin());
}

Keyframe read_key(const Element& element, const Context& context) {
  const auto& joints = context.robot.joints;
  const auto in_file = [&](std::size_t k) { return !context.added_joints.contains(k); };
  Numbers qpos, qvel;
  for (std::size_t k = 0; k < joints.size(); ++k) {
    if (!in_file(k)) continue;
    Numbers q = context.reference[k];
    turn_quaternion(joints[k].kind, false, q);
    append(qpos, q);
    append(qvel, Numbers(static_cast<std::size_t>(velocity_size(joints[k].kind)), 0.0));
  }
  overwrite(element, "qpos", qpos);
  overwrite(element, "qvel", qvel);

  Keyframe key;
  key.name = element.find_string("name").value_or("");
  key.time = element.find_number("time").value_or(0);
  std::size_t at_q = 0, at_v = 0;
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const JointKind kind = joints[k].kind;
    Numbers q = context.reference[k], v(static_cast<std::size_t>(velocity_size(kind)), 0.0);
    if (in_file(k)) {
      q = part(qpos, at_q, configuration_size(kind));
      v = part(qvel, at_v, velocity_size(kind));
      at_q += q.size(), at_v += v.size();
      turn_quaternion(kind, true, q);
      normalize(element, joints[k], q);
      if (kind == JointKind::free) turn_velocity(q, v);
    }
    append(key.q, q);
    append(key.v, v);
  }
  key.control.assign(context.robot.actuators.size(), 0);
  overwrite(element, "ctrl", key.control);
  return key;
}

}  // namespace

void read_keyframes(const Node& section, Context& context) {
  section.element.mark();
  for (const Node& child : section.children) {
    if (!child.is("key")) continue;
    child.element.mark();
    context.remarks.attributes(child.element, "key");
    context.robot.keyframes.push_back(read_key(child.element, context));
  }
}

void add_reference_keyframe(Context& context) {
  RobotDescription& robot = context.robot;
  Keyframe key;
  key.name = "qpos0";
  Numbers neutral;
  for (std::size_t k = 0; k < robot.joints.size(); ++k) {
    const JointKind kind = robot.joints[k].kind;
    append(key.q, context.reference[k]);
    append(key.v, Numbers(static_cast<std::size_t>(velocity_size(kind)), 0.0));
    append(neutral, Numbers(static_cast<std::size_t>(configuration_size(kind)), 0.0));
    if (has_quaternion(kind)) neutral.back() = 1;
  }
  const auto same_name = [&](const Keyframe& other) { return other.name == key.name; };
  if (key.q == neutral || std::ranges::any_of(robot.keyframes, same_name)) return;
  key.control.assign(robot.actuators.size(), 0);
  robot.keyframes.push_back(std::move(key));
}

}  // namespace tenon::io::mjcf
