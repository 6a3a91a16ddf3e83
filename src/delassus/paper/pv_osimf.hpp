// Damped inverse by early elimination at the base.  [cABA] section VIII-C and eq. 41, after [13] there.
// O(n + m² d + Σ m_b³) over the limbs b.  With B = L₁ + R⁻¹ (block-diagonal), the matrix inversion lemma gives
//   Λ_R = (B + W D⁻¹Wᵀ)⁻¹ = B⁻¹ - B⁻¹W (D + WᵀB⁻¹W)⁻¹WᵀB⁻¹.
// Steps, numbered here because the paper lists none:
//   1  PV-OSIM up to the base: L₁ and the rows K₁ (paper/pv_osim.hpp)
//   2  B = UᵀU block by block,  Z = U⁻ᵀW,  G = D + ZᵀZ = L E Lᵀ (6 x 6),  Z L⁻ᵀ in place of Z
//   3  Λ_R x = U⁻¹(1 - Z E⁻¹Zᵀ)U⁻ᵀx; or the whole matrix B⁻¹ - V E⁻¹Vᵀ with V = U⁻¹Z
// Departures: R diagonal; any joint under the base, several bases (paper/base.hpp).
#pragma once

#include "delassus/paper/base.hpp"
#include "delassus/paper/cholesky.hpp"
#include "delassus/paper/pv_osim.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Step 1.
template <class S>
TENON_INLINE void pv_osimf_sweep(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                                 const S* q) {
  place_bodies(model, set, w.d, q);
  place_rows(set, w.d);
  const UpperMatrix<S> L{w.A, set.rows};
  L.clear();
  for (int i = model.body_count() - 1; i > 0; --i)
    if (model.bodies[static_cast<std::size_t>(i)].parent > 0) pv_osim_joint(model, set.branching, w.d, i, L);
}

// Step 2 for one base; E⁻¹.
template <JointKind kind, class S>
TENON_INLINE void pv_osimf_factor(const CompiledModel& model, const Branching& tree, const DampedScratch<S>& w,
                                  int base, S* E_inverse) {
  constexpr int n = degrees<kind>();
  const Body& k = model.bodies[static_cast<std::size_t>(base)];
  const UpperMatrix<S> U{w.A, tree.rows()};
  const int begin = tree.row_begin(base), end = tree.row_end(base);
  for (int a = begin; a < end; ++a) joint_force<kind>(k, w.d.K[a], w.Z + 6 * a);  // W
  for_each_block(model, tree, base, [&](int first, int last) {
    cholesky(U, first, last);
    for (int a = first; a < last; ++a)
      for (int d = 0; d < n; ++d) {
        for (int c = first; c < a; ++c) w.Z[6 * a + d] = neg_mul_add(U(c, a), w.Z[6 * c + d], w.Z[6 * a + d]);
        w.Z[6 * a + d] = U(a, a) * w.Z[6 * a + d];
      }
  });
  if constexpr (n > 0) {
    axis_columns<kind>(k, w.d.body[base].I, w.d.axis);
    S G[n][6];
    for (int d = 0; d < n; ++d) {
      joint_force<kind>(k, w.d.axis[k.v + d].U, G[d]);
      G[d][d] += S(model.armature[static_cast<std::size_t>(k.v + d)]);
      for (int e = 0; e <= d; ++e)
        for (int a = begin; a < end; ++a) G[d][e] = mul_add(w.Z[6 * a + d], w.Z[6 * a + e], G[d][e]);
    }
    for (int e = 0; e < n; ++e) {  // L below the diagonal, each column taken out of those right of it
      E_inverse[e] = S(1) / G[e][e];
      for (int d = e + 1; d < n; ++d) {
        const S l = E_inverse[e] * G[d][e];
        for (int c = d; c < n; ++c) G[c][d] = neg_mul_add(l, G[c][e], G[c][d]);
      }
      for (int d = e + 1; d < n; ++d) G[d][e] = E_inverse[e] * G[d][e];
    }
    for (int a = begin; a < end; ++a)
      for (int d = 1; d < n; ++d)
        for (int e = 0; e < d; ++e) w.Z[6 * a + d] = neg_mul_add(G[d][e], w.Z[6 * a + e], w.Z[6 * a + d]);
  }
}

