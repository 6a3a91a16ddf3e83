// Delassus matrix by its definition: M = C Cᵀ (dense Cholesky), Z = C⁻¹Jᵀ, Λ⁻¹ = ZᵀZ. The reference for the others.
// O(n³ + m n² + m² n), of which [PVr] Table I ("naive") names the first and the last. No sparsity is used.
#pragma once

#include "delassus/paper/dense_cholesky.hpp"
#include "delassus/paper/ltl_osim.hpp"

namespace tenon {
inline namespace TENON_ISA {

// M's lower triangle becomes C, the rows of J (m x n) become those of Zᵀ.
template <class S>
void dense_delassus(int n, int m, S* M, S* J, S* out) {
  const DenseBlock<S> C{M, n, n};
  cholesky(C);
  for (int a = 0; a < m; ++a) cholesky_forward(C, J + static_cast<std::ptrdiff_t>(a) * n);
  for (int a = 0; a < m; ++a)
    for (int b = a; b < m; ++b) {
      const S *x = J + static_cast<std::ptrdiff_t>(a) * n, *y = J + static_cast<std::ptrdiff_t>(b) * n;
      S sum(0);
      for (int k = 0; k < n; ++k) sum = mul_add(x[k], y[k], sum);
      out[static_cast<std::ptrdiff_t>(a) * m + b] = out[static_cast<std::ptrdiff_t>(b) * m + a] = sum;
    }
}

struct DelassusDense {
  static constexpr AlgorithmFacts facts{.name = "dense",
                                        .paper = "definition",
                                        .listing = "dense Cholesky",
                                        .complexity = "O(n³ + m² n)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::every;
  static constexpr bool given_jacobian = true, given_inertia = true;

  template <class S>
  static DelassusScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    return joint_space_scratch<S>(n, arena);
  }
  template <class S>
  static void run(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w, const S*,
                  S* out) {
    dense_delassus(model.nv, set.rows, w.M, w.J, out);
  }
  // M and J are counted, too.
  template <class Run>
  static void count(Run& run) {
    const auto w = run.template scratch_of<DelassusDense>();
    dense_start(run.model, run.set, w, run.q.data());
    run.template run<DelassusDense>(w);
  }
  template <class S>
  static void dense_start(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w,
                          const S* q) {
    crba_kernel(model, w.crba, w.sine, w.cosine, q, w.M);
    if (set.rows_on_effectors()) ltl_osim_jacobian(model, set, w, w.crba);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
