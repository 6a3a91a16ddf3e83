// How hard a body is to turn, at least.
#pragma once

#include "spatial/spatial.hpp"

namespace tenon {

// About the smallest moment of inertia about the centre of mass, no more than it: with the trace for the sum of the
// larger two. 0 for point masses.
inline double least_moment(const Inertia<double>& I) {
  const Vec3<double>& h = I.h;
  const double per_mass = I.m > 0 ? 1 / I.m : 0;
  const double xx = I.I.xx - (h.y * h.y + h.z * h.z) * per_mass, yy = I.I.yy - (h.x * h.x + h.z * h.z) * per_mass,
               zz = I.I.zz - (h.x * h.x + h.y * h.y) * per_mass, xy = I.I.xy + h.x * h.y * per_mass,
               xz = I.I.xz + h.x * h.z * per_mass, yz = I.I.yz + h.y * h.z * per_mass;
  const double trace = xx + yy + zz,
               det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  const double least = trace > 0 ? 4 * det / (trace * trace) : 0;
  return least > 1e-12 * (I.I.xx + I.I.yy + I.I.zz) ? least : 0;  // less is rounding of the move to the centre
}

}  // namespace tenon
