// What every public call on a workspace and a set of constraints checks first.
#pragma once

#include "constraints/compiled.hpp"
#include "dynamics/workspace.hpp"

namespace tenon {

// Error unless the set and the workspace were made for this model, and the set fits into the workspace.
const ConstraintSet::Data& opened(const char* call, const Model& model, const ConstraintSet& set, Workspace& ws);

}  // namespace tenon
