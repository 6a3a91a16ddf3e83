// Joint-space inertia matrix in the root's frame, fast version of fast/crba_root.hpp, for one call. O(n d).
// Only poses come one after the other, each four columns in registers. Inertias, axes and forces are worked out for
// four bodies at a time, whatever limb they belong to, and entries of M are products of axes and forces
// (fast/crba_tiles.hpp).
#pragma once

#include "dynamics/fast/crba_tiles.hpp"
#include "dynamics/fast/root_frame.hpp"
#include "walk/arena.hpp"
#include "walk/root_walk.hpp"
#include "walk/steps.hpp"

namespace tenon {
inline namespace TENON_ISA {

using Four = Pack<double, 4>;

// A body's frame in its root's: axes x, y, z and origin as columns of x y z 0.
struct RootPose {
  Four column[4];
};
// A rigid inertia's ten numbers and two zeros.
struct RootInertia {
  Four part[3];

  TENON_INLINE RootInertia& operator+=(const RootInertia& other) {
    for (int k = 0; k < 3; ++k) part[k] += other.part[k];
    return *this;
  }
};

struct RootScratch {
  JointState<Four>* joints;  // per step
  RootPose* pose;            // per body, and those of three idle lanes
  RootInertia* slot;         // per body: of children that are not the next body
  SixRows axes, forces;

  static RootScratch cut(const CompiledModel& model, const RootWalk& walk, Arena& arena) {
    const std::size_t n = model.bodies.size();
    const int shift = -walk.base & 3;  // tiles begin at a whole register
    const std::ptrdiff_t stride = (model.nv + shift + 6) / 4 * 4;
    const auto rows = [&] {
      double* const numbers = arena.take<double>(static_cast<std::size_t>(6 * stride));
      return SixRows{numbers ? numbers + shift : nullptr, stride};
    };
    RootScratch w{arena.take<JointState<Four>>(walk.steps.size()),
                  arena.take<RootPose>(n + 3),
                  arena.take<RootInertia>(n),
                  {},
                  {}};
    w.axes = rows(), w.forces = rows();
    return w;
  }
};

// Four poses with a body per lane.
TENON_INLINE Transform<Four> in_lanes(const RootPose* pose) {
  Four c[4][4];
  for (int k = 0; k < 4; ++k) {
    for (int l = 0; l < 4; ++l) c[k][l] = pose[l].column[k];
    transpose(c[k][0], c[k][1], c[k][2], c[k][3]);
  }
  return {{c[0][0], c[1][0], c[2][0], c[0][1], c[1][1], c[2][1], c[0][2], c[1][2], c[2][2]},
          {c[3][0], c[3][1], c[3][2]}};
}
TENON_INLINE Transform<double> transform_of(const RootPose& pose) {
  const auto& [x, y, z, p] = pose.column;
  return {{x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]}, {p[0], p[1], p[2]}};
}
TENON_INLINE RootPose pose_of(const Transform<double>& T) {
  using V = Four::Vector;
  const Mat3<double>& R = T.R;
  return {{Four(V{R.xx, R.yx, R.zx, 0}), Four(V{R.xy, R.yy, R.zy, 0}), Four(V{R.xz, R.yz, R.zz, 0}),
           Four(V{T.p.x, T.p.y, T.p.z, 0})}};
}

// The parent's pose moved by lane l of X, twelve numbers row by row.
TENON_INLINE RootPose moved(const RootPose& parent, const double (&X)[12][4], int l) {
  const auto& [x, y, z, p] = parent.column;
  const auto along = [&](int i, int j, int k) TENON_INLINE_LAMBDA {
    return mul_add(z, Four(X[k][l]), mul_add(y, Four(X[j][l]), x * Four(X[i][l])));
  };
  return {{along(0, 3, 6), along(1, 4, 7), along(2, 5, 8),
           mul_add(z, Four(X[11][l]), mul_add(y, Four(X[10][l]), mul_add(x, Four(X[9][l]), p)))}};
}
// Poses of a step's bodies; `last` is that of the body before, and then of the last one.
TENON_INLINE void root_poses(const RootStep& s, const JointState<Four>& joint, RootPose* pose, RootPose& last) {
  const Transform<Four> placements = placement<StepForm::general_one_dof>(s.k, joint);
  double X[12][4];
  std::memcpy(X, &placements, sizeof X);
#pragma GCC unroll 4
  for (int l = 0; l < 4; ++l) {
    if (l >= s.count) break;
    if (!(s.follows >> l & 1)) last = pose[s.parent[l]];
    last = s.parent[l] > 0 ? moved(last, X, l) : pose_of(identity_transform<double>());
    pose[s.body + l] = last;
  }
}
// The same for a joint of none or several degrees of freedom.
[[gnu::noinline]] inline void other_pose(const Body& k, const double* q, const RootPose* pose, RootPose& own) {
  Transform<double> T = identity_transform<double>();
  if (k.parent > 0)
    by_kind(k.kind, [&]<JointKind kind>() { T = transform_of(pose[k.parent]) * joint_placement<kind>(k, q, q, q); });
  own = pose_of(T);
}

// Lane l adds to its inertia those of the subtree beyond it, and hands the sum on: `carried` from a body to the one
// before, or in a slot.
TENON_INLINE void pass(const RootStep& s, int l, RootInertia* slot, RootInertia& carried, RootInertia& I) {
  I += carried;
  if (s.receives >> l & 1) I += slot[s.body + l];
  carried = I;
  if (s.follows >> l & 1) return;
  slot[s.parent[l]] += I;
  carried = {};
}
TENON_INLINE Inertia<Four> composite(const RootStep& s, const Inertia<Four>& own, RootInertia* slot,
                                     RootInertia& carried) {
  Four x[12];
  std::memcpy(static_cast<void*>(x), &own, sizeof own);
  x[10] = x[11] = Four(0);
  for (int k = 0; k < 12; k += 4) transpose(x[k], x[k + 1], x[k + 2], x[k + 3]);
  if (s.run) {
    for (int k = 0; k < 3; ++k) {
      x[4 * k + 3] += carried.part[k];
      for (int l = 2; l >= 0; --l) x[4 * k + l] += x[4 * k + l + 1];
      carried.part[k] = x[4 * k];
    }
  } else {
#pragma GCC unroll 4
    for (int l = 3; l >= 0; --l) {
      if (l >= s.count) continue;
      RootInertia I{{x[l], x[4 + l], x[8 + l]}};
      pass(s, l, slot, carried, I);
      x[l] = I.part[0], x[4 + l] = I.part[1], x[8 + l] = I.part[2];
    }
  }
  for (int k = 0; k < 12; k += 4) transpose(x[k], x[k + 1], x[k + 2], x[k + 3]);
  Inertia<Four> I;
  std::memcpy(static_cast<void*>(&I), x, sizeof I);
  return I;
}

TENON_INLINE void store_columns(const RootStep& s, const Vec3<Four>& linear, const Vec3<Four>& angular,
                                const SixRows& to) {
  const Four x[6] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
  for (int k = 0; k < 6; ++k)
    if (s.alone)
      x[k].store(to.at(k, s.v));
    else
      x[k].store(to.at(k, s.v), s.count);
}
// Axes of a step's joints, and the forces that move them: composite inertia times axis.
TENON_INLINE void root_forces(const RootStep& s, const RootScratch& w, RootInertia& carried) {
  const Transform<Four> T = in_lanes(w.pose + s.body);
  const Inertia<Four> I = composite(s, act(T, lift<Four>(s.k.I)), w.slot, carried);
  const Vec3<Four> z{T.R.xz, T.R.yz, T.R.zz};
  Motion<Four> S{cross(T.p, z), z};
  if (!s.plain) {
    const Four turn = lift<Four>(s.k.turn), slide = lift<Four>(s.k.slide);
    S = {mul_add(slide, z, turn * S.linear), turn * z};
  }
  const Force<Four> F = I * S;
  store_columns(s, S.linear, S.angular, w.axes), store_columns(s, F.linear, F.angular, w.forces);
}
[[gnu::noinline]] inline void other_forces(const RootStep& s, const Body& k, const RootScratch& w,
                                           RootInertia& carried) {
  const Transform<double> T = transform_of(w.pose[s.body]);
  double numbers[12] = {};
  const Inertia<double> own = k.parent > 0 ? act(T, k.I) : k.I;
  std::memcpy(numbers, &own, sizeof own);
  RootInertia sum{{Four::load(numbers), Four::load(numbers + 4), Four::load(numbers + 8)}};
  pass(s, 0, w.slot, carried, sum);
  Inertia<double> I;
  std::memcpy(numbers, &sum, sizeof numbers);
  std::memcpy(&I, numbers, sizeof I);
  const int stride = static_cast<int>(w.axes.stride);
  by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { store_axes<kind>(k, T, w.axes.numbers, stride); });
  for (int d = k.v; d < k.v + k.nv; ++d) {
    const Force<double> F = I * load_column(w.axes.numbers, stride, d);
    store_column(Motion<double>{F.linear, F.angular}, w.forces.numbers, stride, d);
  }
}

