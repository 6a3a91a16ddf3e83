// Room for constraints in a workspace.
#pragma once

#include "constraints/compiled.hpp"
#include "model/workspace.hpp"

namespace tenon {

// Makes the parts that calls on constraints use, for sets up to this capacity, where they are missing or too small.
void make_room(const Model& model, Workspace& ws, ConstraintCapacity capacity);

// In derivatives.cpp.
std::shared_ptr<ConstrainedDerivativesMemory> constrained_derivatives_memory(const Model& model,
                                                                             ConstraintCapacity capacity);
std::size_t bytes_of(const ConstrainedDerivativesMemory& memory);

}  // namespace tenon
