// What all sweeps of a batch share.
#pragma once

#include "batch/walk.hpp"
#include "dynamics/steps.hpp"
#include "spatial/arena.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Joint states of all steps with one degree of freedom, as trunk_joints().
template <class S>
TENON_INLINE void batch_joints(const BatchStep<Element<S>>* first, const BatchStep<Element<S>>* last, const S* q,
                               JointState<S>* joint) {
  for (const auto* step = first; step != last; ++step, ++joint) {
    if (step->form == StepForm::other) continue;
    const S x = q[step->q];
    sincos(mul_add(S(step->k.turn), x, S(step->k.theta)), joint->sine, joint->cosine);
    joint->slide = S(step->k.slide) * x;
  }
}

template <class S>
TENON_INLINE void clear_slots(const std::vector<int>& slots, S* memory, int stride) {
  for (const int i : slots)
    for (int k = 0; k < stride; ++k) memory[static_cast<std::ptrdiff_t>(i) * stride + k] = S(0);
}

}  // namespace TENON_ISA
}  // namespace tenon
