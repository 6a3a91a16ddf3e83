// M⁻¹x and M⁻¹ from the branch-sparse factors.  [Fea05] sections 2 and 4.1 (Table 1, "back-substitute").
// LTL: 2n divisions + 2 D1 (multiply and add) per column; LTDL: n divisions + 2 D1 (multiply and add).
#pragma once

#include <vector>
#include "dynamics/fast/rnea.hpp"
#include "factorization/paper/products.hpp"
#include "model/algorithm_facts.hpp"

namespace tenon {
inline namespace TENON_ISA {

// x = (LᵀL)⁻¹x.
template <class T>
void ltl_solve(std::span<const int> lambda, MatrixView<T> L, RowsView<T> x) {
  solve_lt<Diagonal::general>(lambda, L, x);
  solve_l<Diagonal::general>(lambda, L, x);
}

// x = (LᵀD L)⁻¹x, with D on the diagonal of L's storage.
template <class T>
void ltdl_solve(std::span<const int> lambda, MatrixView<T> LD, RowsView<T> x) {
  solve_lt<Diagonal::unit>(lambda, LD, x);
  for (int i = 1; i <= LD.n; ++i) x(i) /= LD(i, i);
  solve_l<Diagonal::unit>(lambda, LD, x);
}

// out = (LᵀD L)⁻¹, both triangles, one column of the identity beside the other.
template <class T>
void ltdl_inverse(std::span<const int> lambda, MatrixView<T> LD, MatrixView<T> out) {
  for (int i = 1; i <= LD.n; ++i)
    for (int j = 1; j <= LD.n; ++j) out(i, j) = T(i == j ? 1 : 0);
  ltdl_solve(lambda, LD, RowsView<T>{out.data, LD.n});
}
template <class T>
void ltl_inverse(std::span<const int> lambda, MatrixView<T> L, MatrixView<T> out) {
  for (int i = 1; i <= L.n; ++i)
    for (int j = 1; j <= L.n; ++j) out(i, j) = T(i == j ? 1 : 0);
  ltl_solve(lambda, L, RowsView<T>{out.data, L.n});
}

struct LtdlSolve {
  static constexpr AlgorithmFacts facts{.name = "ltdl-solve",
                                        .family = "minverse_apply",
                                        .paper = "Fea05",
                                        .listing = "section 4.1",
                                        .complexity = "O(n d²)",
                                        .weights = {25, 36.4, 0.034}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.factors().solve(ask.given.x, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    ltdl_solve(run.model.lambda, Ltdl::factors(run), RowsView<typename Run::Number>{run.x.data()});
  }
};

struct LtdlInverse {
  static constexpr AlgorithmFacts facts{.name = "ltdl-inverse",
                                        .family = "minverse",
                                        .paper = "Fea05",
                                        .listing = "section 4.1",
                                        .complexity = "O(n² d)",
                                        .weights = {12, 42.9, 0.027}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.factors().inverse(ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    std::vector<N> inverse(run.out.size() * run.out.size());
    ltdl_inverse(run.model.lambda, Ltdl::factors(run), MatrixView<N>{inverse.data(), run.model.nv});
  }
};

// a = M⁻¹(tau - (C v + g - Jᵀ wrenches)).
struct CrbaLtdl {
  static constexpr AlgorithmFacts facts{.name = "crba-ltdl",
                                        .family = "aba",
                                        .paper = "Fea05",
                                        .listing = "sections 2 and 5",
                                        .complexity = "O(n d²)",
                                        .weights = {128, 45.6, 0.038}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.check(ask.given.tau, "tau");
    rnea(ask.model, ask.ws, ask.state(), ask.memory.zero, {.wrenches = ask.given.wrenches}, ask.out);
    for (std::size_t i = 0; i < ask.out.size(); ++i) ask.out[i] = ask.given.tau[i] - ask.out[i];
    ask.factors().solve(ask.out, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    Bias::count(run);
    for (std::size_t i = 0; i < run.out.size(); ++i) run.out[i] = run.tau[i] - run.out[i];
    ltdl_solve(run.model.lambda, Ltdl::factors(run), RowsView<typename Run::Number>{run.out.data()});
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
