// Delassus matrix, fast: [PVr] Algorithm 3 on a walk.  O(n + m²).  pv_osimr.hpp is the plain version.
//   1  articulated inertias, tips to base: the trunk body by body, limbs in lanes (lines 8–11)
//   2  columns along their paths, four side by side: rows of an end-effector, or six unit columns of a link of 𝒩.
//      What a joint leaves behind, w = Sᵀf and t = D⁻¹w, is kept; the columns become ^𝒜(i)P_i (lines 12, 13)
//   3  Ω of the links of 𝒩, base to tips: Σ t wᵀ along the path plus PᵀΩP of the link above (lines 14–17)
//   4  entries, tips to base: at a link the rows of its children meet, then move on (lines 18–28)
// Paths are independent of each other, and every body is on one at most. One source: a single call, with limbs in lanes
// or without, a batch (S is a Pack of samples, columns come one by one) and operation counts.
#pragma once

#include "delassus/bound_bodies.hpp"
#include "delassus/row_plan.hpp"
#include "delassus/row_steps.hpp"
#include "delassus/row_tiles.hpp"
#include "spatial/arena.hpp"

namespace tenon {

// Memory of one evaluation.
template <class S, class P>
struct RowScratch {
  JointState<S>* joint;   // trunk steps
  RowPlace<S>* place;     // trunk steps
  Transform<S>* X;        // trunk steps up to the last joint of several degrees of freedom
  RowPlace<S>* axes;      // degrees of freedom up to its last
  JointState<P>* joints;  // groups
  RowPlace<P>* places;    // groups
  S* inertia;             // slots of ArticulatedInertia
  S *K, *T;               // six arrays of columns (row_tiles.hpp): rows at the link that is reached, and Ω of them
  S *link, *omega;        // per link of 𝒩: ^𝒜(i)P_i and Ω_i, 6 x link_columns
  S* left;                // packs: w and t of every path
  S* L;                   // entries
  S* axis;                // world axes in oriented bodies
  S *w, *R;               // of the damped inverse: w of six degrees of freedom, and stiffness, rows sorted
  BoundBodies<ArticulatedInertia, S, P> bound;  // of the damped inverse (caba_osim_walk.hpp)
};

inline namespace TENON_ISA {

// Columns are read and written in whole packs.
template <class S>
std::ptrdiff_t leading(std::size_t rows) {
  return static_cast<std::ptrdiff_t>(column_width<S> == 1 ? rows : (rows + 3) / 4 * 4 + 4);
}

// Sizes for the largest set, `room`; damped: bodies get inertias of their rows.
template <class S, int W, class T>
RowScratch<S, Pack<double, W>> row_scratch(const Walk<W, T>& walk, const RowPlan<T>& plan, const RowRoom& room,
                                           Arena& arena, bool damped = false) {
  using P = Pack<double, W>;
  const std::size_t trunk = walk.trunk.size(), groups = walk.groups.size(),
                    ld = static_cast<std::size_t>(leading<S>(room.rows));
  RowScratch<S, P> w;
  w.joint = arena.take<JointState<S>>(trunk);
  w.place = arena.take<RowPlace<S>>(trunk);
  w.X = arena.take<Transform<S>>(plan.other_steps);
  w.axes = arena.take<RowPlace<S>>(plan.other_dofs);
  w.joints = arena.take<JointState<P>>(groups);
  w.places = arena.take<RowPlace<P>>(groups);
  w.inertia = arena.take<S>(plan.slots * slot_stride<ArticulatedInertia>);
  w.K = arena.take<S>(6 * ld), w.T = arena.take<S>(6 * ld);
  w.link = arena.take<S>(6 * link_columns<S> * room.links);
  w.omega = arena.take<S>(6 * link_columns<S> * room.links);
  w.left = arena.take<S>(column_width<S> * room.packs);
  w.L = arena.take<S>(ld * ld);
  w.axis = arena.take<S>(9 * room.oriented);
  if (!damped) return w;
  w.w = arena.take<S>(6 * ld), w.R = arena.take<S>(ld);
  w.bound = bound_bodies<ArticulatedInertia, S>(walk, arena);
  return w;
}

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

// Where a walk left a body's numbers: number n is at[n * stride].
template <class S>
struct Strided {
  const S* at;
  int stride;
  S operator[](int n) const { return at[n * stride]; }
};
template <template <class> class Struct, class S, class P>
TENON_INLINE Strided<S> strided(const RowStep& r, const Struct<S>* trunk, const Struct<P>* groups) {
  if constexpr (std::is_same_v<S, double>)
    if (r.lane >= 0) return {reinterpret_cast<const double*>(groups + r.place) + r.lane, P::width};
  return {reinterpret_cast<const S*>(trunk + r.place), 1};
}
template <class S, class P>
TENON_INLINE JointState<Columns<S>> joint_of(const RowStep& r, const RowScratch<S, P>& w) {
  using Col = Columns<S>;
  const Strided<S> j = strided(r, w.joint, w.joints);
  return {Col(j[0]), Col(j[1]), Col(j[2])};
}
template <class S>
TENON_INLINE RowPlace<Columns<S>> spread(const Strided<S>& b) {
  using Col = Columns<S>;
  return {{{Col(b[0]), Col(b[1]), Col(b[2])}, {Col(b[3]), Col(b[4]), Col(b[5])}}, Col(b[6])};
}
template <class S>
TENON_INLINE Transform<Columns<S>> spread(const Transform<S>& X) {
  using Col = Columns<S>;
  const Mat3<S>& R = X.R;
  return {{Col(R.xx), Col(R.xy), Col(R.xz), Col(R.yx), Col(R.yy), Col(R.yz), Col(R.zx), Col(R.zy), Col(R.zz)},
          {Col(X.p.x), Col(X.p.y), Col(X.p.z)}};
}

// Columns through a joint of none or several degrees of freedom; keep(n, w, t) for each of them.
template <class S, class T, class Keep>
TENON_INLINE void pass_other(const CompiledModel& model, const TrunkStep<T>& s, bool block, const Transform<S>& X,
                             const RowPlace<S>* axes, Force<Columns<S>>& f, Keep&& keep) {
  using Col = Columns<S>;
  if (block) {
    constexpr int stride = sizeof(RowPlace<S>) / sizeof(S);
    Force<Col> a = apply_matrix<Force<Col>>(reinterpret_cast<const S*>(axes + s.v), stride, f);
    for (int n = 0; n < 6; ++n) keep(n, numbers_of(f)[n], numbers_of(a)[n]);
    return;
  }
  const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
  by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
    backward_axes<kind>(k, [&]<Axis axis>(int dof) TENON_INLINE_LAMBDA {
      const RowPlace<Col> b = spread(Strided<S>{reinterpret_cast<const S*>(axes + dof), 1});
      const Col component = element<axis>(f), t = b.D_inverse * component;
      keep(k.v + k.nv - 1 - dof, component, t);
      f -= t * b.U;
    });
  });
  if (s.parent > 0) f = act(spread(X), f);
}

