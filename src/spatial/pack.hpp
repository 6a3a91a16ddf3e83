// Pack<T, W>: W numbers in one SIMD register (or in as many as it takes). The only place with vector code.
// Operations are lane by lane and equal the scalar ones of the same instruction set to the bit.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#include "spatial/scalar.hpp"
#ifdef __FMA__
#include <immintrin.h>
#endif

namespace tenon {
inline namespace TENON_ISA {

// The compiler's vector type; a struct of its own, so that g++ does not take it for T before W is known.
template <class T, int W>
struct VectorOf {
  typedef T type __attribute__((vector_size(W * sizeof(T))));
};

template <class T, int W>
struct Pack {
  static_assert(W > 1 && (W & (W - 1)) == 0, "lanes: a power of two");
  using Integer = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  using Vector = typename VectorOf<T, W>::type;
  using Mask = typename VectorOf<Integer, W>::type;
  static constexpr int width = W;

  Vector value;

  Pack() = default;
  Pack(T broadcast) : value(broadcast - Vector{}) {}  // x - 0 is x to the bit, so this is no arithmetic
  Pack(Vector v) : value(v) {}
  template <class U>
    requires(std::is_arithmetic_v<U> && !std::is_same_v<U, T>)
  Pack(U broadcast) : Pack(static_cast<T>(broadcast)) {}

  T operator[](int lane) const { return value[lane]; }
  void set(int lane, T x) { value[lane] = x; }

  static Pack load(const T* from) {
    Pack p;
    std::memcpy(&p.value, from, sizeof(Vector));
    return p;
  }
  void store(T* to) const { std::memcpy(to, &value, sizeof(Vector)); }
  // The first lanes only; the others load as 0.
  static Pack load(const T* from, int lanes) {
    T all[W] = {};
    for (int lane = 0; lane < lanes; ++lane) all[lane] = from[lane];
    return load(all);
  }
  void store(T* to, int lanes) const {
    T all[W];
    store(all);
    for (int lane = 0; lane < lanes; ++lane) to[lane] = all[lane];
  }

  friend Pack operator+(Pack a, Pack b) { return a.value + b.value; }
  friend Pack operator-(Pack a, Pack b) { return a.value - b.value; }
  friend Pack operator*(Pack a, Pack b) { return a.value * b.value; }
  friend Pack operator/(Pack a, Pack b) { return a.value / b.value; }
  friend Pack operator-(Pack a) { return -a.value; }
  Pack& operator+=(Pack b) { return value += b.value, *this; }
  Pack& operator-=(Pack b) { return value -= b.value, *this; }
  Pack& operator*=(Pack b) { return value *= b.value, *this; }
  friend Mask operator==(Pack a, Pack b) { return a.value == b.value; }
  friend Mask operator<(Pack a, Pack b) { return a.value < b.value; }
  friend Mask operator>(Pack a, Pack b) { return a.value > b.value; }

  friend Pack mul_add(Pack a, Pack b, Pack c) {
#ifdef __FMA__
#ifdef __AVX512F__
    if constexpr (sizeof(T) == 8 && W == 8) return Pack(Vector(_mm512_fmadd_pd(a.value, b.value, c.value)));
    if constexpr (sizeof(T) == 4 && W == 16) return Pack(Vector(_mm512_fmadd_ps(a.value, b.value, c.value)));
#endif
    if constexpr (sizeof(T) == 8 && W == 4)
      return Pack(Vector(_mm256_fmadd_pd(a.value, b.value, c.value)));
    else if constexpr (sizeof(T) == 4 && W == 8)
      return Pack(Vector(_mm256_fmadd_ps(a.value, b.value, c.value)));
    else if constexpr (sizeof(T) == 8 && W == 2)
      return Pack(Vector(_mm_fmadd_pd(a.value, b.value, c.value)));
    else if constexpr (sizeof(T) == 4 && W == 4)
      return Pack(Vector(_mm_fmadd_ps(a.value, b.value, c.value)));
    else {
      Pack r;
      for (int lane = 0; lane < W; ++lane) r.value[lane] = mul_add(a.value[lane], b.value[lane], c.value[lane]);
      return r;
    }
#else
    return a.value * b.value + c.value;
#endif
  }
  friend Pack neg_mul_add(Pack a, Pack b, Pack c) { return mul_add(-a, b, c); }
  friend Pack square_root(Pack a) {
    for (int lane = 0; lane < W; ++lane) a.value[lane] = square_root(a.value[lane]);
    return a;
  }
  friend Pack select(Mask condition, Pack yes, Pack no) { return condition ? yes.value : no.value; }
  // Not zero in the lanes that are infinite or NaN.
  friend Mask not_finite(Pack a) { return reinterpret_cast<Mask>(a.value - a.value); }  // NOLINT: 0 but for NaN
};

// Whether any lane of a mask (of a Pack's Integer) is not zero.
template <class P>
bool any_lane(typename P::Mask mask) {
  typename P::Integer all = 0;
  for (int lane = 0; lane < P::width; ++lane) all |= mask[lane];
  return all != 0;
}

// The sum of the lanes of a, of b, of c and of d.
template <class T>
Pack<T, 4> sums_of_lanes(Pack<T, 4> a, Pack<T, 4> b, Pack<T, 4> c, Pack<T, 4> d) {
  const auto interleaved_sum = [](auto x, auto y) {
    return __builtin_shufflevector(x, y, 0, 4, 2, 6) + __builtin_shufflevector(x, y, 1, 5, 3, 7);
  };
  const auto ab = interleaved_sum(a.value, b.value), cd = interleaved_sum(c.value, d.value);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

// Rows become columns: afterwards a holds the first numbers of a, b, c and d, b the second ones, …
inline void transpose(Pack<double, 4>& a, Pack<double, 4>& b, Pack<double, 4>& c, Pack<double, 4>& d) {
  const auto ab_even = __builtin_shufflevector(a.value, b.value, 0, 4, 2, 6);
  const auto ab_odd = __builtin_shufflevector(a.value, b.value, 1, 5, 3, 7);
  const auto cd_even = __builtin_shufflevector(c.value, d.value, 0, 4, 2, 6);
  const auto cd_odd = __builtin_shufflevector(c.value, d.value, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

// Rows become columns for any W: blocks of `size` lanes change places with those of the row `size` further on, for
// size = W/2, …, 2, 1.
template <int size, class T, int W, std::size_t... lane>
TENON_INLINE void swap_blocks(Pack<T, W>& a, Pack<T, W>& b, std::index_sequence<lane...>) {
  const auto upper = __builtin_shufflevector(
      a.value, b.value, (lane & size ? W + static_cast<int>(lane) - size : static_cast<int>(lane))...);
  b = __builtin_shufflevector(a.value, b.value,
                              (lane & size ? W + static_cast<int>(lane) : static_cast<int>(lane) + size)...);
  a = upper;
}
template <int size, class T, int W>
TENON_INLINE void transpose_blocks(Pack<T, W> (&rows)[W]) {
#pragma GCC unroll 16
  for (int r = 0; r < W; ++r)
    if (!(r & size)) swap_blocks<size>(rows[r], rows[r + size], std::make_index_sequence<W>{});
  if constexpr (size > 1) transpose_blocks<size / 2>(rows);
}
template <class T, int W>
TENON_INLINE void transpose(Pack<T, W> (&rows)[W]) {
  transpose_blocks<W / 2>(rows);
}

template <class T, int W>
struct ElementOf<Pack<T, W>> {
  using type = T;
};

}  // namespace TENON_ISA
}  // namespace tenon
