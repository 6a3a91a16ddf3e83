// A⁺ of a symmetric positive semidefinite matrix: Cholesky where it has full rank, Jacobi rotations otherwise.
#pragma once

#include <algorithm>
#include <cmath>

#include "constrained/cholesky.hpp"

namespace tenon {
inline namespace TENON_ISA {

// A becomes diagonal, the columns of V its eigenvectors: cyclic Jacobi rotations.
inline void diagonalize(const DenseBlock<double>& A, const DenseBlock<double>& V) {
  const int n = A.n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) V(i, j) = i == j;
  constexpr int most_sweeps = 30;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double off = 0, all = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) (i == j ? all : off) += A(i, j) * A(i, j);
    if (off <= 1e-34 * (all + off)) return;
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) {
        if (A(p, q) == 0) continue;
        const double theta = (A(q, q) - A(p, p)) / (2 * A(p, q));
        const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::hypot(theta, 1));
        const double c = 1 / std::hypot(t, 1), s = t * c;
        const auto turn = [&](double& x, double& y) {
          const double before = x;
          x = c * x - s * y, y = s * before + c * y;
        };
        for (int k = 0; k < n; ++k) turn(A(k, p), A(k, q));
        for (int k = 0; k < n; ++k) turn(A(p, k), A(q, k));
        for (int k = 0; k < n; ++k) turn(V(k, p), V(k, q));
      }
  }
}

// out = A⁺; A and V are scratch. Eigenvalues below `least` of the largest count as zero. Returns the rank.
inline int symmetric_pseudo_inverse(const DenseBlock<double>& A, const DenseBlock<double>& V,
                                    const DenseBlock<double>& out, double least = 1e-11) {
  const int n = A.n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) out(i, j) = A(i, j);
  if (cholesky(out, 1e-10)) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) V(i, j) = out(i, j);
    for (int c = 0; c < n; ++c) {
      double* column = A.data;  // not needed any more
      for (int i = 0; i < n; ++i) column[i] = i == c;
      cholesky_solve(V, column);
      for (int i = 0; i <= c; ++i) out(i, c) = out(c, i) = column[i];
    }
    return n;
  }
  diagonalize(A, V);
  double largest = 0;
  for (int k = 0; k < n; ++k) largest = std::max(largest, A(k, k));
  int rank = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) out(i, j) = 0;
  for (int k = 0; k < n; ++k) {
    if (!(A(k, k) > least * largest)) continue;
    ++rank;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) out(i, j) += V(i, k) * V(j, k) / A(k, k);
  }
  return rank;
}

}  // namespace TENON_ISA
}  // namespace tenon
