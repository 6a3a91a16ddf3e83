// What sweeps look up of the tree instead of computing it: filled once when a Model is compiled.
#pragma once

#include "model/compiled.hpp"

namespace tenon {

// From bodies, nv and joints: everything that compiled.hpp lists from `end` to `body_of_dof`, and the mass.
void index_tables(CompiledModel& model);

}  // namespace tenon
