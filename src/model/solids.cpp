// Mass properties of homogeneous solids, by their textbook formulae.
#include <cmath>

#include "tenon/builder.hpp"

namespace tenon {
namespace {

// NaN and infinity fail the comparison too.
void expect_positive(const char* solid, const char* what, double value) {
  if (!(value > 0) || !std::isfinite(value))
    throw Error(std::string(solid) + ": " + what + " is " + std::to_string(value) + ", expected a finite number > 0");
}

MassProperties centred(double mass, double xx, double yy, double zz, const Placement& placement) {
  return transformed(placement, {mass, {0, 0, 0}, {xx, 0, 0, yy, 0, zz}});
}

}  // namespace

Placement placement_at(double x, double y, double z) {
  Placement placement;
  placement.translation = {x, y, z};
  return placement;
}

MassProperties solid_box(double mass, const Vector3& edges, const Placement& placement) {
  expect_positive("box", "mass", mass);
  for (const double edge : edges) expect_positive("box", "edge", edge);
  const double x = edges[0] * edges[0], y = edges[1] * edges[1], z = edges[2] * edges[2];
  return centred(mass, mass / 12 * (y + z), mass / 12 * (x + z), mass / 12 * (x + y), placement);
}

MassProperties solid_sphere(double mass, double radius, const Placement& placement) {
  expect_positive("sphere", "mass", mass);
  expect_positive("sphere", "radius", radius);
  const double I = 0.4 * mass * radius * radius;
  return centred(mass, I, I, I, placement);
}

MassProperties solid_cylinder(double mass, double radius, double length, const Placement& placement) {
  expect_positive("cylinder", "mass", mass);
  expect_positive("cylinder", "radius", radius);
  expect_positive("cylinder", "length", length);
  const double across = mass * (3 * radius * radius + length * length) / 12, along = mass * radius * radius / 2;
  return centred(mass, across, across, along, placement);
}

MassProperties solid_capsule(double mass, double radius, double length, const Placement& placement) {
  expect_positive("capsule", "mass", mass);
  expect_positive("capsule", "radius", radius);
  expect_positive("capsule", "length", length);
  // Masses in the ratio of volumes: cylinder pi r² l, the two half balls 4/3 pi r³.
  const double cylinder = mass * length / (length + 4 * radius / 3), balls = mass - cylinder;
  const double along = radius * radius * (cylinder / 2 + balls * 0.4);
  // A half ball's centre is 3/8 r from its flat face: its inertia about that centre is (2/5 - 9/64) m r².
  const double reach = length / 2 + 3 * radius / 8;
  const double across = cylinder * (3 * radius * radius + length * length) / 12 +
                        balls * ((0.4 - 9.0 / 64) * radius * radius + reach * reach);
  return centred(mass, across, across, along, placement);
}

}  // namespace tenon
