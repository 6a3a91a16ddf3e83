// One axis of PV-early: its rank-one part of the dual Hessian is eliminated at once, together with one force.
// [cABA] sections I-A and VII-B describe it and give no listing. For rows (K, l) that bind a body's acceleration,
// K a + l = 0 with forces λ of the paper's sign, an axis s with U, D, u leaves
//   1  w = K s,   K <- K - w Uᵀ/D,   l <- l + w u/D,   and -½ λᵀ(w wᵀ/D)λ in the Lagrangian
//   2  the reflection Q = 1 - 2 h hᵀ/hᵀh with Q w = ‖w‖ e, e the last row: K <- Q K, l <- Q l, λ <- Q λ
//   3  the last force is then free of the others: λ_e = (K_e a + l_e) D/‖w‖², and gone:
//      I <- I + K_e K_eᵀ D/‖w‖²,   p <- p + K_e l_e D/‖w‖²
// Step 2 is the singular value decomposition of a rank-one matrix; joints of several degrees of freedom need no other,
// because they are eliminated axis by axis. An axis that hardly moves the rows (‖w‖ <= 1e-5 of a row as it was on its
// own body) eliminates nothing: what its -½ λᵀ(w wᵀ/D)λ would have been is of the square of that.
#pragma once

#include "constrained/paper/start.hpp"
#include "constrained/proximal.hpp"
#include "delassus/paper/dense_cholesky.hpp"

namespace tenon {

inline namespace TENON_ISA {

// x <- Q x of `count` numbers or forces.
template <class S, class X>
TENON_INLINE void reflect(const EarlyAxis<S>& e, X* x) {
  X sum = e.h[0] * x[0];
  for (int r = 1; r < e.count; ++r) sum = sum + e.h[r] * x[r];
  for (int r = 0; r < e.count; ++r) x[r] = x[r] - (e.scale * e.h[r]) * sum;
}

// Steps 1-3 for one axis whose U, 1/D and u are known; component: sᵀf. `count` rows come in, fewer go out.
template <class S, class Component>
TENON_INLINE void early_axis(const AbaAxis<S>& x, EarlyAxis<S>& e, Force<S>* K, S* l, int& count, double size,
                             ArticulatedInertia<S>& I, Force<S>& p, Component&& component) {
  e.count = count;
  e.eliminated = 0;
  if (count == 0) return;
  S length(0);
  for (int r = 0; r < count; ++r) {  // step 1
    e.w[r] = component(K[r]);
    const S t = x.D_inverse * e.w[r];
    K[r] -= t * x.U;
    l[r] = mul_add(t, x.u, l[r]);
    length = mul_add(e.w[r], e.w[r], length);
  }
  if (vanishes(length, least_pivot * size)) return;
  e.gain = S(1) / (x.D_inverse * length);
  e.length = square_root(length);
  const int last = count - 1;
  e.eliminated = 1;
  if (last > 0) {  // step 2; the sign that does not cancel
    const bool negative = plain_value(e.w[last]) < 0;
    if (!negative) e.length = -e.length;
    for (int r = 0; r < last; ++r) e.h[r] = e.w[r];
    e.h[last] = e.w[last] - e.length;
    e.scale = S(-1) / (e.length * e.h[last]);  // hᵀh = -2 ‖w‖ h_e
    reflect(e, K);
    reflect(e, l);
  } else {
    e.length = e.w[0];
  }
  e.K = K[last], e.l = l[last];  // step 3
  add_square(I, e.gain, e.K);
  p += (e.gain * e.l) * e.K;
  count = last;
}

// Steps 1-3 for another l and p; share: u/D.
template <class S>
TENON_INLINE void early_axis_again(const S& share, EarlyAxis<S>& e, S* l, Force<S>& p) {
  for (int r = 0; r < e.count; ++r) l[r] = mul_add(share, e.w[r], l[r]);
  if (!e.eliminated) return;
  if (e.count > 1) reflect(e, l);
  e.l = l[e.count - 1];
  p += (e.gain * e.l) * e.K;
}

// The axis' forces and acceleration, from a, the body's acceleration before it, and the forces that were left.
template <class S>
TENON_INLINE S early_solve(const AbaAxis<S>& x, const EarlyAxis<S>& e, const Motion<S>& a, S* lambda) {
  S u = x.u - dot(a, x.U);
  if (e.eliminated) {
    lambda[e.count - 1] = e.gain * (dot(a, e.K) + e.l);
    u = neg_mul_add(e.length, lambda[e.count - 1], u);  // wᵀλ, because Q w = ‖w‖ e
    if (e.count > 1) reflect(e, lambda);
  } else {
    for (int r = 0; r < e.count; ++r) u = neg_mul_add(e.w[r], lambda[r], u);
  }
  return x.D_inverse * u;
}

}  // namespace TENON_ISA
}  // namespace tenon
