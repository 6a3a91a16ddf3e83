// What a description must satisfy before it is compiled.
#pragma once

#include <vector>

#include "model/compiled.hpp"

namespace tenon {

// Unique names, existing links, one parent per link, finite numbers, usable axes and limits; Error with the source.
void check_description(const RobotDescription& description);

// Mass properties that no rigid body can have are an Error; a triangle inequality broken slightly, as the files of some
// real robots do, is a warning.
void check_mass_properties(const Link& link, std::vector<Diagnostic>& diagnostics);

// Error naming the joint when the joint-space inertia is singular at a generic configuration: massless links at a tip.
void check_definiteness(const CompiledModel& model);

}  // namespace tenon
