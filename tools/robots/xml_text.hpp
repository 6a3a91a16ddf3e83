// Pieces of XML text that both writers share.
#pragma once

#include <span>
#include <string>

#include "tenon/description.hpp"

namespace tenon::tools {

std::string number(double x);                     // the fewest digits that read back as x
std::string numbers(std::span<const double> xs);  // separated by blanks
std::string attribute(const char* name, const std::string& value);
std::string attribute(const char* name, double value);
std::string attribute(const char* name, std::span<const double> values);

// Fixed axes x y z, as URDF's rpy.
Vector3 roll_pitch_yaw(const Placement& placement);
bool is_zero(const Vector3& x);

const Link* find_link(const RobotDescription& robot, const std::string& name);

}  // namespace tenon::tools
