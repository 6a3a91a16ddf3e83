// The builder: collects a description and refuses bad parts where they are given, not when the model is compiled.
#include "tenon/builder.hpp"

#include <cmath>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "model/placement_fault.hpp"

namespace tenon {
namespace {

std::string element(const char* kind, const std::string& name) { return std::string(kind) + " \"" + name + "\""; }

std::string text(const Vector3& x) {
  return "(" + std::to_string(x[0]) + ", " + std::to_string(x[1]) + ", " + std::to_string(x[2]) + ")";
}

// Not std::hypot: libstdc++ takes the length of (0, 0, NaN) for zero.
double length(const Vector3& x) { return std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); }

void check_axis(const Source& source, const Vector3& axis) {
  if (!(length(axis) > 1e-12) || !std::isfinite(length(axis)))
    throw Error(source, "axis is " + text(axis) + ", expected a vector that can be normalised");
}

void check_placement(const Source& source, const Placement& placement) {
  if (const std::string fault = placement_fault(placement); !fault.empty())
    throw Error(source, "placement is " + fault);
}

void check_mass(const Source& source, const MassProperties& inertia) {
  bool finite = true;
  for (const double x : inertia.com) finite = finite && std::isfinite(x);
  for (const double x : inertia.inertia) finite = finite && std::isfinite(x);
  if (!finite) throw Error(source, "centre of mass or inertia is not finite");
  if (!(inertia.mass >= 0) || !std::isfinite(inertia.mass))
    throw Error(source, "mass is " + std::to_string(inertia.mass) + " kg, expected a finite number >= 0");
}

bool has_axis(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical ||
         kind == JointKind::planar;
}

Joint make(const std::string& name, JointKind kind, const std::string& parent, const std::string& child,
           const Placement& origin, const Vector3& axis = {0, 0, 1}) {
  Joint joint;
  joint.name = name, joint.kind = kind, joint.parent = parent, joint.child = child;
  joint.origin = origin, joint.axis = axis;
  return joint;
}

using Names = std::unordered_set<std::string>;

void check_new(const Names& names, const char* kind, const std::string& name) {
  if (name.empty()) throw Error(std::string(kind) + " has no name, expected one");
  if (names.count(name)) throw Error({"", 0, element(kind, name)}, "the name is taken already, expected another");
}

}  // namespace

struct ModelBuilder::Data {
  RobotDescription rest;  // everything but links, joints and frames, which need stable addresses
  std::deque<Link> links;
  std::deque<Joint> joints;
  std::deque<FrameDescription> frames;
  Names link_names, joint_names, frame_names;
  Names carriers;                                          // links that carry another
  std::unordered_map<std::string, std::string> parent_of;  // child link -> parent link

  void check_link(const Source& source, const char* role, const std::string& name) const {
    if (!link_names.count(name))
      throw Error(source,
                  std::string(role) + " link \"" + name + "\" does not exist, expected one that was added before");
  }
  // So that a refused pair leaves no link behind.
  void check_pair(const Source& source, const std::string& parent, const std::string& child) const {
    if (!parent.empty()) check_link(source, "parent", parent);
    check_link(source, "child", child);
  }
};

ModelBuilder::ModelBuilder(std::string name) : data_(std::make_unique<Data>()) { data_->rest.name = std::move(name); }
ModelBuilder::~ModelBuilder() = default;
ModelBuilder::ModelBuilder(const ModelBuilder& other) : data_(std::make_unique<Data>(other.data())) {}
ModelBuilder::ModelBuilder(ModelBuilder&&) noexcept = default;
ModelBuilder& ModelBuilder::operator=(ModelBuilder other) noexcept {
  data_ = std::move(other.data_);
  return *this;
}

void ModelBuilder::gravity(const Vector3& acceleration) {
  if (!std::isfinite(length(acceleration)))
    throw Error("gravity is " + text(acceleration) + ", expected finite numbers");
  data().rest.gravity = acceleration;
}

void ModelBuilder::floating_base(bool floats) { data().rest.floating_base = floats; }

Link& ModelBuilder::link(const std::string& name, const MassProperties& inertia) {
  check_new(data().link_names, "link", name);
  check_mass({"", 0, element("link", name)}, inertia);
  data().link_names.insert(name);
  Link& link = data().links.emplace_back();
  link.name = name, link.inertia = inertia;
  return link;
}

