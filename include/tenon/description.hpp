// A robot as a file describes it: plain data, in the file's own frames and order. Loaders write it,
// users may build or edit it, Model compiles it.
//
//   tenon::RobotDescription robot = tenon::read_urdf("scenes/robots/quadruped.urdf");
//   for (tenon::Joint& joint : robot.joints) joint.armature = 0.01;
//   robot.floating_base = true;
//   const tenon::Model model(robot);
//   std::printf("%d degrees of freedom\n", model.nv());
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tenon/error.hpp"

namespace tenon {

using Vector3 = std::array<double, 3>;
using Vector6 = std::array<double, 6>;  // linear first, then angular

// Pose of a frame B in a frame A: x_A = rotation * x_B + translation; rotation is row-major.
struct Placement {
  std::array<double, 9> rotation{1, 0, 0, 0, 1, 0, 0, 0, 1};
  Vector3 translation{0, 0, 0};
  friend bool operator==(const Placement&, const Placement&) = default;
};
Placement operator*(const Placement& X_AB, const Placement& X_BC);  // X_AC
Placement inverse(const Placement& X_AB);                           // X_BA
Placement placement_from_rpy(const Vector3& translation, const Vector3& roll_pitch_yaw);
Placement placement_from_quaternion(const Vector3& translation, const std::array<double, 4>& xyzw);

// Mass, centre of mass in the link frame, and inertia about the centre of mass in link axes
// (xx, xy, xz, yy, yz, zz).
struct MassProperties {
  double mass = 0;
  Vector3 com{0, 0, 0};
  std::array<double, 6> inertia{0, 0, 0, 0, 0, 0};
};
// Mass properties given in frame B, expressed in frame A.
MassProperties transformed(const Placement& X_AB, const MassProperties& in_B);
MassProperties combined(const MassProperties& a, const MassProperties& b);

struct Geometry {
  enum class Kind { box, sphere, cylinder, capsule, ellipsoid, plane, mesh, heightfield };
  Kind kind = Kind::box;
  std::string name;
  Placement placement;    // in the link frame; cylinders and capsules point along z
  Vector3 size{0, 0, 0};  // box: full edge lengths; sphere: radius; cylinder, capsule: radius, length; ellipsoid: radii
  std::string mesh_file;  // resolved path
  Vector3 mesh_scale{1, 1, 1};
  std::vector<double> vertices;  // meshes given inline: x y z …
  std::vector<int> faces;
  std::array<double, 4> colour{0.7, 0.7, 0.7, 1};
  std::string material;
  bool visual = true;
  bool collision = true;
  Vector3 friction{1, 0.005, 0.0001};  // sliding, torsional, rolling
  int contype = 1, conaffinity = 1, condim = 3;
  Source source;
};

struct Link {
  std::string name;
  MassProperties inertia;
  std::vector<Geometry> geometry;
  Source source;
};

enum class JointKind { fixed, revolute, prismatic, helical, spherical, planar, free };
const char* to_string(JointKind kind);
int configuration_size(JointKind kind);  // nq
int velocity_size(JointKind kind);       // nv

struct Mimic {
  std::string joint;
  double multiplier = 1, offset = 0;
};

// One number per degree of freedom, or one for all of them, or none (the default value).
struct JointLimits {
  std::vector<double> lower, upper;  // position; empty means unlimited
  std::vector<double> velocity, effort;
};

// child frame = parent frame * origin * motion(q) * child_origin^-1.
struct Joint {
  std::string name;
  JointKind kind = JointKind::fixed;
  std::string parent;       // link; empty means the world
  std::string child;        // link
  Placement origin;         // joint frame in the parent link at q = 0
  Placement child_origin;   // joint frame in the child link (identity for URDF)
  Vector3 axis{0, 0, 1};    // in the joint frame; revolute, prismatic, helical, planar (its normal)
  double pitch = 0;         // helical: metres per radian
  bool continuous = false;  // revolute without limits, as URDF names it
  JointLimits limits;
  double armature = 0;   // rotor inertia seen at the joint, added to every degree of freedom
  double damping = 0;    // viscous, N·s/m or N·m·s/rad
  double friction = 0;   // dry (Coulomb) friction, N or N·m
  double stiffness = 0;  // spring towards spring_reference
  double spring_reference = 0;
  std::optional<Mimic> mimic;
  Source source;
};

// A named place on a link (MJCF site, or the user's own).
struct FrameDescription {
  std::string name;
  std::string link;  // empty means the world
  Placement placement;
  Source source;
};

// A named state of the file (MJCF keyframe), already in tenon's q and v.
struct Keyframe {
  std::string name;
  double time = 0;
  std::vector<double> q, v, control;
};

// Kept as the file gives it; compiled by the constraint layer.
struct EqualityDescription {
  enum class Kind { connect, weld, joint, distance };
  Kind kind = Kind::connect;
  std::string name;
  std::string a, b;  // links or joints; b empty means the world (or a constant for joint)
  Placement in_a, in_b;
  std::array<double, 5> polynomial{0, 1, 0, 0, 0};
  bool active = true;
  Source source;
};

struct ActuatorDescription {
  std::string name, kind, joint;  // kind: motor, position, velocity, general …
  double gear = 1, kp = 0, kv = 0;
  std::array<double, 2> control_range{-std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::infinity()};
  std::array<double, 2> force_range{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Source source;
};

struct ContactPairDescription {
  std::string a, b;  // geometry names, or link names when exclude
  bool exclude = false;
  Source source;
};

struct RobotDescription {
  std::string name;
  Vector3 gravity{0, 0, -9.81};
  double time_step = 0;        // 0: the file does not say
  bool floating_base = false;  // puts every root link on a free joint named "root_joint" when it is compiled
  std::vector<Link> links;
  std::vector<Joint> joints;  // siblings keep this order when compiled
  std::vector<FrameDescription> frames;
  std::vector<Geometry> world_geometry;
  std::vector<Keyframe> keyframes;
  std::vector<EqualityDescription> equalities;
  std::vector<ActuatorDescription> actuators;
  std::vector<ContactPairDescription> contact_pairs;
  std::vector<Diagnostic> diagnostics;  // what the loader ignored or changed
};

// Attaches `other` below `link` of `robot` (empty: the world) by `joint` where one is given, otherwise by a fixed
// joint, or by a free one where `other` has a floating base and hangs from the world; every name of `other` gets
// `prefix`. Name clashes are an Error.
struct MergeOptions {
  std::string link;
  Placement placement;
  std::string prefix;
  std::optional<Joint> joint;
};
RobotDescription merged(RobotDescription robot, const RobotDescription& other, const MergeOptions& options = {});

}  // namespace tenon
