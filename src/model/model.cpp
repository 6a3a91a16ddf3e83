// The public Model: a handle to what compile() made, and names looked up in it. Its constructor: walk/tree_walks.cpp.
#include "tenon/model.hpp"

#include "model/arguments.hpp"
#include "model/compiled.hpp"
#include "model/convert.hpp"

namespace tenon {

const std::string& Model::name() const { return compiled().description.name; }
int Model::nq() const { return compiled().nq; }
int Model::nv() const { return compiled().nv; }
double Model::mass() const { return compiled().mass; }
Vector3 Model::gravity() const { return from_vec3(compiled().gravity); }
std::span<const JointInfo> Model::joints() const { return compiled().joints; }
std::span<const FrameInfo> Model::frames() const { return compiled().frames; }
const RobotDescription& Model::description() const { return compiled().description; }
std::span<const Diagnostic> Model::diagnostics() const { return compiled().diagnostics; }

std::optional<FrameId> Model::find_frame(std::string_view name) const {
  const auto found = compiled().frame_index.find(std::string(name));
  if (found == compiled().frame_index.end()) return std::nullopt;
  return FrameId{found->second};
}

std::optional<JointId> Model::find_joint(std::string_view name) const {
  const auto found = compiled().joint_index.find(std::string(name));
  if (found == compiled().joint_index.end()) return std::nullopt;
  return JointId{found->second};
}

FrameId Model::frame(std::string_view name) const {
  if (const auto found = find_frame(name)) return *found;
  const std::string as_joint = "joint:" + std::string(name);
  if (find_frame(as_joint)) throw Error("no frame \"" + std::string(name) + "\"; did you mean \"" + as_joint + "\"?");
  std::vector<std::string> names;
  for (const FrameInfo& frame : frames()) names.push_back(frame.name);
  throw Error("no frame \"" + std::string(name) + "\"; the nearest are " + nearest_names(name, names));
}

JointId Model::joint(std::string_view name) const {
  if (const auto found = find_joint(name)) return *found;
  std::vector<std::string> names;
  for (const JointInfo& joint : joints()) names.push_back(joint.name);
  throw Error("no moving joint \"" + std::string(name) + "\"" +
              (names.empty() ? std::string() : "; the nearest are " + nearest_names(name, names)));
}

const JointInfo& Model::joint_info(JointId joint) const {
  const int count = static_cast<int>(joints().size());
  if (joint.index < 0 || joint.index >= count)
    throw Error("joint " + std::to_string(joint.index) + ": found no such joint, expected 0 to " +
                std::to_string(count - 1));
  return joints()[static_cast<std::size_t>(joint.index)];
}

const FrameInfo& Model::frame_info(FrameId frame) const {
  check_frame(*this, frame, "frame");
  return frames()[static_cast<std::size_t>(frame.index)];
}

}  // namespace tenon
