// Joint-space inertia matrix of a batch, one sample per lane of S. [RBDA] Table 6.2; O(n d), d the depth of the tree.
// Composite inertias from the tips; the forces of a subtree's joints are columns that move from body to body, and what
// a joint reads of them is a row of M. The single call walks limbs in lanes instead (crba_walk.hpp): here every lane is
// a tree of its own.
#pragma once

#include "batch/walk.hpp"
#include "dynamics/crba_walk.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

template <class S>
struct BatchCrbaScratch {
  JointState<S>* joint;  // steps
  Force<S>* column;      // degrees of freedom: the force of each joint, in the frame that the sweep has reached
  S* inertia;            // slots of Inertia
};

// Where entries go: entry e = i nv + j of a lane is numbers[e W + lane].
template <class T>
struct BatchMatrix {
  T* numbers;
  std::ptrdiff_t nv;
};

inline namespace TENON_ISA {

template <class S>
BatchCrbaScratch<S> batch_crba_scratch(const CompiledModel& model, Arena& arena) {
  const std::size_t n = model.bodies.size();
  return {arena.take<JointState<S>>(n), arena.take<Force<S>>(static_cast<std::size_t>(model.nv)),
          arena.take<S>(n * slot_stride<Inertia>)};
}

// A number per lane, wherever: the caller's arrays need no alignment.
template <class S>
TENON_INLINE void put(const S& x, Element<S>* numbers, std::ptrdiff_t entry) {
  std::memcpy(numbers + entry * static_cast<std::ptrdiff_t>(sizeof(S) / sizeof(Element<S>)), &x, sizeof x);
}
template <Triangle triangle, class S>
TENON_INLINE void put(const BatchMatrix<Element<S>>& M, int i, int j, const S& x) {
  if constexpr (triangle != Triangle::upper) put(x, M.numbers, i * M.nv + j);
  if constexpr (triangle != Triangle::lower) put(x, M.numbers, j * M.nv + i);
}

// Degrees of freedom [step.v, step.end) feel the step's joint; then their forces go to its parent.
template <StepForm form, Triangle triangle, class S, class T>
TENON_INLINE void batch_crba_step(const TrunkStep<T>& step, const JointState<S>& j, BatchMatrix<T> M, Force<S>* column,
                                  Inertia<S>& I) {
  const int d = step.v, end = step.end;
  const auto X = placement<form>(step.k, j);
  const Force<S> own = joint_column<form>(step.k, I);
  S diagonal = along_joint<form>(step.k, own);
  if constexpr (!is_revolute(form)) diagonal += lift<S>(step.k.armature);
  put<triangle>(M, d, d, diagonal);
  if (step.parent == 0) {
    for (int c = d + 1; c < end; ++c) put<triangle>(M, c, d, along_joint<form>(step.k, column[c]));
    return;
  }
  column[d] = act(X, own);
  for (int c = d + 1; c < end; ++c) {
    const Force<S> f = column[c];
    put<triangle>(M, c, d, along_joint<form>(step.k, f));
    column[c] = act(X, f);
  }
  I = act(X, I);
}

// The same for a joint of none or several degrees of freedom.
template <JointKind kind, Triangle triangle, class S, class T>
TENON_INLINE void batch_crba_other(const CompiledModel& model, const TrunkStep<T>& step, const S* q, BatchMatrix<T> M,
                                   Force<S>* column, Inertia<S>& I) {
  const Body& k = model.bodies[static_cast<std::size_t>(step.body)];
  const ArticulatedInertia<S> full = articulated(I);
  forward_axes<kind>(k, [&]<Axis axis>(int d) TENON_INLINE_LAMBDA { column[d] = tenon::column<axis>(full); });
  forward_axes<kind>(k, [&]<Axis axis>(int d) TENON_INLINE_LAMBDA {
    put<triangle, S>(M, d, d, element<axis>(column[d]) + S(model.armature[static_cast<std::size_t>(d)]));
    for (int c = d + 1; c < k.v + k.nv; ++c) put<triangle, S>(M, c, d, element<axis>(column[c]));
  });
  for (int c = k.v + k.nv; c < step.end; ++c) {
    const Force<S> f = column[c];
    forward_axes<kind>(k, [&]<Axis axis>(int d) TENON_INLINE_LAMBDA { put<triangle, S>(M, c, d, element<axis>(f)); });
  }
  if (step.parent == 0) return;
  const Transform<S> X = joint_placement<kind>(k, q, q, q);
  for (int c = k.v; c < step.end; ++c) column[c] = act(X, column[c]);
  I = act(X, I);
}

// Entries between branches are not touched.
template <Triangle triangle, class S>
[[gnu::noinline]] void batch_crba(const BatchModel<Element<S>>& batch, const BatchCrbaScratch<S>& w, const S* q,
                                  BatchMatrix<Element<S>> M) {
  joint_states(batch.walk, q, w.joint, static_cast<JointState<Pack<double, 4>>*>(nullptr));
  sweep_inward<Inertia>(
      batch.walk, w.inertia,
      [&]<StepForm form>(const auto& step, int t, Inertia<S>& I) TENON_INLINE_LAMBDA {
        I += lift<S>(step.k.I);
        if constexpr (form == StepForm::other)
          by_kind(batch.model->bodies[static_cast<std::size_t>(step.body)].kind,
                  [&]<JointKind kind>()
                      TENON_INLINE_LAMBDA { batch_crba_other<kind, triangle>(*batch.model, step, q, M, w.column, I); });
        else
          batch_crba_step<form, triangle>(step, w.joint[t], M, w.column, I);
      },
      []<StepForm>(const auto&...) {});
}

// The lower triangle from the upper one, in blocks: down a column every entry is a cache line of its own.
template <class S>
void batch_mirror(const BatchMatrix<Element<S>>& M) {
  constexpr std::ptrdiff_t block = 8;
  for (std::ptrdiff_t ib = 0; ib < M.nv; ib += block)
    for (std::ptrdiff_t jb = 0; jb <= ib; jb += block)
      for (std::ptrdiff_t i = ib; i < std::min(M.nv, ib + block); ++i)
        for (std::ptrdiff_t j = jb; j < std::min(i, jb + block); ++j) {
          S x;
          std::memcpy(&x, M.numbers + (j * M.nv + i) * static_cast<std::ptrdiff_t>(sizeof(S) / sizeof(Element<S>)),
                      sizeof x);
          put(x, M.numbers, i * M.nv + j);
        }
}

template <class S>
void batch_crba(const BatchModel<Element<S>>& batch, const BatchCrbaScratch<S>& w, const S* q,
                const BatchMatrix<Element<S>>& M, bool lower, bool upper) {
  if (lower && batch.model->depth > shallow) {
    batch_crba<Triangle::upper, S>(batch, w, q, M);
    batch_mirror<S>(M);
    return;
  }
  if (lower && upper) return batch_crba<Triangle::both, S>(batch, w, q, M);
  if (lower) return batch_crba<Triangle::lower, S>(batch, w, q, M);
  batch_crba<Triangle::upper, S>(batch, w, q, M);
}

}  // namespace TENON_ISA
}  // namespace tenon
