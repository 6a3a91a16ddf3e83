// A description as the text of a robot file.
#pragma once

#include <string>

#include "tenon/description.hpp"

namespace tenon::tools {

// A root on a free joint is written as the root link (load it with floating_base); other joints to the world hang from
// a link "world". Frames, keyframes and actuators have no place in URDF.
std::string to_urdf(const RobotDescription& robot);

std::string to_mjcf(const RobotDescription& robot);

}  // namespace tenon::tools
