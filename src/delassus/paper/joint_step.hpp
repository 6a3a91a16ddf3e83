// Steps through one joint that the recursive algorithms share, in body frames. [PVr] section II-B:
//   D = SᵀH^A S,   U = H^A S,   Ω = S D⁻¹Sᵀ,   P = 1 - U D⁻¹Sᵀ (forces, tip to base),   Pᵀ (motions, base to tip).
// Armature adds to D. A joint of one degree of freedom has a number D; the others a small matrix, inverted as printed.
// What P takes away is not computed: a revolute joint without armature passes no moment about z, a free one nothing.
#pragma once

#include "delassus/scratch.hpp"
#include "delassus/small_inverse.hpp"
#include "dynamics/paper/axes.hpp"
#include "model/joint.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <JointKind kind>
constexpr int degrees() {
  if (kind == JointKind::fixed) return 0;
  if (kind == JointKind::free) return 6;
  return kind == JointKind::spherical || kind == JointKind::planar ? 3 : 1;
}

inline bool has_armature(const CompiledModel& model, const Body& k) {
  bool any = false;
  for (int d = k.v; d < k.v + k.nv; ++d) any = any || model.armature[static_cast<std::size_t>(d)] != 0;
  return any;
}

// Columns of H^A at the joint's axes.
template <JointKind kind, class S>
TENON_INLINE void axis_columns(const Body& k, const ArticulatedInertia<S>& I, DelassusAxis<S>* axis) {
  if constexpr (kind == JointKind::helical)
    axis[k.v].U = S(k.pitch) * column<linear_z>(I) + column<angular_z>(I);
  else
    forward_axes<kind>(k, [&]<Axis a>(int dof) { axis[dof].U = column<a>(I); });
}

// U and D⁻¹ of body i's joint. Lines 7 (Alg. 1), 6 (Alg. 2), 8 (Alg. 3).
template <JointKind kind, class S>
TENON_INLINE void factor_joint(const CompiledModel& model, const Body& k, const ArticulatedInertia<S>& I,
                               DelassusAxis<S>* axis) {
  constexpr int n = degrees<kind>();
  if constexpr (n > 0) {
    axis_columns<kind>(k, I, axis);
    S D[n][6];
    for (int d = 0; d < n; ++d) {
      joint_force<kind>(k, axis[k.v + d].U, D[d]);
      D[d][d] += S(model.armature[static_cast<std::size_t>(k.v + d)]);
    }
    S inverse[n][n];
    symmetric_inverse<n>(D, inverse);
    for (int d = 0; d < n; ++d)
      for (int e = 0; e < n; ++e) axis[k.v + d].D_inverse[e] = inverse[d][e];
  }
}

// P H^A = H^A - U D⁻¹Uᵀ seen from the parent. Lines 9, 10 (Alg. 1), 8, 9 (Alg. 2), 10, 11 (Alg. 3).
template <JointKind kind, class S>
TENON_INLINE void hand_on_inertia(const CompiledModel& model, const Body& k, const DelassusAxis<S>* axis,
                                  const DelassusBody<S>& b, ArticulatedInertia<S>& parent) {
  const bool armature = has_armature(model, k);
  if constexpr (kind == JointKind::revolute) {
    if (!armature) {
      const DelassusAxis<S>& x = axis[k.v];
      parent += act_about_z(b.X, downdate_about_z(b.I, x.D_inverse[0], x.U));
      return;
    }
  }
  if (kind == JointKind::free && !armature) return;
  ArticulatedInertia<S> I = b.I;
  constexpr int n = degrees<kind>();
  if constexpr (n == 1) I = rank_one_downdate(I, axis[k.v].D_inverse[0], axis[k.v].U);
  if constexpr (n > 1)
    for (int d = 0; d < n; ++d) {
      Force<S> G = axis[k.v + d].D_inverse[0] * axis[k.v].U;
      for (int e = 1; e < n; ++e) G += axis[k.v + d].D_inverse[e] * axis[k.v + e].U;
      I = product_downdate(I, G, axis[k.v + d].U);
    }
  parent += act(b.X, I);
}

