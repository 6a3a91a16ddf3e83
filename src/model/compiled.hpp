// What kernels read: the compiled tree. Body 0 is the world, parent < child, bodies in depth-first order, so that the
// subtree of body i is the range [i, end[i]).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/compiled_body.hpp"

namespace tenon {

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

// Numbers of q of unit length: a quaternion, or the cosine and sine of a planar joint.
struct UnitNumbers {
  int begin = 0, size = 0, joint = 0;
};

// Depth of a tree up to which M is written entry by entry; a deeper M is written row by row, zeros with them.
constexpr int shallow = 48;

// Numbers of M, row by row, that are zero in any configuration.
struct ZeroRun {
  std::ptrdiff_t begin = 0, size = 0;
};

struct TreeWalks;

// Everything kernels and public functions read of a robot.
struct CompiledModel {
  RobotDescription description;
  CompileOptions options;
  std::vector<Diagnostic> diagnostics;
  std::uint64_t serial = 0;  // no two compiled models of a process share it: whom a workspace was made for
  int nq = 0, nv = 0;
  double mass = 0;  // of the moving bodies
  Vec3<double> gravity;

  std::vector<JointInfo> joints;
  std::vector<FrameInfo> frames;
  std::unordered_map<std::string, int> frame_index, joint_index;

  std::vector<UnitNumbers> unit_numbers;
  std::vector<Body> bodies;
  std::vector<int> end;          // one past the last body of the subtree
  std::vector<double> armature;  // nv
  std::vector<int> lambda;       // [Fea05]'s expanded parent array: 1..nv, 0 is the root; entry 0 unused
  int depth = 0;                 // degrees of freedom on the longest way to a root
  std::vector<int> run_first;    // nv: first of the run d, d-1, … in which each is the next one's parent
  std::vector<int> dof_end;      // per body: one past the last degree of freedom of the subtree
  std::vector<int> level;        // per body: see index_tables.cpp
  int levels = 0;
  std::vector<ZeroRun> zero_runs;      // of M of a shallow tree, by address; or all of M, where that costs less
  std::vector<int> body_of_dof;        // nv
  std::vector<BodyFrame> body_frames;  // as frames
  std::vector<CompiledLink> links;     // as description.links

  std::shared_ptr<const TreeWalks> walks;  // how kernels go through the tree (walk/tree_walks.hpp)

  int body_count() const { return static_cast<int>(bodies.size()); }
};

}  // namespace tenon
