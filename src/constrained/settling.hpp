// Whether v̇ may be taken: the one rule for single calls, limbs in lanes and every sample of a batch. Rows that are met
// do not tell that forces balance: R KᵀK beside a mass or a moment of inertia costs the sweeps digits of v̇, which the
// next correction brings back. How much a correction changed tells how much the next ones would.
#pragma once

#include <algorithm>

#include "constrained/settings.hpp"

namespace tenon {
inline namespace TENON_ISA {

// T: the numbers of the sweeps.
template <class T>
class Settling {
 public:
  Settling() = default;
  // most: the largest R. Without corrections (max_iterations = 1) an R that costs no digit may pass.
  Settling(const ConstraintSet::Data& set, double most, double tolerance, int max_iterations)
      : tolerance_(tolerance),
        exceeds_precision_(exceeds_precision<T>(set, most)),
        settled_(set.rows == 0 || (max_iterations == 1 && !costs_digits<T>(set, most))) {}

  // v̇ has been corrected: by how much at most, and its largest number then.
  void corrected(double change, double size) {
    const double before = last_ < 0 ? size : last_;
    last_ = change;
    // What corrections that shrink as the last one did would still change.
    settled_ = !exceeds_precision_ && change * change <= std::max(settled_share<T> * size, tolerance_) * before;
  }
  bool settled() const { return settled_; }

 private:
  double tolerance_ = 0, last_ = -1;
  bool exceeds_precision_ = false, settled_ = false;
};

}  // namespace TENON_ISA
}  // namespace tenon
