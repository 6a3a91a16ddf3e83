// Functions of joint coordinates that no lane needs, for numbers and for Counted ones (each counts as one `trig`).
#pragma once

#include <algorithm>
#include <cmath>

#include "spatial/counted.hpp"
#include "spatial/vector3.hpp"

namespace tenon {

inline void sine_cosine(double angle, double& sine, double& cosine) {
  sine = std::sin(angle), cosine = std::cos(angle);
}
inline double arc_tangent(double sine, double cosine) { return std::atan2(sine, cosine); }
inline double length(const Vec3<double>& v) { return std::hypot(v.x, v.y, v.z); }
inline bool is_negative(double x) { return x < 0; }
// A formula takes its series below `limit`. Counted numbers never do: a count is that of a general state.
inline bool is_below(double x, double limit) { return x < limit; }
inline double clamped(double x, double lower, double upper) { return std::clamp(x, lower, upper); }
inline double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

inline void sine_cosine(Counted angle, Counted& sine, Counted& cosine) { sincos(angle, sine, cosine); }
inline Counted arc_tangent(Counted sine, Counted cosine) {
  const bool known = sine.known && cosine.known;
  if (!known) ++Counted::counter().trig;
  return counted_result(std::atan2(sine.value, cosine.value), known);
}
inline Counted length(const Vec3<Counted>& v) { return square_root(v.x * v.x + v.y * v.y + v.z * v.z); }
inline bool is_negative(Counted x) { return x.value < 0; }
inline bool is_below(Counted, double) { return false; }
inline Counted clamped(Counted x, double, double) { return x; }
inline Counted sign_of(Counted x) { return counted_result(sign_of(x.value), x.known); }

}  // namespace tenon
