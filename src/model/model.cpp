// The public Model: a handle to what compile() made, and names looked up in it.
#include "tenon/model.hpp"

#include "model/compile.hpp"
#include "model/convert.hpp"

namespace tenon {

Model::Model(RobotDescription description, const CompileOptions& options)
    : compiled_(compile(std::move(description), options)) {}

const std::string& Model::name() const { return compiled_->description.name; }
int Model::nq() const { return compiled_->nq; }
int Model::nv() const { return compiled_->nv; }
double Model::mass() const { return compiled_->mass; }
Vector3 Model::gravity() const { return from_vec3(compiled_->gravity); }
std::span<const JointInfo> Model::joints() const { return compiled_->joints; }
std::span<const FrameInfo> Model::frames() const { return compiled_->frames; }
const RobotDescription& Model::description() const { return compiled_->description; }
std::span<const Diagnostic> Model::diagnostics() const { return compiled_->diagnostics; }

std::optional<FrameId> Model::find_frame(std::string_view name) const {
  const auto found = compiled_->frame_index.find(std::string(name));
  if (found == compiled_->frame_index.end()) return std::nullopt;
  return FrameId{found->second};
}

std::optional<int> Model::find_joint(std::string_view name) const {
  const auto found = compiled_->joint_index.find(std::string(name));
  if (found == compiled_->joint_index.end()) return std::nullopt;
  return found->second;
}

FrameId Model::frame(std::string_view name) const {
  if (const auto found = find_frame(name)) return *found;
  const std::string as_joint = "joint:" + std::string(name);
  if (find_frame(as_joint)) throw Error("no frame \"" + std::string(name) + "\"; did you mean \"" + as_joint + "\"?");
  std::vector<std::string> names;
  for (const FrameInfo& frame : frames()) names.push_back(frame.name);
  throw Error("no frame \"" + std::string(name) + "\"; the nearest are " + nearest_names(name, names));
}

int Model::joint(std::string_view name) const {
  if (const auto found = find_joint(name)) return *found;
  std::vector<std::string> names;
  for (const JointInfo& joint : joints()) names.push_back(joint.name);
  throw Error("no moving joint \"" + std::string(name) + "\"" +
              (names.empty() ? std::string() : "; the nearest are " + nearest_names(name, names)));
}

}  // namespace tenon
