// Derivatives of inverse dynamics, fast version of paper/rnea_derivatives.hpp. [Sin22]. O(n d).
// The same sums, arranged for wide registers and in the frame of the root body, as in fast/root_frame.hpp: short sweeps
// that only add along the tree, between them steps on four slots at a time, and at the end the rows of the answer.
#pragma once

#include "dynamics/fast/four_slots.hpp"
#include "model/joint.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Base to tips: the pose of every body, and gravity as an acceleration of what the roots hang from. A pose is kept as
// the columns of R and p, so that a product of poses is twelve wide multiplications.
inline void derivative_poses(const CompiledModel& model, DerivativeRows& rows, double* sine, double* cosine,
                             const double* q) {
  joint_trigonometry(model, q, sine, cosine);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[i];
    double* pose = rows.poses + static_cast<std::ptrdiff_t>(i) * 16;
    if (k.parent == 0) {
      Mat3<double> R;
      by_kind(k.kind, [&]<JointKind kind>() { R = joint_placement<kind>(k, q, sine, cosine).R; });
      const Vec3<double> lift = -transpose_mul(R, model.gravity);
      double* up = rows.accelerations + static_cast<std::ptrdiff_t>(rows.root_record[static_cast<std::size_t>(i)]) * 8;
      up[0] = lift.x, up[1] = lift.y, up[2] = lift.z;
      pose[0] = pose[5] = pose[10] = 1;  // all else stays 0
      continue;
    }
    const double* above = rows.poses + static_cast<std::ptrdiff_t>(k.parent) * 16;
    const Four x = Four::load(above), y = Four::load(above + 4), z = Four::load(above + 8), p = Four::load(above + 12);
    const auto turned = [&](double cx, double cy, double cz) {
      return mul_add(z, Four(cz), mul_add(y, Four(cy), x * Four(cx)));
    };
    by_kind(k.kind, [&]<JointKind kind>() {
      if constexpr (kind == JointKind::revolute) {
        const Mat3<double>& R = k.X_pj.R;
        const Vec3<double>& t = k.X_pj.p;
        const Four kx = turned(R.xx, R.yx, R.zx), ky = turned(R.xy, R.yy, R.zy), s(sine[k.q]), c(cosine[k.q]);
        mul_add(s, ky, c * kx).store(pose);
        neg_mul_add(s, kx, c * ky).store(pose + 4);
        turned(R.xz, R.yz, R.zz).store(pose + 8);
        (p + turned(t.x, t.y, t.z)).store(pose + 12);
      } else {
        const Transform<double> X = joint_placement<kind>(k, q, sine, cosine);
        turned(X.R.xx, X.R.yx, X.R.zx).store(pose);
        turned(X.R.xy, X.R.yy, X.R.zy).store(pose + 4);
        turned(X.R.xz, X.R.yz, X.R.zz).store(pose + 8);
        (p + turned(X.p.x, X.p.y, X.p.z)).store(pose + 12);
      }
    });
  }
}

// Each record gains its parent's: from what the slots add to what the bodies have.
inline void sum_outward(const CompiledModel& model, const DerivativeRows& rows, double* records) {
  for (int slot = 0; slot < model.nv; ++slot) {
    double* x = records + static_cast<std::ptrdiff_t>(slot) * 8;
    const double* above = records + static_cast<std::ptrdiff_t>(rows.parent[static_cast<std::size_t>(slot)]) * 8;
    (Four::load(x) + Four::load(above)).store(x);
    (Four::load(x + 4) + Four::load(above + 4)).store(x + 4);
  }
}

TENON_INLINE Four load_slots(const double* x, int pack, int count) {
  return 4 * pack + 4 <= count ? Four::load(x + 4 * pack) : Four::load(x + 4 * pack, count - 4 * pack);
}

// Axes, and what each adds to the velocity.
inline void derivative_axes(const CompiledModel& model, DerivativeRows& rows, const double* v) {
  using R = DerivativeRows;
  for (int pack = 0; pack < rows.packs; ++pack) {
    const FourSlots constant = constants_of(rows, pack);
    const Transform<Four> T = gather_pose(rows.poses, &rows.body[static_cast<std::size_t>(4 * pack)]);
    scratch_of(rows, pack).store(R::pose, T);
    const Vec3<Four> e = T.R * constant.vec3(R::direction);
    const Vec3<Four> turn = constant.load(R::turn) * e;
    const Motion<Four> s{cross_add(T.p, turn, constant.load(R::slide) * e), turn};
    panel_of(rows, pack).store(R::s, s);
    scatter_motion(rows.velocities + static_cast<std::ptrdiff_t>(pack) * 32, load_slots(v, pack, model.nv) * s);
  }
}

