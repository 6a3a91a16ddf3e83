// A tree seen from its root: poses, joint axes and rigid inertias of all bodies in the body frame of the root they hang
// from. M and its inverse do not depend on where the root is, sums along the tree need no transforms there, and the
// robot's size, not its distance from the world's origin, sets the rounding error.
// Axes are stored as six rows of nv numbers, so that "this force on all axes of a range" is a contiguous loop.
#pragma once

#include "model/joint.hpp"

namespace tenon {

template <class S>
struct RootBody {
  Transform<S> T;  // body in its root's frame
  Inertia<S> I;    // in the root's frame
};

inline namespace TENON_ISA {

// y[c] = Σ_r f[r] row_r[c] for c in [begin, end).
template <class S>
TENON_INLINE void dot_range(const S (&f)[6], const S* rows, int stride, int begin, int end, S* y) {
  int c = begin;
  if constexpr (std::is_same_v<S, double>) {
    using P = Pack<double, 4>;
    for (; c + 4 <= end; c += 4) {
      P sum = P(f[0]) * P::load(rows + c);
      P sum2 = P(f[1]) * P::load(rows + stride + c);
      sum = mul_add(P(f[2]), P::load(rows + 2 * stride + c), sum);
      sum2 = mul_add(P(f[3]), P::load(rows + 3 * stride + c), sum2);
      sum = mul_add(P(f[4]), P::load(rows + 4 * stride + c), sum);
      sum2 = mul_add(P(f[5]), P::load(rows + 5 * stride + c), sum2);
      (sum + sum2).store(y + c);
    }
  }
  for (; c < end; ++c) {
    S sum = f[0] * rows[c];
    S sum2 = f[1] * rows[stride + c];
    sum = mul_add(f[2], rows[2 * stride + c], sum);
    sum2 = mul_add(f[3], rows[3 * stride + c], sum2);
    sum = mul_add(f[4], rows[4 * stride + c], sum);
    sum2 = mul_add(f[5], rows[5 * stride + c], sum2);
    y[c] = sum + sum2;
  }
}

template <class S>
TENON_INLINE void store_column(const Motion<S>& m, S* rows, int stride, int c) {
  rows[c] = m.linear.x, rows[stride + c] = m.linear.y, rows[2 * stride + c] = m.linear.z;
  rows[3 * stride + c] = m.angular.x, rows[4 * stride + c] = m.angular.y, rows[5 * stride + c] = m.angular.z;
}
template <class S>
TENON_INLINE Motion<S> load_column(const S* rows, int stride, int c) {
  return {{rows[c], rows[stride + c], rows[2 * stride + c]},
          {rows[3 * stride + c], rows[4 * stride + c], rows[5 * stride + c]}};
}

// The joint's axes, moved by T, into the columns k.v, k.v + 1, …
template <JointKind kind, class S>
TENON_INLINE void store_axes(const Body& k, const Transform<S>& T, S* rows, int stride) {
  const S o(0);
  const Vec3<S> none{o, o, o}, x{T.R.xx, T.R.yx, T.R.zx}, y{T.R.xy, T.R.yy, T.R.zy}, z{T.R.xz, T.R.yz, T.R.zz};
  const auto turn = [&](const Vec3<S>& e) { return Motion<S>{cross(T.p, e), e}; };
  if constexpr (kind == JointKind::revolute) store_column(turn(z), rows, stride, k.v);
  if constexpr (kind == JointKind::prismatic) store_column<S>({z, none}, rows, stride, k.v);
  if constexpr (kind == JointKind::helical) store_column<S>({cross_add(T.p, z, S(k.pitch) * z), z}, rows, stride, k.v);
  if constexpr (kind == JointKind::planar || kind == JointKind::free) {
    store_column<S>({x, none}, rows, stride, k.v);
    store_column<S>({y, none}, rows, stride, k.v + 1);
  }
  if constexpr (kind == JointKind::planar) store_column(turn(z), rows, stride, k.v + 2);
  if constexpr (kind == JointKind::free) store_column<S>({z, none}, rows, stride, k.v + 2);
  if constexpr (kind == JointKind::spherical || kind == JointKind::free) {
    const int first = k.v + (kind == JointKind::free ? 3 : 0);
    store_column(turn(x), rows, stride, first);
    store_column(turn(y), rows, stride, first + 1);
    store_column(turn(z), rows, stride, first + 2);
  }
}

// axes: six rows of nv numbers.
template <class S>
TENON_INLINE void root_frame(const CompiledModel& model, const S* q, S* sine, S* cosine, RootBody<S>* body, S* axes) {
  joint_trigonometry(model, q, sine, cosine);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[i];
    RootBody<S>& b = body[i];
    by_kind(k.kind, [&]<JointKind kind>() {
      if (k.parent == 0) {
        b.T = identity_transform<S>();
        b.I = lifted<S>(k.I);
      } else {
        b.T = body[k.parent].T * joint_placement<kind>(k, q, sine, cosine);
        b.I = act(b.T, k.I);
      }
      store_axes<kind>(k, b.T, axes, model.nv);
    });
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
