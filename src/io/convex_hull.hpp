// Convex hull of a point cloud.
#pragma once

#include <array>
#include <vector>

#include "tenon/description.hpp"

namespace tenon::io {

// Triangles over the given points, counter-clockwise seen from outside. Empty when all points lie in one plane
// (to about 1e-12 of their extent), which encloses no volume.
std::vector<std::array<int, 3>> convex_hull(const std::vector<Vector3>& points);

}  // namespace tenon::io
