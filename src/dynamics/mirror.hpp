// One triangle of a square matrix from the other.
#pragma once

#include <cstddef>

#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Copies the lower triangle to the upper one (or back), in blocks of 4 x 4 turned over in registers; tiles of blocks
// keep both sides in cache.
inline void mirror(double* M, int n, bool lower_to_upper) {
  using P = Pack<double, 4>;
  constexpr int tile = 32;
  const std::ptrdiff_t stride = n;
  const int whole = n & ~3;
  const auto turn_over = [&](int i, int j) {  // rows i.., columns j.. below the diagonal
    double *low = M + i * stride + j, *up = M + j * stride + i, *from = lower_to_upper ? low : up,
           *to = lower_to_upper ? up : low;
    P a = P::load(from), b = P::load(from + stride), c = P::load(from + 2 * stride), d = P::load(from + 3 * stride);
    transpose(a, b, c, d);
    a.store(to), b.store(to + stride), c.store(to + 2 * stride), d.store(to + 3 * stride);
  };
  const auto copy = [&](int i, int j) {
    double &low = M[i * stride + j], &up = M[j * stride + i];
    (lower_to_upper ? up : low) = lower_to_upper ? low : up;
  };
  for (int ti = 0; ti < whole; ti += tile)
    for (int tj = 0; tj <= ti; tj += tile)
      for (int i = ti; i < ti + tile && i < whole; i += 4) {
        for (int j = tj; j < tj + tile && j < i; j += 4) turn_over(i, j);
        if (tj == ti)
          for (int r = 1; r < 4; ++r)
            for (int c = 0; c < r; ++c) copy(i + r, i + c);
      }
  for (int i = whole; i < n; ++i)
    for (int j = 0; j < i; ++j) copy(i, j);
}

}  // namespace TENON_ISA
}  // namespace tenon
