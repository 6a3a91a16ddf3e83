// Quickhull: each face keeps the points that see it from outside; the farthest of them joins the hull, the faces it
// sees go, and a fan of new faces closes the hole. [Barber96]. O(n log n) on average.
// Departure: points are snapped to a grid of 40 bits and "sees" is decided exactly in 128-bit integers. Meshes are full
// of coplanar points, and with exact signs no tolerance is needed: the faces that a point sees strictly always form
// one disc, and a point on the line of an edge sees neither face of that edge, so no triangle is degenerate.
#include "io/convex_hull.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tenon::io {
namespace {

__extension__ typedef __int128 Wide;
using Grid = std::array<std::int64_t, 3>;

// Differences have 41 bits, products of three of them 123: a determinant of six such terms fits in 127 bits.
Wide volume(const Grid& a, const Grid& b, const Grid& c, const Grid& d) {
  std::int64_t u[3], v[3], w[3];
  for (std::size_t k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k], w[k] = d[k] - a[k];
  const auto minor = [&](int i, int j) { return Wide(u[i]) * v[j] - Wide(u[j]) * v[i]; };
  return minor(1, 2) * w[0] + minor(2, 0) * w[1] + minor(0, 1) * w[2];
}

bool collinear(const Grid& a, const Grid& b, const Grid& c) {
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (Wide(b[i] - a[i]) * (c[j] - a[j]) != Wide(b[j] - a[j]) * (c[i] - a[i])) return false;
  }
  return true;
}

struct Face {
  std::array<int, 3> corners;
  std::array<int, 3> neighbours{-1, -1, -1};  // across the edge from corner k to corner k + 1
  std::vector<int> outside;
  bool alive = true;
};

class Quickhull {
 public:
  explicit Quickhull(const std::vector<Vector3>& points)
      : grid_(snapped(points)), leaving_(points.size()), arriving_(points.size()) {}

  std::vector<std::array<int, 3>> run() {
    if (!start()) return {};
    std::vector<int> pending{0, 1, 2, 3};
    while (!pending.empty()) {
      const int face = pending.back();
      pending.pop_back();
      if (faces_[face].alive && !faces_[face].outside.empty()) add(farthest(face), face, pending);
    }
    std::vector<std::array<int, 3>> triangles;
    for (const Face& face : faces_)
      if (face.alive) triangles.push_back(face.corners);
    return triangles;
  }

