// A primitive fitted to a mesh: <geom type="capsule" mesh="…"/>.
#pragma once

#include "io/mjcf_assets.hpp"

namespace tenon::io::mjcf {

// Sets the size and moves the placement of a primitive to the mesh: to its box of equal inertia, or (fitaabb) to the
// bounding box along its principal axes.
void fit_to_mesh(Assets& assets, MeshAsset& asset, const Attributes& attributes, const Compiler& compiler,
                 Geometry& geometry);

}  // namespace tenon::io::mjcf
