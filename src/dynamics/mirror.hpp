// One triangle of a square matrix from the other.
#pragma once

#include <algorithm>
#include <cstddef>

#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {

constexpr int mirror_tile = 32;  // rows and columns: both sides stay in cache

// A block of 4 x 4, turned over in registers.
TENON_INLINE void turn_over(const double* from, double* to, std::ptrdiff_t stride) {
  using P = Pack<double, 4>;
  P a = P::load(from), b = P::load(from + stride), c = P::load(from + 2 * stride), d = P::load(from + 3 * stride);
  transpose(a, b, c, d);
  a.store(to), b.store(to + stride), c.store(to + 2 * stride), d.store(to + 3 * stride);
}

// Copies the lower triangle to the upper one (or back).
inline void mirror(double* M, int n, bool lower_to_upper) {
  constexpr int tile = mirror_tile;
  const std::ptrdiff_t stride = n;
  const int whole = n & ~3;
  const auto turn = [&](int i, int j) {  // rows i.., columns j.. below the diagonal
    double *low = M + i * stride + j, *up = M + j * stride + i;
    turn_over(lower_to_upper ? low : up, lower_to_upper ? up : low, stride);
  };
  const auto copy = [&](int i, int j) {
    double &low = M[i * stride + j], &up = M[j * stride + i];
    (lower_to_upper ? up : low) = lower_to_upper ? low : up;
  };
  for (int ti = 0; ti < whole; ti += tile)
    for (int tj = 0; tj <= ti; tj += tile)
      for (int i = ti; i < ti + tile && i < whole; i += 4) {
        for (int j = tj; j < tj + tile && j < i; j += 4) turn(i, j);
        if (tj == ti)
          for (int r = 1; r < 4; ++r)
            for (int c = 0; c < r; ++c) copy(i + r, i + c);
      }
  for (int i = whole; i < n; ++i)
    for (int j = 0; j < i; ++j) copy(i, j);
}

// Copies the runs [j, end(j)) of the rows j of the upper triangle to the lower one, and nothing else.
template <class End>
void mirror_runs(double* M, int n, const End& end) {
  const std::ptrdiff_t stride = n;
  for (int ti = 0; ti < n; ti += mirror_tile)
    for (int tj = 0; tj <= ti; tj += mirror_tile)
      for (int j = tj; j < std::min(tj + mirror_tile, n); j += 4) {
        const int rows = std::min(4, n - j);
        int last = end(j), common = last;
        for (int r = 1; r < rows; ++r) last = std::max(last, end(j + r)), common = std::min(common, end(j + r));
        for (int i = std::max(ti, j); i < std::min(ti + mirror_tile, last); i += 4) {
          if (rows == 4 && i > j && i + 4 <= common) {
            turn_over(M + j * stride + i, M + i * stride + j, stride);
            continue;
          }
          for (int r = 0; r < rows; ++r)
            for (int c = std::max(i, j + r + 1); c < std::min(i + 4, end(j + r)); ++c)
              M[c * stride + j + r] = M[(j + r) * stride + c];
        }
      }
}

}  // namespace TENON_ISA
}  // namespace tenon
