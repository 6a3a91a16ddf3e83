// <actuator>: what pushes the joints.
#pragma once

#include "io/mjcf_context.hpp"

namespace tenon::io::mjcf {

bool is_actuator_tag(std::string_view tag);

// Armature and damping of actuators are added to their joints.
void read_actuators(const Node& section, Context& context);

}  // namespace tenon::io::mjcf
