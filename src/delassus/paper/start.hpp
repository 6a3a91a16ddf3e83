// First forward sweep of the recursive algorithms: placements, rigid inertias, and the rows K of every end-effector in
// the frame of its body. [PVr] Algs 1–3, lines 1–4.
#pragma once

#include "delassus/scratch.hpp"
#include "model/joint.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
TENON_INLINE void place_bodies(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w,
                               const S* q) {
  joint_trigonometry(model, q, w.sine, w.cosine);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    by_kind(k.kind, [&]<JointKind kind>() { w.body[i].X = joint_placement<kind>(k, q, w.sine, w.cosine); });
    w.body[i].I = articulated(lifted<S>(k.I));
    if (set.world_aligned && set.branching.supports(i))
      w.body[i].R_w = k.parent == 0 ? w.body[i].X.R : w.body[k.parent].R_w * w.body[i].X.R;
  }
}

// Row r of an end-effector as a force on its body: what it does to a motion is a dot product.
template <class S>
TENON_INLINE Force<S> term_row(const BodyTerm& term, int r, const Mat3<S>& R_w) {
  const Force<double>& K = term.K[static_cast<std::size_t>(r)];
  if (term.axes == TermAxes::body) return {lifted<S>(K.linear), lifted<S>(K.angular)};
  // A world axis in body axes is a row of the orientation.
  const int along = term.axis[static_cast<std::size_t>(r)];
  const Vec3<S> axis = along % 3 == 0   ? Vec3<S>{R_w.xx, R_w.xy, R_w.xz}
                       : along % 3 == 1 ? Vec3<S>{R_w.yx, R_w.yy, R_w.yz}
                                        : Vec3<S>{R_w.zx, R_w.zy, R_w.zz};
  if (along < 3) return {axis, cross(lifted<S>(term.X_bt.p), axis)};
  return {{S(0), S(0), S(0)}, axis};
}

template <class S>
TENON_INLINE void place_rows(const ConstraintSet::Data& set, const DelassusScratch<S>& w) {
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const Effector& x = set.branching.effector(e);
    const BodyTerm& term = set.term_of(x);
    for (int r = 0; r < x.rows; ++r) w.K[x.row + r] = term_row(term, r, w.body[x.body].R_w);
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
