// <link>: its mass properties, at the link frame; geometry is read by urdf_geometry.cpp.
#include "io/urdf.hpp"

namespace tenon::io {

namespace {

// Given in a frame of its own (<origin>); a link without <inertial> has no mass.
MassProperties read_inertial(const Element& link) {
  const Element inertial = link.find_child("inertial");
  if (!inertial) return {};
  const Element mass = inertial.child("mass"), inertia = inertial.child("inertia");
  MassProperties properties;
  properties.mass = mass.number("value");
  if (properties.mass < 0) mass.fail("value", "a mass >= 0 kg");
  const char* const names[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
  for (std::size_t i = 0; i < 6; ++i) properties.inertia[i] = inertia.number(names[i]);
  return transformed(read_urdf_origin(inertial), properties);
}

}  // namespace

Link read_urdf_link(const Element& element, UrdfContext& context) {
  Link link;
  link.name = element.string("name");
  link.source = element.source();
  if (link.name.empty()) element.fail("name", "a link name");
  link.inertia = read_inertial(element);
  read_urdf_geometry(element, context, link);
  return link;
}

}  // namespace tenon::io
