// A⁺ of a symmetric positive semidefinite matrix: Cholesky where it has full rank, with pivots where those tell the
// rank plainly, by Jacobi rotations otherwise. The rank is that of A scaled to a unit diagonal, S⁻¹A S⁻¹: rows of light
// and heavy bodies differ by many orders. From S⁻¹A S⁻¹ = L Lᵀ the columns of S L, made orthogonal, give A⁺.
#pragma once

#include <algorithm>
#include <cmath>

#include "delassus/paper/dense_cholesky.hpp"

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

// A = L Lᵀ with the largest pivots of a unit diagonal first, L of as many columns as A has rank: row k of `Lt` is
// column k. scale: S. `rest` is scratch. Returns the rank, or -1 where the pivots have no gap to tell it.
inline int factorize_by_pivots(const DenseBlock<double>& A, const double* scale, const DenseBlock<double>& rest,
                               const DenseBlock<double>& Lt) {
  const int n = A.n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) rest(i, j) = A(i, j) / (scale[i] * scale[j]);
  for (int k = 0; k < n; ++k) {
    int p = 0;
    for (int i = 1; i < n; ++i)
      if (rest(i, i) > rest(p, p)) p = i;
    if (!(rest(p, p) > 1e-9)) return rest(p, p) < 1e-13 ? k : -1;
    const double by = 1 / std::sqrt(rest(p, p));
    for (int i = 0; i < n; ++i) Lt(k, i) = by * rest(p, i);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) rest(i, j) -= Lt(k, i) * Lt(k, j);
    for (int i = 0; i < n; ++i) rest(i, p) = rest(p, i) = 0, Lt(k, i) *= scale[i];
  }
  return n;
}

// The same by eigenvectors: those whose eigenvalue is above `least` of the largest. A and V are used up.
inline int factorize_by_eigenvectors(const DenseBlock<double>& A, const double* scale, const DenseBlock<double>& V,
                                     const DenseBlock<double>& Lt, double least) {
  const int n = A.n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A(i, j) /= scale[i] * scale[j];
  diagonalize(A, V);
  double largest = 0;
  for (int k = 0; k < n; ++k) largest = std::max(largest, A(k, k));
  int rank = 0;
  for (int k = 0; k < n; ++k) {
    if (!(A(k, k) > least * largest)) continue;
    for (int i = 0; i < n; ++i) Lt(rank, i) = scale[i] * std::sqrt(A(k, k)) * V(i, k);
    ++rank;
  }
  return rank;
}

// From L = Q R, Q of orthonormal columns: A⁺ = Q (R Rᵀ)⁻¹Qᵀ = YᵀY, Y = R⁻¹Qᵀ. Lt becomes Y; R is scratch; out = A⁺.
inline void invert_factor(int rank, const DenseBlock<double>& Lt, const DenseBlock<double>& R,
                          const DenseBlock<double>& out) {
  const int n = Lt.n;
  const auto add = [&](int to, double x, int from) {
    for (int i = 0; i < n; ++i) Lt(to, i) += x * Lt(from, i);
  };
  const auto product = [&](int a, int b) {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += Lt(a, i) * Lt(b, i);
    return sum;
  };
  for (int k = 0; k < rank; ++k) {
    for (int j = 0; j < k; ++j) R(j, k) = 0;
    for (int again = 0; again < 2; ++again)  // the second time for what rounding left
      for (int j = 0; j < k; ++j) {
        const double along = product(j, k);
        add(k, -along, j), R(j, k) += along;
      }
    R(k, k) = std::sqrt(product(k, k));
    for (int i = 0; i < n; ++i) Lt(k, i) /= R(k, k);
  }
  for (int k = rank - 1; k >= 0; --k) {
    for (int j = k + 1; j < rank; ++j) add(k, -R(k, j), j);
    for (int i = 0; i < n; ++i) Lt(k, i) /= R(k, k);
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) out(i, j) = 0;
  for (int k = 0; k < rank; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) out(i, j) += Lt(k, i) * Lt(k, j);
}

// out = A⁺; A, V and `scale` (n numbers) are scratch. Eigenvalues of A scaled to a unit diagonal count as zero below
// `least` of the largest. Returns the rank.
inline int symmetric_pseudo_inverse(const DenseBlock<double>& A, const DenseBlock<double>& V, double* scale,
                                    const DenseBlock<double>& out, double least = 1e-11) {
  const int n = A.n;
  for (int i = 0; i < n; ++i) {
    scale[i] = A(i, i) > 0 ? std::sqrt(A(i, i)) : 1;
    for (int j = 0; j < n; ++j) out(i, j) = A(i, j);
  }
  if (cholesky(out, least_pivot)) {
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
  int rank = factorize_by_pivots(A, scale, V, out);
  if (rank < 0) rank = factorize_by_eigenvectors(A, scale, V, out, least);
  invert_factor(rank, out, V, A);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) out(i, j) = A(i, j);
  return rank;
}

}  // namespace TENON_ISA
}  // namespace tenon
