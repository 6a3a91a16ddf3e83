// The sections after the tree: what tenon keeps of them, and a remark for what it does not.
#pragma once

#include "io/mjcf_context.hpp"

namespace tenon::io::mjcf {

void read_option(const Node& section, Context& context);
void read_contact(const Node& section, Context& context);
void read_equality(const Node& section, Context& context);
void read_keyframes(const Node& section, Context& context);
// A keyframe "qpos0" with the pose of the file, where that is not tenon's neutral configuration.
void add_reference_keyframe(Context& context);
// size, visual, statistic, sensor, tendon, …: remarks.
void remark_on(const Node& section, Context& context);

}  // namespace tenon::io::mjcf
