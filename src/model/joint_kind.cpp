// The table of joint kinds: names and sizes in q and v.
#include "tenon/description.hpp"

namespace tenon {

const char* to_string(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return "fixed";
    case JointKind::revolute:
      return "revolute";
    case JointKind::prismatic:
      return "prismatic";
    case JointKind::helical:
      return "helical";
    case JointKind::spherical:
      return "spherical";
    case JointKind::planar:
      return "planar";
    case JointKind::free:
      return "free";
  }
  return "unknown";
}

int configuration_size(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return 0;
    case JointKind::revolute:
    case JointKind::prismatic:
    case JointKind::helical:
      return 1;
    case JointKind::spherical:
      return 4;  // qx qy qz qw
    case JointKind::planar:
      return 4;  // x y cos sin
    case JointKind::free:
      return 7;  // x y z qx qy qz qw
  }
  return 0;
}

int velocity_size(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return 0;
    case JointKind::revolute:
    case JointKind::prismatic:
    case JointKind::helical:
      return 1;
    case JointKind::spherical:
    case JointKind::planar:
      return 3;
    case JointKind::free:
      return 6;
  }
  return 0;
}

}  // namespace tenon
