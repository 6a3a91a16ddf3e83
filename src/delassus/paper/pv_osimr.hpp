// Delassus matrix with propagators between branching links only.  [PVr] Algorithm 3.  O(n + m²), the lowest known
// order.
//   ^𝒜(i)P_i  what a force on node i becomes at the branching link above it,   Ω_i  node i's inverse inertia.
// Departures: body frames; P of an end-effector is its K (line 4) and passes through the array of rows, its Ω is its
// block of the answer; lines 21–26 are one sweep: at each branching link the rows of its children meet, then move on;
// ^cK_i Ω_c is made once per (i, c), and taken from line 17 where that made it; multi-DoF joints invert D; armature;
// Reach::base leaves out the joints of the bases and the rows that meet there (paper/caba_osimf.hpp).
// Errata: 𝒩 and cca as in constraints/branching.hpp.
#pragma once

#include "delassus/paper/joint_step.hpp"
#include "delassus/paper/start.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Lines 13 and 15 for the columns of one node: collect<n>(Sᵀ P, D⁻¹Sᵀ P), then P moves to the parent.
template <class Joint, JointKind kind, class S, class Collect>
TENON_INLINE void extend(const Body& k, bool armature, const DelassusScratch<S>& w, const Transform<S>& X, int columns,
                         Force<S>* P, S* sf, S* t, Collect&& collect) {
  for (int c = 0; c < columns; ++c) Joint::template split<kind>(k, w.axis, P[c], sf + 6 * c, t + 6 * c);
  collect.template operator()<degrees<kind>()>(sf, t);  // line 15
  if (k.parent > 0)                                     // line 13
    for (int c = 0; c < columns; ++c) P[c] = pass_on<kind>(k, armature, w.axis, X, P[c], t + 6 * c);
}
// Σ (Sᵀ P)ᵀ D⁻¹(Sᵀ P), the upper triangle.
template <int n, class S, class Entry>
TENON_INLINE void add_products(int columns, const S* sf, const S* t, Entry&& omega) {
  for (int a = 0; a < columns; ++a)
    for (int b = a; b < columns; ++b) {
      S& entry = omega(a, b);
      for (int d = 0; d < n; ++d) entry = mul_add(t[6 * a + d], sf[6 * b + d], entry);
    }
}

// Ω of the links as the paper has it. Another way is graded_omega.hpp.
struct SummedOmega {
  static constexpr bool both_sides = false;  // whether a pair of rows needs Ω of both

  template <int n, class S>
  TENON_INLINE static void add(const Body&, const DelassusAxis<S>*, const S* sf, const S* t, DelassusNode<S>& x) {
    add_products<n>(6, sf, t, [&](int a, int b) -> S& { return component(x.O[a], b); });
  }
  // Line 17; above: null where the world is next.
  template <class S>
  TENON_INLINE static void join(const DelassusNode<S>* above, DelassusNode<S>& x) {
    if (above)
      for (int a = 0; a < 6; ++a) {
        const Motion<S> m = apply_rows(above->O, x.P[a]);
        for (int b = a; b < 6; ++b) component(x.O[a], b) += dot(m, x.P[b]);
      }
    for (int a = 0; a < 6; ++a)
      for (int b = a + 1; b < 6; ++b) component(x.O[b], a) = component(x.O[a], b);
  }
  // K_aᵀΩ K_b.
  template <class S>
  TENON_INLINE static S product(const DelassusScratch<S>& w, int a, int b) {
    return dot(w.T[a], w.K[b]);
  }
};

// Where a sweep ends: nothing moves there, and no rows meet.
template <Reach reach>
bool at_end(const CompiledModel& model, int link) {
  return link == 0 || (reach == Reach::base && model.bodies[static_cast<std::size_t>(link)].parent == 0);
}

// Lines 5–15.
template <Reach reach, class Joint, class Omega, class S, class Matrix>
TENON_INLINE void pv_osimr_backward(const CompiledModel& model, const Branching& tree, const DelassusScratch<S>& w,
                                    const Matrix& L) {
  for (int i = model.body_count() - 1; i > 0; --i) {  // line 5
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    const bool armature = has_armature(model, k);
    const int node = tree.D(i);
    if (node == i) {  // lines 6, 7
      w.node[i].rows = 0;
      for (int a = 0; a < 6; ++a) {
        w.node[i].P[a] = {}, w.node[i].O[a] = {};
        component(w.node[i].P[a], a) = S(1);
        for (int b = 0; b < 6; ++b) component(w.node[i].O[a], b) = S(0);
      }
    }
    by_kind(k.kind, [&]<JointKind kind>() {
      Joint::template factor<kind>(model, k, w.body[i].I, w.axis);                                       // line 8
      if (k.parent > 0) Joint::template hand_on<kind>(model, k, w.axis, w.body[i], w.body[k.parent].I);  // lines 9–11
      if (node < 0 || at_end<reach>(model, i)) return;                                                   // lines 12, 14
      if (tree.is_effector(node)) {
        const int row = tree.node_row_begin(node), columns = tree.node_row_end(node) - row;
        extend<Joint, kind>(k, armature, w, w.body[i].X, columns, w.K + row, w.w, w.t,
                            [&]<int n>(const S* f, const S* t) {
                              add_products<n>(columns, f, t, [&](int a, int b) -> S& { return L(row + a, row + b); });
                            });
      } else {
        DelassusNode<S>& x = w.node[node];
        S sf[36], t[36];
        extend<Joint, kind>(k, armature, w, w.body[i].X, 6, x.P, sf, t,
                            [&]<int n>(const S*, const S*) { Omega::template add<n>(k, w.axis, sf, t, x); });
      }
    });
  }
}

