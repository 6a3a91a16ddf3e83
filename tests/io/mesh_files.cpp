#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>

#include "io/mesh.hpp"

namespace tenon::io {
namespace {

template <class T>
void put(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

std::string stl(const std::vector<std::array<Vector3, 3>>& triangles) {
  std::string bytes(80, ' ');
  put(bytes, static_cast<std::uint32_t>(triangles.size()));
  for (const auto& triangle : triangles) {
    for (int k = 0; k < 3; ++k) put(bytes, 0.0f);
    for (const Vector3& corner : triangle)
      for (double x : corner) put(bytes, static_cast<float>(x));
    put(bytes, std::uint16_t{0});
  }
  return bytes;
}

std::string message(auto call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no Error";
}

TEST(MeshFiles, StlCornersAtTheSamePlaceAreOneVertex) {
  const Mesh mesh =
      parse_stl(stl({{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {{{1, 0, 0}, {0, 0, 0}, {0, 0, 1}}}}), "two.stl");
  EXPECT_EQ(mesh.vertices.size(), 4u);
  ASSERT_EQ(mesh.faces.size(), 2u);
  EXPECT_EQ(mesh.faces[1], (std::array<int, 3>{1, 0, 3}));
}

TEST(MeshFiles, ObjReadsPolygonsSlashesAndNegativeNumbers) {
  const Mesh mesh = parse_obj(
      "# a square and a triangle\nv 0 0 0\nv 2 0 0\r\nv 2 1 0\nv 0 1 0\nv 1 1 1 1.0\nvn 0 0 1\nf 1/1/1 2//1 3/4 4\n"
      "g side\nf -1 1 2\n",
      "a.obj");
  EXPECT_EQ(mesh.vertices.size(), 5u);
  ASSERT_EQ(mesh.faces.size(), 3u);
  EXPECT_EQ(mesh.faces[2], (std::array<int, 3>{4, 0, 1}));
  EXPECT_EQ(mesh.vertices[2], (Vector3{2, 1, 0}));
}

TEST(MeshFiles, ObjQuadrilateralsAreSplitAlongTheShorterDiagonal) {
  const Mesh mesh = parse_obj("v 0 0 0\nv 1 0.1 0\nv 4 0 0\nv 1 -0.1 0\nf 1 4 3 2\n", "kite.obj");
  ASSERT_EQ(mesh.faces.size(), 2u);
  EXPECT_EQ(mesh.faces[0], (std::array<int, 3>{0, 3, 1}));
}

TEST(MeshFiles, MshReadsVerticesAndFacesBehindNormalsAndTextures) {
  std::string bytes;
  for (std::int32_t n : {4, 4, 4, 2}) put(bytes, n);
  for (int i = 0; i < 12; ++i) put(bytes, static_cast<float>(i));
  for (int i = 0; i < 12 + 8; ++i) put(bytes, -1.0f);
  for (std::int32_t i : {0, 1, 2, 1, 3, 2}) put(bytes, i);
  const Mesh mesh = parse_msh(bytes, "a.msh");
  EXPECT_EQ(mesh.vertices[3], (Vector3{9, 10, 11}));
  ASSERT_EQ(mesh.faces.size(), 2u);
  EXPECT_EQ(mesh.faces[1], (std::array<int, 3>{1, 3, 2}));
}

TEST(MeshFiles, BrokenFilesAreErrorsThatSayWhere) {
  EXPECT_EQ(message([] { parse_obj("v 0 0 0\nf 1 2 9\n", "a.obj"); }),
            "a.obj:2: mesh: face has the corner \"2\", expected the number of a vertex (1 so far)");
  EXPECT_EQ(message([] { parse_obj("v 0 zero 0\n", "a.obj"); }),
            "a.obj:1: mesh: vertex has the coordinate \"zero\", expected a number");
  EXPECT_EQ(message([] { parse_obj("v 0 0 0\nf 1 1\n", "a.obj"); }),
            "a.obj:2: mesh: face has 2 corners, expected at least 3");
  EXPECT_EQ(message([] { parse_stl("solid", "a.stl"); }), "a.stl: mesh: STL file has 5 bytes, expected at least 84");
  EXPECT_EQ(message([] { parse_stl("solid ascii" + std::string(100, 'x'), "a.stl"); }),
            "a.stl: mesh: STL file is in the text form, expected the binary form");
  EXPECT_EQ(message([] { parse_msh(std::string(16, '\1'), "a.msh"); }).substr(0, 34),
            "a.msh: mesh: MSH file has 16 bytes");
  EXPECT_EQ(message([] { read_mesh("nowhere.stl"); }),
            "nowhere.stl: mesh: file cannot be opened, expected a mesh file");
  EXPECT_EQ(message([] { read_mesh("robot.dae"); }),
            "robot.dae: mesh: file has the extension \".dae\", expected .stl, .obj or .msh");
}

}  // namespace
}  // namespace tenon::io