 private:
  static std::vector<Grid> snapped(const std::vector<Vector3>& points) {
    Vector3 lower{}, upper{};
    if (!points.empty()) lower = upper = points.front();
    for (const Vector3& p : points)
      for (std::size_t k = 0; k < 3; ++k) lower[k] = std::min(lower[k], p[k]), upper[k] = std::max(upper[k], p[k]);
    double extent = 0;
    for (std::size_t k = 0; k < 3; ++k) extent = std::max(extent, upper[k] - lower[k]);
    const double scale = 0x1.0p40 / extent;
    std::vector<Grid> grid(points.size());
    if (!std::isfinite(scale) || !std::isfinite(extent)) return grid;  // one point: no hull
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k)
        grid[i][k] = static_cast<std::int64_t>(std::llround((points[i][k] - lower[k]) * scale));
    return grid;
  }

  Wide height(int face, int point) const {
    const auto& [a, b, c] = faces_[face].corners;
    return volume(grid_[a], grid_[b], grid_[c], grid_[point]);
  }
  bool sees(int point, int face) const { return height(face, point) > 0; }

  int farthest(int face) const {
    int best = faces_[face].outside.front();
    for (int point : faces_[face].outside)
      if (height(face, point) > height(face, best)) best = point;
    return best;
  }

  // A tetrahedron of points far apart; false when all points lie in one plane.
  bool start() {
    const int n = static_cast<int>(grid_.size());
    const auto argmax = [n](auto measure) {
      int best = 0;
      for (int i = 1; i < n; ++i)
        if (measure(i) > measure(best)) best = i;
      return best;
    };
    const auto distance = [&](int i, int j) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto d = static_cast<double>(grid_[i][k] - grid_[j][k]);
        sum += d * d;
      }
      return sum;
    };
    if (n < 4) return false;
    const int a = argmax([&](int i) { return distance(i, 0); });
    const int b = argmax([&](int i) { return distance(i, a); });
    if (grid_[a] == grid_[b]) return false;
    // Of two points off the line the one with the larger |ab × ac| is better; any point off the line is good enough.
    const int c =
        argmax([&](int i) { return collinear(grid_[a], grid_[b], grid_[i]) ? -1.0 : distance(i, a) + distance(i, b); });
    if (collinear(grid_[a], grid_[b], grid_[c])) return false;
    const auto off_plane = [&](int i) {
      const Wide v = volume(grid_[a], grid_[b], grid_[c], grid_[i]);
      return v < 0 ? -v : v;
    };
    const int d = argmax(off_plane);
    if (off_plane(d) == 0) return false;
    const bool flip = volume(grid_[a], grid_[b], grid_[c], grid_[d]) > 0;
    const int p = flip ? b : a, q = flip ? a : b;  // now d lies below p q c
    faces_ = {Face{{p, q, c}, {1, 2, 3}, {}}, Face{{q, p, d}, {0, 3, 2}, {}}, Face{{c, q, d}, {0, 1, 3}, {}},
              Face{{p, c, d}, {0, 2, 1}, {}}};
    std::vector<int> all(grid_.size());
    for (int i = 0; i < n; ++i) all[i] = i;
    distribute(all, 0);
    return true;
  }

  // Gives each point to the first face, from `first` on, that it sees; points that see none are inside.
  void distribute(const std::vector<int>& points, int first) {
    for (int point : points)
      for (int face = first; face < static_cast<int>(faces_.size()); ++face)
        if (sees(point, face)) {
          faces_[face].outside.push_back(point);
          break;
        }
  }

  void add(int eye, int seed, std::vector<int>& pending) {
    struct Edge {
      int from, to, beyond;
    };
    std::vector<int> visible{seed}, orphans;
    std::vector<Edge> horizon;
    faces_[seed].alive = false;
    for (std::size_t i = 0; i < visible.size(); ++i) {
      const Face& face = faces_[visible[i]];
      for (int k = 0; k < 3; ++k) {
        const int next = face.neighbours[k];
        if (!faces_[next].alive) continue;
        if (sees(eye, next)) {
          faces_[next].alive = false;
          visible.push_back(next);
        } else {
          horizon.push_back({face.corners[k], face.corners[(k + 1) % 3], next});
        }
      }
    }
    // The horizon is one cycle: the fan's face on an edge borders the faces on the edges before and after it.
    const int first = static_cast<int>(faces_.size()), count = static_cast<int>(horizon.size());
    for (int i = 0; i < count; ++i) leaving_[horizon[i].from] = arriving_[horizon[i].to] = first + i;
    for (int i = 0; i < count; ++i) {
      const auto& [from, to, beyond] = horizon[i];
      faces_.push_back(Face{{from, to, eye}, {beyond, leaving_[to], arriving_[from]}, {}});
      for (int k = 0; k < 3; ++k)
        if (faces_[beyond].corners[k] == to && faces_[beyond].corners[(k + 1) % 3] == from)
          faces_[beyond].neighbours[k] = first + i;
      pending.push_back(first + i);
    }
    for (int face : visible) {
      orphans.insert(orphans.end(), faces_[face].outside.begin(), faces_[face].outside.end());
      std::vector<int>().swap(faces_[face].outside);
    }
    distribute(orphans, first);
  }

  std::vector<Grid> grid_;
  std::vector<Face> faces_;
  std::vector<int> leaving_, arriving_;  // at a point of the horizon: the new face on the edge from it, to it
};

}  // namespace

std::vector<std::array<int, 3>> convex_hull(const std::vector<Vector3>& points) { return Quickhull(points).run(); }

}  // namespace tenon::io
