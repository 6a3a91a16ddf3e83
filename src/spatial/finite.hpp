// Whether all numbers of an array are finite: asked of every argument of every public call, so it has kernels.
#pragma once

#include <cstddef>

#include "spatial/isa.hpp"

namespace tenon {

using AllFinite = bool (*)(const double* x, std::size_t n);
TENON_ISA_TABLES(AllFinite, all_finite_kernel);

}  // namespace tenon
