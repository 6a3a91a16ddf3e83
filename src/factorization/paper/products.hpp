// L x, Lᵀx, L⁻¹x, L⁻ᵀx with a branch-sparse factor; x is a vector or the rows of a matrix.  [Fea05] appendix.
// D1 (multiply and add) each, and n multiplications or divisions more where the diagonal is not 1.
// Departures: the unit diagonal of LTDL is a template argument, as the appendix's remark says.   Errata: none known.
#pragma once

#include <span>
#include "factorization/paper/ltdl.hpp"
#include "model/algorithm_facts.hpp"

#include "factorization/paper/view.hpp"

namespace tenon {
inline namespace TENON_ISA {

// unit: the diagonal of L is 1 and the matrix stores D there (LTDL); general: it stores L_ii (LTL).
enum class Diagonal { unit, general };

// y = L x; y and x may be the same.
template <Diagonal diagonal, class T>
void multiply_l(std::span<const int> lambda, MatrixView<T> L, RowsView<T> x, RowsView<T> y) {
  for (int i = L.n; i >= 1; --i) {  // 1
    if constexpr (diagonal == Diagonal::general)
      assign(y(i), L(i, i) * x(i));  // 2
    else
      assign(y(i), x(i));
    int j = lambda[i];         // 3
    while (j != 0) {           // 4
      y(i) += L(i, j) * x(j);  // 5
      j = lambda[j];           // 6
    }  // 7
  }  // 8
}

// y = Lᵀx; y and x must differ.
template <Diagonal diagonal, class T>
void multiply_lt(std::span<const int> lambda, MatrixView<T> L, RowsView<T> x, RowsView<T> y) {
  for (int i = 1; i <= L.n; ++i) {  // 1
    if constexpr (diagonal == Diagonal::general)
      assign(y(i), L(i, i) * x(i));  // 2
    else
      assign(y(i), x(i));
    int j = lambda[i];         // 3
    while (j != 0) {           // 4
      y(j) += L(i, j) * x(i);  // 5
      j = lambda[j];           // 6
    }  // 7
  }  // 8
}

// x = L⁻¹x.
template <Diagonal diagonal, class T>
void solve_l(std::span<const int> lambda, MatrixView<T> L, RowsView<T> x) {
  for (int i = 1; i <= L.n; ++i) {  // 1
    int j = lambda[i];              // 2
    while (j != 0) {                // 3
      x(i) -= L(i, j) * x(j);       // 4
      j = lambda[j];                // 5
    }  // 6
    if constexpr (diagonal == Diagonal::general) x(i) /= L(i, i);  // 7
  }  // 8
}

// x = L⁻ᵀx.
template <Diagonal diagonal, class T>
void solve_lt(std::span<const int> lambda, MatrixView<T> L, RowsView<T> x) {
  for (int i = L.n; i >= 1; --i) {                                 // 1
    if constexpr (diagonal == Diagonal::general) x(i) /= L(i, i);  // 2
    int j = lambda[i];                                             // 3
    while (j != 0) {                                               // 4
      x(j) -= L(i, j) * x(i);                                      // 5
      j = lambda[j];                                               // 6
    }  // 7
  }  // 8
}

struct MultiplyL {
  static constexpr AlgorithmFacts facts{.name = "ltdl",
                                        .family = "multiply_L",
                                        .paper = "Fea05",
                                        .listing = "appendix",
                                        .complexity = "O(n d²)",
                                        .weights = {29, 34.2, 0.033}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.factors().multiply_L(ask.given.x, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    multiply_l<Diagonal::unit>(run.model.lambda, Ltdl::factors(run), RowsView<N>{run.x.data()},
                               RowsView<N>{run.out.data()});
  }
};

struct MultiplyLt {
  static constexpr AlgorithmFacts facts{.name = "ltdl",
                                        .family = "multiply_Lt",
                                        .paper = "Fea05",
                                        .listing = "appendix",
                                        .complexity = "O(n d²)",
                                        .weights = {38, 29.7, 0.036}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.factors().multiply_Lt(ask.given.x, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    multiply_lt<Diagonal::unit>(run.model.lambda, Ltdl::factors(run), RowsView<N>{run.x.data()},
                                RowsView<N>{run.out.data()});
  }
};

struct SolveL {
  static constexpr AlgorithmFacts facts{.name = "ltdl",
                                        .family = "solve_L",
                                        .paper = "Fea05",
                                        .listing = "appendix",
                                        .complexity = "O(n d²)",
                                        .weights = {35, 31.5, 0.035}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.factors().solve_L(ask.given.x, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    solve_l<Diagonal::unit>(run.model.lambda, Ltdl::factors(run), RowsView<N>{run.x.data()});
  }
};

struct SolveLt {
  static constexpr AlgorithmFacts facts{.name = "ltdl",
                                        .family = "solve_Lt",
                                        .paper = "Fea05",
                                        .listing = "appendix",
                                        .complexity = "O(n d²)",
                                        .weights = {37, 30.0, 0.037}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.factors().solve_Lt(ask.given.x, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    solve_lt<Diagonal::unit>(run.model.lambda, Ltdl::factors(run), RowsView<N>{run.x.data()});
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
