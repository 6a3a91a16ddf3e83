// Whether a placement is a finite translation and a rotation, to the accuracy of a file's digits.
#pragma once

#include <string>

#include "tenon/description.hpp"

namespace tenon {

// What is wrong with it, to follow "the placement is …"; empty for a good one.
std::string placement_fault(const Placement& placement);

}  // namespace tenon
