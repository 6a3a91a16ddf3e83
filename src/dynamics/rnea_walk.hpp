// Inverse dynamics, fast: the recursive Newton-Euler algorithm of rnea.hpp with screw placements, the trunk body by
// body and limbs in lanes. [RBDA] Table 5.1. O(n).
#pragma once

#include "dynamics/rnea.hpp"
#include "dynamics/steps.hpp"
#include "spatial/arena.hpp"

namespace tenon {

constexpr int rnea_motion_stride = 12, rnea_force_stride = 8;

template <class S, class P>
struct RneaScratch {
  JointState<S>* joint;   // trunk steps
  Force<S>* force;        // trunk steps: net force on the body
  Transform<S>* X;        // trunk steps: placements of joints with several degrees of freedom
  JointState<P>* joints;  // groups
  Force<P>* forces;       // groups
  S* motion;              // bodies x rnea_motion_stride
  S* load;                // bodies x rnea_force_stride
};

inline namespace TENON_ISA {

template <class S, int W>
RneaScratch<S, Pack<double, W>> rnea_scratch(const CompiledModel& model, const Walk<W>& walk, Arena& arena) {
  using P = Pack<double, W>;
  const std::size_t n = model.bodies.size(), trunk = walk.trunk.size(), groups = walk.groups.size();
  return {arena.take<JointState<S>>(trunk),    arena.take<Force<S>>(trunk),  arena.take<Transform<S>>(trunk),
          arena.take<JointState<P>>(groups),   arena.take<Force<P>>(groups), arena.take<S>(n * rnea_motion_stride),
          arena.take<S>(n * rnea_force_stride)};
}

template <StepForm form, class S, class C>
TENON_INLINE ClassicalMotion<S> rnea_outward(const StepConstants<C>& k, const JointState<S>& j,
                                             const ClassicalMotion<S>& parent, const S& v, const S& a, Force<S>& f) {
  const ClassicalMotion<S> m = moved<form>(k, carried(placement<form>(k, j), parent), v, a);
  f = net_force(lift<S>(k.I), m);
  return m;
}

// f: what the body and all beyond it need. Returns it as the parent sees it.
template <StepForm form, class S, class C>
TENON_INLINE Force<S> rnea_inward(const StepConstants<C>& k, const JointState<S>& j, const Force<S>& f, const S& a,
                                  S& tau) {
  if constexpr (is_revolute(form))
    tau = f.angular.z;
  else
    tau = mul_add(lift<S>(k.armature), a, mul_add(lift<S>(k.slide), f.linear.z, lift<S>(k.turn) * f.angular.z));
  return act(placement<form>(k, j), f);
}

template <class S, int W>
void rnea_walk(const CompiledModel& model, const Walk<W>& walk, const RneaScratch<S, Pack<double, W>>& w, const S* q,
               const S* v, const S* a, const Force<S>* external, S* tau) {
  using P = Pack<double, W>;
  constexpr bool single = std::is_same_v<S, double>;
  const int steps = static_cast<int>(walk.trunk.size()), groups = static_cast<int>(walk.groups.size());
  trunk_joints(walk, q, w.joint);
  if constexpr (single) group_joints(walk, q, w.joints);

  // Base to tips: motions and the force each body needs.
  const S o(0);
  ClassicalMotion<S> m{{o, o, o}, {o, o, o}, -lifted<S>(model.gravity)};
  store_slot(m, w.motion, rnea_motion_stride, 0);
  for (int t = 0; t < steps; ++t) {
    const TrunkStep& step = walk.trunk[static_cast<std::size_t>(t)];
    if (!step.follows) m = load_slot<S, ClassicalMotion<S>>(w.motion, rnea_motion_stride, step.parent);
    if (step.form != StepForm::other) {
      by_form(step.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        m = rnea_outward<form>(step.k, w.joint[t], m, v[step.v], a[step.v], w.force[t]);
      });
    } else {
      const Body& k = model.bodies[static_cast<std::size_t>(step.body)];
      by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
        w.X[t] = joint_placement<kind>(k, q, q, q);
        m = moved<kind>(k, carried(w.X[t], m), v, a);
      });
      w.force[t] = net_force(k.I, m);
    }
    if (step.keeps) store_slot(m, w.motion, rnea_motion_stride, step.body);
  }
  if constexpr (single) {
    ClassicalMotion<P> lanes{};
    for (int k = groups - 1; k >= 0; --k) {
      const GroupStep<W>& g = walk.groups[static_cast<std::size_t>(k)];
      if (g.ends) take_from_slots<P>(lanes, g, w.motion, rnea_motion_stride);
      by_group_form(g.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        lanes = rnea_outward<form>(g.k, w.joints[k], lanes, gather<P>(v, g.v), gather<P>(a, g.v), w.forces[k]);
      });
      if (g.receives) show_in_slots<P>(lanes, g, w.motion, rnea_motion_stride);
    }
  }

  // Tips to base: joint forces.
  clear_slots(walk, w.load, rnea_force_stride);
  if constexpr (single) {
    Force<P> lanes{};
    for (int k = 0; k < groups; ++k) {
      const GroupStep<W>& g = walk.groups[static_cast<std::size_t>(k)];
      if (g.starts) clear_lanes<P>(lanes, g.starts);
      if (g.receives) add_from_slots<P>(lanes, g, w.load, rnea_force_stride);
      lanes += w.forces[k];
      if (external) subtract_external(external, g, lanes);
      P out;
      by_group_form(g.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        lanes = rnea_inward<form>(g.k, w.joints[k], lanes, gather<P>(a, g.v), out);
      });
      scatter(out, g, tau);
      if (g.ends) add_to_slots<P>(lanes, g, w.load, rnea_force_stride);
    }
  }
  Force<S> f{};
  for (int t = steps - 1; t >= 0; --t) {
    const TrunkStep& step = walk.trunk[static_cast<std::size_t>(t)];
    if (t + 1 == steps || !walk.trunk[static_cast<std::size_t>(t) + 1].follows)
      f = w.force[t];
    else
      f += w.force[t];
    if (step.keeps) f += load_slot<S, Force<S>>(w.load, rnea_force_stride, step.body);
    if (external) f -= external[step.body];
    if (step.form != StepForm::other) {
      by_form(step.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        f = rnea_inward<form>(step.k, w.joint[t], f, a[step.v], tau[step.v]);
      });
    } else {
      const Body& k = model.bodies[static_cast<std::size_t>(step.body)];
      joint_force(k, f, tau + k.v);
      for (int d = k.v; d < k.v + k.nv; ++d)
        tau[d] = mul_add(S(model.armature[static_cast<std::size_t>(d)]), a[d], tau[d]);
      if (step.parent > 0) f = act(w.X[t], f);
    }
    if (!step.follows && step.parent > 0) add_to_slot(f, w.load, rnea_force_stride, step.parent);
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
