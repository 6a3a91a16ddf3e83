// Branch-sparse A = LᵀD L in place: D replaces the diagonal, the unit factor L what lies below it.  [Fea05] appendix.
// D1 divisions + D2 (multiply and add).
// Departures: none.   Errata: none known.
#pragma once

#include <span>
#include "dynamics/paper/crba.hpp"
#include "model/algorithm_facts.hpp"
#include "tenon/dynamics.hpp"

#include "factorization/paper/view.hpp"

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

// L with its unit diagonal, then D.
struct Ltdl {
  static constexpr AlgorithmFacts facts{.name = "ltdl",
                                        .family = "factorization",
                                        .paper = "Fea05",
                                        .listing = "appendix",
                                        .complexity = "O(n d²)",
                                        .weights = {0, 49.6, 0.061}};
  template <class Ask>
  static void compute(const Ask& ask) {
    const std::size_t n = ask.nv;
    const auto L = ask.out.first(n * n), D = ask.out.subspan(n * n);
    crba(ask.model, ask.ws, ask.given.q, {.triangle = Triangle::lower}, L);
    const auto report = ask.memory.factors.get(ask.model).factorize_in_place(L);
    if (!report) throw Error(describe(ask.model, report));
    for (std::size_t i = 0; i < n; ++i) {
      D[i] = L[i * n + i];
      L[i * n + i] = 1;
      for (std::size_t j = i + 1; j < n; ++j) L[i * n + j] = 0;
    }
  }
  template <class Run>
  static void count(Run& run) {
    factors(run);
  }
  // The factors, from the plain CRBA on, of a run that counts.
  template <class Run>
  static MatrixView<typename Run::Number> factors(Run& run) {
    const MatrixView<typename Run::Number> M{CrbaPlain::matrix(run).data(), run.model.nv};
    ltdl_factorize(run.model.lambda, M);
    return M;
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
