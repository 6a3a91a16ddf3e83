// The pieces of the URDF reader, one file each. Each takes its element and returns plain data; what they refuse is an
// Error, what they ignore or change a Diagnostic of the document.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "io/xml.hpp"
#include "tenon/description.hpp"
#include "tenon/load.hpp"

namespace tenon::io {

// Colours by material name: the file's own, then those that visuals define on the way.
using UrdfMaterials = std::map<std::string, std::array<double, 4>>;

struct UrdfContext {
  const LoadOptions& options;
  std::filesystem::path directory;  // of the file, for relative paths
  UrdfMaterials materials;
};

// <origin xyz rpy> (or quat_xyzw) below `parent`; identity where there is none.
Placement read_urdf_origin(const Element& parent);
// The unit vector along the attribute; a vector too short to have a direction is an Error.
Vector3 read_unit_vector(const Element& element, const char* attribute);

void read_urdf_materials(const Element& robot, UrdfContext& context);
Link read_urdf_link(const Element& element, UrdfContext& context);
void read_urdf_geometry(const Element& link_element, UrdfContext& context, Link& link);
Joint read_urdf_joint(const Element& element);

// One tree: names unique, every joint between two links, every link the child of at most one joint, one root. Links and
// joints come back depth-first, siblings by joint name: Pinocchio's order.
void order_urdf_tree(const Source& robot_source, RobotDescription& robot);
// Mimic joints follow another joint of one coordinate: where that is not there, the joint moves by itself, with a
// warning; a circle of them is an Error.
void check_urdf_mimics(XmlDocument& document, RobotDescription& robot);

}  // namespace tenon::io
