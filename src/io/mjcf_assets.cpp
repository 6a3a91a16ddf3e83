// Reads meshes, height fields and materials; finds files in MuJoCo's search order.
#include "io/mjcf_assets.hpp"

#include <algorithm>

#include "io/mjcf_orientation.hpp"
#include "io/number.hpp"

namespace tenon::io::mjcf {

namespace {

using Severity = Diagnostic::Severity;

// MuJoCo's places in its order: the main model's directory and meshdir, then the directory of the included file below
// them; and, because people mean it, meshdir below the included file. None exists: the first, for the message.
std::filesystem::path resolved(const std::filesystem::path& written, const Element& element, const Compiler& compiler,
                               const std::filesystem::path& directory) {
  const auto& meshes = compiler.mesh_directory;
  const std::filesystem::path file = compiler.strip_path ? written.filename() : written;
  const std::filesystem::path own = std::filesystem::path(element.document().name()).parent_path();
  // operator/ drops what stands before an absolute path.
  const std::filesystem::path first = directory / meshes / file;
  std::error_code error;
  for (const auto& candidate :
       {first, directory / meshes / own.lexically_relative(directory) / file, own / meshes / file})
    if (std::filesystem::exists(candidate, error)) return candidate;
  return first;
}

template <class Map>
auto& found(Map& map, const Element& element, const char* attribute, const char* what) {
  const auto entry = map.find(element.string(attribute));
  if (entry == map.end()) element.fail(attribute, std::string("the name of a ") + what + " of <asset>");
  return entry->second;
}

// A mesh written in the XML.
Mesh inline_mesh(const Element& element) {
  Mesh mesh;
  const auto numbers = element.numbers("vertex", 12, 30'000'000);
  if (numbers.size() % 3) element.fail("vertex", "three numbers for each vertex");
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    mesh.vertices.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  const auto corners = element.find_numbers("face", 0, 60'000'000).value_or(std::vector<double>{});
  if (corners.size() % 3) element.fail("face", "three vertex numbers for each face");
  const double count = static_cast<double>(mesh.vertices.size());
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    std::array<int, 3> face;
    for (std::size_t k = 0; k < 3; ++k) {
      const double corner = corners[i + k];
      if (!(corner >= 0) || !(corner < count) || corner != static_cast<int>(corner))
        element.fail("face", "vertex numbers from 0 to " + shortest(count - 1));
      face[k] = static_cast<int>(corner);
    }
    mesh.faces.push_back(face);
  }
  return mesh;
}

void move_to_geom_frame(const MeshAsset& asset, Mesh& mesh) {
  const Placement from_reference = inverse(asset.reference);
  for (Vector3& v : mesh.vertices) {
    v = (from_reference * Placement{Placement{}.rotation, v}).translation;
    for (std::size_t k = 0; k < 3; ++k) v[k] *= asset.scale[k];
  }
  // A mirrored mesh shows its faces from behind.
  if (asset.scale[0] * asset.scale[1] * asset.scale[2] < 0)
    for (auto& face : mesh.faces) std::swap(face[1], face[2]);
}

}  // namespace

void Assets::read(const Node& section, const Defaults& defaults, const Compiler& compiler,
                  const std::filesystem::path& directory, Remarks& remarks) {
  for (const Node& child : section.children) {
    const Element& element = child.element;
    const std::string tag(element.tag());
    if (tag == "mesh" || tag == "material" || tag == "hfield") {
      element.mark();
      remarks.attributes(element, tag);
      for (const Node& part : child.children)
        remarks.left_out(part.element, part.is("plugin") ? Severity::warning : Severity::note,
                         part.is("plugin") ? "plugins are not run" : "it concerns drawing only");
      const Attributes attributes(element, defaults.in_force(element, "class", defaults.main()), tag);
      if (tag == "mesh")
        read_mesh(attributes, compiler, directory);
      else if (tag == "hfield")
        read_height_field(attributes, compiler, directory);
      else
        materials_[element.string("name")] = attributes.vector<4>("rgba", {1, 1, 1, 1});
    } else if (tag == "texture" || tag == "skin") {
      remarks.left_out(element, Severity::note, "it concerns drawing only");
    } else if (tag == "model") {
      remarks.left_out(element, Severity::note, "models are read where <attach> uses them, which is an Error");
    }
  }
}

