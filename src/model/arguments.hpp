// Checks at the border: every span has the model's size and holds finite numbers.
#pragma once

#include <span>

#include "spatial/finite.hpp"
#include "tenon/model.hpp"

namespace tenon {

[[noreturn]] void throw_size(std::size_t found, std::size_t expected, const char* argument);
[[noreturn]] void throw_not_finite(std::span<const double> x, const char* argument);

// Error "q: found 5 numbers, expected 7".
inline void check_size(std::size_t found, std::size_t expected, const char* argument) {
  if (found != expected) [[unlikely]]
    throw_size(found, expected, argument);
}
inline bool all_finite(std::span<const double> x) { return TENON_ISA_CHOICE(all_finite_kernel)(x.data(), x.size()); }
// The same for an input, which must also be finite: Error "q[3] is nan, expected a finite number".
inline void check_input(std::span<const double> x, int expected, const char* argument) {
  check_size(x.size(), static_cast<std::size_t>(expected), argument);
  if (!all_finite(x)) [[unlikely]]
    throw_not_finite(x, argument);
}
// Error "frame: found index 12, expected 0 to 9".
void check_frame(const Model& model, FrameId frame, const char* argument);

}  // namespace tenon
