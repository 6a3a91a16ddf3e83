// URDF to a RobotDescription. Follows the published format (wiki.ros.org/urdf/XML, versions 1.0 to 1.2) and, where that
// leaves freedom, what urdfdom and Pinocchio do; docs/urdf.md lists what is read, ignored and changed. O(n log n).
// Departures: revolute joints without limits are read as unlimited (with a warning); <capsule> and ball joints are
// read.
#include "io/urdf.hpp"

#include <cmath>

#include "io/number.hpp"

namespace tenon {

namespace io {

namespace {

// A URDF never nests deeper than robot/link/visual/material/color; simulator extensions do.
constexpr XmlLimits urdf_limits{.bytes = std::size_t{256} << 20, .depth = 200};

// Top-level elements that say nothing about the rigid bodies.
const std::map<std::string_view, const char*> ignored_elements{
    {"gazebo", "settings of another simulator"},
    {"transmission", "tenon has no transmissions, joints are driven directly"},
    {"ros2_control", "hardware interfaces are not part of the mechanism"},
    {"sensor", "sensors are not part of the mechanism"},
    {"mujoco", "compiler settings of another simulator"},
};

bool is_macro_value(std::string_view value) {
  return value.find("${") != std::string_view::npos || value.find("$(") != std::string_view::npos;
}

[[noreturn]] void refuse_xacro(const Element& element, const std::string& found) {
  element.fail(found +
               ", expected plain URDF: this is a xacro file, run it through xacro first (xacro FILE > robot.urdf)");
}

// Macros are refused as a whole; a bare xmlns:xacro, which xacro leaves behind, is harmless.
void refuse_xacro_elements(const Element& parent) {
  for (const Element& element : parent.children()) {
    const bool other_tool = ignored_elements.contains(element.tag());
    if (element.tag().starts_with("xacro:")) refuse_xacro(element, "found <" + std::string(element.tag()) + ">");
    if (other_tool) continue;
    for (const pugi::xml_attribute a : element.node().attributes())
      if (is_macro_value(a.value())) refuse_xacro(element, std::string(a.name()) + " is " + in_quotes(a.value()));
    refuse_xacro_elements(element);
  }
}

void check_root(const Element& root) {
  if (root.tag() == "robot") return;
  const std::string found = "root element is <" + std::string(root.tag()) + ">, expected <robot>";
  root.fail(root.tag() == "mujoco" ? found + ": this is an MJCF file" : found);
}

void read_version(const Element& robot) {
  const auto version = robot.find_string("version");
  if (version && *version != "1.0" && *version != "1.1" && *version != "1.2" && *version != "1")
    robot.warn("version is " + in_quotes(*version) + ", read as 1.2");
}

}  // namespace

Placement read_urdf_origin(const Element& parent) {
  const Element origin = parent.find_child("origin");
  if (!origin) return {};
  const Vector3 xyz = origin.find_vector<3>("xyz").value_or(Vector3{0, 0, 0});
  const auto rpy = origin.find_vector<3>("rpy");
  const auto quaternion = origin.find_vector<4>("quat_xyzw");
  if (!quaternion) return placement_from_rpy(xyz, rpy.value_or(Vector3{0, 0, 0}));
  if (rpy) origin.fail("has both rpy and quat_xyzw, expected one of them");
  const auto& [x, y, z, w] = *quaternion;
  const double length = std::hypot(std::hypot(x, y), std::hypot(z, w));
  if (!(std::abs(length - 1) <= 1e-3)) origin.fail("quat_xyzw", "a quaternion of length 1 to within 0.001");
  if (std::abs(length - 1) > 1e-6) origin.warn("quat_xyzw has length " + shortest(length) + ": normalised");
  return placement_from_quaternion(xyz, *quaternion);
}

Vector3 read_unit_vector(const Element& element, const char* attribute) {
  Vector3 axis = element.vector<3>(attribute);
  const double length = std::hypot(axis[0], axis[1], axis[2]);
  if (!(length > 1e-9) || !std::isfinite(length))
    element.fail(attribute, "a direction, of a length that can be made 1");
  if (std::abs(length - 1) > 1e-6)
    element.warn(std::string(attribute) + " " + in_quotes(element.string(attribute)) + " has length " +
                 shortest(length) + ": normalised");
  for (double& component : axis) component /= length;
  return axis;
}

}  // namespace io

RobotDescription parse_urdf(std::string_view text, const std::string& name, const LoadOptions& options,
                            const std::string& directory) {
  using namespace io;
  XmlDocument document(text, name, urdf_limits);
  document.remember_names();
  const Element root = document.root();
  check_root(root);
  refuse_xacro_elements(root);

  RobotDescription robot;
  robot.name = root.find_string("name").value_or("");
  if (robot.name.empty()) root.warn("robot has no name");
  read_version(root);

  UrdfContext context{options, directory, {}};
  read_urdf_materials(root, context);
  for (const Element& element : root.children("link")) robot.links.push_back(read_urdf_link(element, context));
  for (const Element& element : root.children("joint")) robot.joints.push_back(read_urdf_joint(element));
  for (const Element& element : root.children())
    if (const auto known = ignored_elements.find(element.tag()); known != ignored_elements.end())
      element.ignore(known->second);

  document.refuse_misspelled_names();
  order_urdf_tree(root.source(), robot);
  check_urdf_mimics(document, robot);
  robot.floating_base = options.floating_base;
  robot.diagnostics = document.take_diagnostics();
  throw_if_strict(options.strict, robot.diagnostics);
  return robot;
}

}  // namespace tenon
