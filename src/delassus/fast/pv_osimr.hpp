// Delassus matrix, fast: [PVr] Algorithm 3 on a walk.  O(n + m²).  paper/pv_osimr.hpp is the plain version.
//   1  articulated inertias, tips to base: the trunk body by body, limbs in lanes (lines 8–11)
//   2  columns along their paths, four side by side: rows of an end-effector, or six unit columns of a link of 𝒩.
//      What a joint leaves behind, w = Sᵀf and t = D⁻¹w, is kept; the columns become ^𝒜(i)P_i (lines 12, 13)
//   3  Ω of the links of 𝒩, base to tips: Σ t wᵀ along the path plus PᵀΩP of the link above (lines 14–17)
//   4  entries, tips to base: at a link the rows of its children meet, then move on (lines 18–28)
// Paths are independent of each other, and every body is on one at most. One source: a single call, with limbs in lanes
// or without, a batch (S is a Pack of samples, columns come one by one) and operation counts.
#pragma once

#include "delassus/call.hpp"
#include "delassus/fast/row_entries.hpp"
#include "delassus/fast/row_start.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

inline namespace TENON_ISA {

// Part 1. damped, here and below: with inertias of the rows, and no joint taken as one block.
template <bool damped, class S, int W, class T>
[[gnu::noinline]] void row_inertias(const CompiledModel& model, const Walk<W, T>& walk,
                                    const RowScratch<S, Pack<double, W>>& w, const S* q) {
  sweep_inward<ArticulatedInertia>(
      walk, w.inertia,
      [&]<StepForm form>(const auto& s, int t, ArticulatedInertia<S>& x) TENON_INLINE_LAMBDA {
        if constexpr (damped)
          if (w.bound.has[t]) x += w.bound.trunk[t];
        if constexpr (form == StepForm::other)
          articulate_other(model, s, !damped && s.block, q, w.X[t], w.axes, x);
        else
          x = articulate<form>(s.k, w.joint[t], x, w.place[t], s.parent == 0);
      },
      [&]<StepForm form>(const auto& g, int k, auto& x) TENON_INLINE_LAMBDA {
        if constexpr (damped)
          if (w.bound.have[k]) x += w.bound.groups[k];
        x = articulate<form>(g.k, w.joints[k], x, w.places[k], false);
      });
}

// Part 2 from path `first` on. End-effectors in ascending order: what a pack writes beyond its own columns is the next
// one's.
template <bool damped, class S, int W, class T>
[[gnu::noinline]] void row_paths(const CompiledModel& model, const ConstraintSet::Data& set,
                                 const TrunkStep<T>* constants, const RowPlan<T>& plan,
                                 const RowScratch<S, Pack<double, W>>& w, int first = 0) {
  using Col = Columns<S>;
  constexpr int width = column_width<S>;
  const std::ptrdiff_t ld = leading<S>(static_cast<std::size_t>(plan.rows));
  const int count = static_cast<int>(plan.paths.size());
  for (int n = first; n < count; ++n) {
    const RowPath& path = plan.paths[static_cast<std::size_t>(n)];
    Col* const left = reinterpret_cast<Col*>(w.left) + path.first_left;
    Force<Col> f[link_packs<S>];
    first_columns(set, plan, n, w, f);
    if (width == 1)
      row_path<0, damped>(model, constants, plan.steps.data(), path, w, left, f);
    else if (path.packs == 1)
      row_path<1, damped>(model, constants, plan.steps.data(), path, w, left, f);
    else
      row_path<2, damped>(model, constants, plan.steps.data(), path, w, left, f);
    S* const to = n < plan.links ? w.link + n * 6 * link_columns<S> : w.K + path.begin;
    for (int p = 0; p < path.packs; ++p)
      store_spatial<Force>(f[p], to + p * width, n < plan.links ? link_columns<S> : ld, width);
  }
}

// Part 3.
template <class S, int W, class T>
[[gnu::noinline]] void row_links(const TrunkStep<T>* constants, const RowPlan<T>& plan,
                                 const RowScratch<S, Pack<double, W>>& w) {
  using Col = Columns<S>;
  constexpr int columns = link_columns<S>, size = 6 * columns, width = column_width<S>;
  for (int n = 0; n < plan.links; ++n) {
    const RowPath& path = plan.paths[static_cast<std::size_t>(n)];
    S* const omega = w.omega + n * size;
    const TrunkStep<T>& first = constants[plan.steps[static_cast<std::size_t>(path.first_step)].step];
    if (first.block) {  // a free base: Ω is the inverse of its inertia
      for (int i = 0; i < 6; ++i) {
        const S* row = reinterpret_cast<const S*>(w.axes + first.v + i);
        for (int j = 0; j < 6; ++j) omega[i * columns + j] = row[j];
      }
      continue;
    }
    if (path.above >= 0) {
      const S* const P = w.link + n * size;
      S above[size];
      for (int p = 0; p < link_packs<S>; ++p)
        store_spatial<Motion>(apply_matrix<Motion<Col>>(w.omega + path.above * size, columns,
                                                        load_spatial<Force>(P + p * width, columns)),
                              above + p * width, columns, width);
      const auto put = [&](int i, int j, const Col& x, int)
                           TENON_INLINE_LAMBDA { store_columns<S>(x, omega + i * columns + j); };
      triangle_rows<6>(above, P, columns, 0, 6, 6, put);
    }
    add_path<S>(reinterpret_cast<const Col*>(w.left) + path.first_left, path.rows, path.packs, 6, path.above < 0,
                [&](int i, int j) TENON_INLINE_LAMBDA { return omega + i * columns + j; });
    for (int i = 0; i < 6; ++i)
      for (int j = i + 1; j < 6; ++j) omega[j * columns + i] = omega[i * columns + j];
  }
}

// Rows [begin, end) by a 6 x 6 matrix: as Out to `to`.
template <template <class> class Out, class S>
TENON_INLINE void apply_to_rows(const S* matrix, const S* K, std::ptrdiff_t ld, int begin, int end, S* to,
                                bool beyond) {
  using Col = Columns<S>;
  constexpr int width = column_width<S>;
  for (int r = begin; r < end; r += width)
    store_spatial<Out>(apply_matrix<Out<Col>>(matrix, link_columns<S>, load_spatial<Force>(K + r, ld)), to + r, ld,
                       beyond ? width : end - r);
}

// Part 4 at one link: the rows of its children meet, as products of two columns; before(begin, end) makes the left one
// of the rows that come next.
template <class S, class T, class Before>
TENON_INLINE void meet(const RowPlan<T>& plan, const RowPath& link, const S* left, const S* right, std::ptrdiff_t ld,
                       const Entries<S>& L, Before&& before) {
  using Col = Columns<S>;
  const int* const children = plan.children.data() + link.first_child;
  const auto put = [&](int a, int b, const Col& x, int count) TENON_INLINE_LAMBDA { store_columns(x, L(a, b), count); };
  for (int g = 0; g < link.children;) {
    const bool is_link = children[g] < plan.links;
    const int begin = plan.paths[static_cast<std::size_t>(children[g])].begin;
    // End-effectors that follow each other are one block, whose own diagonal blocks belong to it.
    for (++g; !is_link && g < link.children && children[g] >= plan.links; ++g) continue;
    const int end = plan.paths[static_cast<std::size_t>(children[g - 1])].end;
    if (is_link && end == link.end) return;
    before(begin, end);
    if (is_link)
      for (int a = begin; a < end; a += 4)
        product_rows<6>(end - a < 4 ? end - a : 4, left, right, ld, a, end, link.end, put);
    else
      triangle_rows<6>(left, right, ld, begin, end, link.end, put);
  }
}

// Part 4.
template <class S, int W, class T>
[[gnu::noinline]] void row_entries(const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& w, S* out) {
  constexpr int size = 6 * link_columns<S>;
  const std::ptrdiff_t ld = leading<S>(static_cast<std::size_t>(plan.rows));
  const int m = plan.rows;
  const Entries<S> L = entries_of(plan, w, out);
  if (plan.clear)
    for (int a = 0; a < m; ++a)
      for (int b = a; b < m; ++b) *L(a, b) = S(0);
  for (int n = plan.links - 1; n >= 0; --n) {
    const RowPath& link = plan.paths[static_cast<std::size_t>(n)];
    meet<S>(plan, link, w.T, w.K, ld, L, [&](int begin, int end) TENON_INLINE_LAMBDA {
      apply_to_rows<Motion>(w.omega + n * size, w.K, ld, begin, end, w.T, true);
    });
    if (link.above >= 0) apply_to_rows<Force>(w.link + n * size, w.K, ld, link.begin, link.end, w.K, false);
  }
  effector_entries(plan, w, L, false);
  hand_out(plan, L, out);
}

// walk: what is swept; constants: the body-by-body walk of the same model.
template <class S, int W, class T>
void pv_osimr_walk(const CompiledModel& model, const ConstraintSet::Data& set, const Walk<W, T>& walk,
                   const TrunkStep<T>* constants, const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& w,
                   const S* q, S* out) {
  joint_states(walk, q, w.joint, w.joints);
  if (!plan.oriented.empty()) orient_bodies(model, constants, plan, w, q);
  row_inertias<false>(model, walk, w, q);
  row_paths<false>(model, set, constants, plan, w);
  row_links(constants, plan, w);
  row_entries(plan, w, out);
}

struct PvOsimr {
  static constexpr AlgorithmFacts facts{.name = "pv-osimr",
                                        .paper = "PVr",
                                        .listing = "Algorithm 3, limbs and columns in lanes",
                                        .complexity = "O(n + m²)",
                                        .degeneracies = massless_links_and_redundant_rows,
                                        .lanes = true};
  static constexpr RowKinds takes = RowKinds::one_body;

  static void call(const DelassusCall& c) {
    DelassusMemory& d = c.memory;
    const CompiledModel& model = c.model.compiled();
    const ConstraintSet::Data& rows = c.set.data();
    if (d.plan.serial != rows.serial) d.plan.compile(model, rows);
    TENON_ISA_CHOICE(delassus_walk_kernels)
        .pv_osimr(model, rows, *d.walks.limbs, d.plan, d.room, d.walk.data(), c.q.data(), c.out);
  }
  // Body by body: limbs and columns in lanes do the same operations four at a time.
  template <class Run>
  static void count(Run& run) {
    const Walk<4>& walk = run.model.walks->bodies;
    RowPlan<double> plan(run.model, walk, 1);
    plan.compile(run.model, run.set);
    const auto w =
        run.cut([&](Arena& arena) { return row_scratch<typename Run::Number>(walk, plan, plan.room(), arena); });
    pv_osimr_walk<typename Run::Number>(run.model, run.set, walk, walk.trunk.data(), plan, w, run.q.data(),
                                        run.matrix.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
