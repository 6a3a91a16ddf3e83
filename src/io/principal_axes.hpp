// Principal axes of an inertia.
#pragma once

#include "tenon/description.hpp"

namespace tenon::io {

struct PrincipalAxes {
  Vector3 moments{0, 0, 0};        // descending
  std::array<double, 9> rotation;  // columns are the axes, right-handed
};

// I = R diag(moments) Rᵀ, inertia as xx, xy, xz, yy, yz, zz.
PrincipalAxes principal_axes(const std::array<double, 6>& inertia);
std::array<double, 6> inertia_from(const PrincipalAxes& axes);

}  // namespace tenon::io
