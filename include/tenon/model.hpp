// The compiled robot. Immutable and cheap to copy; safe to share between threads.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/description.hpp"

namespace tenon {

struct CompiledModel;  // internal: what the kernels read

struct CompileOptions {
  bool floating_base = false;  // puts every root link on a free joint named "root_joint"
  bool merge_fixed = true;     // internal choices, visible only as speed; switched off in tests
  bool screw_frames = true;
};

// One moving joint. Fixed joints are frames, not joints.
struct JointInfo {
  std::string name;
  JointKind kind = JointKind::revolute;
  int parent = -1;  // index of the parent joint, -1 for the world
  int q_index = 0, nq = 0, v_index = 0, nv = 0;
  bool continuous = false;
  std::vector<double> lower, upper;      // nv numbers, ±infinity where free
  std::vector<double> velocity, effort;  // nv numbers, infinity where free
  double armature = 0, damping = 0, friction = 0, stiffness = 0, spring_reference = 0;
  std::optional<Mimic> mimic;
};

// Index into Model::frames(). Frame 0 is the world.
struct FrameId {
  int index = 0;
  friend bool operator==(FrameId, FrameId) = default;
};

struct FrameInfo {
  enum class Kind { world, link, joint, fixed_joint, site };
  std::string name;  // joints: "joint:NAME"
  Kind kind = Kind::link;
  int parent_joint = -1;  // moving joint that carries it, -1 for the world
  Placement placement;    // in the frame of the carrying joint (its child link's joint frame)
  int link = -1;          // index into description().links, -1 for the world
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
  int joint(std::string_view name) const;      // index into joints(); Error lists the nearest names
  std::optional<FrameId> find_frame(std::string_view name) const;
  std::optional<int> find_joint(std::string_view name) const;

  const CompiledModel& compiled() const { return *compiled_; }

 private:
  std::shared_ptr<const CompiledModel> compiled_;
};

// How single calls walk the tree, as text: the trunk body by body, then limbs side by side in SIMD lanes, one line per
// group from the limbs' roots to their tips; "<" names what carries a limb, "-" is an idle place.
std::string describe_schedule(const Model& model);

}  // namespace tenon
