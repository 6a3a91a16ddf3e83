// One body of the compiled tree.
#pragma once

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

}  // namespace tenon
