// Damped inverse by its definition: the dense Delassus matrix (paper/dense.hpp), R⁻¹ on its diagonal, dense Cholesky,
// one solve per column. The reference for the others, which share nothing with it.
#pragma once

#include "delassus/damped_scratch.hpp"
#include "delassus/paper/dense.hpp"

namespace tenon {
inline namespace TENON_ISA {

// M and J stand in w.d. The factor C (lower) takes the place of Λ⁻¹ + R⁻¹ in w.B.
template <class S>
void dense_damped_factors(int n, int m, const DampedScratch<S>& w) {
  dense_delassus(n, m, w.d.M, w.d.J, w.B);
  for (int a = 0; a < m; ++a) w.B[static_cast<std::ptrdiff_t>(a) * m + a] += S(1) / w.R[a];
  cholesky(DenseBlock<S>{w.B, m, m});
}

template <class S>
void dense_damped_solve(int n, int m, const DampedScratch<S>& w) {
  dense_damped_factors(n, m, w);
  cholesky_solve(DenseBlock<S>{w.B, m, m}, w.x);
}

template <class S>
void dense_damped_inverse(int n, int m, const DampedScratch<S>& w) {
  dense_damped_factors(n, m, w);
  for (int j = 0; j < m; ++j) {
    for (int k = 0; k < m; ++k) w.y[k] = S(k == j ? 1 : 0);
    cholesky_solve(DenseBlock<S>{w.B, m, m}, w.y);
    for (int k = 0; k <= j; ++k) w.A[static_cast<std::ptrdiff_t>(k) * m + j] = w.y[k];
  }
}

struct DampedDense {
  static constexpr AlgorithmFacts facts{.name = "dense",
                                        .paper = "definition",
                                        .listing = "dense Cholesky",
                                        .complexity = "O(n³ + m² n + m³)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::every;
  static constexpr bool given_jacobian = true, given_inertia = true;

  template <class S>
  static DampedScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DampedScratch<S> w = damped_rows_on<DelassusDense, S>(n, arena);
    w.B = arena.take<S>(n.rows * n.rows);
    return w;
  }
  template <class S>
  static void inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w, const S*) {
    dense_damped_inverse(model.nv, set.rows, w);
  }
  template <class S>
  static void solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w, const S*) {
    dense_damped_solve(model.nv, set.rows, w);
  }
  // M and J are counted, too.
  template <class Run>
  static void count_inverse(Run& run) {
    DelassusDense::dense_start(run.model, run.set, run.w.d, run.q.data());
    inverse(run.model, run.set, run.w, run.q.data());
  }
  template <class Run>
  static void count_solve(Run& run) {
    DelassusDense::dense_start(run.model, run.set, run.w.d, run.q.data());
    solve(run.model, run.set, run.w, run.q.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
