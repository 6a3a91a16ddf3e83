#include "model/arguments.hpp"

#include <cmath>

namespace tenon {

void check_size(std::size_t found, std::size_t expected, const char* argument) {
  if (found == expected) return;
  throw Error(std::string(argument) + ": found " + std::to_string(found) + " numbers, expected " +
              std::to_string(expected));
}

void check_input(std::span<const double> x, int expected, const char* argument) {
  check_size(x.size(), static_cast<std::size_t>(expected), argument);
  // 0 · x is 0 unless x is infinite or not a number: one pass without branches decides the usual case.
  double sum = 0;
  for (const double xi : x) sum += 0 * xi;
  if (sum == 0) return;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (std::isfinite(x[k])) continue;
    throw Error(std::string(argument) + "[" + std::to_string(k) + "] is " + (std::isnan(x[k]) ? "nan" : "infinite") +
                ", expected a finite number");
  }
}

void check_frame(const Model& model, FrameId frame, const char* argument) {
  const int count = static_cast<int>(model.frames().size());
  if (frame.index >= 0 && frame.index < count) return;
  throw Error(std::string(argument) + ": found frame index " + std::to_string(frame.index) + ", expected 0 to " +
              std::to_string(count - 1));
}

}  // namespace tenon
