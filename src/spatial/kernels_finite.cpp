// Four numbers at a time, the last four once more: x - x is 0 but for NaN and infinity.
#include "spatial/finite.hpp"
#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

bool all_finite(const double* x, std::size_t n, double factor) {
  using P = Pack<double, 4>;
  if (n < 4) {
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += x[k] * factor - x[k] * factor;
    return sum == 0;
  }
  typename P::Mask bad = not_finite(P::load(x + n - 4) * P(factor));
  for (std::size_t k = 0; k + 4 < n; k += 4) bad |= not_finite(P::load(x + k) * P(factor));
  return !any_lane<P>(bad);
}

}  // namespace
}  // namespace TENON_ISA

const AllFinite TENON_ISA_NAME(all_finite_kernel) = TENON_ISA::all_finite;

}  // namespace tenon
