// Damped inverse of a tree that branches at its base: Λ_R = R - L₁ - W E⁻¹Wᵀ, applied to a vector without being
// formed.  [cABA] section VI-B, eq. 41.  O(n + Σ m_b²) over the limbs b, then O(m) for a vector where limbs have few
// rows. Steps, numbered here because the paper lists none:
//   1  lines 1–4 of Algorithm 5 (paper/caba_osim.hpp)
//   2  its lines 5–20 up to the base: L₁, and the rows K₁ seen from the base
//   3  W = K₁S L⁻ᵀ of the base's joint (paper/base.hpp; D = L E Lᵀ)
//   4  y = R x - L₁x - W E⁻¹Wᵀx, limb by limb; or the whole matrix
// Departures: any joint under the base, several bases; rows pass through the base even where it is no branching link;
// Ω of the links by its factor (GradedOmega; SummedOmega is the listing, whose operations the paper's figures count).
// Errata: the base must be in 𝒩 for this (forced here by Reach::base).
#pragma once

#include "delassus/graded_omega.hpp"
#include "delassus/paper/base.hpp"
#include "delassus/paper/caba_osim.hpp"

namespace tenon {
inline namespace TENON_ISA {

// step<kind>(base, its body, E⁻¹) for each base whose joint moves.
template <class S, class Step>
TENON_INLINE void at_moving_bases(const CompiledModel& model, const Branching& tree, const DampedScratch<S>& w,
                                  Step&& step) {
  for_each_base(model, tree, [&](int base) {
    const Body& k = model.bodies[static_cast<std::size_t>(base)];
    by_kind(k.kind, [&]<JointKind kind>() {
      constexpr int n = degrees<kind>();
      if constexpr (n > 0) {
        S E_inverse[n];
        for (int d = 0; d < n; ++d) E_inverse[d] = w.d.axis[k.v + d].D_inverse[d];
        step.template operator()<kind>(base, k, E_inverse);
      }
    });
  });
}

// Steps 1–3.
template <class S, class Omega = GradedOmega>
void caba_osimf_factors(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                        const S* q) {
  const Branching& tree = set.branching;
  caba_osim_start(model, set, w, q);
  pv_osimr_sweeps<Reach::base, AxisByAxis, Omega>(model, tree, w.d, UpperMatrix<S>{w.A, set.rows});
  at_moving_bases(model, tree, w, [&]<JointKind kind>(int base, const Body& k, const auto&) {
    for (int a = tree.row_begin(base); a < tree.row_end(base); ++a) {
      joint_force<kind>(k, w.d.K[a], w.W + 6 * a);
      for (int d = 1; d < degrees<kind>(); ++d)
        for (int e = 0; e < d; ++e)
          w.W[6 * a + d] = neg_mul_add(w.d.axis[k.v + d].D_inverse[e], w.W[6 * a + e], w.W[6 * a + d]);
    }
  });
}

// Step 4.
template <class S>
void caba_osimf_solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
  const Branching& tree = set.branching;
  const UpperMatrix<S> L{w.A, set.rows};
  caba_osimf_factors(model, set, w, q);
  for_each_base(model, tree, [&](int base) {
    for_each_block(model, tree, base, [&](int first, int last) {
      for (int a = first; a < last; ++a) w.y[a] = (w.R[a] - L(a, a)) * w.x[a];
      for (int a = first; a < last; ++a)
        for (int b = a + 1; b < last; ++b) {
          w.y[a] = neg_mul_add(L(a, b), w.x[b], w.y[a]);
          w.y[b] = neg_mul_add(L(a, b), w.x[a], w.y[b]);
        }
    });
  });
  at_moving_bases(model, tree, w, [&]<JointKind kind>(int base, const Body&, const auto& E_inverse) {
    S t[degrees<kind>()];
    sum_rows(w.W, tree.row_begin(base), tree.row_end(base), w.x, t);
    for (int d = 0; d < degrees<kind>(); ++d) t[d] = E_inverse[d] * t[d];
    subtract_rows(w.W, tree.row_begin(base), tree.row_end(base), t, w.y);
  });
  for (int a = 0; a < set.rows; ++a) w.x[a] = w.y[a];
}

// The diagonal of Λ_R after a solve, into y: what R - L₁ - W E⁻¹Wᵀ has left of R.
template <class S>
void caba_osimf_diagonal(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                         const S*) {
  const Branching& tree = set.branching;
  const UpperMatrix<S> L{w.A, set.rows};
  for (int a = 0; a < set.rows; ++a) w.y[a] = w.R[a] - L(a, a);
  at_moving_bases(model, tree, w, [&]<JointKind kind>(int base, const Body&, const auto& E_inverse) {
    for (int a = tree.row_begin(base); a < tree.row_end(base); ++a)
      for (int d = 0; d < degrees<kind>(); ++d)
        w.y[a] = neg_mul_add(E_inverse[d] * w.W[6 * a + d], w.W[6 * a + d], w.y[a]);
  });
}

// Step 4 for the matrix.
template <class S>
void caba_osimf_inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                        const S* q) {
  const Branching& tree = set.branching;
  const UpperMatrix<S> L{w.A, set.rows};
  caba_osimf_factors(model, set, w, q);
  for (int a = 0; a < set.rows; ++a)
    for (int b = a; b < set.rows; ++b) L(a, b) = a == b ? w.R[a] - L(a, a) : -L(a, b);
  at_moving_bases(model, tree, w, [&]<JointKind kind>(int base, const Body&, const auto& E_inverse) {
    subtract_product<degrees<kind>()>(w.W, tree.row_begin(base), tree.row_end(base), E_inverse, L);
  });
}

struct CabaOsimf {
  static constexpr AlgorithmFacts facts{.name = "caba-osimf",
                                        .paper = "cABA",
                                        .listing = "section VI-B, Ω by its factor",
                                        .complexity = "O(n + m²)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool sweep_order = true, cancels = true;

  template <class S>
  static DampedScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DampedScratch<S> w = damped_rows_on<PvOsimrPlain, S>(n, arena);
    w.W = arena.take<S>(6 * n.rows);
    return w;
  }
  template <class S>
  static void inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
    caba_osimf_inverse(model, set, w, q);
  }
  template <class S>
  static void solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w, const S* q) {
    caba_osimf_solve(model, set, w, q);
  }
  template <class S>
  static void factors(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
    caba_osimf_factors<S, GradedOmega>(model, set, w, q);
  }
  template <class S>
  static void diagonal(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                       const S* q) {
    caba_osimf_diagonal(model, set, w, q);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
