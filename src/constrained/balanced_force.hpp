// λ without the rounding of v̇ that R enlarges.
//
// An iteration moves λ by R r, r = J v̇ - target ([cABA] eq. 27b). That r has the rounding of v̇, ε |v̇|, and with R of
// 1e6 masses λ would be off by R ε |v̇|: 4e-8 N of 28 N. But the correction that gave v̇ has balanced forces with
//   rᵏ⁻¹ + K Δa,
// the r before and what it has changed: both are small, have small rounding, and are equal to r but for that of v̇. λ
// that takes them in place of r balances v̇ to rounding. The error that remains is Λ r, r the residual of the rows.
// Only the answer is changed: the iterations go on from the other λ, whose error the next correction divides by R Λ⁻¹.
// Forces that no motion feels, of redundant rows, keep it.
#pragma once

#include "spatial/scalar.hpp"

namespace tenon {
inline namespace TENON_ISA {

// moved = rᵏ⁻¹ + K Δa.
template <class S>
TENON_INLINE S balanced_force(const S& lambda, const S& R, const S& r, const S& moved) {
  return mul_add(R, r - moved, lambda);
}

}  // namespace TENON_ISA
}  // namespace tenon