TENON_INLINE void root_frames_and_forces(const CompiledModel& model, const RootWalk& walk, const RootScratch& w,
                                         const double* q) {
  const RootStep* const steps = walk.steps.data();
  const int count = static_cast<int>(walk.steps.size());
  const auto body = [&](const RootStep& s) -> const Body& { return model.bodies[static_cast<std::size_t>(s.body)]; };
  for (int k = 0; k < count; ++k) {
    const RootStep& s = steps[k];
    if (s.count == 0) continue;
    const Four x = gather<Four>(q, s.q);
    sincos(mul_add(lift<Four>(s.k.turn), x, lift<Four>(s.k.theta)), w.joints[k].sine, w.joints[k].cosine);
    w.joints[k].slide = lift<Four>(s.k.slide) * x;
  }
  RootPose last{};
  for (int k = 0; k < count; ++k) {
    const RootStep& s = steps[k];
    if (s.count > 0) {
      root_poses(s, w.joints[k], w.pose, last);
    } else {
      other_pose(body(s), q, w.pose, w.pose[s.body]);
      last = w.pose[s.body];
    }
  }
  for (const int receiver : walk.slots) w.slot[receiver] = {};
  RootInertia carried{};
  for (int k = count - 1; k >= 0; --k) {
    const RootStep& s = steps[k];
    if (s.count > 0) {
      root_forces(s, w, carried);
    } else {
      RootInertia copy = carried;  // the address of one that stays in registers would leave the loop
      other_forces(s, body(s), w, copy);
      carried = copy;
    }
  }
}

TENON_INLINE void crba_blocks(const CompiledModel& model, const RootWalk& walk, const RootScratch& w, const double* q,
                              double* M, bool lower, bool upper, bool zeros) {
  root_frames_and_forces(model, walk, w, q);
  const TiledMatrix matrix{w.axes, w.forces, M, model.nv, lower, upper, zeros && model.depth > shallow};
  if (zeros)
    for (const ZeroRun& run : model.zero_runs) store_zeros(M + run.begin, run.size);
  for (const TileRows& rows : walk.rows) matrix.rows(rows);
  if (walk.base > 0) matrix.base_rows();  // last: single numbers that were just stored do not load as a whole register
  if (walk.armature)
    for (int d = 0; d < model.nv; ++d) *matrix.at(d, d) += model.armature[static_cast<std::size_t>(d)];
}

}  // namespace TENON_ISA
}  // namespace tenon
