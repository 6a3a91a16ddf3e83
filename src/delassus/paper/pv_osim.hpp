// Delassus matrix by the Popov-Vereshchagin recursion: rows K and the matrix L of all end-effectors a link supports,
// tip to base.  [PVr] Algorithm 1.  O(n + m² d).
// Departures: body frames; K^A and L^A of a link are ranges of one array and of the answer (end-effectors are sorted by
// body), so that stacking (lines 4, 5, 13, 14) moves nothing; line 14 is a symmetric rank-1 update for a joint of one
// degree of freedom; multi-DoF joints invert D; armature.
// Errata: lines 5 and 14 build block-diagonal matrices, not stacks; K_i^A in line 4 means K_i; L_0^A starts empty; rows
// come out in the order of the sweep.
#pragma once

#include "delassus/paper/joint_step.hpp"
#include "delassus/paper/start.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Lines 6–14 for one joint.
template <class S, class Matrix>
TENON_INLINE void pv_osim_joint(const CompiledModel& model, const Branching& tree, const DelassusScratch<S>& w, int i,
                                const Matrix& L) {
  const Body& k = model.bodies[static_cast<std::size_t>(i)];
  const bool armature = has_armature(model, k);
  const int first = tree.row_begin(i), last = tree.row_end(i);
  by_kind(k.kind, [&]<JointKind kind>() {
    constexpr int n = degrees<kind>();
    factor_joint<kind>(model, k, w.body[i].I, w.axis);                                              // line 7
    if (k.parent > 0) hand_on_inertia<kind>(model, k, w.axis, w.body[i], w.body[k.parent].I);       // lines 8–10
    for (int r = first; r < last; ++r) project<kind>(k, w.axis, w.K[r], w.w + 6 * r, w.t + 6 * r);  // line 11
    for (int a = first; a < last; ++a)                                                              // line 14
      for (int b = a; b < last; ++b)
        for (int d = 0; d < n; ++d) L(a, b) = mul_add(w.t[6 * a + d], w.w[6 * b + d], L(a, b));
    if (k.parent > 0)                     // line 12
      for (int r = first; r < last; ++r)  // line 13
        w.K[r] = pass_on<kind>(k, armature, w.axis, w.body[i].X, w.K[r], w.t + 6 * r);
  });
}

template <class S>
void pv_osim_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w, const S* q,
                    S* out) {
  const Branching& tree = set.branching;
  const SortedMatrix<S> L{out, tree.user_rows(), tree.rows()};
  place_bodies(model, set, w, q);                                                                 // lines 1, 2
  place_rows(set, w);                                                                             // lines 3, 4
  L.clear();                                                                                      // line 5
  for (int i = model.body_count() - 1; i > 0; --i) pv_osim_joint(model, set.branching, w, i, L);  // line 6
  L.mirror();                                                                                     // line 15
}

struct PvOsim {
  static constexpr AlgorithmFacts facts{.name = "pv-osim",
                                        .paper = "PVr",
                                        .listing = "Algorithm 1",
                                        .complexity = "O(n + m² d)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;

  template <class S>
  static DelassusScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    return sweep_scratch<S>(n, arena);
  }
  template <class S>
  static void run(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w, const S* q,
                  S* out) {
    pv_osim_kernel(model, set, w, q, out);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
