// Damped inverse, fast: Λ⁻¹ by PV-OSIMr on the walks (fast/pv_osimr.hpp), then by tiles of four rows
// (fast/dense_tiles.hpp) what paper/pv_osimr_cholesky.hpp does plainly:
//   1  Λ⁻¹ + R⁻¹ = UᵀD U        2  V = U⁻¹        3  Λ_R = V D⁻¹Vᵀ;    or solves with U and D
// O(n + m³) with m³/6 products in each step. Matrices are filled up to whole tiles with ones on the diagonal.
// Inverting pivots in place would take fewer steps, but loses all digits of stiff redundant rows.
#pragma once

#include "delassus/damped_call.hpp"
#include "delassus/fast/dense_tiles.hpp"
#include "delassus/fast/pv_osimr.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Step 1, from the m x m matrix A of which the upper triangle is read. B: whole_tiles(m) squared.
template <class S, int W>
void factor_damped(int m, const S* A, const S* R, S* B) {
  const std::ptrdiff_t n = whole_tiles(m);
  for (int i = 0; i < m; ++i) {
    S* row = B + i * n;
    for (int j = i; j < m; ++j) row[j] = A[static_cast<std::ptrdiff_t>(i) * m + j];
    for (std::ptrdiff_t j = m; j < n; ++j) row[j] = S(0);
    row[i] += S(1) / R[i];
  }
  for (std::ptrdiff_t i = m; i < n; ++i)
    for (std::ptrdiff_t j = i; j < n; ++j) B[i * n + j] = S(i == j ? 1 : 0);
  factor_tiles<S, W>(n, B);
}
// x <- Λ_R x by these factors.
template <class S>
void solve_damped(int m, const S* B, S* x) {
  solve_tiles(m, whole_tiles(m), B, x);
}

// A, Λ⁻¹, becomes Λ_R: upper triangles. B: three times whole_tiles(m) squared.
template <class S, int W>
void invert_damped(int m, const S* R, S* A, S* B) {
  const std::ptrdiff_t n = whole_tiles(m);
  factor_damped<S, W>(m, A, R, B);
  invert_tiles<S, W>(n, B);
  for (int i = 0; i < m; ++i)
    for (int j = i; j < m; ++j) A[static_cast<std::ptrdiff_t>(i) * m + j] = B[i * n + j];
}
template <class S, int W>
void factor_and_solve_damped(int m, const S* R, const S* A, S* B, S* x) {
  factor_damped<S, W>(m, A, R, B);
  solve_damped(m, B, x);
}

struct PvOsimrInverse {
  static constexpr AlgorithmFacts facts{.name = "pv-osimr-inverse",
                                        .paper = "PVr",
                                        .listing = "Algorithm 3 in lanes, Cholesky by blocks",
                                        .complexity = "O(n + m³)",
                                        .degeneracies = massless_links_and_redundant_rows,
                                        .lanes = true};
  static constexpr RowKinds takes = RowKinds::one_body;

  template <class S>
  static DampedScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DampedScratch<S> w = damped_rows<S>(n, arena);
    w.B = arena.take<S>(3 * (n.rows + 3) * (n.rows + 3));
    return w;
  }
  static void call_inverse(const DampedCall& c) {
    matrix(c);
    TENON_ISA_CHOICE(damped_kernels).invert_damped(c.set.rows(), c.w.R, c.w.A, c.w.B);
  }
  static void call_solve(const DampedCall& c) {
    matrix(c);
    TENON_ISA_CHOICE(damped_kernels).factor_and_solve_damped(c.set.rows(), c.w.R, c.w.A, c.w.B, c.w.x);
  }
  // Λ⁻¹, after which its entries are variables.
  template <class Run>
  static void count_inverse(Run& run) {
    count_matrix(run);
    invert_damped<typename Run::Number, 1>(run.set.rows, run.w.R, run.w.A, run.w.B);
  }
  template <class Run>
  static void count_solve(Run& run) {
    count_matrix(run);
    factor_and_solve_damped<typename Run::Number, 1>(run.set.rows, run.w.R, run.w.A, run.w.B, run.w.x);
  }

 private:
  static void matrix(const DampedCall& c) {
    const auto m = static_cast<std::size_t>(c.set.rows());
    delassus(c.model, c.set, c.ws, c.q, {c.w.A, m * m}, Delassus::pv_osimr);
  }
  template <class Run>
  static void count_matrix(Run& run) {
    PvOsimr::count(run);
    const int rows = run.set.rows;
    for (int k = 0; k < rows * rows; ++k) run.w.A[k] = Run::Number::variable(k % (rows + 1) == 0 ? 2 : 0.1);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
