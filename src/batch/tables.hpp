// The table of batch kernels of the instruction set that a file is compiled for.
#pragma once

#include "batch/drive.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Lanes fill one register.
#if defined(__AVX512F__)
constexpr int register_bytes = 64;
#elif defined(__AVX__)
constexpr int register_bytes = 32;
#else
constexpr int register_bytes = 16;
#endif

template <class T>
using RegisterOf = Pack<T, register_bytes / static_cast<int>(sizeof(T))>;

template <class P>
void pack_rows(const Element<P>* rows, std::ptrdiff_t n, int size, Element<P>* packed) {
  P tile[P::width];
  for (std::ptrdiff_t first = 0; first < n; first += P::width) {
    const BlockPlace at{n, first, static_cast<int>(std::min<std::ptrdiff_t>(P::width, n - first))};
    for (int c = 0; c < size; c += P::width) {
      load_tile(rows, size, at, c, tile);
      for (int l = 0; l < P::width && c + l < size; ++l) tile[l].store(packed + first * size + (c + l) * P::width);
    }
  }
}

template <class P>
void unpack_rows(const Element<P>* packed, std::ptrdiff_t n, int size, Element<P>* rows) {
  for (std::ptrdiff_t first = 0; first < n; first += P::width)
    for (int k = 0; k < size; ++k)
      for (std::ptrdiff_t lane = 0; lane < std::min<std::ptrdiff_t>(P::width, n - first); ++lane)
        rows[(first + lane) * size + k] = packed[first * size + k * P::width + lane];
}

template <class T>
constexpr BatchKernels<T> batch_kernels() {
  using P = RegisterOf<T>;
  return {P::width,       batch_scratch_size<P>, drive_rnea<P>, drive_crba<P>, drive_placements<P>,
          drive_solve<P>, pack_rows<P>,          unpack_rows<P>};
}
template <class T>
constexpr BatchArticulatedKernels<T> batch_articulated_kernels() {
  using P = RegisterOf<T>;
  return {drive_aba<P>, drive_minverse_apply<P>};
}

}  // namespace TENON_ISA
}  // namespace tenon
