// Damped inverse by factoring the damped Delassus matrix of PV-OSIMr.  [cABA] section VIII-C.  O(n + m³).
// Λ⁻¹ by [PVr] Algorithm 3 (paper/pv_osimr.hpp), the rest by paper/factorized.hpp.
#pragma once

#include "delassus/paper/factorized.hpp"
#include "delassus/paper/pv_osimr.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Step 1.
template <class S>
TENON_INLINE auto pv_osimr_matrix(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                                  const S* q) {
  return [=, &model, &set, &w](const UpperMatrix<S>& A) {
    place_bodies(model, set, w.d, q);
    place_rows(set, w.d);
    pv_osimr_sweeps<Reach::world>(model, set.branching, w.d, A);
  };
}

template <class S>
void pv_osimr_cholesky_into(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                            const S* q, const UpperMatrix<S>& A) {
  factorized_into(w, A, set.rows, pv_osimr_matrix(model, set, w, q));
}
// What later solves would start from.
template <class S>
void pv_osimr_cholesky_factors(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                               const S* q) {
  pv_osimr_cholesky_into(model, set, w, q, UpperMatrix<S>{w.B, set.rows});
}

template <class S>
void pv_osimr_cholesky_solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                             const S* q) {
  factorized_solve(w, set.rows, pv_osimr_matrix(model, set, w, q));
}

template <class S>
void pv_osimr_cholesky_inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                               const S* q) {
  factorized_inverse(w, set.rows, pv_osimr_matrix(model, set, w, q));
}

struct PvOsimrCholesky {
  static constexpr AlgorithmFacts facts{.name = "pv-osimr-cholesky",
                                        .paper = "cABA",
                                        .listing = "section VIII-C",
                                        .complexity = "O(n + m³)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool sweep_order = true;

  template <class S>
  static DampedScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DampedScratch<S> w = damped_rows_on<PvOsimrPlain, S>(n, arena);
    w.B = arena.take<S>(n.rows * n.rows);
    return w;
  }
  template <class S>
  static void inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
    pv_osimr_cholesky_inverse(model, set, w, q);
  }
  template <class S>
  static void solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w, const S* q) {
    pv_osimr_cholesky_solve(model, set, w, q);
  }
  template <class S>
  static void factors(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
    pv_osimr_cholesky_factors(model, set, w, q);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
