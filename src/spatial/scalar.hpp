// The operations that every scalar of a kernel has: mul_add, neg_mul_add, square_root, select.
#pragma once

#include <cmath>
#include <type_traits>

#include "spatial/isa.hpp"
// Kernel code is inlined as a whole: results of 12 or 21 numbers stay in registers instead of passing through memory.
#ifndef TENON_INLINE
#define TENON_INLINE [[gnu::always_inline]] inline
#endif

// The same for a lambda: [&]() TENON_INLINE_LAMBDA { … }
#define TENON_INLINE_LAMBDA __attribute__((always_inline))

namespace tenon {
inline namespace TENON_ISA {

// a b + c, fused where the instruction set has it.
TENON_INLINE double mul_add(double a, double b, double c) {
#ifdef __FMA__
  return __builtin_fma(a, b, c);
#else
  return a * b + c;
#endif
}
TENON_INLINE float mul_add(float a, float b, float c) {
#ifdef __FMA__
  return __builtin_fmaf(a, b, c);
#else
  return a * b + c;
#endif
}

// c - a b.
inline double neg_mul_add(double a, double b, double c) { return mul_add(-a, b, c); }
inline float neg_mul_add(float a, float b, float c) { return mul_add(-a, b, c); }

inline double square_root(double a) { return __builtin_sqrt(a); }
inline float square_root(float a) { return __builtin_sqrtf(a); }

template <class T>
  requires std::is_floating_point_v<T>
T select(bool condition, T yes, T no) {
  return condition ? yes : no;
}

// The number type inside a scalar: double for double, T for Pack<T, W>.
template <class S>
struct ElementOf {
  using type = S;
};
template <class S>
using Element = typename ElementOf<S>::type;

// What a state scalar and a constant make together.
template <class A, class B>
using Product = decltype(std::declval<A>() * std::declval<B>());

}  // namespace TENON_ISA
}  // namespace tenon
