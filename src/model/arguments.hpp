// Checks at the border: every span has the model's size and holds finite numbers.
#pragma once

#include <span>

#include "tenon/model.hpp"

namespace tenon {

// Error "q: found 5 numbers, expected 7".
void check_size(std::size_t found, std::size_t expected, const char* argument);
// The same for an input, which must also be finite: Error "q[3] is nan, expected a finite number".
void check_input(std::span<const double> x, int expected, const char* argument);
// Error "frame: found index 12, expected 0 to 9".
void check_frame(const Model& model, FrameId frame, const char* argument);

}  // namespace tenon
