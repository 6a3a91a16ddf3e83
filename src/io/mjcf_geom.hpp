// <geom>: a shape, and the mass it lends to its body.
#pragma once

#include "io/mjcf_assets.hpp"
#include "io/mjcf_orientation.hpp"

namespace tenon::io::mjcf {

struct Geom {
  Geometry geometry;  // placed in the frame that encloses the <geom>
  Placement frame;    // where its mass is measured; a mesh may be placed elsewhere, by its refpos
  int group = 0;
};

Geom read_geom(const Attributes& attributes, const Compiler& compiler, Assets& assets, Remarks& remarks);

// In the frame that encloses the <geom>. Meshes are loaded only here, and only if they have mass.
MassProperties geom_mass(const Attributes& attributes, const Geom& geom, Assets& assets);

// The frame half way between two points, z from the second to the first, and their distance.
struct Segment {
  Placement placement;
  double length = 0;
};
Segment read_segment(const Element& at);  // attribute fromto

}  // namespace tenon::io::mjcf
