// MJCF: bodies nested as the tree is, siblings in the order of the description; angles in radians, rpy as in URDF.
#include <cmath>

#include "robots/writers.hpp"
#include "robots/xml_text.hpp"

namespace tenon::tools {
namespace {

std::string place(const Placement& placement) {
  const Vector3 rpy = roll_pitch_yaw(placement);
  return (is_zero(placement.translation) ? "" : attribute("pos", placement.translation)) +
         (is_zero(rpy) ? "" : attribute("euler", rpy));
}

std::string inertial(const MassProperties& m) {
  const auto& I = m.inertia;
  const double full[] = {I[0], I[3], I[5], I[1], I[2], I[4]};
  return "<inertial" + attribute("pos", m.com) + attribute("mass", m.mass) + attribute("fullinertia", full) + "/>\n";
}

// MuJoCo counts half lengths.
std::string geom(const Geometry& g) {
  std::string type, size;
  switch (g.kind) {
    case Geometry::Kind::box:
      type = "box", size = number(g.size[0] / 2) + " " + number(g.size[1] / 2) + " " + number(g.size[2] / 2);
      break;
    case Geometry::Kind::sphere:
      type = "sphere", size = number(g.size[0]);
      break;
    case Geometry::Kind::cylinder:
    case Geometry::Kind::capsule:
      type = g.kind == Geometry::Kind::capsule ? "capsule" : "cylinder";
      size = number(g.size[0]) + " " + number(g.size[1] / 2);
      break;
    default:
      throw Error("geometry \"" + g.name + "\": the writer knows box, sphere, cylinder and capsule only");
  }
  return "<geom" + attribute("type", type) + attribute("size", size) + place(g.placement) +
         attribute("rgba", g.colour) + "/>\n";
}

std::string joint(const Joint& j) {
  if (j.kind == JointKind::fixed) return "";
  if (j.kind == JointKind::free) return "<freejoint" + attribute("name", j.name) + "/>\n";
  std::string text = "<joint" + attribute("name", j.name);
  if (j.kind == JointKind::spherical)
    text += attribute("type", std::string("ball"));
  else if (j.kind == JointKind::revolute || j.kind == JointKind::prismatic)
    text +=
        attribute("type", std::string(j.kind == JointKind::revolute ? "hinge" : "slide")) + attribute("axis", j.axis);
  else
    throw Error("joint \"" + j.name + "\": MJCF has no " + to_string(j.kind) + " joint");
  if (!j.limits.lower.empty()) text += attribute("range", number(j.limits.lower[0]) + " " + number(j.limits.upper[0]));
  if (!j.limits.effort.empty())
    text += attribute("actuatorfrcrange", number(-j.limits.effort[0]) + " " + number(j.limits.effort[0]));
  if (j.damping != 0) text += attribute("damping", j.damping);
  if (j.friction != 0) text += attribute("frictionloss", j.friction);
  if (j.armature != 0) text += attribute("armature", j.armature);
  return text + "/>\n";
}

void body(const RobotDescription& robot, const Link& link, const Joint* carrier, const std::string& indent,
          std::string& text) {
  text += indent + "<body" + attribute("name", link.name) + (carrier ? place(carrier->origin) : "") + ">\n";
  const std::string inner = indent + "  ";
  if (carrier && carrier->kind != JointKind::fixed) text += inner + joint(*carrier);
  if (link.inertia.mass > 0) text += inner + inertial(link.inertia);
  for (const Geometry& g : link.geometry) text += inner + geom(g);
  for (const FrameDescription& frame : robot.frames)
    if (frame.link == link.name)
      text += inner + "<site" + attribute("name", frame.name) + place(frame.placement) + "/>\n";
  for (const Joint& j : robot.joints)
    if (j.parent == link.name) body(robot, *find_link(robot, j.child), &j, inner, text);
  text += indent + "</body>\n";
}

// Quaternions with w first; joints in depth-first order, which is that of the description's keyframes.
std::string qpos(const RobotDescription& robot, const Keyframe& keyframe) {
  std::vector<double> q = keyframe.q;
  for (const Joint& j : robot.joints)
    if (j.kind == JointKind::spherical || j.kind == JointKind::planar)
      throw Error("keyframe \"" + keyframe.name + "\": the writer rearranges free joints at the front only");
  if (!robot.joints.empty() && robot.joints[0].kind == JointKind::free && q.size() >= 7)
    q = [&] {
      std::vector<double> r{q[0], q[1], q[2], q[6], q[3], q[4], q[5]};
      r.insert(r.end(), q.begin() + 7, q.end());
      return r;
    }();
  return numbers(q);
}

}  // namespace

std::string to_mjcf(const RobotDescription& robot) {
  std::string text =
      "<!-- Made by tools/robots from the generator of this name; robots called stand-ins have our own masses and "
      "lengths. -->\n<mujoco" +
      attribute("model", robot.name) +
      ">\n  <compiler angle=\"radian\" eulerseq=\"XYZ\" autolimits=\"true\"/>\n  <option" +
      attribute("gravity", robot.gravity) + "/>\n  <worldbody>\n";
  for (const Link& link : robot.links) {
    const Joint* carrier = nullptr;
    for (const Joint& j : robot.joints)
      if (j.child == link.name) carrier = &j;
    if (!carrier || carrier->parent.empty()) body(robot, link, carrier, "    ", text);
  }
  text += "  </worldbody>\n";
  if (!robot.actuators.empty()) {
    text += "  <actuator>\n";
    for (const ActuatorDescription& a : robot.actuators)
      text += "    <motor" + attribute("name", a.name) + attribute("joint", a.joint) +
              attribute("ctrlrange", a.control_range) + "/>\n";
    text += "  </actuator>\n";
  }
  if (!robot.keyframes.empty()) {
    text += "  <keyframe>\n";
    for (const Keyframe& k : robot.keyframes)
      text += "    <key" + attribute("name", k.name) + attribute("qpos", qpos(robot, k)) + "/>\n";
    text += "  </keyframe>\n";
  }
  return text + "</mujoco>\n";
}

}  // namespace tenon::tools
