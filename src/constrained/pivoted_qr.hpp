// A = Q R Pᵀ by Householder reflections, the longest column first. Rows may differ in size by many orders (weights):
// with the largest rows on top no digit of the small ones is lost (Cox and Higham, Stability of Householder QR
// factorization for weighted least squares problems, 1998).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tenon {

// Over memory of the caller.
struct PivotedQr {
  double* a;            // rows x cols, row-major: R on and above the diagonal, reflections below
  double *beta, *head;  // cols: 2 / vᵀv and the first entry of v, the rest of which stands below the diagonal
  int* column;          // cols: where column k of R came from
  int rows, cols, rank = 0;

  double& operator()(int i, int j) const { return a[static_cast<std::ptrdiff_t>(i) * cols + j]; }

  // Columns of which no more than `least` is left count as nothing.
  void factorize(double least) {
    for (int j = 0; j < cols; ++j) column[j] = j;
    for (rank = 0; rank < std::min(rows, cols); ++rank) {
      int longest = rank;
      double most = -1;
      for (int j = rank; j < cols; ++j)
        if (const double x = length(rank, j); x > most) most = x, longest = j;
      if (!(most > least)) return;
      for (int i = 0; i < rows && longest != rank; ++i) std::swap((*this)(i, rank), (*this)(i, longest));
      std::swap(column[rank], column[longest]);
      reflect_column(rank, most);
    }
  }
  void apply_transposed(double* x) const {  // Qᵀx
    for (int k = 0; k < rank; ++k) reflect(k, x);
  }
  void apply(double* x) const {  // Q x
    for (int k = rank - 1; k >= 0; --k) reflect(k, x);
  }
  // The x of least squares ‖A x - b‖, zero where columns count as nothing; b is used up.
  void solve(double* b, double* x) const {
    apply_transposed(b);
    for (int j = 0; j < cols; ++j) x[j] = 0;
    for (int k = rank - 1; k >= 0; --k) {
      for (int j = k + 1; j < rank; ++j) b[k] -= (*this)(k, j) * b[j];
      b[k] /= (*this)(k, k);
      x[column[k]] = b[k];
    }
  }

 private:
  double length(int from, int j) const {
    double most = 0, sum = 0;
    for (int i = from; i < rows; ++i) most = std::max(most, std::fabs((*this)(i, j)));
    if (most == 0) return 0;
    for (int i = from; i < rows; ++i) sum += ((*this)(i, j) / most) * ((*this)(i, j) / most);
    return most * std::sqrt(sum);
  }
  void reflect_column(int k, double norm) {
    const double x = (*this)(k, k), end = x > 0 ? -norm : norm;
    head[k] = x - end, beta[k] = -1 / (end * head[k]);
    for (int j = k + 1; j < cols; ++j) {
      double sum = head[k] * (*this)(k, j);
      for (int i = k + 1; i < rows; ++i) sum += (*this)(i, k) * (*this)(i, j);
      sum *= beta[k];
      (*this)(k, j) -= sum * head[k];
      for (int i = k + 1; i < rows; ++i) (*this)(i, j) -= sum * (*this)(i, k);
    }
    (*this)(k, k) = end;
  }
  void reflect(int k, double* x) const {
    double sum = head[k] * x[k];
    for (int i = k + 1; i < rows; ++i) sum += (*this)(i, k) * x[i];
    sum *= beta[k];
    x[k] -= sum * head[k];
    for (int i = k + 1; i < rows; ++i) x[i] -= sum * (*this)(i, k);
  }
};

}  // namespace tenon
