// Counted: a number that counts the operations done to it. Known values fold, as in a symbolic graph: constant with
// constant is free, and so are x·0, x·1, x·(-1), x + 0 and a change of sign. Counting is per thread (count_operations).
#pragma once

#include <cmath>

#include "spatial/scalar.hpp"
#include "tenon/operations.hpp"

namespace tenon {

struct Counted {
  double value = 0;
  bool known = true;  // the same in every evaluation

  Counted() = default;
  Counted(double constant) : value(constant) {}
  static Counted variable(double value) {
    Counted c(value);
    c.known = false;
    return c;
  }
  static OperationCount& counter() {
    static thread_local OperationCount count;
    return count;
  }

  bool is(double constant) const { return known && value == constant; }
};

inline Counted operator-(Counted a) {
  a.value = -a.value;
  return a;
}
inline Counted counted_result(double value, bool known) { return known ? Counted(value) : Counted::variable(value); }
inline Counted operator+(Counted a, Counted b) {
  if (a.is(0)) return b;
  if (b.is(0)) return a;
  const bool known = a.known && b.known;
  if (!known) ++Counted::counter().add;
  return counted_result(a.value + b.value, known);
}
inline Counted operator-(Counted a, Counted b) { return a + (-b); }
inline Counted operator*(Counted a, Counted b) {
  if (a.is(0) || b.is(0)) return Counted(0);
  if (a.is(1)) return b;
  if (b.is(1)) return a;
  if (a.is(-1)) return -b;
  if (b.is(-1)) return -a;
  const bool known = a.known && b.known;
  if (!known) ++Counted::counter().mul;
  return counted_result(a.value * b.value, known);
}
inline Counted operator/(Counted a, Counted b) {
  if (a.is(0)) return a;
  if (b.is(1)) return a;
  const bool known = a.known && b.known;
  if (!known) ++Counted::counter().div;
  return counted_result(a.value / b.value, known);
}
inline Counted& operator+=(Counted& a, Counted b) { return a = a + b; }
inline Counted& operator-=(Counted& a, Counted b) { return a = a - b; }
inline Counted& operator*=(Counted& a, Counted b) { return a = a * b; }
inline Counted mul_add(Counted a, Counted b, Counted c) { return a * b + c; }
inline Counted neg_mul_add(Counted a, Counted b, Counted c) { return c - a * b; }
inline Counted square_root(Counted a) {
  if (!a.known) ++Counted::counter().sqrt;
  return counted_result(std::sqrt(a.value), a.known);
}
// One sine and cosine pair is one trigonometric operation.
inline void sincos(Counted angle, Counted& sine, Counted& cosine) {
  if (!angle.known) ++Counted::counter().trig;
  sine = counted_result(std::sin(angle.value), angle.known);
  cosine = counted_result(std::cos(angle.value), angle.known);
}

// The operations that `work` does.
template <class Work>
OperationCount count_operations(Work&& work) {
  Counted::counter() = {};
  work();
  return Counted::counter();
}

}  // namespace tenon
