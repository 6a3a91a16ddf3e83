// Closed forms. Departure for the shell of an ellipsoid: MuJoCo's two approximations are kept, so that a file means the
// same in both: the area is Thomsen's formula, and the shell is what is added when all radii grow by the same small
// amount (its limit: see below).
#include "io/shape_inertia.hpp"

#include <cmath>
#include <numbers>

namespace tenon::io {
namespace {

constexpr double pi = std::numbers::pi;

Moments diagonal(double measure, double xx, double yy, double zz) {
  return {measure, {0, 0, 0}, {measure * xx, 0, 0, measure * yy, 0, measure * zz}};
}

Moments box(const Vector3& size, bool shell) {
  const auto [a, b, c] = size;
  if (!shell) return diagonal(a * b * c, (b * b + c * c) / 12, (a * a + c * c) / 12, (a * a + b * b) / 12);
  // Faces by their normals; the second moment along an axis is that of a plate, or of two plates at ± half a length.
  const double x = 2 * b * c, y = 2 * a * c, z = 2 * a * b, area = x + y + z;
  const double xx = (x / 4 + (y + z) / 12) * a * a, yy = (y / 4 + (x + z) / 12) * b * b,
               zz = (z / 4 + (x + y) / 12) * c * c;
  return diagonal(area, (yy + zz) / area, (xx + zz) / area, (xx + yy) / area);
}

Moments cylinder(double r, double length, bool shell) {
  const double r2 = r * r, l2 = length * length;
  if (!shell) return diagonal(pi * r2 * length, (3 * r2 + l2) / 12, (3 * r2 + l2) / 12, r2 / 2);
  const double side = 2 * pi * r * length, caps = 2 * pi * r2, area = side + caps;
  const double across = (side * (6 * r2 + l2) / 12 + caps * (r2 / 4 + l2 / 4)) / area;
  return diagonal(area, across, across, (side * r2 + caps * r2 / 2) / area);
}

// A tube (or a solid cylinder) and two halves of a sphere whose flat sides are at ± length / 2.
Moments capsule(double r, double length, bool shell) {
  const double r2 = r * r, l2 = length * length;
  const double middle = shell ? 2 * pi * r * length : pi * r2 * length;
  const double ball = shell ? 4 * pi * r2 : 4 * pi * r2 * r / 3;
  const double ball_inertia = (shell ? 2.0 / 3 : 2.0 / 5) * r2;  // per mass, about the centre
  const double centroid = (shell ? 1.0 / 2 : 3.0 / 8) * r;       // of a half, from its flat side
  const double measure = middle + ball;
  // Halves moved outwards by length / 2: ball_inertia + length · centroid + length² / 4.
  const double across =
      middle * (shell ? r2 / 2 + l2 / 12 : r2 / 4 + l2 / 12) + ball * (ball_inertia + length * centroid + l2 / 4);
  const double along = middle * (shell ? r2 : r2 / 2) + ball * ball_inertia;
  return diagonal(measure, across / measure, across / measure, along / measure);
}

Moments ellipsoid(const Vector3& size, bool shell) {
  const auto [a, b, c] = size;
  const double xx = (b * b + c * c) / 5, yy = (a * a + c * c) / 5, zz = (a * a + b * b) / 5;
  if (!shell) return diagonal(4 * pi * a * b * c / 3, xx, yy, zz);
  constexpr double p = 1.6075;
  const double area = 4 * pi * std::pow((std::pow(a * b, p) + std::pow(a * c, p) + std::pow(b * c, p)) / 3, 1 / p);
  // d(V I)/dV with all radii growing alike: I + V/V' · 2 (b + c) / 5, V/V' = abc / (ab + ac + bc).
  const double k = 2 * a * b * c / (a * b + a * c + b * c) / 5;
  return diagonal(area, xx + k * (b + c), yy + k * (a + c), zz + k * (a + b));
}

}  // namespace

Moments shape_moments(Geometry::Kind kind, const Vector3& size, bool shell) {
  switch (kind) {
    case Geometry::Kind::box:
      return box(size, shell);
    case Geometry::Kind::sphere:
      return shell ? diagonal(4 * pi * size[0] * size[0], size[0] * size[0] * 2 / 3, size[0] * size[0] * 2 / 3,
                              size[0] * size[0] * 2 / 3)
                   : ellipsoid({size[0], size[0], size[0]}, false);
    case Geometry::Kind::cylinder:
      return cylinder(size[0], size[1], shell);
    case Geometry::Kind::capsule:
      return capsule(size[0], size[1], shell);
    case Geometry::Kind::ellipsoid:
      return ellipsoid(size, shell);
    default:
      return {};
  }
}

MassProperties mass_properties(const Moments& moments, double density) {
  MassProperties properties{density * moments.measure, moments.centroid, moments.inertia};
  for (double& entry : properties.inertia) entry *= density;
  return properties;
}

}  // namespace tenon::io
