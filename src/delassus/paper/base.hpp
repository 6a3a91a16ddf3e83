// The bases of a forest (bodies on the world) and what their own joints do to the rows that they support. [cABA] eq.
// 41:
//   L₀ = L₁ + W D⁻¹Wᵀ,   W = K₁S,   D = SᵀH₁S,
// where L₁ leaves the base's joint out and is block-diagonal: one block per limb, and zeros for rows on the base
// itself. On a free joint S = 1 and D is H₁ (with armature), as printed; a base on another joint has fewer columns, a
// fixed one none.
#pragma once

#include "delassus/damped_scratch.hpp"
#include "delassus/paper/joint_step.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class Visit>
TENON_INLINE void for_each_base(const CompiledModel& model, const Branching& tree, Visit&& visit) {
  for (int i = 1; i < model.body_count(); i = model.end[static_cast<std::size_t>(i)])
    if (tree.supports(i)) visit(i);
}

// visit(first, last) for the ranges of rows that L₁ couples. A base's own rows come before those of its limbs.
template <class Visit>
TENON_INLINE void for_each_block(const CompiledModel& model, const Branching& tree, int base, Visit&& visit) {
  const int end = model.end[static_cast<std::size_t>(base)];
  int row = tree.row_begin(base);
  const auto own_rows = [&](int last) {
    for (; row < last; ++row) visit(row, row + 1);
  };
  for (int limb = base + 1; limb < end; limb = model.end[static_cast<std::size_t>(limb)]) {
    if (!tree.supports(limb)) continue;
    own_rows(tree.row_begin(limb));
    visit(row, tree.row_end(limb));
    row = tree.row_end(limb);
  }
  own_rows(tree.row_end(base));
}

// What a base's joint does to x: Wᵀx over the base's rows of W (6 per row), then y - W s.
template <int n, class S>
TENON_INLINE void sum_rows(const S* W, int first, int last, const S* x, S (&t)[n]) {
  for (S& sum : t) sum = S(0);
  for (int a = first; a < last; ++a)
    for (int d = 0; d < n; ++d) t[d] = mul_add(W[6 * a + d], x[a], t[d]);
}
template <int n, class S>
TENON_INLINE void subtract_rows(const S* W, int first, int last, const S (&s)[n], S* y) {
  for (int a = first; a < last; ++a)
    for (int d = 0; d < n; ++d) y[a] = neg_mul_add(W[6 * a + d], s[d], y[a]);
}
// A - W E⁻¹Wᵀ.
template <int n, class S>
TENON_INLINE void subtract_product(const S* W, int first, int last, const S* E_inverse, const UpperMatrix<S>& A) {
  for (int a = first; a < last; ++a) {
    S s[n];
    for (int d = 0; d < n; ++d) s[d] = E_inverse[d] * W[6 * a + d];
    for (int b = a; b < last; ++b)
      for (int d = 0; d < n; ++d) A(a, b) = neg_mul_add(s[d], W[6 * b + d], A(a, b));
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
