// Volume or area and inertia of the primitive shapes, for density 1.
#pragma once

#include "io/mesh_inertia.hpp"

namespace tenon::io {

// Kinds: box (full edge lengths), sphere (radius), cylinder and capsule (radius, length; along z), ellipsoid (radii):
// the sizes of Geometry. shell: all mass on the surface, density per area.
Moments shape_moments(Geometry::Kind kind, const Vector3& size, bool shell);

// Moments times a density, as the mass properties of a body in the same frame.
MassProperties mass_properties(const Moments& moments, double density);

}  // namespace tenon::io
