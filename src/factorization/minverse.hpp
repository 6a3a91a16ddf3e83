// What M⁻¹ by factors keeps in a Workspace.
#pragma once

#include "dynamics/workspace.hpp"

namespace tenon {

// Null where sweeps are cheaper.
std::unique_ptr<Workspace::Data::Part> minverse_factors(const Model& model);

}  // namespace tenon
