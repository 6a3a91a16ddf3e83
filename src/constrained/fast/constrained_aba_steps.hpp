// What constrained-aba does at one body of a walk, beside the steps of forward dynamics (dynamics/fast/aba_steps.hpp).
// [cABA] Algs 1 and 2 in the form of paper/constrained_aba_residual.hpp: what is left of the force balance,
//   F = I a + p - Kᵀ(λ - R r),
// goes through the articulated bodies of the first sweep once more, and what it changes is added.
#pragma once

#include "delassus/fast/row_steps.hpp"
#include "delassus/paper/joint_step.hpp"
#include "dynamics/fast/aba_steps.hpp"

namespace tenon {

// What a step keeps from one sweep to the next.
template <class S>
struct BoundPlace {
  Force<S> p;   // as in AbaPlace
  Motion<S> c;  // as there; of a body with rows: what the last correction added to a
  Force<S> G;
  S g, D_inverse;
  Vec3<S> bias;  // ω × v - g: what the body's linear acceleration holds beside its spatial one
  Motion<S> a;   // so far
  S qdd;
};
// What goes from parent to child: angular and linear velocity, and -g.
template <class S>
struct BoundMotion {
  Vec3<S> w, v, up;
};

inline namespace TENON_ISA {

template <StepForm form, class S, class C>
TENON_INLINE BoundMotion<S> bound_outward(const StepConstants<C>& k, const JointState<S>& j, const BoundMotion<S>& m,
                                          const S& v, BoundPlace<S>& b) {
  const auto X = placement<form>(k, j);
  BoundMotion<S> out{aba_outward<form>(k, j, m.w, v, b), act_inverse(X, Motion<S>{m.v, m.w}).linear,
                     turn_back(X, m.up)};
  if constexpr (!is_revolute(form)) out.v.z = mul_add(lift<S>(k.slide), v, out.v.z);
  b.bias = cross_add(out.w, out.v, out.up);
  return out;
}
template <class S, class T>
TENON_INLINE BoundMotion<S> bound_outward_other(const Body& k, const TrunkStep<T>& s, const S* q, const S* v,
                                                const BoundMotion<S>& m, Transform<S>& X, BoundPlace<S>& b) {
  Vec3<S> w = m.w;
  aba_outward_other(k, s, q, v, w, X, b);
  Motion<S> own = act_inverse(X, Motion<S>{m.v, m.w});
  by_kind(k.kind, [&]<JointKind kind>() { add_axes<kind>(k, v + k.v, own); });
  const BoundMotion<S> out{w, own.linear, transpose_mul(X.R, m.up)};
  b.bias = cross_add(out.w, out.v, out.up);
  return out;
}

// Six numbers that the compiler shall not put into registers by twos: shuffling them lengthens the chain from body to
// body, which is what the sweep of forces costs (a chain of 100: 2.4 instead of 1.2 µs).
TENON_INLINE void keep_apart(Force<double>& f) {
#if defined(__x86_64__)
  asm(""
      : "+x"(f.linear.x), "+x"(f.linear.y), "+x"(f.linear.z), "+x"(f.angular.x), "+x"(f.angular.y), "+x"(f.angular.z));
#else
  (void)f;
#endif
}
template <class S>
TENON_INLINE void keep_apart(Force<S>&) {}

// F of the body and all beyond it; returns what is left of it at the parent.  Alg. 2 lines 1-3.
template <StepForm form, class S, class C>
TENON_INLINE Force<S> bound_inward(const StepConstants<C>& k, const JointState<S>& j, const S& tau, const Force<S>& F,
                                   BoundPlace<S>& b) {
  S u = tau - F.angular.z;
  if constexpr (!is_revolute(form)) {
    u = tau - mul_add(lift<S>(k.slide), F.linear.z, lift<S>(k.turn) * F.angular.z);
    u = neg_mul_add(lift<S>(k.armature), b.qdd, u);
  }
  b.g = b.D_inverse * u;
  return act(placement<form>(k, j), F) + u * b.G;
}
// The change of the parent's acceleration; returns the body's.  Alg. 2 lines 4-6.
template <StepForm form, class S, class C>
TENON_INLINE Motion<S> bound_change(const StepConstants<C>& k, const JointState<S>& j, const Motion<S>& parent,
                                    BoundPlace<S>& b) {
  S change;
  const Motion<S> da = aba_accelerate<false, form>(k, j, b, parent, change);
  b.a += da, b.qdd += change;
  b.g = change;  // for the rule of settling; g itself has been used
  return da;
}

}  // namespace TENON_ISA
}  // namespace tenon
