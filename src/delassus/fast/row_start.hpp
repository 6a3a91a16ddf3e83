// What the columns of a path start as: unit columns of a link, or rows of an end-effector in local or in world axes.
#pragma once

#include "delassus/fast/row_path.hpp"
#include "delassus/fast/row_scratch.hpp"

namespace tenon {

inline namespace TENON_ISA {

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
TENON_INLINE Force<S> world_row(const BodyTerm& term, int r, const S* axis) {
  const int along = term.axis[static_cast<std::size_t>(r)];
  const S o(0);
  Vec3<S> l{o, o, o}, n = reinterpret_cast<const Vec3<S>*>(axis)[along % 3];
  if (along < 3) l = n, n = cross(lifted<S>(term.X_bt.p), l);
  return {l, n};
}
template <class S>
TENON_INLINE void world_rows(const BodyTerm& term, const S* axis, Force<Columns<S>>* f) {
  constexpr int width = column_width<S>;
  for (int r = 0; r < term.rows; ++r) {
    const Force<S> K = world_row(term, r, axis);
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
    world_rows(set.term_of(e), w.axis + 9 * path.world, f);
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
