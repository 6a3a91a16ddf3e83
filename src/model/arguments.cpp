// Sizes and finiteness, in one pass without branches.
#include "model/arguments.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace tenon {

void throw_size(std::size_t found, std::size_t expected, const char* argument) {
  throw Error(std::string(argument) + ": found " + std::to_string(found) + " numbers, expected " +
              std::to_string(expected));
}

bool all_finite(std::span<const double> x) {
  // An exponent of all ones, plus one, carries into the sign bit: one pass without branches or a chain of sums decides.
  constexpr std::uint64_t exponent = std::uint64_t{0x7ff} << 52, one = std::uint64_t{1} << 52;
  std::uint64_t carried = 0;
  for (const double xi : x) carried |= (std::bit_cast<std::uint64_t>(xi) & exponent) + one;
  return carried >> 63 == 0;
}

void throw_not_finite(std::span<const double> x, const char* argument) {
  std::size_t k = 0;
  while (std::isfinite(x[k])) ++k;
  throw Error(std::string(argument) + "[" + std::to_string(k) + "] is " + (std::isnan(x[k]) ? "nan" : "infinite") +
              ", expected a finite number");
}

void check_frame(const Model& model, FrameId frame, const char* argument) {
  const int count = static_cast<int>(model.frames().size());
  if (frame.index >= 0 && frame.index < count) return;
  throw Error(std::string(argument) + ": found frame index " + std::to_string(frame.index) + ", expected 0 to " +
              std::to_string(count - 1));
}

}  // namespace tenon
