// Branch-sparse A = LᵀD L in place: D replaces the diagonal, the unit factor L what lies below it.  [Fea05] appendix.
// D1 divisions + D2 (multiply and add).
// Departures: none.   Errata: none known.
#pragma once

#include <span>

#include "factorization/view.hpp"

namespace tenon {
inline namespace TENON_ISA {

// lambda has n + 1 entries, lambda[0] unused, lambda[i] < i, 0 for a root; A satisfies eq. (6).
template <class T>
void ltdl_factorize(std::span<const int> lambda, MatrixView<T> A) {
  const int n = A.n;
  for (int k = n; k >= 1; --k) {          // 1
    int i = lambda[k];                    // 2
    while (i != 0) {                      // 3
      const T a = A(k, i) / A(k, k);      // 4
      int j = i;                          // 5
      while (j != 0) {                    // 6
        A(i, j) = A(i, j) - A(k, j) * a;  // 7
        j = lambda[j];                    // 8
      }  // 9
      A(k, i) = a;    // 10
      i = lambda[i];  // 11
    }  // 12
  }  // 13
}

}  // namespace TENON_ISA
}  // namespace tenon