// Rates of the axes, and what each adds to the acceleration.
inline void derivative_rates(const CompiledModel& model, DerivativeRows& rows, const double* v, const double* a) {
  using R = DerivativeRows;
  for (int pack = 0; pack < rows.packs; ++pack) {
    const FourSlots row = panel_of(rows, pack);
    const Motion<Four> s = row.motion(R::s);
    const Motion<Four> s_dot =
        cross(gather_motion(rows.velocities, &rows.body_last[static_cast<std::size_t>(4 * pack)]), s);
    const Motion<Four> psi_dot =
        cross(gather_motion(rows.velocities, &rows.body_parent[static_cast<std::size_t>(4 * pack)]), s);
    row.store(R::psi_dot, psi_dot.angular);
    row.store(R::rate, psi_dot + s_dot);
    scatter_motion(rows.accelerations + static_cast<std::ptrdiff_t>(pack) * 32,
                   load_slots(a, pack, model.nv) * s + load_slots(v, pack, model.nv) * s_dot);
  }
}

// Each body's inertia, bilinear matrix and net force.
inline void derivative_bodies(DerivativeRows& rows) {
  using R = DerivativeRows;
  for (int pack = 0; pack < rows.packs; ++pack) {
    const int* last = &rows.body_last[static_cast<std::size_t>(4 * pack)];
    const Motion<Four> v = gather_motion(rows.velocities, last), a = gather_motion(rows.accelerations, last);
    const Inertia<Four> I = act(scratch_of(rows, pack).pose(R::pose), constants_of(rows, pack).inertia(R::inertia));
    scratch_of(rows, pack).store(R::own_inertia, I);
    scatter_composite(rows.composites + static_cast<std::ptrdiff_t>(pack) * 4 * R::composite_size,
                      {I, bilinear(I, v), I * a + cross(v, I * v)});
  }
}

inline void derivative_second_rates(DerivativeRows& rows) {
  using R = DerivativeRows;
  for (int pack = 0; pack < rows.packs; ++pack) {
    const FourSlots row = panel_of(rows, pack);
    const int* parent = &rows.body_parent[static_cast<std::size_t>(4 * pack)];
    const Motion<Four> s = row.motion(R::s), v_parent = gather_motion(rows.velocities, parent);
    const Motion<Four> a_parent = gather_motion(rows.accelerations, parent);
    row.store(R::psi_ddot, cross(a_parent, s) + cross(v_parent, cross(v_parent, s)));
  }
}

// external: wrench on each body in body axes at its origin.
inline void derivative_wrenches(const CompiledModel& model, DerivativeRows& rows, const Force<double>* external) {
  for (int i = 1; i < model.body_count(); ++i) {
    const double* c = rows.poses + static_cast<std::ptrdiff_t>(i) * 16;
    const Transform<double> T{{c[0], c[4], c[8], c[1], c[5], c[9], c[2], c[6], c[10]}, {c[12], c[13], c[14]}};
    const Force<double> f = act(T, external[i]);
    const int last = model.bodies[i].v + model.bodies[i].nv - 1;
    double* sum = rows.composites + static_cast<std::ptrdiff_t>(last) * DerivativeRows::composite_size + 22;
    sum[0] -= f.linear.x, sum[1] -= f.linear.y, sum[2] -= f.linear.z;
    sum[3] -= f.angular.x, sum[4] -= f.angular.y, sum[5] -= f.angular.z;
  }
}

// Tips to base: I, B and f of the subtrees.
inline void derivative_composites(const CompiledModel& model, DerivativeRows& rows) {
  constexpr int size = DerivativeRows::composite_size;
  for (int slot = model.nv - 1; slot >= 0; --slot) {
    const int parent = rows.parent[static_cast<std::size_t>(slot)];
    if (parent >= model.nv) continue;  // a root
    const double* x = rows.composites + static_cast<std::ptrdiff_t>(slot) * size;
    double* above = rows.composites + static_cast<std::ptrdiff_t>(parent) * size;
    for (int r = 0; r < size; r += 4) (Four::load(above + r) + Four::load(x + r)).store(above + r);
  }
}

// The factors of the answer's entries.
inline void derivative_factors(DerivativeRows& rows) {
  using R = DerivativeRows;
  const Four two(2.0);
  for (int pack = 0; pack < rows.packs; ++pack) {
    const FourSlots row = panel_of(rows, pack);
    const int slots[4] = {4 * pack, 4 * pack + 1, 4 * pack + 2, 4 * pack + 3};
    const auto [I, B, f] = gather_composite(rows.composites, slots);
    const Motion<Four> s = row.motion(R::s), psi_dot{{}, row.vec3(R::psi_dot)};  // B does not see the linear part
    row.store(R::Is, I * s);
    row.store(R::Bs, two * transpose_mul(B, s).angular);
    row.store(R::by_v, two * (B * s) + I * row.motion(R::rate));
    row.store(R::by_q, two * (B * psi_dot) + I * row.motion(R::psi_ddot) + cross(s, f));
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
