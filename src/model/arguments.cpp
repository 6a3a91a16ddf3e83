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

}  // namespace tenon
