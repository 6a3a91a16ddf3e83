// Damped inverse in joint space, as a matrix.  [cABA] section VIII-C, Table III's "LTL-inv".
// O(n d² + m d² + m² d + m³).  Takes every kind of row.
//   1  Λ⁻¹ + R⁻¹ = UᵀU (paper/ltl_osim_cholesky.hpp)
//   2  Λ_R = U⁻¹U⁻ᵀ in place
#pragma once

#include "delassus/paper/ltl_osim_cholesky.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
void ltl_osim_inverse_inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                              const S* q) {
  const UpperMatrix<S> U{w.A, set.rows};
  ltl_osim_cholesky_into(model, set, w, q, U);
  invert(U, 0, set.rows);
}

template <class S>
void ltl_osim_inverse_solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                            const S* q) {
  ltl_osim_inverse_inverse(model, set, w, q);
  multiply(w, set.rows);
}

struct LtlOsimInverse {
  static constexpr AlgorithmFacts facts{.name = "ltl-osim-inverse",
                                        .paper = "cABA",
                                        .listing = "Table III, LTL-inv",
                                        .complexity = "O(n d² + m² d + m d² + m³)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::every;

  template <class S>
  static DampedScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    return damped_rows_on<LtlOsimPlain, S>(n, arena);
  }
  template <class S>
  static void inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
    ltl_osim_inverse_inverse(model, set, w, q);
  }
  template <class S>
  static void solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w, const S* q) {
    ltl_osim_inverse_solve(model, set, w, q);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
