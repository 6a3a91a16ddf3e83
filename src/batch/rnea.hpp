// Inverse dynamics of a batch: rnea_walk.hpp body by body, one sample per lane of S. [RBDA] Table 5.1. O(n).
// The same steps in the same order as the single walk: a lane equals it to the bit.
#pragma once

#include "batch/steps.hpp"
#include "dynamics/rnea_walk.hpp"

namespace tenon {

template <class S>
struct BatchRneaScratch {
  JointState<S>* joint;  // steps
  Force<S>* force;       // steps: net force on the body
  Transform<S>* X;       // steps: placements of joints with several degrees of freedom
  S* motion;             // bodies x rnea_motion_stride
  S* load;               // bodies x rnea_force_stride
};

inline namespace TENON_ISA {

template <class S>
BatchRneaScratch<S> batch_rnea_scratch(const CompiledModel& model, Arena& arena) {
  const std::size_t n = model.bodies.size();
  return {arena.take<JointState<S>>(n), arena.take<Force<S>>(n), arena.take<Transform<S>>(n),
          arena.take<S>(n * rnea_motion_stride), arena.take<S>(n * rnea_force_stride)};
}

// external: wrench on each body in body axes at its origin, or null.
template <class S>
void batch_rnea(const BatchModel<Element<S>>& batch, const BatchRneaScratch<S>& w, const S* q, const S* v, const S* a,
                const Force<S>* external, S* tau) {
  using Step = BatchStep<Element<S>>;
  const CompiledModel& model = *batch.model;
  const Step* const first = batch.steps.data();
  const Step* const last = first + batch.steps.size();
  batch_joints(first, last, q, w.joint);

  // Base to tips: motions and the force each body needs.
  const S o(0);
  ClassicalMotion<S> m{{o, o, o}, {o, o, o}, -lifted<S>(model.gravity)};
  store_slot(m, w.motion, rnea_motion_stride, 0);
  JointState<S>* joint = w.joint;
  Force<S>* force = w.force;
  Transform<S>* X = w.X;
  for (const Step* step = first; step != last; ++step, ++joint, ++force, ++X) {
    if (!step->follows) m = load_slot<S, ClassicalMotion<S>>(w.motion, rnea_motion_stride, step->parent);
    if (step->form != StepForm::other) {
      by_form(step->form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        m = rnea_outward<form>(step->k, *joint, m, v[step->v], a[step->v], *force);
      });
    } else {
      const Body& k = model.bodies[static_cast<std::size_t>(step->body)];
      by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
        *X = joint_placement<kind>(k, q, q, q);
        m = moved<kind>(k, carried(*X, m), v, a);
      });
      *force = net_force(k.I, m);
    }
    if (step->keeps) store_slot(m, w.motion, rnea_motion_stride, step->body);
  }

  // Tips to base: joint forces.
  clear_slots(batch.slots, w.load, rnea_force_stride);
  Force<S> f{};
  bool followed = false;
  for (const Step* step = last; step != first;) {
    --step, --joint, --force, --X;
    f = followed ? f + *force : *force;
    if (step->keeps) f += load_slot<S, Force<S>>(w.load, rnea_force_stride, step->body);
    if (external) f -= external[step->body];
    if (step->form != StepForm::other) {
      by_form(step->form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        f = rnea_inward<form>(step->k, *joint, f, a[step->v], tau[step->v]);
      });
    } else {
      const Body& k = model.bodies[static_cast<std::size_t>(step->body)];
      joint_force(k, f, tau + k.v);
      for (int d = k.v; d < k.v + k.nv; ++d)
        tau[d] = mul_add(S(model.armature[static_cast<std::size_t>(d)]), a[d], tau[d]);
      if (step->parent > 0) f = act(*X, f);
    }
    if (!step->follows && step->parent > 0) add_to_slot(f, w.load, rnea_force_stride, step->parent);
    followed = step->follows;
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
