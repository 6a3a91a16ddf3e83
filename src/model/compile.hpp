// From a description to the compiled tree.
#pragma once

#include <memory>

#include "model/compiled.hpp"

namespace tenon {

std::shared_ptr<const CompiledModel> compile(RobotDescription description, const CompileOptions& options);

}  // namespace tenon
