// Newton's iteration on a damped inverse, X <- X + (1 - X A) X with A = R⁻¹ + J M⁻¹Jᵀ: it squares the relative error,
// so that what the matrix inversion lemma cancels of stiff rows comes back. O(m³).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tenon {

// A and X: full m x m matrices; E and Y: scratch of the same size. False if X has less than three digits at the end.
// Rows count by the square root of their diagonal entry of X, whatever their units are.
inline bool refine_inverse(int rows, const double* A, double* X, double* E, double* Y) {
  const auto m = static_cast<std::ptrdiff_t>(rows);
  const auto size = [&](std::ptrdiff_t i) { return std::sqrt(X[i * m + i]); };
  double before = 1;
  for (int pass = 0;; ++pass) {
    for (std::ptrdiff_t i = 0; i < m; ++i)
      if (!(X[i * m + i] > 0)) return false;
    double left = 0, change = 0;  // largest sum over a row of E = 1 - X A; largest entry of E X
    for (std::ptrdiff_t i = 0; i < m; ++i) {
      double *const e = E + i * m, *const y = Y + i * m;
      for (std::ptrdiff_t j = 0; j < m; ++j) e[j] = i == j, y[j] = 0;
      for (std::ptrdiff_t k = 0; k < m; ++k)
        for (std::ptrdiff_t j = 0; j < m; ++j) e[j] -= X[i * m + k] * A[k * m + j];
      for (std::ptrdiff_t k = 0; k < m; ++k)
        for (std::ptrdiff_t j = 0; j < m; ++j) y[j] += e[k] * X[k * m + j];
      double sum = 0;
      for (std::ptrdiff_t j = 0; j < m; ++j) {
        sum += std::fabs(e[j]) * size(j) / size(i);
        change = std::max(change, std::fabs(y[j]) / (size(i) * size(j)));
      }
      if (!std::isfinite(sum)) return false;
      left = std::max(left, sum);
    }
    // Rounding is all that is left, or the iteration would not converge in directions that matter little.
    if (change > 0.5 * before || left > 0.9 || pass == 6) return change < 1e-3;
    before = change;
    for (std::ptrdiff_t i = 0; i < m; ++i)
      for (std::ptrdiff_t j = 0; j <= i; ++j)
        X[i * m + j] = X[j * m + i] = X[i * m + j] + 0.5 * (Y[i * m + j] + Y[j * m + i]);
  }
}

}  // namespace tenon
