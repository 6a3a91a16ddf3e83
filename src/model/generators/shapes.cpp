// Shapes between two points, and their mass properties summed up per link.
#include "model/generators/shapes.hpp"

#include <cmath>

namespace tenon::generators {
namespace {

double distance(const Vector3& from, const Vector3& to) {
  return tidy(std::hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]));
}

}  // namespace

double tidy(double x) { return std::round(x * 1e8) / 1e8; }

Placement between(const Vector3& from, const Vector3& to) {
  Placement placement;
  int along = 2;
  for (int i = 0; i < 3; ++i) {
    placement.translation[i] = tidy((from[i] + to[i]) / 2);
    if (from[i] != to[i]) along = i;
  }
  // Quarter turns as files write them: z onto x or y.
  const double quarter = std::acos(-1.0) / 2;
  if (along == 0) return placement_from_rpy(placement.translation, {0, quarter, 0});
  if (along == 1) return placement_from_rpy(placement.translation, {-quarter, 0, 0});
  return placement;
}

Shapes& Shapes::shape(Geometry::Kind kind, const Vector3& size, const Placement& placement,
                      const MassProperties& solid) {
  Geometry geometry;
  geometry.kind = kind, geometry.size = size, geometry.placement = placement, geometry.colour = colour_;
  geometry_.push_back(geometry);
  sum_ = combined(sum_, solid);
  return *this;
}

Shapes& Shapes::box(double mass, const Vector3& edges, const Vector3& centre) {
  const Placement placement = placement_at(centre[0], centre[1], centre[2]);
  return shape(Geometry::Kind::box, edges, placement, solid_box(mass, edges, placement));
}

Shapes& Shapes::sphere(double mass, double radius, const Vector3& centre) {
  const Placement placement = placement_at(centre[0], centre[1], centre[2]);
  return shape(Geometry::Kind::sphere, {radius, 0, 0}, placement, solid_sphere(mass, radius, placement));
}

Shapes& Shapes::cylinder(double mass, double radius, const Vector3& from, const Vector3& to) {
  const Placement placement = between(from, to);
  const double length = distance(from, to);
  return shape(Geometry::Kind::cylinder, {radius, length, 0}, placement,
               solid_cylinder(mass, radius, length, placement));
}

Shapes& Shapes::capsule(double mass, double radius, const Vector3& from, const Vector3& to) {
  const Placement placement = between(from, to);
  const double length = distance(from, to);
  return shape(Geometry::Kind::capsule, {radius, length, 0}, placement, solid_capsule(mass, radius, length, placement));
}

Link& Shapes::add(ModelBuilder& builder, const std::string& link) const {
  MassProperties tidied = sum_;
  tidied.mass = tidy(tidied.mass);
  for (double& x : tidied.com) x = tidy(x);
  for (double& x : tidied.inertia) x = tidy(x);
  Link& added = builder.link(link, tidied);
  added.geometry = geometry_;
  return added;
}

void drive(Joint& joint, const Drive& drive) {
  joint.limits.lower = {drive.lower}, joint.limits.upper = {drive.upper};
  joint.limits.effort = {drive.effort}, joint.limits.velocity = {drive.velocity};
  joint.damping = drive.damping, joint.friction = drive.friction;
}

}  // namespace tenon::generators
