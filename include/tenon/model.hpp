// The compiled robot. It is immutable and cheap to copy, and threads may share it.
//
//   tenon::ModelBuilder arm("arm");
//   arm.link("upper", tenon::solid_capsule(2.0, 0.05, 0.4, tenon::placement_at(0, 0, -0.2)));
//   arm.revolute("shoulder", "", "upper", tenon::placement_at(0, 0, 1), {0, 1, 0});
//   const tenon::Model model(arm.description());
//   const tenon::JointId shoulder = model.joint("shoulder");
//   const tenon::FrameId upper = model.frame("upper");
//   std::printf("%s: v[%d] turns frame %d\n", model.name().c_str(), model.joint_info(shoulder).v_index, upper.index);
#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/description.hpp"

namespace tenon {

struct CompiledModel;  // internal: what the kernels read

// Internal choices, visible only as speed; tests switch them off.
struct CompileOptions {
  bool merge_fixed = true;
  bool screw_frames = true;
};

// Index into Model::joints(); -1 is the world.
struct JointId {
  int index = -1;
  friend bool operator==(JointId, JointId) = default;
};

// One moving joint. Fixed joints are frames, not joints.
struct JointInfo {
  std::string name;
  JointKind kind = JointKind::revolute;
  JointId parent;  // the joint before it on the way to the world
  int q_index = 0, nq = 0, v_index = 0, nv = 0;
  bool continuous = false;
  std::vector<double> lower, upper;      // nv numbers, ±infinity where free
  std::vector<double> velocity, effort;  // nv numbers, infinity where free
  double armature = 0, damping = 0, friction = 0, stiffness = 0, spring_reference = 0;
  std::optional<Mimic> mimic;
};

// Index into Model::frames(). Frame 0 is the world; -1, the default, is no frame, and calls refuse it.
struct FrameId {
  int index = -1;
  friend bool operator==(FrameId, FrameId) = default;
};

struct FrameInfo {
  enum class Kind { world, link, joint, fixed_joint, site };
  std::string name;  // joints: "joint:NAME"
  Kind kind = Kind::link;
  JointId parent_joint;  // moving joint that carries it
  Placement placement;   // in the frame of the carrying joint (its child link's joint frame)
  int link = -1;         // index into description().links, -1 for the world
};

// How a single call walks the tree: body by body, or with limbs side by side in SIMD lanes. `automatic` takes lanes
// where they pay; the others are for comparisons and tests. Answers agree to rounding; `single` gives the bits of a
// Batch of doubles. M^-1 as a matrix or times several vectors has one way only and takes it in every mode.
enum class Mode { automatic, single, lanes };

class Model {
 public:
  explicit Model(RobotDescription description, const CompileOptions& options = {});

  const std::string& name() const;
  int nq() const;
  int nv() const;
  double mass() const;
  Vector3 gravity() const;
  std::span<const JointInfo> joints() const;
  std::span<const FrameInfo> frames() const;
  const RobotDescription& description() const;
  std::span<const Diagnostic> diagnostics() const;  // the loader's and the compiler's

  FrameId frame(std::string_view name) const;  // link name, site name, or joint:NAME; Error lists the nearest names
  JointId joint(std::string_view name) const;  // Error lists the nearest names
  std::optional<FrameId> find_frame(std::string_view name) const;
  std::optional<JointId> find_joint(std::string_view name) const;
  const JointInfo& joint_info(JointId joint) const;  // Error where there is no such joint
  const FrameInfo& frame_info(FrameId frame) const;

  const CompiledModel& compiled() const {
    assert(compiled_ && "Model: used after it was moved from");
    return *compiled_;
  }

 private:
  std::shared_ptr<const CompiledModel> compiled_;
};

// How single calls walk the tree, as text: the trunk body by body, then limbs side by side in SIMD lanes, one line per
// group from the limbs' roots to their tips; "<" names what carries a limb, "-" is an idle place.
std::string describe_schedule(const Model& model);

}  // namespace tenon
