// A triangle mesh as plain data, and where it comes from: binary STL, OBJ and MuJoCo's MSH files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/description.hpp"

namespace tenon::io {

struct Mesh {
  std::vector<Vector3> vertices;
  std::vector<std::array<int, 3>> faces;  // counter-clockwise seen from outside; empty for a point cloud
};

// By extension (stl, obj, msh; any case). Errors name the file and what is wrong with it.
Mesh read_mesh(const std::filesystem::path& file);

// From memory; `name` stands for the file in messages.
Mesh parse_stl(std::string_view bytes, const std::string& name);
Mesh parse_obj(std::string_view text, const std::string& name);
Mesh parse_msh(std::string_view bytes, const std::string& name);

}  // namespace tenon::io
