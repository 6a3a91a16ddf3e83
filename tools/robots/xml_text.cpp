#include "robots/xml_text.hpp"

#include <charconv>
#include <cmath>

namespace tenon::tools {

std::string number(double x) {
  if (x == 0) return "0";  // no minus zero
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x).ptr;
  return {text, end};
}

std::string numbers(std::span<const double> xs) {
  std::string text;
  for (const double x : xs) text += (text.empty() ? "" : " ") + number(x);
  return text;
}

std::string attribute(const char* name, const std::string& value) {
  std::string escaped;
  for (const char c : value) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '"')
      escaped += "&quot;";
    else
      escaped += c;
  }
  return " " + std::string(name) + "=\"" + escaped + "\"";
}

std::string attribute(const char* name, double value) { return attribute(name, number(value)); }
std::string attribute(const char* name, std::span<const double> values) { return attribute(name, numbers(values)); }

Vector3 roll_pitch_yaw(const Placement& placement) {
  const auto& R = placement.rotation;
  return {std::atan2(R[7], R[8]), std::atan2(-R[6], std::hypot(R[0], R[3])), std::atan2(R[3], R[0])};
}

bool is_zero(const Vector3& x) { return x == Vector3{0, 0, 0}; }

const Link* find_link(const RobotDescription& robot, const std::string& name) {
  for (const Link& link : robot.links)
    if (link.name == name) return &link;
  return nullptr;
}

}  // namespace tenon::tools