Joint& ModelBuilder::joint(const Joint& joint) {
  check_new(data().joint_names, "joint", joint.name);
  const Source source{"", 0, element("joint", joint.name)};
  if (!joint.parent.empty()) data().check_link(source, "parent", joint.parent);
  data().check_link(source, "child", joint.child);
  if (const auto other = data().parent_of.find(joint.child); other != data().parent_of.end())
    throw Error(source, "link \"" + joint.child + "\" hangs from \"" + other->second +
                            "\" already, expected one joint per child");
  // Only a child that carries something already can be an ancestor of its parent.
  const bool may_close = data().carriers.count(joint.child) || joint.parent == joint.child;
  for (auto up = joint.parent; may_close && !up.empty(); up = data().parent_of.count(up) ? data().parent_of.at(up) : "")
    if (up == joint.child)
      throw Error(source, "links \"" + joint.parent + "\" and \"" + joint.child + "\" would form a cycle");
  check_placement(source, joint.origin);
  check_placement(source, joint.child_origin);
  if (has_axis(joint.kind)) check_axis(source, joint.axis);
  if (!std::isfinite(joint.pitch)) throw Error(source, "pitch is not finite");
  data().joint_names.insert(joint.name);
  data().carriers.insert(joint.parent);
  data().parent_of[joint.child] = joint.parent;
  return data().joints.emplace_back(joint);
}

Joint& ModelBuilder::fixed(const std::string& name, const std::string& parent, const std::string& child,
                           const Placement& origin) {
  return joint(make(name, JointKind::fixed, parent, child, origin));
}

Joint& ModelBuilder::revolute(const std::string& name, const std::string& parent, const std::string& child,
                              const Placement& origin, const Vector3& axis) {
  return joint(make(name, JointKind::revolute, parent, child, origin, axis));
}

Joint& ModelBuilder::prismatic(const std::string& name, const std::string& parent, const std::string& child,
                               const Placement& origin, const Vector3& axis) {
  return joint(make(name, JointKind::prismatic, parent, child, origin, axis));
}

Joint& ModelBuilder::helical(const std::string& name, const std::string& parent, const std::string& child, double pitch,
                             const Placement& origin, const Vector3& axis) {
  Joint helical = make(name, JointKind::helical, parent, child, origin, axis);
  helical.pitch = pitch;
  return joint(helical);
}

Joint& ModelBuilder::spherical(const std::string& name, const std::string& parent, const std::string& child,
                               const Placement& origin) {
  return joint(make(name, JointKind::spherical, parent, child, origin));
}

Joint& ModelBuilder::planar(const std::string& name, const std::string& parent, const std::string& child,
                            const Placement& origin, const Vector3& normal) {
  return joint(make(name, JointKind::planar, parent, child, origin, normal));
}

Joint& ModelBuilder::free(const std::string& name, const std::string& parent, const std::string& child,
                          const Placement& origin) {
  return joint(make(name, JointKind::free, parent, child, origin));
}

ModelBuilder::Pair ModelBuilder::universal(const std::string& name, const std::string& parent, const std::string& child,
                                           const Placement& origin, const Vector3& first_axis,
                                           const Vector3& second_axis) {
  const Source source{"", 0, element("joint", name)};
  check_axis(source, first_axis), check_axis(source, second_axis);
  const Vector3 &a = first_axis, &b = second_axis;
  const Vector3 across{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  if (length(across) < 1e-6 * length(a) * length(b))
    throw Error(source, "axes " + text(a) + " and " + text(b) + " are parallel, expected two directions");
  data().check_pair(source, parent, child);
  link(name + "_cross");
  Joint& first = revolute(name + "_1", parent, name + "_cross", origin, first_axis);
  return {first, revolute(name + "_2", name + "_cross", child, {}, second_axis)};
}

ModelBuilder::Pair ModelBuilder::cylindrical(const std::string& name, const std::string& parent,
                                             const std::string& child, const Placement& origin, const Vector3& axis) {
  const Source source{"", 0, element("joint", name)};
  data().check_pair(source, parent, child);
  check_axis(source, axis);
  link(name + "_cross");
  Joint& turn = revolute(name + "_turn", parent, name + "_cross", origin, axis);
  return {turn, prismatic(name + "_slide", name + "_cross", child, {}, axis)};
}

FrameDescription& ModelBuilder::frame(const std::string& name, const std::string& link, const Placement& placement) {
  check_new(data().frame_names, "frame", name);
  const Source source{"", 0, element("frame", name)};
  if (!link.empty()) data().check_link(source, "its", link);
  check_placement(source, placement);
  data().frame_names.insert(name);
  FrameDescription& frame = data().frames.emplace_back();
  frame.name = name, frame.link = link, frame.placement = placement;
  return frame;
}

RobotDescription ModelBuilder::description() const {
  RobotDescription description = data().rest;
  description.links.assign(data().links.begin(), data().links.end());
  description.joints.assign(data().joints.begin(), data().joints.end());
  description.frames.assign(data().frames.begin(), data().frames.end());
  return description;
}

}  // namespace tenon