// step<kind>(base, E⁻¹) for each base after steps 1 and 2.
template <class S, class Step>
TENON_INLINE void pv_osimf_run(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                               const S* q, Step&& step) {
  pv_osimf_sweep(model, set, w, q);
  add_compliance(UpperMatrix<S>{w.A, set.rows}, w.R);
  for_each_base(model, set.branching, [&](int base) {
    by_kind(model.bodies[static_cast<std::size_t>(base)].kind, [&]<JointKind kind>() {
      S E_inverse[degrees<kind>() + 1];  // an array has at least one
      pv_osimf_factor<kind>(model, set.branching, w, base, E_inverse);
      step.template operator()<kind>(base, E_inverse);
    });
  });
}

// Steps 1 and 2 alone: what later solves would start from.
template <class S>
void pv_osimf_factors(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
  pv_osimf_run(model, set, w, q, []<JointKind kind>(int, const S*) {});
}

// Step 3.
template <class S>
void pv_osimf_solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w, const S* q) {
  const Branching& tree = set.branching;
  const UpperMatrix<S> U{w.A, set.rows};
  pv_osimf_run(model, set, w, q, [&]<JointKind kind>(int base, const S* E_inverse) {
    constexpr int n = degrees<kind>();
    for_each_block(model, tree, base, [&](int first, int last) { solve_transposed(U, first, last, w.x); });
    if constexpr (n > 0) {
      S t[n];
      sum_rows(w.Z, tree.row_begin(base), tree.row_end(base), w.x, t);
      for (int d = 0; d < n; ++d) t[d] = E_inverse[d] * t[d];
      subtract_rows(w.Z, tree.row_begin(base), tree.row_end(base), t, w.x);
    }
    for_each_block(model, tree, base, [&](int first, int last) { solve_upper(U, first, last, w.x); });
  });
}

// Step 3 for the matrix; V takes the place of Z.
template <class S>
void pv_osimf_inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
  const Branching& tree = set.branching;
  const UpperMatrix<S> U{w.A, set.rows};
  pv_osimf_run(model, set, w, q, [&]<JointKind kind>(int base, const S* E_inverse) {
    constexpr int n = degrees<kind>();
    for_each_block(model, tree, base, [&](int first, int last) {
      for (int a = last - 1; a >= first; --a)
        for (int d = 0; d < n; ++d) {
          for (int c = a + 1; c < last; ++c) w.Z[6 * a + d] = neg_mul_add(U(a, c), w.Z[6 * c + d], w.Z[6 * a + d]);
          w.Z[6 * a + d] = U(a, a) * w.Z[6 * a + d];
        }
      invert(U, first, last);
    });
    if constexpr (n > 0) subtract_product<n>(w.Z, tree.row_begin(base), tree.row_end(base), E_inverse, U);
  });
}

struct PvOsimf {
  static constexpr AlgorithmFacts facts{.name = "pv-osimf",
                                        .paper = "cABA",
                                        .listing = "eq. 41",
                                        .complexity = "O(n + m² d + m³)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool sweep_order = true;

  template <class S>
  static DampedScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DampedScratch<S> w = damped_rows_on<PvOsim, S>(n, arena);
    w.Z = arena.take<S>(6 * n.rows);
    return w;
  }
  template <class S>
  static void inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
    pv_osimf_inverse(model, set, w, q);
  }
  template <class S>
  static void solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w, const S* q) {
    pv_osimf_solve(model, set, w, q);
  }
  template <class S>
  static void factors(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<S>& w,
                      const S* q) {
    pv_osimf_factors(model, set, w, q);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
