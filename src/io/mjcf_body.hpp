// <worldbody> and everything in it: bodies, frames, joints, geoms, sites.
#pragma once

#include "io/mjcf_context.hpp"

namespace tenon::io::mjcf {

// All sections of that name. Fills the robot's links, joints, frames and world geometry in MuJoCo's order: depth-first,
// as in the file.
void read_tree(const Node& root, Context& context);

}  // namespace tenon::io::mjcf
