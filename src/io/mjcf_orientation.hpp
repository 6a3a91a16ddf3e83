// Positions and orientations as MJCF writes them.
#pragma once

#include "io/mjcf_compiler.hpp"
#include "tenon/description.hpp"

namespace tenon::io::mjcf {

using Rotation = std::array<double, 9>;  // row-major

// Rotation about an axis of any length but 0.
Rotation rotation_about(const Vector3& axis, double angle);
// Three angles in radians about the axes of `sequence`: lower case turns with the frame, upper case stays.
Rotation rotation_from_euler(const Vector3& angles, const std::string& sequence);
// The smallest rotation that takes z to the direction `z`; about x where z points backwards.
Rotation rotation_to_z(const Vector3& z);
// x along `x`, y in the plane of `x` and `y`.
Rotation rotation_from_xy(const Vector3& x, const Vector3& y);

// pos and one of quat, axisangle, euler, xyaxes, zaxis (identity where there is none; two of them are an Error).
Placement read_placement(const Attributes& attributes, const Compiler& compiler);

std::array<double, 4> quaternion_of(const Rotation& R);  // x y z w, w >= 0

double length(const Vector3& x);
// A direction of another length than 1 is a warning, unless its digits are only few.
void warn_of_length(const Element& at, const char* attribute, double n);
Vector3 rotated(const Placement& X, const Vector3& direction);

}  // namespace tenon::io::mjcf
