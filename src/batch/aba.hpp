// Forward dynamics of a batch: aba_walk.hpp body by body, one sample per lane of S. [RBDA] Table 7.1. O(n).
// The same steps in the same order as the single walk: a lane equals it to the bit. A sweep is a function of its own,
// not inlined: together they would share one stack frame and spill more.
#pragma once

#include "batch/steps.hpp"
#include "dynamics/aba_walk.hpp"

namespace tenon {

template <class S>
struct BatchAbaScratch {
  JointState<S>* joint;  // steps
  AbaPlace<S>* place;    // steps
  Transform<S>* X;       // steps: placements of joints with several degrees of freedom
  AbaAxis<S>* axes;      // degrees of freedom, for the same
  S* load;               // bodies x aba_load_stride
  S* motion;             // bodies x aba_motion_stride: angular velocity, later acceleration
};

inline namespace TENON_ISA {

template <class S>
BatchAbaScratch<S> batch_aba_scratch(const CompiledModel& model, Arena& arena) {
  const std::size_t n = model.bodies.size();
  return {arena.take<JointState<S>>(n),       arena.take<AbaPlace<S>>(n),
          arena.take<Transform<S>>(n),        arena.take<AbaAxis<S>>(static_cast<std::size_t>(model.nv)),
          arena.take<S>(n * aba_load_stride), arena.take<S>(n * aba_motion_stride)};
}

// Base to tips: angular velocities and velocity-dependent accelerations.
template <class S>
[[gnu::noinline]] void batch_aba_outward(const BatchModel<Element<S>>& batch, const BatchAbaScratch<S>& w, const S* q,
                                         const S* v) {
  const CompiledModel& model = *batch.model;
  Vec3<S> omega{S(0), S(0), S(0)};
  store_slot(omega, w.motion, aba_motion_stride, 0);
  JointState<S>* joint = w.joint;
  AbaPlace<S>* place = w.place;
  Transform<S>* X = w.X;
  for (const auto& step : batch.steps) {
    if (!step.follows) omega = load_slot<S, Vec3<S>>(w.motion, aba_motion_stride, step.parent);
    if (step.form == StepForm::other) {
      const Body& k = model.bodies[static_cast<std::size_t>(step.body)];
      by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
        if constexpr (kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical) return;
        AbaBody<S> full;
        *X = full.X = joint_placement<kind>(k, q, q, q);
        aba_outward<kind>(k, omega, v, full);
        place->w = full.w, place->c = full.c;
      });
      omega = place->w;
    } else {
      by_form(step.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
        omega = aba_outward<form>(step.k, *joint, omega, v[step.v], *place);
      });
    }
    if (step.keeps) store_slot(omega, w.motion, aba_motion_stride, step.body);
    ++joint, ++place, ++X;
  }
}

// Tips to base: articulated inertias.
template <class S>
[[gnu::noinline]] void batch_aba_inward(const BatchModel<Element<S>>& batch, const BatchAbaScratch<S>& w, const S* tau,
                                        const Force<S>* external) {
  using Step = BatchStep<Element<S>>;
  const CompiledModel& model = *batch.model;
  clear_slots(batch.slots, w.load, aba_load_stride);
  const Step* const first = batch.steps.data();
  const std::size_t count = batch.steps.size();
  JointState<S>* joint = w.joint + count;
  AbaPlace<S>* place = w.place + count;
  Transform<S>* X = w.X + count;
  AbaLoad<S> x{};
  bool followed = false;
  for (const Step* step = first + count; step != first;) {
    --step, --joint, --place, --X;
    if (!followed) x = AbaLoad<S>{};
    if (step->keeps) {
      const AbaLoad<S> more = load_slot<S, AbaLoad<S>>(w.load, aba_load_stride, step->body);
      x.I += more.I, x.p += more.p;
    }
    followed = step->follows;
    if (external) x.p -= external[step->body];
    if (step->form != StepForm::other) {
      by_form(step->form, [&]<StepForm form>()
                              TENON_INLINE_LAMBDA { x = aba_inward<form>(step->k, *joint, tau[step->v], x, *place); });
    } else {
      aba_add_body(lift<S>(step->k.I), place->w, x);
      if (step->block) {
        const S* f = tau + step->v;
        const Motion<S> a = solve(x.I, Force<S>{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}} - x.p);
        place->G = {a.linear, a.angular};  // kept where other joints keep G: the body's acceleration
        continue;
      }
      const Body& k = model.bodies[static_cast<std::size_t>(step->body)];
      by_kind(k.kind,
              [&]<JointKind kind>() TENON_INLINE_LAMBDA { aba_eliminate<kind>(model, k, tau, w.axes, x.I, x.p); });
      x.p += x.I * place->c;
      x = {act(*X, x.I), act(*X, x.p)};
    }
    if (!step->follows && step->parent > 0) add_to_slot(x, w.load, aba_load_stride, step->parent);
  }
}

// Base to tips: accelerations.
template <class S>
[[gnu::noinline]] void batch_aba_accelerate(const BatchModel<Element<S>>& batch, const BatchAbaScratch<S>& w, S* qdd) {
  const CompiledModel& model = *batch.model;
  const S o(0);
  Motion<S> a{-lifted<S>(model.gravity), {o, o, o}};
  store_slot(a, w.motion, aba_motion_stride, 0);
  const JointState<S>* joint = w.joint;
  const AbaPlace<S>* place = w.place;
  const Transform<S>* X = w.X;
  for (const auto& step : batch.steps) {
    if (!step.follows) a = load_slot<S, Motion<S>>(w.motion, aba_motion_stride, step.parent);
    if (step.form != StepForm::other) {
      by_form(step.form, [&]<StepForm form>()
                             TENON_INLINE_LAMBDA { a = aba_accelerate<form>(step.k, *joint, *place, a, qdd[step.v]); });
    } else {
      AbaBody<S> full;
      full.a = act_inverse(*X, a) + place->c;
      if (step.block) {
        const Force<S>& solved = place->G;
        a = {solved.linear, solved.angular};
        const Motion<S> relative = a - full.a;
        std::memcpy(qdd + step.v, &relative, sizeof relative);
      } else {
        const Body& k = model.bodies[static_cast<std::size_t>(step.body)];
        by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { aba_accelerate<kind>(k, w.axes, full, qdd); });
        a = full.a;
      }
    }
    if (step.keeps) store_slot(a, w.motion, aba_motion_stride, step.body);
    ++joint, ++place, ++X;
  }
}

// external: wrench on each body in body axes at its origin, or null.
template <class S>
void batch_aba(const BatchModel<Element<S>>& batch, const BatchAbaScratch<S>& w, const S* q, const S* v, const S* tau,
               const Force<S>* external, S* qdd) {
  batch_joints(batch.steps.data(), batch.steps.data() + batch.steps.size(), q, w.joint);
  batch_aba_outward(batch, w, q, v);
  batch_aba_inward(batch, w, tau, external);
  batch_aba_accelerate(batch, w, qdd);
}

}  // namespace TENON_ISA
}  // namespace tenon