// Part 2 for one path: `count` packs, known to the compiler or given (0); f is what the columns start as.
template <int count, bool damped, class S, int W, class T>
TENON_INLINE void row_path(const CompiledModel& model, const TrunkStep<T>* constants, const RowStep* steps,
                           const RowPath& path, const RowScratch<S, Pack<double, W>>& w, Columns<S>* left,
                           Force<Columns<S>>* in_memory) {
  using Col = Columns<S>;
  const int packs = count > 0 ? count : path.packs;
  Force<Col> in_registers[count > 0 ? count : 1];
  Force<Col>* const f = count > 0 ? in_registers : in_memory;
  for (int p = 0; p < count; ++p) f[p] = in_memory[p];
  for (const RowStep *r = steps + path.first_step, *end = r + path.steps; r != end; ++r) {
    const TrunkStep<T>& s = constants[r->step];
    by_form(r->form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
      if constexpr (form == StepForm::other) {
        const int nv = model.bodies[static_cast<std::size_t>(s.body)].nv;
        for (int p = 0; p < packs; ++p)
          pass_other(model, s, !damped && s.block, w.X[r->place], w.axes, f[p],
                     [&](int n, const Col& a, const Col& t)
                         TENON_INLINE_LAMBDA { left[2 * n * packs + p] = a, left[(2 * n + 1) * packs + p] = t; });
        left += 2 * nv * packs;
      } else {
        const JointState<Col> j = joint_of(*r, w);
        const RowPlace<Col> b = spread(strided(*r, w.place, w.places));
        for (int p = 0; p < packs; ++p) pass<form>(s.k, j, b, s.parent == 0, f[p], left[p], left[packs + p]);
        left += 2 * packs;
      }
    });
  }
  for (int p = 0; p < count; ++p) in_memory[p] = f[p];
}

