// Dual: a number with its derivative along one direction; the tests' reference for analytic derivatives.
#pragma once

#include <cmath>

#include "spatial/scalar.hpp"

namespace tenon {

struct Dual {
  double value = 0, tangent = 0;
  Dual() = default;
  Dual(double v) : value(v) {}
  Dual(double v, double t) : value(v), tangent(t) {}
};

inline Dual operator-(Dual a) { return {-a.value, -a.tangent}; }
inline Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.tangent + b.tangent}; }
inline Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.tangent - b.tangent}; }
inline Dual operator*(Dual a, Dual b) { return {a.value * b.value, a.value * b.tangent + a.tangent * b.value}; }
inline Dual operator/(Dual a, Dual b) {
  const double q = a.value / b.value;
  return {q, (a.tangent - q * b.tangent) / b.value};
}
inline Dual& operator+=(Dual& a, Dual b) { return a = a + b; }
inline Dual& operator-=(Dual& a, Dual b) { return a = a - b; }
inline Dual& operator*=(Dual& a, Dual b) { return a = a * b; }
inline Dual mul_add(Dual a, Dual b, Dual c) { return a * b + c; }
inline Dual neg_mul_add(Dual a, Dual b, Dual c) { return c - a * b; }
inline Dual square_root(Dual a) {
  const double r = std::sqrt(a.value);
  return {r, a.tangent / (2 * r)};
}
inline void sincos(Dual angle, Dual& sine, Dual& cosine) {
  const double s = std::sin(angle.value), c = std::cos(angle.value);
  sine = {s, c * angle.tangent};
  cosine = {c, -s * angle.tangent};
}

}  // namespace tenon
