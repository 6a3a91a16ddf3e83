// MuJoCo's rules. Both fits work in the principal axes of the mesh, largest moment first, so that z is its long axis.
#include "io/mjcf_fit.hpp"

#include <algorithm>
#include <cmath>

#include "io/principal_axes.hpp"

namespace tenon::io::mjcf {

namespace {

using Kind = Geometry::Kind;

// Half edges of the box with the same moments and measure: I_x = V (h_y² + h_z²) / 3.
Vector3 box_of_equal_inertia(const Vector3& moments, double measure) {
  Vector3 half;
  for (std::size_t k = 0; k < 3; ++k) {
    const double square = 1.5 * (moments[(k + 1) % 3] + moments[(k + 2) % 3] - moments[k]) / measure;
    half[k] = std::sqrt(std::max(0.0, square));
  }
  return half;
}

// Sizes as Geometry has them. `round` makes one radius out of two or three half edges.
Vector3 fitted_size(Kind kind, const Vector3& half, double scale, double across, double ball, double cap) {
  switch (kind) {
    case Kind::sphere:
      return {scale * ball, 0, 0};
    case Kind::cylinder:
      return {scale * across, scale * 2 * half[2], 0};
    case Kind::capsule:
      return {scale * across, scale * 2 * std::max(0.0, half[2] - cap), 0};
    case Kind::ellipsoid:
      return {scale * half[0], scale * half[1], scale * half[2]};
    default:
      return {scale * 2 * half[0], scale * 2 * half[1], scale * 2 * half[2]};
  }
}

}  // namespace

void fit_to_mesh(Assets& assets, MeshAsset& asset, const Attributes& attributes, const Compiler& compiler,
                 Geometry& geometry) {
  const Moments& moments = assets.moments(asset, attributes.element());
  const PrincipalAxes axes = principal_axes(moments.inertia);
  Placement X{axes.rotation, moments.centroid};
  const double scale = attributes.number("fitscale", 1);
  if (!compiler.fit_to_aabb) {
    const Vector3 half = box_of_equal_inertia(axes.moments, moments.measure);
    const double across = (half[0] + half[1]) / 2;
    geometry.size = fitted_size(geometry.kind, half, scale, across, (half[0] + half[1] + half[2]) / 3, across / 2);
  } else {
    const Placement to_axes = inverse(X);
    Vector3 lower, upper;
    lower.fill(INFINITY), upper.fill(-INFINITY);
    for (const Vector3& vertex : assets.vertices(asset, attributes.element()).vertices) {
      const Vector3 v = (to_axes * Placement{Placement{}.rotation, vertex}).translation;
      for (std::size_t k = 0; k < 3; ++k) lower[k] = std::min(lower[k], v[k]), upper[k] = std::max(upper[k], v[k]);
    }
    Placement centre;
    Vector3 half;
    for (std::size_t k = 0; k < 3; ++k) {
      centre.translation[k] = (lower[k] + upper[k]) / 2;
      half[k] = (upper[k] - lower[k]) / 2;
    }
    X = X * centre;
    const double across = std::max(half[0], half[1]);
    geometry.size = fitted_size(geometry.kind, half, scale, across, std::max(across, half[2]), across);
  }
  geometry.placement = geometry.placement * X;
}

}  // namespace tenon::io::mjcf
