// Whether nine numbers, by rows, are a rotation, to the accuracy of a file's digits.
#pragma once

#include <array>
#include <cmath>

namespace tenon {

// What is wrong with finite numbers, to follow "… is "; null for a rotation.
inline const char* rotation_fault(const std::array<double, 9>& r) {
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = a; b < 3; ++b) {
      double dot = 0;
      for (std::size_t k = 0; k < 3; ++k) dot += r[3 * k + a] * r[3 * k + b];
      if (std::abs(dot - (a == b ? 1 : 0)) > 1e-6) return "not a rotation: columns are not orthonormal";
    }
  const double det =
      r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
  return det < 0 ? "a reflection, expected a rotation" : nullptr;
}

}  // namespace tenon
