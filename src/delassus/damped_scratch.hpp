// Memory of the damped inverse, over any scalar: that of the Delassus algorithm inside, and what is done to its matrix.
// A kernel keeps rows in an order of its own: the recursive ones that of the sweeps, those in joint space the set's.
#pragma once

#include "delassus/scratch.hpp"
#include "tenon/delassus.hpp"

namespace tenon {

template <class S>
struct DampedScratch {
  DelassusScratch<S> d;
  S* R = nullptr;  // rows: stiffness
  S* A = nullptr;  // rows x rows, upper triangle: where an inverse kernel leaves its answer
  S* B = nullptr;  // the same (pv-osimr-inverse: three, in whole tiles): factors, where the answer cannot take
                   // their place
  S *x = nullptr, *y = nullptr;  // rows: a solve kernel replaces x by Λ_R x
  S *W = nullptr, *Z = nullptr;  // 6 per row, at the base: caba-osimf's, pv-osimf's
};

// What every algorithm has.
template <class S>
DampedScratch<S> damped_rows(const DelassusSizes& n, Arena& arena) {
  DampedScratch<S> w;
  w.R = arena.take<S>(n.rows), w.x = arena.take<S>(n.rows), w.y = arena.take<S>(n.rows);
  w.A = arena.take<S>(n.rows * n.rows);
  return w;
}
// And what one needs that is built on the Delassus algorithm Inside.
template <class Inside, class S>
DampedScratch<S> damped_rows_on(const DelassusSizes& n, Arena& arena) {
  DampedScratch<S> w = damped_rows<S>(n, arena);
  w.d = Inside::template scratch<S>(n, arena);
  return w;
}

inline namespace TENON_ISA {

// A square matrix in rows, of which (a, b) with a <= b is used.
template <class S>
struct UpperMatrix {
  S* data;
  int rows;
  S& operator()(int a, int b) const { return data[static_cast<std::ptrdiff_t>(a) * rows + b]; }
  void clear() const {
    for (std::ptrdiff_t k = 0; k < static_cast<std::ptrdiff_t>(rows) * rows; ++k) data[k] = S(0);
  }
};

// y = A x.
template <class S>
TENON_INLINE void multiply(const UpperMatrix<S>& A, const S* x, S* y) {
  for (int a = 0; a < A.rows; ++a) y[a] = A(a, a) * x[a];
  for (int a = 0; a < A.rows; ++a)
    for (int b = a + 1; b < A.rows; ++b) {
      y[a] = mul_add(A(a, b), x[b], y[a]);
      y[b] = mul_add(A(a, b), x[a], y[b]);
    }
}

// A x into x, for kernels that make the whole matrix first.
template <class S>
TENON_INLINE void multiply(const DampedScratch<S>& w, int rows) {
  multiply(UpperMatrix<S>{w.A, rows}, w.x, w.y);
  for (int a = 0; a < rows; ++a) w.x[a] = w.y[a];
}

// A + R⁻¹.
template <class S>
TENON_INLINE void add_compliance(const UpperMatrix<S>& A, const S* R) {
  for (int a = 0; a < A.rows; ++a) A(a, a) += S(1) / R[a];
}

}  // namespace TENON_ISA
}  // namespace tenon
