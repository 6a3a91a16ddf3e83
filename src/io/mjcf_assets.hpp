// <asset>: meshes, height fields and materials by name.
#pragma once

#include <map>
#include <optional>

#include "io/mesh_inertia.hpp"
#include "io/mjcf_compiler.hpp"

namespace tenon::io::mjcf {

// Vertices of the file go to the geom's frame by scale · refquat⁻¹ (v - refpos).
struct MeshAsset {
  Element element;
  std::filesystem::path file;  // empty: vertices and faces are written in the XML
  std::string material;
  MeshInertia inertia = MeshInertia::legacy;
  Vector3 scale{1, 1, 1};
  Placement reference;             // refpos and refquat
  std::string not_read;            // why its shape cannot be read ("builtin …"); empty: it can
  bool warned = false;             // that the file is missing
  std::optional<Mesh> mesh;        // in the geom's frame, once loaded
  std::optional<Moments> moments;  // once computed
};

struct HeightField {
  Element element;
  std::filesystem::path file;
  Vector3 size{0, 0, 0};  // full edge lengths x, y; height
};

class Assets {
 public:
  void read(const Node& section, const Defaults& defaults, const Compiler& compiler,
            const std::filesystem::path& directory, Remarks& remarks);

  // The asset that an attribute of the element names; an Error where there is none.
  MeshAsset& mesh(const Element& element, const char* attribute);
  const HeightField& height_field(const Element& element, const char* attribute);
  // Null where no material has that name.
  const std::array<double, 4>* colour(const std::string& material) const;

  // Loaded on first use; an Error names the element that wants it.
  const Mesh& vertices(MeshAsset& asset, const Element& user);
  const Moments& moments(MeshAsset& asset, const Element& user);

 private:
  void read_mesh(const Attributes& attributes, const Compiler& compiler, const std::filesystem::path& directory);
  void read_height_field(const Attributes& attributes, const Compiler& compiler,
                         const std::filesystem::path& directory);
  std::map<std::string, MeshAsset> meshes_;
  std::map<std::string, HeightField> height_fields_;
  std::map<std::string, std::array<double, 4>> materials_;
};

}  // namespace tenon::io::mjcf