// Lines 16, 17.
template <Reach reach, class Omega, class S, class Matrix>
TENON_INLINE void pv_osimr_forward(const CompiledModel& model, const Branching& tree, const DelassusScratch<S>& w,
                                   const Matrix& L) {
  for (const int i : tree.N()) Omega::join(at_end<reach>(model, tree.A(i)) ? nullptr : w.node + tree.A(i), w.node[i]);
  for (int e = 0; e < tree.effector_count(); ++e) {
    const int node = tree.number_of(e), above = tree.A(node);
    if (at_end<reach>(model, above)) continue;
    const int begin = tree.node_row_begin(node), end = tree.node_row_end(node);
    for (int a = begin; a < end; ++a) w.T[a] = apply_rows(w.node[above].O, w.K[a]);
    for (int a = begin; a < end; ++a)
      for (int b = a; b < end; ++b) L(a, b) += Omega::product(w, a, b);  // line 28
  }
}

// Lines 18–26: at link c the rows of different children meet; then they move on to 𝒜(c).
template <Reach reach, class Omega, class S, class Matrix>
TENON_INLINE void pv_osimr_assemble(const CompiledModel& model, const Branching& tree, const DelassusScratch<S>& w,
                                    const Matrix& L) {
  const auto N = tree.N();
  for (std::size_t p = N.size(); p-- > 0;) {
    const int c = N[p];
    if (at_end<reach>(model, c)) continue;
    const auto children = tree.children(c);
    int last_link = -1;  // the last child that is a link needs no product of its own
    for (const int child : children)
      if (!tree.is_effector(child)) last_link = child;
    const auto has_product = [&](int child) {
      return Omega::both_sides || tree.is_effector(child) || child != last_link;
    };
    for (const int child : children)
      if (!tree.is_effector(child) && has_product(child))
        for (int a = tree.node_row_begin(child); a < tree.node_row_end(child); ++a)
          w.T[a] = apply_rows(w.node[c].O, w.K[a]);
    for (std::size_t g = 0; g < children.size(); ++g)
      for (std::size_t h = g + 1; h < children.size(); ++h)
        for (int a = tree.node_row_begin(children[g]); a < tree.node_row_end(children[g]); ++a)
          for (int b = tree.node_row_begin(children[h]); b < tree.node_row_end(children[h]); ++b)
            L(a, b) = has_product(children[g]) ? Omega::product(w, a, b) : Omega::product(w, b, a);  // line 25
    if (reach == Reach::world && tree.A(c) == 0) continue;                                           // line 21
    for (int r = tree.row_begin(c); r < tree.row_end(c); ++r) {                                      // line 22
      Force<S> f = component(w.K[r], 0) * w.node[c].P[0];
      for (int a = 1; a < 6; ++a) f += component(w.K[r], a) * w.node[c].P[a];
      w.K[r] = f;
    }
  }
}

// Lines 5–28 on what stands in w, an upper triangle in the order of the sweeps.
template <Reach reach, class Joint = InvertedJoint, class Omega = SummedOmega, class S, class Matrix>
void pv_osimr_sweeps(const CompiledModel& model, const Branching& tree, const DelassusScratch<S>& w, const Matrix& L) {
  L.clear();
  pv_osimr_backward<reach, Joint, Omega>(model, tree, w, L);
  pv_osimr_forward<reach, Omega>(model, tree, w, L);
  pv_osimr_assemble<reach, Omega>(model, tree, w, L);
}

template <class S>
void pv_osimr_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w,
                     const S* q, S* out) {
  const SortedMatrix<S> L{out, set.branching.user_rows(), set.branching.rows()};
  place_bodies(model, set, w, q);  // lines 1, 2
  place_rows(set, w);              // lines 3, 4
  pv_osimr_sweeps<Reach::world>(model, set.branching, w, L);
  L.mirror();
}

struct PvOsimrPlain {
  static constexpr AlgorithmFacts facts{.name = "pv-osimr-plain",
                                        .paper = "PVr",
                                        .listing = "Algorithm 3",
                                        .complexity = "O(n + m²)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;

  template <class S>
  static DelassusScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DelassusScratch<S> w = sweep_scratch<S>(n, arena);
    w.node = arena.take<DelassusNode<S>>(n.bodies);
    w.T = arena.take<Motion<S>>(n.rows);
    return w;
  }
  template <class S>
  static void run(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w, const S* q,
                  S* out) {
    pv_osimr_kernel(model, set, w, q, out);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