// Rows in world axes: a world axis in body axes, base to tips, three per body.
template <class S, int W, class T>
void orient_bodies(const CompiledModel& model, const TrunkStep<T>* constants, const RowPlan<T>& plan,
                   const RowScratch<S, Pack<double, W>>& w, const S* q) {
  // Here every scalar works on one axis at a time: few sets ask for it.
  const S o(0), one(1);
  const Vec3<S> world[] = {{one, o, o}, {o, one, o}, {o, o, one}};
  Vec3<S>* const axes = reinterpret_cast<Vec3<S>*>(w.axis);
  for (std::size_t n = 0; n < plan.oriented.size(); ++n) {
    const OrientedBody& b = plan.oriented[n];
    const Vec3<S>* from = b.parent < 0 ? world : axes + 3 * b.parent;
    by_form(b.step.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
      if constexpr (form == StepForm::other) {
        const Body& body = model.bodies[static_cast<std::size_t>(constants[b.step.step].body)];
        Transform<S> X;
        by_kind(body.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
          if constexpr (kind != JointKind::revolute && kind != JointKind::prismatic && kind != JointKind::helical)
            X = joint_placement<kind>(body, q, q, q);
        });
        for (int k = 0; k < 3; ++k) axes[3 * n + k] = turn_back(X, from[k]);
      } else {
        const Strided<S> j = strided(b.step, w.joint, w.joints);
        const auto X = placement<form>(constants[b.step.step].k, JointState<S>{j[0], j[1], j[2]});
        for (int k = 0; k < 3; ++k) axes[3 * n + k] = turn_back(X, from[k]);
      }
    });
  }
}
template <class S>
TENON_INLINE Force<S> world_row(const CompiledConstraint& c, int r, const S* axis) {
  const int kept = c.kept[static_cast<std::size_t>(r)];
  const S o(0);
  Vec3<S> l{o, o, o}, n = reinterpret_cast<const Vec3<S>*>(axis)[kept % 3];
  if (kept < 3) l = n, n = cross(lifted<S>(c.X_bA.p), l);
  return {l, n};
}
template <class S>
TENON_INLINE void world_rows(const CompiledConstraint& c, const S* axis, Force<Columns<S>>* f) {
  constexpr int width = column_width<S>;
  for (int r = 0; r < c.rows; ++r) {
    const Force<S> K = world_row(c, r, axis);
    const Vec3<S>&l = K.linear, &n = K.angular;
    S* to = reinterpret_cast<S*>(f + r / width) + r % width;
    to[0] = l.x, to[width] = l.y, to[2 * width] = l.z, to[3 * width] = n.x, to[4 * width] = n.y, to[5 * width] = n.z;
  }
}

// What the columns of a path start as: six unit columns of a link, or the rows of an end-effector; 0 in idle columns.
template <class S, int W, class T>
TENON_INLINE void first_columns(const ConstraintSet::Data& set, const RowPlan<T>& plan, int n,
                                const RowScratch<S, Pack<double, W>>& w, Force<Columns<S>>* f) {
  constexpr int width = column_width<S>;
  const RowPath& path = plan.paths[static_cast<std::size_t>(n)];
  S* const numbers = reinterpret_cast<S*>(f);
  if (n >= plan.links && path.world < 0) {
    const T* const K = plan.K.data() + static_cast<std::ptrdiff_t>(path.first_pack) * 6 * width;
    for (int p = 0; p < path.packs; ++p)
      if constexpr (width > 1)
        f[p] = load_spatial<Force>(K + 6 * width * p, width);
      else
        for (int k = 0; k < 6; ++k) numbers[6 * p + k] = S(K[6 * p + k]);
    return;
  }
  for (int k = 0; k < 6 * width * path.packs; ++k) numbers[k] = S(0);
  if (n < plan.links) {
    for (int i = 0; i < 6; ++i) numbers[(i / width * 6 + i) * width + i % width] = S(1);
  } else {
    const Effector& e = set.branching.effector(n - plan.links);
    world_rows(set.constraints[static_cast<std::size_t>(e.constraint)], w.axis + 9 * path.world, f);
  }
}

