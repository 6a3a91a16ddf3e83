// A link as a few solid shapes: what is drawn and touched is also what weighs.
#pragma once

#include <array>

#include "tenon/builder.hpp"

namespace tenon::generators {

using Colour = std::array<double, 4>;
constexpr Colour light{0.85, 0.86, 0.88, 1}, dark{0.2, 0.22, 0.25, 1}, accent{0.93, 0.45, 0.13, 1};

// Numbers of bundled robots have eight decimals: their files stay readable and exact.
double tidy(double x);

// Placement in the middle between two points, z from one to the other (which differ by a multiple of a coordinate
// axis).
Placement between(const Vector3& from, const Vector3& to);

class Shapes {
 public:
  explicit Shapes(const Colour& colour = light) : colour_(colour) {}

  Shapes& box(double mass, const Vector3& edges, const Vector3& centre = {0, 0, 0});
  Shapes& sphere(double mass, double radius, const Vector3& centre = {0, 0, 0});
  // From one end of the axis to the other; a capsule's caps reach beyond them.
  Shapes& cylinder(double mass, double radius, const Vector3& from, const Vector3& to);
  Shapes& capsule(double mass, double radius, const Vector3& from, const Vector3& to);
  Shapes& colour(const Colour& colour) { return colour_ = colour, *this; }  // of the shapes that follow

  Link& add(ModelBuilder& builder, const std::string& link) const;

 private:
  Shapes& shape(Geometry::Kind kind, const Vector3& size, const Placement& placement, const MassProperties& solid);

  Colour colour_;
  MassProperties sum_;
  std::vector<Geometry> geometry_;
};

// Limits and losses of a driven joint.
struct Drive {
  double lower, upper, effort, velocity;
  double damping = 0.05, friction = 0;
};
void drive(Joint& joint, const Drive& drive);

}  // namespace tenon::generators
