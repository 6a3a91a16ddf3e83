// Reads shapes, sizes and masses of geoms.
#include "io/mjcf_geom.hpp"

#include <cmath>

#include "io/mjcf_fit.hpp"
#include "io/number.hpp"
#include "io/shape_inertia.hpp"

namespace tenon::io::mjcf {

namespace {

using Kind = Geometry::Kind;

Kind kind_of(const std::string& type) {
  if (type == "plane") return Kind::plane;
  if (type == "hfield") return Kind::heightfield;
  if (type == "sphere") return Kind::sphere;
  if (type == "capsule") return Kind::capsule;
  if (type == "ellipsoid") return Kind::ellipsoid;
  if (type == "cylinder") return Kind::cylinder;
  if (type == "box") return Kind::box;
  return Kind::mesh;
}

// How many sizes the kind needs; with fromto the length comes from there and the other sizes from the first.
std::size_t sizes_of(Kind kind) {
  if (kind == Kind::sphere) return 1;
  if (kind == Kind::capsule || kind == Kind::cylinder) return 2;
  return kind == Kind::box || kind == Kind::ellipsoid ? 3 : 0;
}

// MJCF writes half sizes, Geometry has whole ones (radii stay).
Vector3 whole_size(Kind kind, const Vector3& half) {
  if (kind == Kind::box || kind == Kind::plane) return {2 * half[0], 2 * half[1], kind == Kind::box ? 2 * half[2] : 0};
  if (kind == Kind::cylinder || kind == Kind::capsule) return {half[0], 2 * half[1], 0};
  return kind == Kind::sphere ? Vector3{half[0], 0, 0} : half;
}

void read_primitive(const Attributes& attributes, Geometry& geometry) {
  const Element& element = attributes.element();
  Vector3 half{0, 0, 0};
  if (const auto size = attributes.numbers("size", 1, 3))
    for (std::size_t k = 0; k < size->size(); ++k) half[k] = (*size)[k];
  std::size_t needed = sizes_of(geometry.kind);
  if (const Element at = attributes.holder("fromto")) {
    if (needed < 2) at.fail("fromto", "none: only capsules, cylinders, boxes and ellipsoids have one");
    const Segment segment = read_segment(at);
    geometry.placement = segment.placement;
    half = needed == 2 ? Vector3{half[0], segment.length / 2, 0} : Vector3{half[0], half[0], segment.length / 2};
    needed = 1;
  }
  for (std::size_t k = 0; k < needed; ++k)
    if (!(half[k] > 0)) {
      const Element at = attributes.holder("size");
      const std::string expected = std::to_string(needed) + (needed == 1 ? " number" : " numbers") + " > 0";
      if (!at) element.fail("size is missing, expected " + expected);
      at.fail("size", expected);
    }
  geometry.size = whole_size(geometry.kind, half);
}

void keep_mesh(MeshAsset& asset, const Attributes& attributes, Assets& assets, Geometry& geometry) {
  const bool uniform = asset.scale[0] == asset.scale[1] && asset.scale[1] == asset.scale[2];
  const bool unturned = asset.reference.rotation == Placement{}.rotation;
  if (!asset.not_read.empty()) {
    attributes.element().warn("the mesh has no shape here: " + asset.not_read);
  } else if (!asset.file.empty() && (uniform || unturned)) {
    // scale · R⁻¹ (v - p): the scale goes to the mesh, the rest to the placement.
    Placement X = inverse(asset.reference);
    for (std::size_t k = 0; k < 3; ++k) X.translation[k] *= asset.scale[k];
    geometry.mesh_file = asset.file.string();
    geometry.mesh_scale = asset.scale;
    std::error_code error;
    if (!asset.warned && !std::filesystem::exists(asset.file, error))
      asset.element.warn("no such file: " + asset.file.string() + ", the mesh has no shape here");
    asset.warned = true;
    geometry.placement = geometry.placement * X;
  } else {
    const Mesh& mesh = assets.vertices(asset, attributes.element());
    for (const Vector3& v : mesh.vertices) geometry.vertices.insert(geometry.vertices.end(), v.begin(), v.end());
    for (const auto& f : mesh.faces) geometry.faces.insert(geometry.faces.end(), f.begin(), f.end());
  }
}

void read_looks(const Attributes& attributes, const Assets& assets, Geom& geom) {
  Geometry& geometry = geom.geometry;
  geometry.material = attributes.string("material", geometry.material);
  geometry.colour = {0.5, 0.5, 0.5, 1};
  if (const auto* colour = assets.colour(geometry.material))
    geometry.colour = *colour;
  else if (!geometry.material.empty())
    attributes.element().warn("material is " + in_quotes(geometry.material) + ", which no <asset> defines");
  geometry.colour = attributes.vector<4>("rgba", geometry.colour);
  geom.group = attributes.integer("group", 0);
  geometry.visual = geom.group < 3;  // MuJoCo's viewer hides groups 3 and up
}

void read_contact(const Attributes& attributes, Geometry& geometry) {
  geometry.contype = attributes.integer("contype", 1);
  geometry.conaffinity = attributes.integer("conaffinity", 1);
  geometry.condim = attributes.integer("condim", 3);
  if (geometry.condim != 1 && geometry.condim != 3 && geometry.condim != 4 && geometry.condim != 6)
    attributes.holder("condim").fail("condim", "1, 3, 4 or 6");
  geometry.collision = geometry.contype != 0 || geometry.conaffinity != 0;
  if (const auto friction = attributes.numbers("friction", 1, 3))
    for (std::size_t k = 0; k < friction->size(); ++k) geometry.friction[k] = (*friction)[k];
}

}  // namespace

Segment read_segment(const Element& at) {
  const auto points = at.vector<6>("fromto");
  const Vector3 from{points[0], points[1], points[2]}, to{points[3], points[4], points[5]};
  Segment segment;
  Vector3 z;
  for (std::size_t k = 0; k < 3; ++k) {
    z[k] = from[k] - to[k];
    segment.placement.translation[k] = (from[k] + to[k]) / 2;
  }
  segment.length = length(z);
  if (!(segment.length > 1e-14)) at.fail("fromto", "two points that differ");
  segment.placement.rotation = rotation_to_z(z);
  return segment;
}

Geom read_geom(const Attributes& attributes, const Compiler& compiler, Assets& assets, Remarks& remarks) {
  const Element& element = attributes.element();
  Geom geom;
  Geometry& geometry = geom.geometry;
  const std::string type = attributes.keyword(
      "type", "sphere", {"plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"});
  if (type == "sdf") element.fail("type is \"sdf\", expected a shape: signed distance fields need MuJoCo's plugins");
  geometry.kind = kind_of(type);
  geometry.name = element.find_string("name").value_or("");
  geometry.source = element.source();
  geometry.placement = read_placement(attributes, compiler);
  const Element mesh_at = attributes.holder("mesh");
  if (geometry.kind == Kind::mesh) {
    if (!mesh_at) element.fail("mesh is missing, expected the name of a <mesh> of <asset>");
    MeshAsset& asset = assets.mesh(mesh_at, "mesh");
    geometry.material = asset.material;
    geom.frame = geometry.placement;
    keep_mesh(asset, attributes, assets, geometry);
  } else if (geometry.kind == Kind::heightfield) {
    const Element at = attributes.holder("hfield");
    if (!at) element.fail("hfield is missing, expected the name of an <hfield> of <asset>");
    const HeightField& field = assets.height_field(at, "hfield");
    geometry.mesh_file = field.file.string();
    geometry.size = field.size;
    if (field.file.empty()) remarks.note(element, "the heights of a height field without a file are not kept");
  } else if (mesh_at && sizes_of(geometry.kind) > 0) {
    fit_to_mesh(assets, assets.mesh(mesh_at, "mesh"), attributes, compiler, geometry);
  } else {
    read_primitive(attributes, geometry);
  }
  if (geometry.kind != Kind::mesh) geom.frame = geometry.placement;
  // What the kind or the mesh makes superfluous is superfluous in MuJoCo too.
  for (const char* attribute :
       {"size", "mass", "density", "shellinertia", "fitscale", "fromto", "pos", "mesh", "hfield"})
    element.mark(attribute);
  read_looks(attributes, assets, geom);
  read_contact(attributes, geometry);
  return geom;
}

MassProperties geom_mass(const Attributes& attributes, const Geom& geom, Assets& assets) {
  const Geometry& geometry = geom.geometry;
  const double density = attributes.magnitude("density", 1000), mass = attributes.magnitude("mass", -1);
  if (mass == 0 || (mass < 0 && density == 0)) return {};
  Moments moments;
  if (geometry.kind == Kind::mesh)
    moments = assets.moments(assets.mesh(attributes.holder("mesh"), "mesh"), attributes.element());
  else
    moments = shape_moments(geometry.kind, geometry.size, attributes.boolean("shellinertia", false));
  if (!(moments.measure > 0)) return {};  // planes and height fields
  return transformed(geom.frame, mass_properties(moments, mass < 0 ? density : mass / moments.measure));
}

}  // namespace tenon::io::mjcf