// w = Sᵀf and t = D⁻¹w.
template <JointKind kind, class S>
TENON_INLINE void project(const Body& k, const DelassusAxis<S>* axis, const Force<S>& f, S* w, S* t) {
  constexpr int n = degrees<kind>();
  joint_force<kind>(k, f, w);
  for (int d = 0; d < n; ++d) {
    t[d] = axis[k.v + d].D_inverse[0] * w[0];
    for (int e = 1; e < n; ++e) t[d] = mul_add(axis[k.v + d].D_inverse[e], w[e], t[d]);
  }
}

// What a sweep uses of the above; paper/axis_step.hpp has another.
struct InvertedJoint {
  template <JointKind kind, class... A>
  TENON_INLINE static void factor(A&&... a) {
    factor_joint<kind>(a...);
  }
  template <JointKind kind, class... A>
  TENON_INLINE static void hand_on(A&&... a) {
    hand_on_inertia<kind>(a...);
  }
  template <JointKind kind, class... A>
  TENON_INLINE static void split(A&&... a) {
    project<kind>(a...);
  }
};

// P f in the parent's frame: f - U t. Line 13 (Alg. 1), 11 (Alg. 2), 13 (Alg. 3), one column at a time.
template <JointKind kind, class S>
TENON_INLINE Force<S> pass_on(const Body& k, bool armature, const DelassusAxis<S>* axis, const Transform<S>& X,
                              const Force<S>& f, const S* t) {
  const S o(0);
  if constexpr (kind == JointKind::revolute) {
    const Force<S>& U = axis[k.v].U;
    const Vec3<S> l{neg_mul_add(t[0], U.linear.x, f.linear.x), neg_mul_add(t[0], U.linear.y, f.linear.y),
                    neg_mul_add(t[0], U.linear.z, f.linear.z)};
    const S z = armature ? neg_mul_add(t[0], U.angular.z, f.angular.z) : o;
    return act(
        X, Force<S>{l, {neg_mul_add(t[0], U.angular.x, f.angular.x), neg_mul_add(t[0], U.angular.y, f.angular.y), z}});
  }
  if (kind == JointKind::free && !armature) return {{o, o, o}, {o, o, o}};
  Force<S> g = f;
  for (int d = 0; d < degrees<kind>(); ++d) g -= t[d] * axis[k.v + d].U;
  return act(X, g);
}

// m + S t.
template <JointKind kind, class S>
TENON_INLINE void add_axes(const Body& k, const S* t, Motion<S>& m) {
  if constexpr (kind == JointKind::helical) {
    m.linear.z = mul_add(S(k.pitch), t[0], m.linear.z);
    m.angular.z += t[0];
  } else {
    forward_axes<kind>(k, [&]<Axis a>(int dof) { element<a>(m) += t[dof - k.v]; });
  }
}

// Pᵀ m for a motion m of the parent, plus S D⁻¹w: a' - S D⁻¹(Uᵀa' - w) with a' = m seen from the body. w may be null.
template <JointKind kind, class S>
TENON_INLINE Motion<S> pass_out(const Body& k, const DelassusAxis<S>* axis, const Transform<S>& X, const Motion<S>& m,
                                const S* w) {
  constexpr int n = degrees<kind>();
  Motion<S> a = act_inverse(X, m);
  if constexpr (n > 0) {
    S u[n], t[n];
    for (int d = 0; d < n; ++d) u[d] = w ? w[d] - dot(a, axis[k.v + d].U) : -dot(a, axis[k.v + d].U);
    for (int d = 0; d < n; ++d) {
      t[d] = axis[k.v + d].D_inverse[0] * u[0];
      for (int e = 1; e < n; ++e) t[d] = mul_add(axis[k.v + d].D_inverse[e], u[e], t[d]);
    }
    add_axes<kind>(k, t, a);
  }
  return a;
}

}  // namespace TENON_ISA
}  // namespace tenon