// Part 2. End-effectors in ascending order: what a pack writes beyond its own columns is the next one's. damped: no
// unit columns (caba_osim_walk.hpp).
template <bool damped, class S, int W, class T>
[[gnu::noinline]] void row_paths(const CompiledModel& model, const ConstraintSet::Data& set,
                                 const TrunkStep<T>* constants, const RowPlan<T>& plan,
                                 const RowScratch<S, Pack<double, W>>& w) {
  using Col = Columns<S>;
  constexpr int width = column_width<S>;
  const std::ptrdiff_t ld = leading<S>(static_cast<std::size_t>(plan.rows));
  const int count = static_cast<int>(plan.paths.size());
  for (int n = damped ? plan.links : 0; n < count; ++n) {
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

// The upper triangle of the answer while it is made, rows sorted.
template <class S>
struct Entries {
  S* numbers;
  std::ptrdiff_t ld;
  TENON_INLINE S* operator()(int a, int b) const { return numbers + a * ld + b; }
};

template <class S, int W, class T>
TENON_INLINE Entries<S> entries_of(const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& w, S* out) {
  return {column_width<S> == 1 && plan.in_order ? out : w.L, leading<S>(static_cast<std::size_t>(plan.rows))};
}
// What end-effectors left on their own paths, added to what is there, or to nothing where that ends at the world.
template <class S, int W, class T>
TENON_INLINE void effector_entries(const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& w, const Entries<S>& L,
                                   bool cleared) {
  for (std::size_t n = static_cast<std::size_t>(plan.links); n < plan.paths.size(); ++n) {
    const RowPath& path = plan.paths[n];
    add_path<S>(reinterpret_cast<const Columns<S>*>(w.left) + path.first_left, path.rows, path.packs,
                path.end - path.begin, !cleared && path.above < 0,
                [&](int i, int j) TENON_INLINE_LAMBDA { return L(path.begin + i, path.begin + j); });
  }
}
// The whole matrix in the set's order.
template <class S, class T>
TENON_INLINE void hand_out(const RowPlan<T>& plan, const Entries<S>& L, S* out) {
  const int m = plan.rows;
  if (plan.in_order) return unfold(L.numbers, L.ld, m, out);
  const int* const user = plan.user_row.data();
  for (int a = 0; a < m; ++a)
    for (int b = a; b < m; ++b)
      out[static_cast<std::ptrdiff_t>(user[b]) * m + user[a]] =
          out[static_cast<std::ptrdiff_t>(user[a]) * m + user[b]] = *L(a, b);
}

// Part 4 at one link: the rows of its children meet.
template <class S, class T>
TENON_INLINE void meet(const RowPlan<T>& plan, const RowPath& link, const S* omega, const S* K, S* product,
                       std::ptrdiff_t ld, const Entries<S>& L) {
  using Col = Columns<S>;
  constexpr int width = column_width<S>;
  const int* const children = plan.children.data() + link.first_child;
  const auto put = [&](int a, int b, const Col& x, int count) TENON_INLINE_LAMBDA { store_columns(x, L(a, b), count); };
  for (int g = 0; g < link.children;) {
    const bool is_link = children[g] < plan.links;
    const int begin = plan.paths[static_cast<std::size_t>(children[g])].begin;
    // End-effectors that follow each other are one block, whose own diagonal blocks belong to it.
    for (++g; !is_link && g < link.children && children[g] >= plan.links; ++g) continue;
    const int end = plan.paths[static_cast<std::size_t>(children[g - 1])].end;
    if (is_link && end == link.end) return;
    for (int r = begin; r < end; r += width)
      store_spatial<Motion>(apply_matrix<Motion<Col>>(omega, link_columns<S>, load_spatial<Force>(K + r, ld)),
                            product + r, ld, width);
    if (is_link)
      for (int a = begin; a < end; a += 4)
        product_rows<6>(end - a < 4 ? end - a : 4, product, K, ld, a, end, link.end, put);
    else
      triangle_rows<6>(product, K, ld, begin, end, link.end, put);
  }
}

// Part 4.
template <class S, int W, class T>
[[gnu::noinline]] void row_entries(const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& w, S* out) {
  using Col = Columns<S>;
  constexpr int width = column_width<S>, size = 6 * link_columns<S>;
  const std::ptrdiff_t ld = leading<S>(static_cast<std::size_t>(plan.rows));
  const int m = plan.rows;
  const Entries<S> L = entries_of(plan, w, out);
  if (plan.clear)
    for (int a = 0; a < m; ++a)
      for (int b = a; b < m; ++b) *L(a, b) = S(0);
  for (int n = plan.links - 1; n >= 0; --n) {
    const RowPath& link = plan.paths[static_cast<std::size_t>(n)];
    meet<S>(plan, link, w.omega + n * size, w.K, w.T, ld, L);
    if (link.above < 0) continue;
    for (int r = link.begin; r < link.end; r += width)
      store_spatial<Force>(
          apply_matrix<Force<Col>>(w.link + n * size, link_columns<S>, load_spatial<Force>(w.K + r, ld)), w.K + r, ld,
          link.end - r);
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

}  // namespace TENON_ISA
}  // namespace tenon
