// A free joint on the world without armature, as constrained-aba solves it: its body's acceleration is that of one
// 6 x 6 system, I a = f. Constraints make I stiff in some directions and leave others soft, where inverses by cofactors
// would lose all digits: I = L D Lᵀ, one axis after the other. Every iteration solves with it, and two substitutions
// are one long chain; products with L⁻¹ are two short ones.
#pragma once

#include <cstring>

#include "constrained/fast/constrained_aba_steps.hpp"

namespace tenon {

template <class S>
struct FreeBase {
  S N[15];  // L⁻¹ below its diagonal, row by row
  S D_inverse[6];
};

inline namespace TENON_ISA {

template <class S>
TENON_INLINE FreeBase<S> factor_free_base(const ArticulatedInertia<S>& I) {
  constexpr int n = 6;
  const S o(0);
  S a[n][n] = {{I.A.xx, o, o, o, o, o},
               {I.A.xy, I.A.yy, o, o, o, o},
               {I.A.xz, I.A.yz, I.A.zz, o, o, o},
               {I.B.xx, I.B.yx, I.B.zx, I.C.xx, o, o},
               {I.B.xy, I.B.yy, I.B.zy, I.C.xy, I.C.yy, o},
               {I.B.xz, I.B.yz, I.B.zz, I.C.xz, I.C.yz, I.C.zz}};
  FreeBase<S> f;
  const auto N = [&](int i, int j) TENON_INLINE_LAMBDA -> S& { return f.N[i * (i - 1) / 2 + j]; };
#pragma GCC unroll 6
  for (int j = 0; j < n; ++j) {
    f.D_inverse[j] = S(1) / a[j][j];
#pragma GCC unroll 6
    for (int i = j + 1; i < n; ++i) {
      const S l = a[i][j] * f.D_inverse[j];
#pragma GCC unroll 6
      for (int k = j + 1; k <= i; ++k) a[i][k] = neg_mul_add(l, a[k][j], a[i][k]);
#pragma GCC unroll 6
      for (int c = 0; c < j; ++c) N(i, c) = neg_mul_add(l, N(j, c), N(i, c));
      N(i, j) = -l;
    }
  }
  return f;
}

// I⁻¹f = Nᵀ D⁻¹ N f.
template <class S>
TENON_INLINE Motion<S> solve(const FreeBase<S>& b, const Force<S>& force) {
  constexpr int n = 6;
  const S f[n] = {force.linear.x, force.linear.y, force.linear.z, force.angular.x, force.angular.y, force.angular.z};
  S y[n], x[n];
#pragma GCC unroll 6
  for (int i = 0; i < n; ++i) {
    y[i] = f[i];
#pragma GCC unroll 6
    for (int j = 0; j < i; ++j) y[i] = mul_add(b.N[i * (i - 1) / 2 + j], f[j], y[i]);
    y[i] = y[i] * b.D_inverse[i];
  }
#pragma GCC unroll 6
  for (int j = 0; j < n; ++j) {
    x[j] = y[j];
#pragma GCC unroll 6
    for (int i = j + 1; i < n; ++i) x[j] = mul_add(b.N[i * (i - 1) / 2 + j], y[i], x[j]);
  }
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

// Kept where joints that are eliminated axis by axis keep their axes.
template <class S>
TENON_INLINE void keep(const FreeBase<S>& b, AbaAxis<S>* axes) {
  static_assert(sizeof b <= 6 * sizeof *axes);
  std::memcpy(static_cast<void*>(axes), &b, sizeof b);
}
template <class S>
TENON_INLINE FreeBase<S> kept_free_base(const AbaAxis<S>* axes) {
  FreeBase<S> b;
  std::memcpy(static_cast<void*>(&b), axes, sizeof b);
  return b;
}

// What a base without a parent knows of its motion; where it is does not matter.
template <class S, class T>
TENON_INLINE BoundMotion<S> bound_outward_base(const Body& k, const TrunkStep<T>& s, const S* q, const S* v,
                                               const Vec3<double>& gravity, BoundPlace<S>& b) {
  const S* x = v + k.v;
  const BoundMotion<S> m{{x[3], x[4], x[5]}, {x[0], x[1], x[2]}, up_in_base(k, gravity, q)};
  b.p = gyroscopic_force(lift<S>(s.k.I), m.w);
  b.bias = cross_add(m.w, m.v, m.up);
  return m;
}

template <class S>
TENON_INLINE Force<S> force_of(const S* x) {
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}
// v̇ of the joint: the body's acceleration less what it has at v̇ = 0.
template <class S>
TENON_INLINE void give_acceleration(const BoundPlace<S>& b, S* qdd) {
  const Motion<S> x{b.a.linear - b.bias, b.a.angular};
  std::memcpy(static_cast<void*>(qdd), &x, sizeof x);
}
template <class S>
TENON_INLINE void add_change(const Motion<S>& da, S* qdd) {
  qdd[0] += da.linear.x, qdd[1] += da.linear.y, qdd[2] += da.linear.z;
  qdd[3] += da.angular.x, qdd[4] += da.angular.y, qdd[5] += da.angular.z;
}
// Between two sweeps, where other joints keep G.
template <class S>
TENON_INLINE void keep_change(const Motion<S>& da, BoundPlace<S>& b) {
  b.G = {da.linear, da.angular};
}
template <class S>
TENON_INLINE Motion<S> kept_change(const BoundPlace<S>& b) {
  return {b.G.linear, b.G.angular};
}

}  // namespace TENON_ISA
}  // namespace tenon
