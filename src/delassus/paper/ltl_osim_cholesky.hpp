// Damped inverse in joint space, kept as a factorization.  [cABA] section VIII-C, Table III's "LTL-chol".
// O(n d² + m d² + m² d + m³).  Takes every kind of row. Λ⁻¹ by LTL-OSIM (paper/ltl_osim.hpp), the rest by
// paper/factorized.hpp.
#pragma once

#include "delassus/paper/factorized.hpp"
#include "delassus/paper/ltl_osim.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Step 1.
template <class S>
TENON_INLINE auto ltl_osim_matrix(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                                  const S* q) {
  return [=, &model, &set, &w](const UpperMatrix<S>& A) { ltl_osim_kernel(model, set, w.d, q, A.data); };
}

template <class S>
void ltl_osim_cholesky_into(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                            const S* q, const UpperMatrix<S>& A) {
  factorized_into(w, A, set.rows, ltl_osim_matrix(model, set, w, q));
}
// What later solves would start from.
template <class S>
void ltl_osim_cholesky_factors(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                               const S* q) {
  ltl_osim_cholesky_into(model, set, w, q, UpperMatrix<S>{w.B, set.rows});
}

template <class S>
void ltl_osim_cholesky_solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                             const S* q) {
  factorized_solve(w, set.rows, ltl_osim_matrix(model, set, w, q));
}

template <class S>
void ltl_osim_cholesky_inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                               const S* q) {
  factorized_inverse(w, set.rows, ltl_osim_matrix(model, set, w, q));
}

struct LtlOsimCholesky {
  static constexpr AlgorithmFacts facts{.name = "ltl-osim-cholesky",
                                        .paper = "cABA",
                                        .listing = "Table III, LTL-chol",
                                        .complexity = "O(n d² + m² d + m d² + m³)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::every;

  template <class S>
  static DampedScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DampedScratch<S> w = damped_rows_on<LtlOsimPlain, S>(n, arena);
    w.B = arena.take<S>(n.rows * n.rows);
    return w;
  }
  template <class S>
  static void inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
    ltl_osim_cholesky_inverse(model, set, w, q);
  }
  template <class S>
  static void solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w, const S* q) {
    ltl_osim_cholesky_solve(model, set, w, q);
  }
  template <class S>
  static void factors(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
    ltl_osim_cholesky_factors(model, set, w, q);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
