// <joint>: kind, axis, limits, dynamics, mimic.
#include <map>

#include "io/number.hpp"
#include "io/urdf.hpp"

namespace tenon::io {

namespace {

// The last two are extensions that simulators share.
const std::map<std::string, JointKind> kinds{{"revolute", JointKind::revolute},   {"continuous", JointKind::revolute},
                                             {"prismatic", JointKind::prismatic}, {"fixed", JointKind::fixed},
                                             {"floating", JointKind::free},       {"planar", JointKind::planar},
                                             {"spherical", JointKind::spherical}, {"ball", JointKind::spherical}};

bool has_one_coordinate(const Joint& joint) { return velocity_size(joint.kind) == 1; }

std::string read_link_name(const Element& joint, const char* tag) { return joint.child(tag).string("link"); }

void read_axis(const Element& element, const std::string& type, Joint& joint) {
  const Element axis = element.find_child("axis");
  const bool needed = has_one_coordinate(joint) || joint.kind == JointKind::planar;
  joint.axis = {1, 0, 0};  // what the format says where there is none
  if (!axis) {
    if (joint.kind == JointKind::planar)
      element.warn("a planar joint without <axis>: its normal is x, as the format says (Pinocchio takes z)");
    return;
  }
  if (needed)
    joint.axis = read_unit_vector(axis, "xyz");
  else
    axis.ignore("a " + type + " joint has none");
}

// Effort and velocity: a missing or negative number means that there is no limit.
void read_ceiling(const Element& limit, const char* attribute, std::vector<double>& ceiling) {
  const auto value = limit.find_number(attribute);
  if (!value)
    limit.warn(std::string(attribute) + " is missing, read as unlimited");
  else if (*value < 0)
    limit.warn(std::string(attribute) + " is " + shortest(*value) + ", expected >= 0, read as unlimited");
  else
    ceiling = {*value};
}

void read_range(const Element& limit, JointLimits& limits) {
  const auto lower = limit.find_number("lower"), upper = limit.find_number("upper");
  limits.lower = {lower.value_or(0)};  // 0 where it is missing: so says the format
  limits.upper = {upper.value_or(0)};
  if (limits.lower[0] > limits.upper[0])
    limit.fail("lower is " + shortest(limits.lower[0]) + " and upper is " + shortest(limits.upper[0]) +
               ", expected lower <= upper");
  if (!lower && !upper) limit.warn("lower and upper are missing and therefore 0: the joint cannot move");
}

void read_limits(const Element& element, const std::string& type, Joint& joint) {
  const Element limit = element.find_child("limit");
  const bool bounded = has_one_coordinate(joint) && !joint.continuous;
  if (!limit) {
    if (bounded) element.warn("a " + type + " joint without <limit>, read as unlimited");
    return;
  }
  if (joint.kind == JointKind::fixed || joint.kind == JointKind::free) {
    limit.ignore("a " + type + " joint has none");
    return;
  }
  read_ceiling(limit, "effort", joint.limits.effort);
  read_ceiling(limit, "velocity", joint.limits.velocity);
  if (bounded) {
    read_range(limit, joint.limits);
  } else if (limit.has("lower") || limit.has("upper")) {
    limit.mark("lower");
    limit.mark("upper");
    limit.note("lower and upper are ignored: a " + type + " joint has no range");
  }
}

double read_loss(const Element& dynamics, const char* attribute) {
  const double value = dynamics.find_number(attribute).value_or(0);
  if (value < 0) dynamics.warn(std::string(attribute) + " is " + shortest(value) + ", expected >= 0");
  return value;
}

void read_dynamics(const Element& element, Joint& joint) {
  const Element dynamics = element.find_child("dynamics");
  if (!dynamics) return;
  if (joint.kind == JointKind::fixed) return dynamics.ignore("a fixed joint has none");
  joint.damping = read_loss(dynamics, "damping");
  joint.friction = read_loss(dynamics, "friction");
}

void read_mimic(const Element& element, const std::string& type, Joint& joint) {
  const Element mimic = element.find_child("mimic");
  if (!mimic) return;
  if (!has_one_coordinate(joint)) return mimic.ignore("a " + type + " joint does not have one coordinate");
  joint.mimic = Mimic{mimic.string("joint"), mimic.find_number("multiplier").value_or(1),
                      mimic.find_number("offset").value_or(0)};
}

}  // namespace

Joint read_urdf_joint(const Element& element) {
  Joint joint;
  joint.name = element.string("name");
  joint.source = element.source();
  if (joint.name.empty()) element.fail("name", "a joint name");
  const std::string type = element.string("type");
  const auto kind = kinds.find(type);
  if (kind == kinds.end())
    element.fail("type", "revolute, continuous, prismatic, fixed, floating, planar or spherical");
  joint.kind = kind->second;
  joint.continuous = type == "continuous";
  joint.parent = read_link_name(element, "parent");
  joint.child = read_link_name(element, "child");
  joint.origin = read_urdf_origin(element);
  read_axis(element, type, joint);
  read_limits(element, type, joint);
  read_dynamics(element, joint);
  read_mimic(element, type, joint);
  for (const Element& child : element.children()) {
    if (child.tag() == "safety_controller") child.ignore("soft limits belong to a controller");
    if (child.tag() == "calibration") child.ignore("reference positions belong to the hardware");
  }
  return joint;
}

}  // namespace tenon::io
