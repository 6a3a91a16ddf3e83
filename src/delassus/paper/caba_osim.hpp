// Damped inverse Λ_R = (R⁻¹ + J M⁻¹Jᵀ)⁻¹ without a factorization.  [cABA] Algorithm 5.  O(n + m²), the lowest known
// order.
// The matrix inversion lemma (eq. 40) makes it R - (R J)(M + JᵀR J)⁻¹(R J)ᵀ: a Delassus matrix of the tree whose
// constrained links got the inertias KᵀR K (line 4). Lines 5–20 are [PVr] Algorithm 3 (paper/pv_osimr.hpp).
// R - L₀ cancels: the error is about ε (1 + ‖R‖ ‖J M⁻¹Jᵀ‖) of ‖Λ_R‖, and up to its square where rows meet at a link
// before joints have yielded to them (line 18 then multiplies a soft Ω by R twice): fast/caba_osim.hpp, which the name
// caba-osim runs, keeps those digits.
// Departures: R is diagonal (Remark 2), one stiffness per row; multi-DoF joints axis by axis (paper/axis_step.hpp);
// those of paper/pv_osimr.hpp. Errata: d(i) ← i in line 7; lines 9–11 and 𝒩 need ES(i) ≠ ∅; as printed π(e) must be in
// 𝒩 for every dummy link e, which carrying its K instead of six columns (as [PVr] does) makes needless; blocks across
// roots are zero; line 20 reads Lⱼᵢ = Lᵢⱼᵀ.
#pragma once

#include "delassus/damped_scratch.hpp"
#include "delassus/paper/axis_step.hpp"
#include "delassus/paper/pv_osimr.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Lines 1–4: H_i + KᵀR K, and R K in place of K.
template <class S>
TENON_INLINE void caba_osim_start(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                                  const S* q) {
  place_bodies(model, set, w.d, q);
  place_rows(set, w.d);
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const Effector& x = set.branching.effector(e);
    ArticulatedInertia<S>& H = w.d.body[x.body].I;
    for (int a = x.row; a < x.row + x.rows; ++a) {
      H = rank_one_downdate(H, -w.R[a], w.d.K[a]);
      w.d.K[a] = w.R[a] * w.d.K[a];
    }
  }
}

template <class S>
void caba_osim_inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                       const S* q) {
  const UpperMatrix<S> L{w.A, set.rows};
  caba_osim_start(model, set, w, q);
  pv_osimr_sweeps<Reach::world, AxisByAxis>(model, set.branching, w.d, L);  // lines 5–20
  for (int a = 0; a < set.rows; ++a)                                        // line 21
    for (int b = a; b < set.rows; ++b) L(a, b) = a == b ? w.R[a] - L(a, a) : -L(a, b);
}

template <class S>
void caba_osim_solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                     const S* q) {
  caba_osim_inverse(model, set, w, q);
  multiply(w, set.rows);
}

struct CabaOsimPlain {
  static constexpr AlgorithmFacts facts{.name = "caba-osim-plain",
                                        .paper = "cABA",
                                        .listing = "Algorithm 5",
                                        .complexity = "O(n + m²)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool sweep_order = true, cancels = true;

  template <class S>
  static DampedScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    return damped_rows_on<PvOsimrPlain, S>(n, arena);
  }
  template <class S>
  static void inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
    caba_osim_inverse(model, set, w, q);
  }
  template <class S>
  static void solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w, const S* q) {
    caba_osim_solve(model, set, w, q);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
