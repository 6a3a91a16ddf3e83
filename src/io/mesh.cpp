// Mesh files. STL repeats every corner: equal corners become one vertex, so that edges can be matched.
// O(size of the file), the merging of STL corners O(n log n).
#include "io/mesh.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

namespace tenon::io {
namespace {

[[noreturn]] void fail(const std::string& name, int line, const std::string& message) {
  throw Error(Source{name, line, "mesh"}, message);
}

template <class T>
T load(std::string_view bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

Vector3 load_point(std::string_view bytes, std::size_t offset, const std::string& name) {
  Vector3 point;
  for (std::size_t k = 0; k < 3; ++k) {
    point[k] = load<float>(bytes, offset + 4 * k);
    if (!std::isfinite(point[k])) fail(name, 0, "a coordinate is not finite, expected numbers");
  }
  return point;
}

// Index of an OBJ corner "v", "v/vt", "v//vn" or "v/vt/vn"; negative numbers count from the end.
int corner_index(std::string_view word, std::size_t vertices, const std::string& name, int line) {
  int index = 0;
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), index);
  const bool whole = status == std::errc() && (end == word.data() + word.size() || *end == '/');
  const int count = static_cast<int>(vertices);
  if (whole && index < 0) index += count + 1;
  if (!whole || index < 1 || index > count)
    fail(name, line,
         "face has the corner \"" + std::string(word.substr(0, 40)) + "\", expected the number of a vertex (" +
             std::to_string(count) + " so far)");
  return index - 1;
}

double squared_distance(const Vector3& a, const Vector3& b) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

// Polygons become fans; a quadrilateral is split along its shorter diagonal.
void add_polygon(const std::vector<int>& corners, Mesh& mesh) {
  const auto& v = mesh.vertices;
  if (corners.size() == 4 &&
      squared_distance(v[corners[1]], v[corners[3]]) < squared_distance(v[corners[0]], v[corners[2]])) {
    mesh.faces.push_back({corners[0], corners[1], corners[3]});
    mesh.faces.push_back({corners[1], corners[2], corners[3]});
    return;
  }
  for (std::size_t k = 2; k < corners.size(); ++k) mesh.faces.push_back({corners[0], corners[k - 1], corners[k]});
}

std::string_view next_word(std::string_view& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return line = {};
  const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

}  // namespace

Mesh parse_stl(std::string_view bytes, const std::string& name) {
  constexpr std::size_t header = 84, record = 50;
  if (bytes.size() < header)
    fail(name, 0, "STL file has " + std::to_string(bytes.size()) + " bytes, expected at least 84");
  const std::size_t count = load<std::uint32_t>(bytes, 80);
  if (bytes.size() < header + record * count) {
    const bool text = bytes.substr(0, 5) == "solid";
    fail(name, 0,
         text ? "STL file is in the text form, expected the binary form"
              : "STL file promises " + std::to_string(count) + " triangles, expected " +
                    std::to_string((bytes.size() - header) / record) + " by its size");
  }
  Mesh mesh;
  std::map<Vector3, int> known;
  for (std::size_t i = 0; i < count; ++i) {
    std::array<int, 3> face;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3 point = load_point(bytes, header + record * i + 12 + 12 * k, name);
      const auto [entry, fresh] = known.try_emplace(point, static_cast<int>(mesh.vertices.size()));
      if (fresh) mesh.vertices.push_back(point);
      face[k] = entry->second;
    }
    mesh.faces.push_back(face);
  }
  return mesh;
}

Mesh parse_obj(std::string_view text, const std::string& name) {
  Mesh mesh;
  std::vector<int> corners;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view kind = next_word(line);
    if (kind == "v") {
      Vector3 point;
      for (double& x : point) {
        const std::string_view word = next_word(line);
        const auto [last, status] = std::from_chars(word.data(), word.data() + word.size(), x);
        if (status != std::errc() || last != word.data() + word.size() || !std::isfinite(x))
          fail(name, number,
               "vertex has the coordinate \"" + std::string(word.substr(0, 40)) + "\", expected a number");
      }
      mesh.vertices.push_back(point);
    } else if (kind == "f") {
      corners.clear();
      for (std::string_view word = next_word(line); !word.empty(); word = next_word(line))
        corners.push_back(corner_index(word, mesh.vertices.size(), name, number));
      if (corners.size() < 3)
        fail(name, number, "face has " + std::to_string(corners.size()) + " corners, expected at least 3");
      add_polygon(corners, mesh);
    }
  }
  return mesh;
}

Mesh parse_msh(std::string_view bytes, const std::string& name) {
  if (bytes.size() < 16) fail(name, 0, "MSH file has " + std::to_string(bytes.size()) + " bytes, expected at least 16");
  std::int64_t count[4];  // vertices, normals, texture coordinates, faces
  for (std::size_t k = 0; k < 4; ++k) count[k] = load<std::int32_t>(bytes, 4 * k);
  const std::int64_t expected = 16 + 12 * (count[0] + count[1] + count[3]) + 8 * count[2];
  if (count[0] < 0 || count[1] < 0 || count[2] < 0 || count[3] < 0 ||
      expected != static_cast<std::int64_t>(bytes.size()))
    fail(name, 0,
         "MSH file has " + std::to_string(bytes.size()) + " bytes, expected " + std::to_string(expected) +
             " by its header");
  Mesh mesh;
  for (std::int64_t i = 0; i < count[0]; ++i)
    mesh.vertices.push_back(load_point(bytes, static_cast<std::size_t>(16 + 12 * i), name));
  const std::int64_t first_face = 16 + 12 * (count[0] + count[1]) + 8 * count[2];
  for (std::int64_t i = 0; i < count[3]; ++i) {
    std::array<int, 3> face;
    for (std::int64_t k = 0; k < 3; ++k) {
      face[static_cast<std::size_t>(k)] =
          load<std::int32_t>(bytes, static_cast<std::size_t>(first_face + 12 * i + 4 * k));
      const int index = face[static_cast<std::size_t>(k)];
      if (index < 0 || index >= count[0])
        fail(name, 0,
             "face has the vertex " + std::to_string(index) + ", expected 0 to " + std::to_string(count[0] - 1));
    }
    mesh.faces.push_back(face);
  }
  return mesh;
}

Mesh read_mesh(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto parse = extension == ".stl"   ? parse_stl
                     : extension == ".obj" ? parse_obj
                     : extension == ".msh" ? parse_msh
                                           : nullptr;
  if (!parse) fail(file.string(), 0, "file has the extension \"" + extension + "\", expected .stl, .obj or .msh");
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file))
    fail(file.string(), 0, "file cannot be opened, expected a mesh file");
  const std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  return parse(bytes, file.string());
}

}  // namespace tenon::io
