// Delassus matrix from the operational-space compliance kernel Υ, after Kreutz-Delgado, Jain and Rodriguez.  [Jain]
// eqs 67–69.  O(n + m² d).  Steps, numbered here because the paper lists none:
//   1  articulated inertias, tip to base: D and ψ (P seen from the parent)
//   2  Υ(k) = ψ*Υ(parent)ψ + H*D⁻¹H, base to tip                               eqs 67, 68
//   3  Ω(j, i) of each pair: from Υ at their common ancestor down to j, then to i    eq. 69
//   4  Λ(i, j) = K_i Ω(i, j) K_jᵀ                                              eq. 64
// Departures: body frames; step 2 only on links that support a constraint; armature.   Errata: the Y of eq. 65 is Υ,
// eqs 64 and 65 are 6n x 6n; the matrix is Λ in [Jain] and Λ⁻¹ here.
#pragma once

#include "delassus/paper/joint_step.hpp"
#include "delassus/paper/start.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Rows of a 6 x 6 matrix as the other side's motions.
template <class S>
TENON_INLINE void transpose_rows(const Motion<S> (&from)[6], Motion<S>* to) {
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b) component(to[a], b) = component(from[b], a);
}

template <class S>
TENON_INLINE void kjr_compliance(const CompiledModel& model, const DelassusScratch<S>& w, int i) {
  const Body& k = model.bodies[static_cast<std::size_t>(i)];
  Motion<S>* Y = w.Y + 6 * static_cast<std::ptrdiff_t>(i);
  const S o(0);
  by_kind(k.kind, [&]<JointKind kind>() {
    if (k.parent == 0) {
      for (int a = 0; a < 6; ++a) Y[a] = {{o, o, o}, {o, o, o}};
    } else {
      Motion<S> half[6];
      for (int a = 0; a < 6; ++a)
        half[a] = pass_out<kind>(k, w.axis, w.body[i].X, w.Y[6 * static_cast<std::ptrdiff_t>(k.parent) + a],
                                 static_cast<const S*>(nullptr));
      transpose_rows(half, Y);
      for (int a = 0; a < 6; ++a) Y[a] = pass_out<kind>(k, w.axis, w.body[i].X, Y[a], static_cast<const S*>(nullptr));
    }
    // H*D⁻¹H: what unit forces do through this joint alone.
    for (int a = 0; a < 6; ++a) {
      Force<S> unit{{o, o, o}, {o, o, o}};
      component(unit, a) = S(1);
      S sf[6], t[6];
      project<kind>(k, w.axis, unit, sf, t);
      add_axes<kind>(k, t, Y[a]);
    }
  });
}

// rows <- rows ψ(from, to): motions of `from` carried out to its descendant `to`.
template <class S>
TENON_INLINE void kjr_descend(const CompiledModel& model, const DelassusScratch<S>& w, int from, int to,
                              Motion<S> (&rows)[6]) {
  int length = 0;
  for (int i = to; i != from; i = model.bodies[static_cast<std::size_t>(i)].parent) w.first[length++] = i;
  while (length > 0) {
    const int i = static_cast<int>(w.first[--length]);
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    by_kind(k.kind, [&]<JointKind kind>() {
      for (Motion<S>& m : rows) m = pass_out<kind>(k, w.axis, w.body[i].X, m, static_cast<const S*>(nullptr));
    });
  }
}

template <class S>
void kjr_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w, const S* q,
                S* out) {
  const Branching& tree = set.branching;
  const SortedMatrix<S> L{out, tree.user_rows(), tree.rows()};
  place_bodies(model, set, w, q);
  place_rows(set, w);
  L.clear();
  for (int i = model.body_count() - 1; i > 0; --i) {  // step 1
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    by_kind(k.kind, [&]<JointKind kind>() {
      factor_joint<kind>(model, k, w.body[i].I, w.axis);
      if (k.parent > 0) hand_on_inertia<kind>(model, k, w.axis, w.body[i], w.body[k.parent].I);
    });
  }
  for (int i = 1; i < model.body_count(); ++i)
    if (tree.supports(i)) kjr_compliance(model, w, i);  // step 2
  for (int e = 0; e < tree.effector_count(); ++e)
    for (int f = e; f < tree.effector_count(); ++f) {
      const int common = tree.cca(e, f);
      if (common == 0) continue;
      const Effector &x = tree.effector(e), &y = tree.effector(f);
      Motion<S> rows[6], other[6];
      for (int a = 0; a < 6; ++a) rows[a] = w.Y[6 * static_cast<std::ptrdiff_t>(common) + a];
      kjr_descend(model, w, common, y.body, rows);  // step 3: Ω(common, j), then Ω(j, i)
      transpose_rows(rows, other);
      kjr_descend(model, w, common, x.body, other);
      transpose_rows(other, rows);
      for (int b = y.row; b < y.row + y.rows; ++b) {  // step 4
        const Motion<S> m = apply_rows(rows, w.K[b]);
        for (int a = x.row; a < x.row + x.rows; ++a)
          if (a <= b) L(a, b) = dot(m, w.K[a]);
      }
    }
  L.mirror();
}

struct Kjr {
  static constexpr AlgorithmFacts facts{.name = "kjr",
                                        .paper = "Jain",
                                        .listing = "eqs 67–69",
                                        .complexity = "O(n + m² d)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;

  template <class S>
  static DelassusScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DelassusScratch<S> w = sweep_scratch<S>(n, arena);
    w.Y = arena.take<Motion<S>>(6 * n.bodies);
    w.first = arena.take<std::ptrdiff_t>(n.bodies);
    return w;
  }
  template <class S>
  static void run(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w, const S* q,
                  S* out) {
    kjr_kernel(model, set, w, q, out);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
