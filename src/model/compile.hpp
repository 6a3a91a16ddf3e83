// From a description to the compiled tree.
#pragma once

#include <memory>

#include "model/compiled.hpp"

namespace tenon {

// Everything but its walks, which walk/tree_walks.cpp adds.
std::shared_ptr<CompiledModel> compile(RobotDescription description, const CompileOptions& options);

}  // namespace tenon
