// <visual> and <collision> shapes, materials. Nothing here moves a robot: a shape that cannot be understood is left out
// with a warning, a mesh that is not there is named in one.
#include <algorithm>

#include "io/mesh_path.hpp"
#include "io/number.hpp"
#include "io/urdf.hpp"

namespace tenon::io {

namespace {

double read_size(const Element& shape, const char* attribute) {
  const double size = shape.number(attribute);
  if (size < 0) shape.fail(attribute, "a length >= 0 m");
  if (size == 0) shape.warn(std::string(attribute) + " is 0: the shape has no extent");
  return size;
}

void read_mesh(const Element& mesh, const UrdfContext& context, Geometry& geometry) {
  const std::string name = mesh.string("filename");
  geometry.mesh_scale = mesh.find_vector<3>("scale").value_or(Vector3{1, 1, 1});
  if (const auto found = find_mesh(name, context.directory, context.options.package_paths)) {
    geometry.mesh_file = found->string();
  } else {
    geometry.mesh_file = name;
    mesh.warn("mesh file " + in_quotes(name, 300) + " is not found");
  }
}

// False where there is no shape to keep.
bool read_shape(const Element& shape, const UrdfContext& context, Geometry& geometry) {
  using Kind = Geometry::Kind;
  if (shape.tag() == "box") {
    geometry.kind = Kind::box;
    geometry.size = shape.vector<3>("size");
    if (std::ranges::min(geometry.size) < 0) shape.fail("size", "three edge lengths >= 0 m");
    if (std::ranges::min(geometry.size) == 0) shape.warn("size has a 0: the shape has no extent");
  } else if (shape.tag() == "sphere") {
    geometry.kind = Kind::sphere;
    geometry.size[0] = read_size(shape, "radius");
  } else if (shape.tag() == "cylinder" || shape.tag() == "capsule") {
    geometry.kind = shape.tag() == "capsule" ? Kind::capsule : Kind::cylinder;
    geometry.size = {read_size(shape, "radius"), read_size(shape, "length"), 0};
  } else if (shape.tag() == "mesh") {
    geometry.kind = Kind::mesh;
    read_mesh(shape, context, geometry);
  } else {
    shape.ignore("expected box, sphere, cylinder, capsule or mesh");
    return false;
  }
  shape.mark();
  return true;
}

std::optional<std::array<double, 4>> read_colour(const Element& material) {
  if (const Element texture = material.find_child("texture")) texture.ignore("colours are read, textures are not");
  const Element colour = material.find_child("color");
  if (!colour) return std::nullopt;
  const auto rgba = colour.vector<4>("rgba");
  if (std::ranges::any_of(rgba, [](double c) { return c < 0 || c > 1; }))
    colour.warn("rgba is " + in_quotes(colour.string("rgba")) + ", expected 4 numbers between 0 and 1");
  return rgba;
}

// A colour of its own, else the one that its name had before.
void read_material(const Element& owner, UrdfContext& context, Geometry& geometry) {
  const Element material = owner.find_child("material");
  if (!material) return;
  geometry.material = material.find_string("name").value_or("");
  if (const auto colour = read_colour(material)) {
    geometry.colour = *colour;
    if (!geometry.material.empty()) context.materials.emplace(geometry.material, *colour);
  } else if (const auto known = context.materials.find(geometry.material); known != context.materials.end()) {
    geometry.colour = known->second;
  } else if (!geometry.material.empty() && !material.node().child("texture")) {
    material.warn("material " + in_quotes(geometry.material) + " is not defined, the default colour is used");
  }
}

void read_one(const Element& element, UrdfContext& context, Link& link) {
  Geometry geometry;
  geometry.visual = element.tag() == "visual";
  geometry.collision = !geometry.visual;
  geometry.name = element.find_string("name").value_or("");
  geometry.source = element.source();
  geometry.placement = read_urdf_origin(element);
  read_material(element, context, geometry);
  const Element holder = element.child("geometry");
  holder.mark("name");
  const auto shapes = holder.children();
  if (shapes.empty()) element.warn("<geometry> is empty: the " + std::string(element.tag()) + " is left out");
  if (!shapes.empty() && read_shape(shapes.front(), context, geometry)) link.geometry.push_back(std::move(geometry));
}

}  // namespace

void read_urdf_materials(const Element& robot, UrdfContext& context) {
  for (const Element& material : robot.children("material")) {
    const std::string name = material.string("name");
    const auto colour = read_colour(material);
    if (colour && !context.materials.emplace(name, *colour).second)
      material.warn("material is defined twice, the first one is used");
  }
}

void read_urdf_geometry(const Element& link_element, UrdfContext& context, Link& link) {
  for (const Element& element : link_element.children("visual")) read_one(element, context, link);
  for (const Element& element : link_element.children("collision")) read_one(element, context, link);
}

}  // namespace tenon::io
