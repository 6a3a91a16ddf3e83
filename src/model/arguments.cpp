// What is said of arguments that do not pass.
#include "model/arguments.hpp"

#include <cmath>

#include "model/number_text.hpp"

namespace tenon {

void throw_size(std::size_t found, std::size_t expected, const char* argument) {
  throw Error(std::string(argument) + ": found " + std::to_string(found) + " numbers, expected " +
              std::to_string(expected));
}

void throw_shared(const char* name, const char* other) {
  throw Error(std::string(name) + ": shares memory with " + other + ", expected a place of its own");
}

std::string bad_input_text(double x, double limit) {
  if (!std::isfinite(x)) return std::string(std::isnan(x) ? "nan" : "infinite") + ", expected a finite number";
  return number_text(x) + ", expected at most " + number_text(limit) + " in magnitude";
}

void throw_bad_input(std::span<const double> x, const char* argument, double limit) {
  std::size_t k = 0;
  while (k + 1 < x.size() && std::isfinite(x[k] * overflow_factor(limit))) ++k;
  throw Error(std::string(argument) + "[" + std::to_string(k) + "] is " + bad_input_text(x[k], limit));
}

void check_frame(const Model& model, FrameId frame, const char* argument) {
  const int count = static_cast<int>(model.frames().size());
  if (frame.index >= 0 && frame.index < count) return;
  throw Error(std::string(argument) + ": found frame index " + std::to_string(frame.index) + ", expected 0 to " +
              std::to_string(count - 1));
}

}  // namespace tenon
