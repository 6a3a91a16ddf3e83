// <joint> and <freejoint>: how a body moves against its parent.
#pragma once

#include "io/mjcf_context.hpp"

namespace tenon::io::mjcf {

struct JointReading {
  Joint joint;                    // origin holds only what `ref` moves; parent, child and names are the caller's
  Vector3 position{0, 0, 0};      // of the joint, in the body
  std::vector<double> reference;  // q in the pose of the file (free: empty, it is the pose of the body)
};

// X_BF: the <frame> that encloses the element, in the body.
JointReading read_joint(const Attributes& attributes, const Placement& X_BF, const Compiler& compiler);
JointReading read_free_joint(const Element& element);

// child frame = body frame, joint frame at its position: origin = X · T(position) · (motion by -ref).
void place_joint(const Placement& X_parent_body, const JointReading& reading, Joint& joint);

}  // namespace tenon::io::mjcf
