// A = C Cᵀ of a small dense symmetric matrix, a block of a larger one, and when rows count as redundant.
#pragma once

#include <cstddef>

#include "spatial/scalar.hpp"

namespace tenon {

// A row counts as one of the rows before it where so little of its diagonal entry is left as a pivot.
constexpr double least_pivot = 1e-10;

inline namespace TENON_ISA {

template <class S>
struct DenseBlock {
  S* data;
  int n, stride;
  S& operator()(int i, int j) const { return data[static_cast<std::ptrdiff_t>(i) * stride + j]; }
  // Rows and columns begin … end.
  DenseBlock part(int begin, int end) const {
    return {data + static_cast<std::ptrdiff_t>(begin) * (stride + 1), end - begin, stride};
  }
};

// The lower triangle becomes C. False, with C unfit for use, where a pivot is not above `least` of its diagonal entry.
template <class S>
bool cholesky(const DenseBlock<S>& A, double least = -1) {
  for (int j = 0; j < A.n; ++j) {
    const S whole = A(j, j);
    for (int k = 0; k < j; ++k) A(j, j) = neg_mul_add(A(j, k), A(j, k), A(j, j));
    if constexpr (std::is_same_v<S, double>)
      if (least >= 0 && !(A(j, j) > least * whole)) return false;
    A(j, j) = square_root(A(j, j));
    for (int i = j + 1; i < A.n; ++i) {
      for (int k = 0; k < j; ++k) A(i, j) = neg_mul_add(A(i, k), A(j, k), A(i, j));
      A(i, j) = A(i, j) / A(j, j);
    }
  }
  return true;
}

// x <- C⁻¹x.
template <class S>
void cholesky_forward(const DenseBlock<S>& C, S* x) {
  for (int i = 0; i < C.n; ++i) {
    for (int k = 0; k < i; ++k) x[i] = neg_mul_add(C(i, k), x[k], x[i]);
    x[i] = x[i] / C(i, i);
  }
}
// x <- (C Cᵀ)⁻¹x.
template <class S>
void cholesky_solve(const DenseBlock<S>& C, S* x) {
  cholesky_forward(C, x);
  for (int i = C.n - 1; i >= 0; --i) {
    x[i] = x[i] / C(i, i);
    for (int k = 0; k < i; ++k) x[k] = neg_mul_add(C(i, k), x[i], x[k]);
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
