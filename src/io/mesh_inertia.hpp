// Volume or area, centroid and inertia of a triangle mesh.
#pragma once

#include "io/mesh.hpp"

namespace tenon::io {

enum class MeshInertia {
  convex,  // of the convex hull
  exact,   // signed volume integral; the mesh must be watertight
  legacy,  // MuJoCo's default: pyramids from the centroid, all counted as positive (too much for concave meshes)
  shell,   // of the surface
};

// For density 1 per volume (shell: per area).
struct Moments {
  double measure = 0;  // volume or area
  Vector3 centroid{0, 0, 0};
  std::array<double, 6> inertia{0, 0, 0, 0, 0, 0};  // about the centroid: xx, xy, xz, yy, yz, zz
};

// Meshes without faces stand for their convex hull. An Error without a source says what is wrong.
Moments mesh_moments(const Mesh& mesh, MeshInertia kind);

// Every directed edge has exactly one opposite: a closed surface that is oriented consistently.
bool watertight(const std::vector<std::array<int, 3>>& faces);

}  // namespace tenon::io
