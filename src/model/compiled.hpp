// What kernels read: the compiled tree. Body 0 is the world, parent < child, bodies in depth-first order, so that the
// subtree of body i is the range [i, end[i]).
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "spatial/spatial.hpp"
#include "tenon/model.hpp"

namespace tenon {

// How a joint's fixed placement can be written.
enum class PlacementTag { general, x_screw };

// placement = Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d): a screw along x, then one along z.
struct ScrewPlacement {
  double a = 0, alpha = 0, d = 0, theta = 0;
};

struct Body {
  int parent = 0;
  JointKind kind = JointKind::fixed;  // fixed only in models compiled without merging
  int q = 0, v = 0;                   // first coordinates
  int nv = 0;                         // degrees of freedom
  int joint = -1;                     // index into joints, -1 for a fixed one
  double pitch = 0;                   // helical
  Transform<double> X_pj;             // joint frame at q = 0 in the parent's body frame; 1-DoF axes are local z
  Inertia<double> I;                  // of all links of this body, about the body frame's origin
  PlacementTag tag = PlacementTag::general;
  ScrewPlacement screw;
};

// A named frame: fixed in a body.
struct BodyFrame {
  int body = 0;
  Transform<double> X_bf;
};

// A link of the description: where it sits, what it weighs, what it hangs on.
struct CompiledLink {
  int body = 0;
  Transform<double> X_bl;  // link frame in the body frame
  Inertia<double> I;       // in the link frame
  int parent = -1;         // link index, -1 for the world
  int joint = -1;          // description joint that carries it, -1 for an implicit one
};

// Everything kernels and public functions read of a robot.
struct CompiledModel {
  RobotDescription description;
  CompileOptions options;
  std::vector<Diagnostic> diagnostics;
  int nq = 0, nv = 0;
  double mass = 0;  // of the moving bodies
  Vec3<double> gravity;

  std::vector<JointInfo> joints;
  std::vector<FrameInfo> frames;
  std::unordered_map<std::string, int> frame_index, joint_index;

  std::vector<Body> bodies;
  std::vector<int> end;          // one past the last body of the subtree
  std::vector<double> armature;  // nv
  std::vector<int> lambda;       // [Fea05]'s expanded parent array: 1..nv, 0 is the root; entry 0 unused
  std::vector<int> run_first;    // nv: first of the run d, d-1, … in which each is the next one's parent
  std::vector<int> dof_end;      // per body: one past the last degree of freedom of the subtree
  std::vector<int> level;        // per body: see index_levels()
  int levels = 0;
  std::vector<int> body_of_dof;        // nv
  std::vector<BodyFrame> body_frames;  // as frames
  std::vector<CompiledLink> links;     // as description.links

  int body_count() const { return static_cast<int>(bodies.size()); }
};

}  // namespace tenon
