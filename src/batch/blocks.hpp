// Blocks of W samples in and out of the caller's arrays. Row-major ones are transposed in registers, W x W numbers at a
// time, on the way; what is read is checked to be finite and not too large in the same pass. No array need be aligned.
#pragma once

#include <algorithm>

#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {

// What a block is of: n samples of `size` numbers each, samples [first, first + lanes) of them.
struct BlockPlace {
  std::ptrdiff_t n, first;
  int lanes;
};

// W x W numbers from column c on; rows beyond the block's samples repeat the last one.
template <class T, int W>
TENON_INLINE void load_tile(const T* array, int size, const BlockPlace& at, int c, Pack<T, W> (&tile)[W]) {
  const T* const end = array + at.n * size;
#pragma GCC unroll 16
  for (int l = 0; l < W; ++l) {
    const T* from = array + (at.first + std::min(l, at.lanes - 1)) * size + c;
    tile[l] = end - from >= W ? Pack<T, W>::load(from) : Pack<T, W>::load(from, static_cast<int>(end - from));
  }
  transpose(tile);
}

// x[k] = number k of the block's samples. Returns lanes that are not zero where a number times `factor` is not finite.
template <class T, int W>
TENON_INLINE typename Pack<T, W>::Mask rows_in(const T* array, int size, const BlockPlace& at, Pack<T, W>* x,
                                               const Pack<T, W>& factor) {
  using P = Pack<T, W>;
  typename P::Mask bad{};
  P tile[W];
  const auto whole_tile = [&](int c) TENON_INLINE_LAMBDA {
    const T* from = array + at.first * size + c;
#pragma GCC unroll 16
    for (int l = 0; l < W; ++l) tile[l] = P::load(from + static_cast<std::ptrdiff_t>(l) * size);
    transpose(tile);
    for (int l = 0; l < W; ++l) bad |= not_finite((x[c + l] = tile[l]) * factor);
  };
  if (at.lanes == W && size >= W) [[likely]] {
    int c = 0;
    for (; c + W <= size; c += W) whole_tile(c);
    if (c < size) whole_tile(size - W);  // overlaps the tile before
    return bad;
  }
  // A row shorter than a register: what is read beyond it is the next row's.
  if (at.lanes == W && (at.first + W - 1) * size + W <= at.n * size) [[likely]] {
#pragma GCC unroll 16
    for (int l = 0; l < W; ++l) tile[l] = P::load(array + (at.first + l) * size);
    transpose(tile);
    for (int l = 0; l < size; ++l) bad |= not_finite((x[l] = tile[l]) * factor);
    return bad;
  }
  for (int c = 0; c < size; c += W) {
    load_tile(array, size, at, c, tile);
    for (int l = 0; l < W && c + l < size; ++l) bad |= not_finite((x[c + l] = tile[l]) * factor);
  }
  return bad;
}

// x[l] = number from + l of the block's samples, count of them; not checked.
template <class T, int W>
TENON_INLINE void run_in(const T* array, int size, const BlockPlace& at, int from, int count, Pack<T, W>* x) {
  using P = Pack<T, W>;
  P tile[W];
  for (int c = 0; c < count; c += W) {
    int begin = from + c;
    if (at.lanes == W && size >= W) [[likely]] {
      begin = std::min(begin, size - W);  // the last tile of a sample ends with it
#pragma GCC unroll 16
      for (int l = 0; l < W; ++l) tile[l] = P::load(array + (at.first + l) * static_cast<std::ptrdiff_t>(size) + begin);
      transpose(tile);
    } else {
      load_tile(array, size, at, begin, tile);
    }
    for (int l = 0; l < W && c + l < count; ++l) x[c + l] = tile[from + c - begin + l];
  }
}

// W numbers of W samples to rows `size` apart.
template <class T, int W>
TENON_INLINE void tile_out(const Pack<T, W>* x, int size, T* to) {
  Pack<T, W> tile[W];
#pragma GCC unroll 16
  for (int l = 0; l < W; ++l) tile[l] = x[l];
  transpose(tile);
#pragma GCC unroll 16
  for (int l = 0; l < W; ++l) tile[l].store(to + static_cast<std::ptrdiff_t>(l) * size);
}

// The way back.
template <class T, int W>
TENON_INLINE void rows_out(const Pack<T, W>* x, int size, const BlockPlace& at, T* array) {
  T* const to = array + at.first * size;
  if (at.lanes == W && size >= W) [[likely]] {
    int c = 0;
    for (; c + W <= size; c += W) tile_out(x + c, size, to + c);
    if (c < size) tile_out(x + size - W, size, to + size - W);
    return;
  }
  Pack<T, W> tile[W];
  // Shorter than a register: what is written beyond a row is written again by the next; the last one is cut.
  if (at.lanes == W && size < W && 2 * size >= W) [[likely]] {
#pragma GCC unroll 16
    for (int l = 0; l < W; ++l) tile[l] = x[std::min(l, size - 1)];
    transpose(tile);
#pragma GCC unroll 16
    for (int l = 0; l < W - 1; ++l) tile[l].store(to + static_cast<std::ptrdiff_t>(l) * size);
    tile[W - 1].store(to + static_cast<std::ptrdiff_t>(W - 1) * size, size);
    return;
  }
  for (int c = 0; c < size; c += W) {
    const int count = std::min(W, size - c);
    for (int l = 0; l < W; ++l) tile[l] = x[c + std::min(l, count - 1)];
    transpose(tile);
    for (int l = 0; l < at.lanes; ++l) tile[l].store(to + static_cast<std::ptrdiff_t>(l) * size + c, count);
  }
}

// The same for packed arrays; lanes of padding repeat the first one.
template <class T, int W>
TENON_INLINE Pack<T, W> packed_number(const T* from, const BlockPlace& at) {
  auto number = Pack<T, W>::load(from);
  if (at.lanes < W) [[unlikely]]
    for (int l = at.lanes; l < W; ++l) number.set(l, number[0]);
  return number;
}
template <class T, int W>
TENON_INLINE typename Pack<T, W>::Mask packed_in(const T* array, int size, const BlockPlace& at, Pack<T, W>* x,
                                                 const Pack<T, W>& factor) {
  typename Pack<T, W>::Mask bad{};
  const T* from = array + at.first * size;
  for (int k = 0; k < size; ++k, from += W) bad |= not_finite((x[k] = packed_number<T, W>(from, at)) * factor);
  return bad;
}
template <class T, int W>
TENON_INLINE void packed_run_in(const T* array, int size, const BlockPlace& at, int first, int count, Pack<T, W>* x) {
  const T* from = array + at.first * size + first * W;
  for (int k = 0; k < count; ++k, from += W) x[k] = packed_number<T, W>(from, at);
}
template <class T, int W>
TENON_INLINE void packed_out(const Pack<T, W>* x, int size, const BlockPlace& at, T* array) {
  T* to = array + at.first * size;
  for (int k = 0; k < size; ++k, to += W) x[k].store(to);
}

}  // namespace TENON_ISA
}  // namespace tenon
