// MuJoCo turns or moves the body by q - ref about the joint's place in the body. tenon's q is MuJoCo's qpos: the
// joint's origin is moved back by ref, so that q = ref is the pose of the file. A free joint's q is the pose in the
// world.
#include "io/mjcf_joint.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::io::mjcf {

namespace {

Placement at(const Vector3& translation) { return {Placement{}.rotation, translation}; }

// Force coefficients are up to three: linear, quadratic, cubic.
double linear_coefficient(const Attributes& attributes, const char* attribute) {
  const auto written = attributes.numbers(attribute, 1, 3);
  if (!written) return 0;
  if (std::any_of(written->begin() + 1, written->end(), [](double x) { return x != 0; }))
    attributes.element().warn(std::string(attribute) + " has quadratic or cubic terms: only the linear one is kept");
  return written->front();
}

void read_passive(const Attributes& attributes, double unit, Joint& joint) {
  joint.armature = attributes.magnitude("armature", 0);
  joint.friction = attributes.magnitude("frictionloss", 0);
  joint.damping = linear_coefficient(attributes, "damping");
  joint.stiffness = linear_coefficient(attributes, "stiffness");
  joint.spring_reference = attributes.number("springref", 0) * unit;
  if (joint.damping < 0) attributes.holder("damping").fail("damping", "a number >= 0");
}

void read_limits(const Attributes& attributes, const Compiler& compiler, double unit, Joint& joint) {
  std::array<double, 2> range;
  if (read_range(attributes, "range", "limited", compiler, range)) {
    if (joint.kind == JointKind::spherical)
      attributes.holder("range").warn("range of a ball joint is ignored: limits of its angle are not kept");
    else
      joint.limits.lower = {range[0] * unit}, joint.limits.upper = {range[1] * unit};
  }
  if (read_range(attributes, "actuatorfrcrange", "actuatorfrclimited", compiler, range) &&
      joint.kind != JointKind::spherical) {
    joint.limits.effort = {std::max(std::abs(range[0]), std::abs(range[1]))};
    if (range[0] != -range[1])
      attributes.holder("actuatorfrcrange").warn("actuatorfrcrange is not symmetric: the larger side is kept for both");
  }
}

}  // namespace

JointReading read_free_joint(const Element& element) {
  JointReading reading;
  reading.joint.kind = JointKind::free;
  reading.joint.source = element.source();
  return reading;
}

JointReading read_joint(const Attributes& attributes, const Placement& X_BF, const Compiler& compiler) {
  const Element& element = attributes.element();
  JointReading reading;
  Joint& joint = reading.joint;
  joint.source = element.source();
  const std::string type = attributes.keyword("type", "hinge", {"free", "ball", "slide", "hinge"});
  joint.kind = type == "free"    ? JointKind::free
               : type == "ball"  ? JointKind::spherical
               : type == "slide" ? JointKind::prismatic
                                 : JointKind::revolute;
  const bool scalar = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
  const double unit = joint.kind == JointKind::prismatic ? 1 : compiler.angle;
  read_passive(attributes, unit, joint);
  if (!scalar && joint.stiffness != 0) {
    attributes.holder("stiffness")
        .warn("stiffness of a " + type + " joint is ignored: springs act on hinges and slides");
    joint.stiffness = 0;
  }
  // Attributes that MuJoCo ignores for this type, it ignores without a word.
  for (const char* attribute : {"pos", "axis", "ref", "range", "limited", "actuatorfrcrange", "actuatorfrclimited"})
    element.mark(attribute);
  if (joint.kind == JointKind::free) return reading;

  reading.position = (X_BF * at(attributes.vector<3>("pos", {0, 0, 0}))).translation;
  read_limits(attributes, compiler, unit, joint);
  if (joint.kind == JointKind::spherical) {
    reading.reference = {0, 0, 0, 1};
    return reading;
  }
  const Vector3 axis = attributes.vector<3>("axis", {0, 0, 1});
  if (!(length(axis) > 1e-13)) attributes.holder("axis").fail("axis", "a direction that is not zero");
  if (const Element at = attributes.holder("axis")) warn_of_length(at, "axis", length(axis));
  joint.axis = rotated(X_BF, axis);
  const double n = length(joint.axis), ref = attributes.number("ref", 0) * unit;
  for (double& x : joint.axis) x /= n;
  reading.reference = {ref};
  if (ref != 0 && joint.kind == JointKind::revolute) joint.origin.rotation = rotation_about(joint.axis, -ref);
  if (ref != 0 && joint.kind == JointKind::prismatic)
    for (std::size_t k = 0; k < 3; ++k) joint.origin.translation[k] = -ref * joint.axis[k];
  return reading;
}

void place_joint(const Placement& X_parent_body, const JointReading& reading, Joint& joint) {
  if (joint.kind == JointKind::free) return;
  joint.origin = X_parent_body * at(reading.position) * joint.origin;
  joint.child_origin = at(reading.position);
}

}  // namespace tenon::io::mjcf
