// A vector of three numbers in one pack, lanes x, y and z. The fourth lane holds anything: nothing here lets it into
// the other three.
#pragma once

#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {

using Column = Pack<double, 4>;

// One number in all lanes.
template <int k>
TENON_INLINE Column broadcast(Column x) {
  return Column(__builtin_shufflevector(x.value, x.value, k, k, k, k));
}
TENON_INLINE Column yzx(Column x) { return Column(__builtin_shufflevector(x.value, x.value, 1, 2, 0, 3)); }
TENON_INLINE Column zxy(Column x) { return Column(__builtin_shufflevector(x.value, x.value, 2, 0, 1, 3)); }
TENON_INLINE double sum_xyz(Column x) { return (x[0] + x[1]) + x[2]; }

// Columns of a 3 x 3 matrix become its rows.
TENON_INLINE void transpose(const Column (&c)[3], Column (&r)[3]) {
  const auto even = __builtin_shufflevector(c[0].value, c[1].value, 0, 4, 2, 6),
             odd = __builtin_shufflevector(c[0].value, c[1].value, 1, 5, 3, 7),
             swapped = __builtin_shufflevector(c[2].value, c[2].value, 1, 0, 3, 2);
  r[0] = Column(__builtin_shufflevector(even, c[2].value, 0, 1, 4, 5));
  r[1] = Column(__builtin_shufflevector(odd, swapped, 0, 1, 4, 5));
  r[2] = Column(__builtin_shufflevector(even, c[2].value, 2, 3, 6, 7));
}
// (a·v, b·v, 0).
TENON_INLINE Column two_dots(Column a, Column b, Column v) {
  const auto x = (a * v).value, y = (b * v).value;
  const auto even = __builtin_shufflevector(x, y, 0, 4, 2, 6), odd = __builtin_shufflevector(x, y, 1, 5, 3, 7);
  const auto zero = decltype(even){};
  return Column(__builtin_shufflevector(even + odd, zero, 0, 1, 4, 5)) +
         Column(__builtin_shufflevector(even, zero, 2, 3, 4, 5));
}

}  // namespace TENON_ISA
}  // namespace tenon
