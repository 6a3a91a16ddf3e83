// Whether all numbers of an array are finite, and small enough for answers to be: asked of every argument of every
// public call, so it has kernels.
#pragma once

#include <cstddef>
#include <limits>

#include "spatial/isa.hpp"

namespace tenon {

// Inputs are at most this large. Answers hold squares of velocities and accelerations times squares of lengths, and
// the residual of a solve is squared: none of that overflows.
template <class T>
inline constexpr T largest_input = T(sizeof(T) == 8 ? 1e50 : 1e9);
// Numbers of q, radians and metres, are: the sine of a larger angle has no digits (spatial/sincos.hpp).
template <class T>
inline constexpr T largest_coordinate = T(sizeof(T) == 8 ? 1e10 : 1e6);
// Numbers of a description and of constraints: larger ones are refused, so that no answer to inputs of legal size
// overflows. Lengths in metres; masses in kg, moments of inertia in kg·m².
inline constexpr double largest_length = 1e10, largest_mass = 1e30;
// What makes a number beyond `limit` overflow when it is multiplied by it; then one test finds NaN, infinity and that.
template <class T>
constexpr T overflow_factor(T limit) {
  return std::numeric_limits<T>::max() / limit;
}

// x[k] times `factor` is finite.
using AllFinite = bool (*)(const double* x, std::size_t n, double factor);
TENON_ISA_TABLES(AllFinite, all_finite_kernel);

}  // namespace tenon
