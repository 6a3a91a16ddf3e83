// Mass properties of a body: its <inertial>, or the sum of its geoms, and the compiler's corrections.
#pragma once

#include "io/mjcf_context.hpp"

namespace tenon::io::mjcf {

// <inertial>, in the frame that encloses it.
MassProperties read_inertial(const Element& element, const Compiler& compiler, Remarks& remarks);

// boundmass, boundinertia and balanceinertia, in this order as MuJoCo does.
MassProperties corrected(const MassProperties& properties, const Compiler& compiler);

// settotalmass: scales all links.
void set_total_mass(double total, std::vector<Link>& links);

}  // namespace tenon::io::mjcf
