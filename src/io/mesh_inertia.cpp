// A mesh is a union of pyramids from an apex to each triangle D E F ([ORourke98] 1.3.8).
// With D, E, F relative to the centroid and s = D + E + F, the second moment of a pyramid of volume w is
// w/20 (DDᵀ + EEᵀ + FFᵀ + ssᵀ); that of a triangle of area w is w/12 of the same sum. O(faces).
// `legacy` is MuJoCo's: pyramids from the area-weighted centroid of the faces give the centre of mass, pyramids from
// that centre give volume and inertia, and both times the volumes are taken without sign.
#include "io/mesh_inertia.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/convex_hull.hpp"
#include "spatial/vector3.hpp"

namespace tenon::io {
namespace {

using V3 = Vec3<double>;

struct Triangle {
  V3 D, E, F;
  V3 sum() const { return D + E + F; }
  double area() const {
    const V3 n = cross(E - D, F - D);
    return 0.5 * std::sqrt(dot(n, n));
  }
  double volume_from(const V3& apex) const { return dot(cross(D - apex, E - apex), F - apex) / 6; }
};

std::vector<Triangle> triangles(const Mesh& mesh, const std::vector<std::array<int, 3>>& faces) {
  std::vector<Triangle> list;
  list.reserve(faces.size());
  const auto vertex = [&](int i) {
    const Vector3& p = mesh.vertices[static_cast<std::size_t>(i)];
    return V3{p[0], p[1], p[2]};
  };
  for (const auto& [a, b, c] : faces) list.push_back({vertex(a), vertex(b), vertex(c)});
  return list;
}

V3 surface_centroid(const std::vector<Triangle>& list) {
  double area = 0;
  V3 moment{};
  for (const Triangle& t : list) {
    area += t.area();
    moment += (t.area() / 3) * t.sum();
  }
  if (!(area > 0) || !std::isfinite(area)) throw Error("mesh has the surface area 0, expected > 0");
  return (1 / area) * moment;
}

double signed_volume(const Triangle& t, const V3& apex, MeshInertia kind) {
  const double volume = t.volume_from(apex);
  return kind == MeshInertia::legacy ? std::abs(volume) : volume;
}

// The centroid of a pyramid is a quarter of the way from its base to its apex.
V3 volume_centroid(const std::vector<Triangle>& list, const V3& apex, MeshInertia kind) {
  double volume = 0;
  V3 moment{};
  for (const Triangle& t : list) {
    const double v = signed_volume(t, apex, kind);
    volume += v;
    moment += (v / 4) * (t.sum() + apex);
  }
  if (volume < 0) throw Error("mesh has a negative volume, expected faces counter-clockwise seen from outside");
  const double scale = std::pow(list.front().area(), 1.5);
  if (!(volume > 1e-14 * scale) || !std::isfinite(volume))
    throw Error("mesh has the volume " + std::to_string(volume) +
                ", expected > 0 (inertia=\"shell\" suits thin meshes)");
  return (1 / volume) * moment;
}

}  // namespace

bool watertight(const std::vector<std::array<int, 3>>& faces) {
  std::vector<std::pair<int, int>> edges, opposite;
  for (const auto& f : faces)
    for (std::size_t k = 0; k < 3; ++k) {
      edges.emplace_back(f[k], f[(k + 1) % 3]);
      opposite.emplace_back(f[(k + 1) % 3], f[k]);
    }
  std::sort(edges.begin(), edges.end());
  std::sort(opposite.begin(), opposite.end());
  return edges == opposite && std::adjacent_find(edges.begin(), edges.end()) == edges.end();
}

Moments mesh_moments(const Mesh& mesh, MeshInertia kind) {
  const bool hull = kind == MeshInertia::convex || mesh.faces.empty();
  const auto faces = hull ? convex_hull(mesh.vertices) : mesh.faces;
  if (faces.empty())
    throw Error("mesh has " + std::to_string(mesh.vertices.size()) + " points in one plane, expected a solid");
  if (kind == MeshInertia::exact && !watertight(faces))
    throw Error("mesh is not watertight, expected every edge to be shared by two faces for inertia=\"exact\"");
  const auto list = triangles(mesh, faces);
  const bool shell = kind == MeshInertia::shell;
  V3 c = surface_centroid(list);
  if (!shell) c = volume_centroid(list, c, kind);

  Moments moments;
  Sym3<double> P{};
  for (const Triangle& t : list) {
    const double w = shell ? t.area() : signed_volume(t, c, kind);
    const double scale = w / (shell ? 12 : 20);
    moments.measure += w;
    for (const V3& x : {t.D - c, t.E - c, t.F - c, t.sum() - 3.0 * c})
      P += Sym3<double>{scale * x.x * x.x, scale * x.x * x.y, scale * x.x * x.z,
                        scale * x.y * x.y, scale * x.y * x.z, scale * x.z * x.z};
  }
  moments.centroid = {c.x, c.y, c.z};
  moments.inertia = {P.yy + P.zz, -P.xy, -P.xz, P.xx + P.zz, -P.yz, P.xx + P.yy};
  return moments;
}

}  // namespace tenon::io
