// Branch-sparse H = LᵀL in place: L replaces the lower triangle, nothing else is touched.  [Fea05] section 2.
// n roots + D1 divisions + D2 (multiply and add).
// Departures: none.   Errata: none known.
#pragma once

#include <span>
#include "dynamics/paper/crba.hpp"
#include "model/algorithm_facts.hpp"
#include "tenon/dynamics.hpp"

#include "factorization/paper/view.hpp"
#include "spatial/scalar.hpp"

namespace tenon {
inline namespace TENON_ISA {

// lambda has n + 1 entries, lambda[0] unused, lambda[i] < i, 0 for a root; H satisfies eq. (6).
template <class T>
void ltl_factorize(std::span<const int> lambda, MatrixView<T> H) {
  const int n = H.n;
  for (int k = n; k >= 1; --k) {     // 1
    H(k, k) = square_root(H(k, k));  // 2
    int j = lambda[k];               // 3
    while (j != 0) {                 // 4
      H(k, j) = H(k, j) / H(k, k);   // 5
      j = lambda[j];                 // 6
    }  // 7
    int i = lambda[k];                          // 8
    while (i != 0) {                            // 9
      j = i;                                    // 10
      while (j != 0) {                          // 11
        H(i, j) = H(i, j) - H(k, i) * H(k, j);  // 12
        j = lambda[j];                          // 13
      }  // 14
      i = lambda[i];  // 15
    }  // 16
  }  // 17
}

// As printed; here D is the identity.
struct Ltl {
  static constexpr AlgorithmFacts facts{
      .name = "ltl", .family = "factorization", .paper = "Fea05", .listing = "section 2", .complexity = "O(n d²)"};
  template <class Ask>
  static void compute(const Ask& ask) {
    const std::size_t n = ask.nv;
    const auto L = ask.out.first(n * n), D = ask.out.subspan(n * n);
    crba(ask.model, ask.ws, ask.given.q, {.triangle = Triangle::lower}, L);
    ltl_factorize(ask.model.compiled().lambda, MatrixView<double>{L.data(), ask.model.nv()});
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) L[i * n + j] = 0;
    for (double& d : D) d = 1;
  }
  template <class Run>
  static void count(Run& run) {
    const MatrixView<typename Run::Number> M{CrbaPlain::matrix(run).data(), run.model.nv};
    ltl_factorize(run.model.lambda, M);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
