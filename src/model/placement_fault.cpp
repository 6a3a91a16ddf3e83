#include "model/placement_fault.hpp"

#include <cmath>

#include "model/arguments.hpp"

namespace tenon {

namespace {

bool orthonormal(const std::array<double, 9>& r) {
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = a; b < 3; ++b) {
      double dot = 0;
      for (std::size_t k = 0; k < 3; ++k) dot += r[3 * k + a] * r[3 * k + b];
      if (!(std::abs(dot - (a == b ? 1 : 0)) <= 1e-6)) return false;
    }
  return true;
}

}  // namespace

std::string placement_fault(const Placement& placement) {
  for (const double x : placement.translation)
    if (!(std::abs(x) <= largest_length)) return bad_input_text(x, largest_length);
  const std::array<double, 9>& r = placement.rotation;
  for (const double x : r)
    if (!std::isfinite(x)) return bad_input_text(x, 1);
  if (!orthonormal(r)) return "not a rotation: columns are not orthonormal";
  const double determinant =
      r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
  return determinant < 0 ? "a reflection, expected a rotation" : "";
}

}  // namespace tenon