void Assets::read_mesh(const Attributes& attributes, const Compiler& compiler, const std::filesystem::path& directory) {
  const Element& element = attributes.element();
  MeshAsset asset;
  asset.element = element;
  const std::filesystem::path written = element.find_string("file").value_or("");
  if (!written.empty()) asset.file = resolved(written, element, compiler, directory);
  const std::string name = element.find_string("name").value_or(written.stem().string());
  if (name.empty()) element.fail("name and file are missing, expected one of them");
  for (const char* shape : {"vertex", "face", "content_type", "params"}) element.mark(shape);
  if (const auto builtin = element.find_string("builtin"))
    asset.not_read = "it is builtin=" + in_quotes(*builtin) + ", expected a file or vertices";
  else if (written.empty() && !element.has("vertex"))
    element.fail("file and vertex are missing, expected one of them");
  asset.material = attributes.string("material", "");
  asset.scale = attributes.vector<3>("scale", {1, 1, 1});
  const std::string inertia = attributes.keyword("inertia", "legacy", {"convex", "exact", "legacy", "shell"});
  asset.inertia = inertia == "convex"  ? MeshInertia::convex
                  : inertia == "exact" ? MeshInertia::exact
                  : inertia == "shell" ? MeshInertia::shell
                                       : MeshInertia::legacy;
  const auto q = attributes.vector<4>("refquat", {1, 0, 0, 0});
  if (std::ranges::all_of(q, [](double x) { return x == 0; })) element.fail("refquat", "a quaternion that is not zero");
  asset.reference = placement_from_quaternion(attributes.vector<3>("refpos", {0, 0, 0}), {q[1], q[2], q[3], q[0]});
  if (!meshes_.emplace(name, std::move(asset)).second)
    element.fail("the name " + in_quotes(name) + " is used by two meshes, expected different names");
}

void Assets::read_height_field(const Attributes& attributes, const Compiler& compiler,
                               const std::filesystem::path& directory) {
  const Element& element = attributes.element();
  HeightField field;
  field.element = element;
  const std::filesystem::path written = element.find_string("file").value_or("");
  if (!written.empty()) field.file = resolved(written, element, compiler, directory);
  for (const char* heights : {"nrow", "ncol", "elevation", "content_type"}) element.mark(heights);
  const auto size = element.vector<4>("size");  // half lengths, height, thickness of the base
  field.size = {2 * size[0], 2 * size[1], size[2]};
  const std::string name = element.find_string("name").value_or(written.stem().string());
  if (!height_fields_.emplace(name, field).second)
    element.fail("the name " + in_quotes(name) + " is used by two height fields, expected different names");
}

MeshAsset& Assets::mesh(const Element& element, const char* attribute) {
  return found(meshes_, element, attribute, "<mesh>");
}

const HeightField& Assets::height_field(const Element& element, const char* attribute) {
  return found(height_fields_, element, attribute, "<hfield>");
}

const std::array<double, 4>* Assets::colour(const std::string& material) const {
  const auto entry = materials_.find(material);
  return entry == materials_.end() ? nullptr : &entry->second;
}

const Mesh& Assets::vertices(MeshAsset& asset, const Element& user) {
  if (asset.mesh) return *asset.mesh;
  if (!asset.not_read.empty()) user.fail("needs the shape of its mesh, but " + asset.not_read);
  Mesh mesh = asset.file.empty() ? inline_mesh(asset.element) : io::read_mesh(asset.file);
  move_to_geom_frame(asset, mesh);
  return asset.mesh.emplace(std::move(mesh));
}

const Moments& Assets::moments(MeshAsset& asset, const Element& user) {
  if (asset.moments) return *asset.moments;
  const Mesh& mesh = vertices(asset, user);
  try {
    return asset.moments.emplace(mesh_moments(mesh, asset.inertia));
  } catch (const Error& error) {
    asset.element.fail(error.what());
  }
}

}  // namespace tenon::io::mjcf
