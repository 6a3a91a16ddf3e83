// What a description must fulfil before it is compiled: names, links, axes, limits, one tree; errors with their source.
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "model/arguments.hpp"
#include "model/check.hpp"
#include "model/placement_fault.hpp"

namespace tenon {

namespace {

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

Source source_of(const Source& source, const char* kind, const std::string& name) {
  Source s = source;
  if (s.element.empty()) s.element = kind + (" " + quoted(name));
  return s;
}

void check_placement(const Placement& placement, const Source& source, const char* what) {
  if (const std::string fault = placement_fault(placement); !fault.empty())
    throw Error(source, std::string(what) + " is " + fault);
}

bool needs_axis(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical ||
         kind == JointKind::planar;
}

void check_sizes(const Joint& joint, const Source& source) {
  const std::size_t nv = static_cast<std::size_t>(velocity_size(joint.kind));
  const auto fits = [&](const std::vector<double>& list, const char* what) {
    if (!list.empty() && list.size() != 1 && list.size() != nv)
      throw Error(source, std::string(what) + " has " + std::to_string(list.size()) + " numbers, expected 1" +
                              (nv > 1 ? " or " + std::to_string(nv) : ""));
    for (const double x : list)
      if (std::isnan(x)) throw Error(source, std::string(what) + " is nan, expected a number");
  };
  fits(joint.limits.lower, "lower limit");
  fits(joint.limits.upper, "upper limit");
  fits(joint.limits.velocity, "velocity limit");
  fits(joint.limits.effort, "effort limit");
  const auto at = [](const std::vector<double>& list, std::size_t k) { return list.size() == 1 ? list[0] : list[k]; };
  if (!joint.limits.lower.empty() && !joint.limits.upper.empty()) {
    for (std::size_t k = 0; k < std::max<std::size_t>(nv, 1); ++k) {
      const double lower = at(joint.limits.lower, k), upper = at(joint.limits.upper, k);
      if (lower > upper)
        throw Error(source, "limits are reversed: lower is " + std::to_string(lower) + ", upper is " +
                                std::to_string(upper) + ", expected lower <= upper");
    }
  }
}

void check_joint(const Joint& joint) {
  const Source source = source_of(joint.source, "joint", joint.name);
  check_placement(joint.origin, source, "origin");
  check_placement(joint.child_origin, source, "child origin");
  if (needs_axis(joint.kind)) {
    const double n = std::hypot(joint.axis[0], joint.axis[1], joint.axis[2]);
    if (!(n > 1e-12) || !std::isfinite(n))
      throw Error(source, "axis cannot be normalised: found (" + std::to_string(joint.axis[0]) + ", " +
                              std::to_string(joint.axis[1]) + ", " + std::to_string(joint.axis[2]) +
                              "), expected a vector of length 1");
  }
  const auto non_negative = [&](double x, const char* what) {
    if (!(x >= 0) || !std::isfinite(x))
      throw Error(source, std::string(what) + " is " + std::to_string(x) + ", expected >= 0");
    if (x > largest_mass) throw Error(source, std::string(what) + " is " + bad_input_text(x, largest_mass));
  };
  non_negative(joint.armature, "armature");
  non_negative(joint.damping, "damping");
  non_negative(joint.friction, "friction");
  const auto at_most = [&](double x, double limit, const char* what) {
    if (!(std::abs(x) <= limit)) throw Error(source, std::string(what) + " is " + bad_input_text(x, limit));
  };
  at_most(joint.stiffness, largest_mass, "stiffness");
  at_most(joint.spring_reference, largest_length, "spring reference");
  at_most(joint.pitch, largest_length, "pitch");
  check_sizes(joint, source);
}

}  // namespace

void check_description(const RobotDescription& description) {
  for (const double x : description.gravity)
    if (!(std::abs(x) <= largest_length)) throw Error("gravity is " + bad_input_text(x, largest_length));
  std::unordered_map<std::string, int> parents;  // link -> joints that carry it
  for (const Link& link : description.links) {
    const Source source = source_of(link.source, "link", link.name);
    if (link.name.empty()) throw Error(source, "a link has no name");
    if (!parents.emplace(link.name, 0).second) throw Error(source, "the name is used by two links");
  }
  std::unordered_set<std::string> joints;
  for (const Joint& joint : description.joints) {
    const Source source = source_of(joint.source, "joint", joint.name);
    if (joint.name.empty()) throw Error(source, "a joint has no name");
    if (!joints.insert(joint.name).second) throw Error(source, "the name is used by two joints");
    if (!joint.parent.empty() && !parents.count(joint.parent))
      throw Error(source, "parent link " + quoted(joint.parent) + " does not exist");
    const auto child = parents.find(joint.child);
    if (child == parents.end()) throw Error(source, "child link " + quoted(joint.child) + " does not exist");
    if (++child->second > 1) throw Error(source, "link " + quoted(joint.child) + " is the child of two joints");
    check_joint(joint);
  }
  for (const Joint& joint : description.joints) {
    if (joint.mimic && !joints.count(joint.mimic->joint))
      throw Error(source_of(joint.source, "joint", joint.name),
                  "mimics joint " + quoted(joint.mimic->joint) + ", which does not exist");
  }
  for (const FrameDescription& frame : description.frames) {
    const Source source = source_of(frame.source, "frame", frame.name);
    if (!frame.link.empty() && !parents.count(frame.link))
      throw Error(source, "link " + quoted(frame.link) + " does not exist");
    check_placement(frame.placement, source, "placement");
  }
}

}  // namespace tenon
