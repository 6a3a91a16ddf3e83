// What is said of arguments that do not pass.
#include "model/arguments.hpp"

#include <cmath>

namespace tenon {

void throw_size(std::size_t found, std::size_t expected, const char* argument) {
  throw Error(std::string(argument) + ": found " + std::to_string(found) + " numbers, expected " +
              std::to_string(expected));
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
