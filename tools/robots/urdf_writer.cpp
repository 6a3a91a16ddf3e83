// URDF, in the order of the description.
#include <algorithm>

#include "robots/writers.hpp"
#include "robots/xml_text.hpp"
#include "tenon/builder.hpp"

namespace tenon::tools {
namespace {

std::string origin(const std::string& indent, const Placement& placement) {
  const Vector3 rpy = roll_pitch_yaw(placement);
  if (is_zero(rpy) && is_zero(placement.translation)) return "";
  return indent + "<origin" + attribute("xyz", placement.translation) + (is_zero(rpy) ? "" : attribute("rpy", rpy)) +
         "/>\n";
}

std::string inertial(const MassProperties& m) {
  const auto& I = m.inertia;
  return "    <inertial>\n" + origin("      ", placement_at(m.com[0], m.com[1], m.com[2])) + "      <mass" +
         attribute("value", m.mass) + "/>\n      <inertia" + attribute("ixx", I[0]) + attribute("ixy", I[1]) +
         attribute("ixz", I[2]) + attribute("iyy", I[3]) + attribute("iyz", I[4]) + attribute("izz", I[5]) +
         "/>\n    </inertial>\n";
}

std::string shape(const Geometry& g) {
  switch (g.kind) {
    case Geometry::Kind::box:
      return "<box" + attribute("size", g.size) + "/>";
    case Geometry::Kind::sphere:
      return "<sphere" + attribute("radius", g.size[0]) + "/>";
    case Geometry::Kind::cylinder:
      return "<cylinder" + attribute("radius", g.size[0]) + attribute("length", g.size[1]) + "/>";
    default:
      throw Error("geometry \"" + g.name + "\": the writer knows box, sphere, cylinder and capsule only");
  }
}

// A capsule is a cylinder with a ball at each end.
std::vector<Geometry> urdf_shapes(const Geometry& g) {
  if (g.kind != Geometry::Kind::capsule) return {g};
  Geometry cylinder = g, near = g, far = g;
  cylinder.kind = Geometry::Kind::cylinder;
  near.kind = far.kind = Geometry::Kind::sphere;
  near.size = far.size = {g.size[0], 0, 0};
  near.placement = g.placement * placement_at(0, 0, -g.size[1] / 2);
  far.placement = g.placement * placement_at(0, 0, g.size[1] / 2);
  near.placement.rotation = far.placement.rotation = Placement{}.rotation;
  return {cylinder, near, far};
}

std::string geometry(const char* element, const Geometry& g, const std::string& inside) {
  return "    <" + std::string(element) + ">\n" + origin("      ", g.placement) + "      <geometry>" + shape(g) +
         "</geometry>\n" + inside + "    </" + element + ">\n";
}

std::string link(const Link& link) {
  if (link.inertia.mass == 0 && link.geometry.empty()) return "  <link" + attribute("name", link.name) + "/>\n";
  std::string text = "  <link" + attribute("name", link.name) + ">\n" + inertial(link.inertia);
  for (const Geometry& whole : link.geometry)
    for (const Geometry& g : urdf_shapes(whole)) {
      if (g.visual)
        text += geometry("visual", g,
                         "      <material" + attribute("name", numbers(g.colour)) + "><color" +
                             attribute("rgba", g.colour) + "/></material>\n");
      if (g.collision) text += geometry("collision", g, "");
    }
  return text + "  </link>\n";
}

const char* type(const Joint& joint) {
  switch (joint.kind) {
    case JointKind::fixed:
      return "fixed";
    case JointKind::revolute:
      return joint.limits.lower.empty() ? "continuous" : "revolute";
    case JointKind::prismatic:
      return "prismatic";
    case JointKind::planar:
      return "planar";
    case JointKind::free:
      return "floating";
    default:
      throw Error("joint \"" + joint.name + "\": URDF has no " + to_string(joint.kind) + " joint");
  }
}

std::string limit(const JointLimits& limits) {
  if (limits.lower.empty() && limits.effort.empty()) return "";
  const auto first = [](const char* name, const std::vector<double>& list) {
    return list.empty() ? std::string() : attribute(name, list[0]);
  };
  return "    <limit" + first("lower", limits.lower) + first("upper", limits.upper) + first("effort", limits.effort) +
         first("velocity", limits.velocity) + "/>\n";
}

std::string joint(const Joint& joint) {
  const bool has_axis = velocity_size(joint.kind) == 1 || joint.kind == JointKind::planar;
  std::string text = "  <joint" + attribute("name", joint.name) + attribute("type", std::string(type(joint))) + ">\n" +
                     origin("    ", joint.origin) + "    <parent" +
                     attribute("link", joint.parent.empty() ? "world" : joint.parent) + "/>\n    <child" +
                     attribute("link", joint.child) + "/>\n";
  if (has_axis) text += "    <axis" + attribute("xyz", joint.axis) + "/>\n";
  if (joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic) {
    text += limit(joint.limits);
    if (joint.damping != 0 || joint.friction != 0)
      text += "    <dynamics" + attribute("damping", joint.damping) + attribute("friction", joint.friction) + "/>\n";
  }
  return text + "  </joint>\n";
}

}  // namespace

std::string to_urdf(const RobotDescription& robot) {
  const auto floats = [](const Joint& j) { return j.parent.empty() && j.kind == JointKind::free; };
  const bool on_world = std::any_of(robot.joints.begin(), robot.joints.end(),
                                    [&](const Joint& j) { return j.parent.empty() && !floats(j); });
  std::string text =
      "<?xml version=\"1.0\"?>\n<!-- Made by tools/robots from the generator of this name; robots called stand-ins "
      "have our own masses and lengths. -->\n<robot" +
      attribute("name", robot.name) + ">\n";
  if (on_world) text += "  <link name=\"world\"/>\n";
  for (const Link& l : robot.links) {
    text += link(l);
    for (const Joint& j : robot.joints)
      if (j.child == l.name && !floats(j)) text += joint(j);
  }
  return text + "</robot>\n";
}

}  // namespace tenon::tools
