// Directions, placements and inertias from a stream of random numbers.
#include "model/generators/general.hpp"

#include <cmath>

namespace tenon::generators {

Vector3 General::direction() {
  for (;;) {
    const Vector3 x{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
    const double length = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    if (length > 0.1 && length < 1) return {x[0] / length, x[1] / length, x[2] / length};
  }
}

Placement General::placement(double shortest, double longest) {
  const Vector3 axis = direction(), towards = direction();
  const double half_angle = uniform(0.2, 1.4), length = uniform(shortest, longest);
  const double s = std::sin(half_angle), c = std::cos(half_angle);
  return placement_from_quaternion({length * towards[0], length * towards[1], length * towards[2]},
                                   {s * axis[0], s * axis[1], s * axis[2], c});
}

// Principal moments are sums of two second moments each, so that the triangle inequality holds.
MassProperties General::mass_properties(double size) {
  MassProperties body;
  body.mass = uniform(0.3, 3);
  double s[3];
  for (double& si : s) si = body.mass * std::pow(size * uniform(0.15, 0.35), 2);
  body.inertia = {s[1] + s[2], 0, 0, s[0] + s[2], 0, s[0] + s[1]};
  return transformed(placement(0.1 * size, 0.4 * size), body);
}

std::string numbered(const char* stem, int number, int count) {
  const std::string digits = std::to_string(number), widest = std::to_string(count - 1);
  return stem + std::string(widest.size() > digits.size() ? widest.size() - digits.size() : 0, '0') + digits;
}

void expect_size(const char* generator, const char* what, int value, int least, int most) {
  if (value < least || value > most)
    throw Error(std::string(generator) + ": " + what + " is " + std::to_string(value) + ", expected " +
                std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace tenon::generators
