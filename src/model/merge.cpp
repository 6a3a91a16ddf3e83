// One description below a link of another: a hand onto an arm, robots into a scene. What `other` says about its world
// is said about that link afterwards. O(n).
#include <unordered_set>

#include "model/merge_keyframes.hpp"

namespace tenon {
namespace {

// `other` as it will stand in the merged description: names prefixed, the world replaced by the link it hangs from.
class Attachment {
 public:
  Attachment(const RobotDescription& other, const MergeOptions& options) : part_(other), options_(options) {}

  RobotDescription run() {
    attach_root_links();
    for (Link& link : part_.links) {
      rename(link.name);
      for (Geometry& geometry : link.geometry) rename(geometry.name);
    }
    for (Joint& joint : part_.joints) {
      const bool callers_own = options_.joint && &joint == &part_.joints.front();
      if (!callers_own) rename(joint.name);
      rename(joint.child);
      if (joint.mimic) rename(joint.mimic->joint);
      onto_link(joint.parent, joint.origin);
    }
    for (FrameDescription& frame : part_.frames) {
      rename(frame.name);
      onto_link(frame.link, frame.placement);
    }
    for (EqualityDescription& equality : part_.equalities) rename(equality);
    for (ActuatorDescription& actuator : part_.actuators) rename(actuator.name), rename(actuator.joint);
    for (ContactPairDescription& pair : part_.contact_pairs) rename(pair.a), rename(pair.b);
    for (Keyframe& keyframe : part_.keyframes) rename(keyframe.name);
    for (Geometry& geometry : part_.world_geometry) {
      rename(geometry.name);
      geometry.placement = options_.placement * geometry.placement;
    }
    return std::move(part_);
  }

 private:
  void rename(std::string& name) const {
    if (!name.empty()) name = options_.prefix + name;
  }

  void onto_link(std::string& link, Placement& placement) const {
    if (link.empty()) {
      link = options_.link;
      placement = options_.placement * placement;
    } else {
      rename(link);
    }
  }

  void rename(EqualityDescription& equality) const {
    rename(equality.name);
    if (equality.kind == EqualityDescription::Kind::joint) {
      rename(equality.a), rename(equality.b);
    } else {
      onto_link(equality.a, equality.in_a), onto_link(equality.b, equality.in_b);
    }
  }

  // A root link without a joint gets the caller's joint, or a free one in the world where the description floats, or a
  // fixed one; a joint to the world stays what it is.
  void attach_root_links() {
    std::unordered_set<std::string> carried;
    for (const Joint& joint : part_.joints) carried.insert(joint.child);
    std::vector<std::string> roots;
    for (const Link& link : part_.links)
      if (!carried.count(link.name)) roots.push_back(link.name);
    if (options_.joint) {
      for (const Joint& joint : part_.joints)
        if (joint.parent.empty())
          refuse_joint("its link \"" + joint.child + "\" has the joint \"" + joint.name + "\" to the world");
      if (roots.size() != 1) refuse_joint("it has " + std::to_string(roots.size()) + " root links");
    }
    std::vector<Joint> mounts;
    for (const std::string& root : roots) {
      Joint joint = options_.joint.value_or(Joint{});
      if (!options_.joint) joint.name = root + "_mount";
      if (!options_.joint && options_.link.empty() && part_.floating_base) joint.kind = JointKind::free;
      joint.parent.clear();
      joint.child = root;
      mounts.push_back(joint);
    }
    part_.joints.insert(part_.joints.begin(), mounts.begin(), mounts.end());  // where joint_order() has them
  }

  [[noreturn]] void refuse_joint(const std::string& found) const {
    throw Error("robot \"" + part_.name + "\" cannot be attached by joint \"" + options_.joint->name + "\": " + found +
                ", expected one root link without a joint");
  }

  RobotDescription part_;
  const MergeOptions& options_;
};

template <class Item>
void append(std::vector<Item>& list, const std::vector<Item>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

// Unnamed things cannot clash.
template <class Item>
void append_named(const char* what, std::vector<Item>& list, const std::vector<Item>& more) {
  std::unordered_set<std::string> names;
  for (const Item& item : list) names.insert(item.name);
  for (const Item& item : more)
    if (!item.name.empty() && names.count(item.name))
      throw Error(std::string(what) + " \"" + item.name +
                  "\" is in both descriptions, expected different names; give MergeOptions a prefix");
  append(list, more);
}

std::vector<Geometry> all_geometry(const RobotDescription& description) {
  std::vector<Geometry> all = description.world_geometry;
  for (const Link& link : description.links) append(all, link.geometry);
  return all;
}

void warn_about_gravity(RobotDescription& robot, const RobotDescription& other) {
  if (robot.gravity == other.gravity) return;
  robot.diagnostics.push_back(
      {Diagnostic::Severity::warning,
       {},
       "gravity of \"" + other.name + "\" differs from that of \"" + robot.name + "\", which is kept"});
}

}  // namespace

RobotDescription merged(RobotDescription robot, const RobotDescription& other, const MergeOptions& options) {
  Link* link = nullptr;
  for (Link& candidate : robot.links)
    if (candidate.name == options.link) link = &candidate;
  if (!options.link.empty() && !link)
    throw Error("robot \"" + robot.name + "\" has no link \"" + options.link + "\" to attach \"" + other.name +
                "\" to");
  if (options.joint && options.joint->name.empty()) throw Error("the joint of a merge has no name");

  const RobotDescription before = robot;
  const RobotDescription part = Attachment(other, options).run();
  auto geometry = all_geometry(robot);
  append_named("geometry", geometry, all_geometry(part));
  if (link)
    append(link->geometry, part.world_geometry);
  else
    append(robot.world_geometry, part.world_geometry);
  append_named("link", robot.links, part.links);
  append_named("joint", robot.joints, part.joints);
  append_named("frame", robot.frames, part.frames);
  append_named("equality", robot.equalities, part.equalities);
  append_named("actuator", robot.actuators, part.actuators);
  append_named("keyframe", robot.keyframes, part.keyframes);
  append(robot.contact_pairs, part.contact_pairs);
  append(robot.diagnostics, part.diagnostics);
  if (robot.time_step == 0) robot.time_step = other.time_step;
  warn_about_gravity(robot, other);
  merge_keyframes(robot, before, other, options.prefix);
  return robot;
}

}  // namespace tenon
