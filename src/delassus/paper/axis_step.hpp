// Joint steps that eliminate one axis after the other ([Fea05]'s expanded tree): D = L E Lᵀ is never inverted. Where D
// is stiff in some directions and soft in others, as constraints make it in paper/caba_osim.hpp, an inverse would lose
// the digits of the soft ones twice.
//   U becomes H^A S L⁻ᵀ,   P = 1 - U E⁻¹(L⁻¹Sᵀ),   Ω = (S L⁻ᵀ)E⁻¹(S L⁻ᵀ)ᵀ.
// An axis keeps its row of L and then 1/E where paper/joint_step.hpp has its row of D⁻¹. One axis: no difference.
#pragma once

#include "delassus/paper/joint_step.hpp"

namespace tenon {
inline namespace TENON_ISA {

struct AxisByAxis {
  template <JointKind kind, class S>
  TENON_INLINE static void factor(const CompiledModel& model, const Body& k, const ArticulatedInertia<S>& I,
                                  DelassusAxis<S>* axis) {
    constexpr int n = degrees<kind>();
    axis_columns<kind>(k, I, axis);
    for (int e = 0; e < n; ++e) {
      DelassusAxis<S>& x = axis[k.v + e];
      S row[6];  // SᵀU: E, then E L of the axes to come
      joint_force<kind>(k, x.U, row);
      x.D_inverse[e] = S(1) / (row[e] + S(model.armature[static_cast<std::size_t>(k.v + e)]));
      for (int d = e + 1; d < n; ++d) {
        DelassusAxis<S>& y = axis[k.v + d];
        y.D_inverse[e] = row[d] * x.D_inverse[e];
        y.U -= y.D_inverse[e] * x.U;
      }
    }
  }

  template <JointKind kind, class S>
  TENON_INLINE static void hand_on(const CompiledModel& model, const Body& k, const DelassusAxis<S>* axis,
                                   const DelassusBody<S>& b, ArticulatedInertia<S>& parent) {
    constexpr int n = degrees<kind>();
    if constexpr (n <= 1) {
      hand_on_inertia<kind>(model, k, axis, b, parent);
    } else {
      if (kind == JointKind::free && !has_armature(model, k)) return;
      ArticulatedInertia<S> I = b.I;
      for (int d = 0; d < n; ++d) I = rank_one_downdate(I, axis[k.v + d].D_inverse[d], axis[k.v + d].U);
      parent += act(b.X, I);
    }
  }

  // w = L⁻¹Sᵀf and t = E⁻¹w, so that fᵀΩ g = t·w of the two, and P f = f - U t.
  template <JointKind kind, class S>
  TENON_INLINE static void split(const Body& k, const DelassusAxis<S>* axis, const Force<S>& f, S* w, S* t) {
    constexpr int n = degrees<kind>();
    joint_force<kind>(k, f, w);
    for (int d = 0; d < n; ++d) {
      for (int e = 0; e < d; ++e) w[d] = neg_mul_add(axis[k.v + d].D_inverse[e], w[e], w[d]);
      t[d] = axis[k.v + d].D_inverse[d] * w[d];
    }
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
