// Delassus matrix by extended force propagators: forces of every end-effector down to the base, the accelerations they
// cause back up.  [PVr] Algorithm 2.  O(n + m d + m²).
// Departures: body frames; line 19 is done while the second sweep stands on the common ancestor, so that one
// acceleration per row is kept; line 15 is an acceleration through a joint, without a 6 x 6 matrix; multi-DoF joints
// invert D; armature.   Errata: only blocks i ≤ j are listed; blocks across roots are zero.
#pragma once

#include "delassus/paper/joint_step.hpp"
#include "delassus/paper/start.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Lines 5–11; K_at keeps ^iK_j of every link.
template <class S>
TENON_INLINE void efpa_backward(const CompiledModel& model, const Branching& tree, const DelassusScratch<S>& w) {
  std::ptrdiff_t used = 0;
  for (int i = model.body_count() - 1; i > 0; --i) {  // line 5
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    const bool armature = has_armature(model, k);
    w.first[i] = used;
    used += tree.row_end(i) - tree.row_begin(i);
    by_kind(k.kind, [&]<JointKind kind>() {
      factor_joint<kind>(model, k, w.body[i].I, w.axis);                                         // line 6
      if (k.parent > 0) hand_on_inertia<kind>(model, k, w.axis, w.body[i], w.body[k.parent].I);  // lines 7–9
      Force<S>* K = w.K_at + w.first[i];
      for (int r = tree.row_begin(i); r < tree.row_end(i); ++r) {  // line 10
        *K++ = w.K[r];
        if (k.parent == 0) continue;
        S sf[6], t[6];
        project<kind>(k, w.axis, w.K[r], sf, t);
        w.K[r] = pass_on<kind>(k, armature, w.axis, w.body[i].X, w.K[r], t);  // line 11
      }
    });
  }
}

// Lines 12–17 for one link: T is ^0Ω_i ^iK_jᵀ.
template <class S>
TENON_INLINE void efpa_accelerate(const CompiledModel& model, const Branching& tree, const DelassusScratch<S>& w,
                                  int i) {
  const Body& k = model.bodies[static_cast<std::size_t>(i)];
  const S o(0);
  by_kind(k.kind, [&]<JointKind kind>() {
    const Force<S>* K = w.K_at + w.first[i];
    for (int r = tree.row_begin(i); r < tree.row_end(i); ++r, ++K) {  // line 13
      S sf[6], t[6];
      joint_force<kind>(k, *K, sf);
      if (k.parent > 0) {
        w.T[r] = pass_out<kind>(k, w.axis, w.body[i].X, w.T[r], sf);  // line 15
      } else {
        w.T[r] = {{o, o, o}, {o, o, o}};
        project<kind>(k, w.axis, *K, sf, t);
        add_axes<kind>(k, t, w.T[r]);  // line 17
      }
    }
  });
}

template <class S>
void efpa_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w, const S* q,
                 S* out) {
  const Branching& tree = set.branching;
  const SortedMatrix<S> L{out, tree.user_rows(), tree.rows()};
  place_bodies(model, set, w, q);  // lines 1, 2
  place_rows(set, w);              // lines 3, 4
  L.clear();
  efpa_backward(model, tree, w);
  int e = 0;
  for (int i = 1; i < model.body_count(); ++i) {  // line 12
    if (!tree.supports(i)) continue;
    efpa_accelerate(model, tree, w, i);
    const Force<S>* K = w.K_at + w.first[i] - tree.row_begin(i);
    for (; e < tree.effector_count() && tree.effector(e).body == i; ++e) {  // line 19, i = j
      const int first = tree.effector(e).row, last = first + tree.effector(e).rows;
      for (int a = first; a < last; ++a)
        for (int b = a; b < last; ++b) L(a, b) = dot(w.T[a], K[b]);
    }
    if (tree.D(i) != i) continue;
    const auto children = tree.children(i);  // line 19, i = cca
    for (std::size_t g = 0; g < children.size(); ++g)
      for (std::size_t h = g + 1; h < children.size(); ++h)
        for (int a = tree.node_row_begin(children[g]); a < tree.node_row_end(children[g]); ++a)
          for (int b = tree.node_row_begin(children[h]); b < tree.node_row_end(children[h]); ++b)
            L(a, b) = dot(w.T[b], K[a]);
  }
  L.mirror();
}

struct Efpa {
  static constexpr AlgorithmFacts facts{.name = "efpa",
                                        .paper = "PVr",
                                        .listing = "Algorithm 2",
                                        .complexity = "O(n + m d + m²)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;

  template <class S>
  static DelassusScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DelassusScratch<S> w = sweep_scratch<S>(n, arena);
    w.T = arena.take<Motion<S>>(n.rows);
    w.K_at = arena.take<Force<S>>(n.rows * n.depth);
    w.first = arena.take<std::ptrdiff_t>(n.bodies);
    return w;
  }
  template <class S>
  static void run(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w, const S* q,
                  S* out) {
    efpa_kernel(model, set, w, q, out);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
