// Joints of one degree of freedom.
#pragma once

#include "tenon/description.hpp"

namespace tenon {

// Turns about, slides along, or both, one axis, which is the joint frame's z.
constexpr bool has_axis(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical;
}

}  // namespace tenon
