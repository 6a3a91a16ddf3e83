// Joint accelerations for the derivatives of forward dynamics: the articulated-body recursion ([RBDA] Table 7.1) in the
// root's frame, where it needs no transforms. Its factors K = U / D serve for M⁻¹ afterwards. O(n).
// An articulated inertia is kept as the forces of six unit accelerations, each in two packs (linear and angular, padded
// with 0), in registers from the tip of a piece to its base.
#pragma once

#include "dynamics/fast/derivative_sweeps.hpp"
#include "dynamics/fast/rnea_derivatives.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Lanes of x, where lane 4 is 0.
template <int a, int b, int c, int d>
TENON_INLINE Four lanes(Four x) {
  return Four(__builtin_shufflevector(x.value, Four::Vector{}, a, b, c, d));
}
// The sum of the lanes, in all lanes.
TENON_INLINE Four sum_of_lanes(Four x) {
  const Four y = x + lanes<2, 3, 0, 1>(x);
  return y + lanes<1, 0, 3, 2>(y);
}

struct ArticulatedColumns {
  Four linear[6], angular[6];  // of the inertia
  Four p_linear, p_angular;    // bias force

  TENON_INLINE void load(const double* from) {
    for (int k = 0; k < 6; ++k) linear[k] = Four::load(from + 8 * k), angular[k] = Four::load(from + 8 * k + 4);
    p_linear = Four::load(from + 48), p_angular = Four::load(from + 52);
  }
  TENON_INLINE void store(double* to) const {
    for (int k = 0; k < 6; ++k) linear[k].store(to + 8 * k), angular[k].store(to + 8 * k + 4);
    p_linear.store(to + 48), p_angular.store(to + 52);
  }
  TENON_INLINE void add_to(double* to) const {
    const auto add = [&](int at, Four x) { (x + Four::load(to + at)).store(to + at); };
    for (int k = 0; k < 6; ++k) add(8 * k, linear[k]), add(8 * k + 4, angular[k]);
    add(48, p_linear), add(52, p_angular);
  }
  TENON_INLINE void clear() {
    for (int k = 0; k < 6; ++k) linear[k] = angular[k] = Four(0.0);
    p_linear = p_angular = Four(0.0);
  }
  // Adds a body: mass, first moments h, moments of inertia, and its net force, from a composite's record. The coupling
  // of the linear with the angular part is -h×.
  TENON_INLINE void add_body(const double* x) {
    const Four mh = Four::load(x), I = Four::load(x + 4), J = lanes<0, 1, 4, 4>(Four::load(x + 8));
    linear[0] += lanes<0, 4, 4, 4>(mh), linear[1] += lanes<4, 0, 4, 4>(mh), linear[2] += lanes<4, 4, 0, 4>(mh);
    const double signs[3][4] = {{0, 1, -1, 0}, {-1, 0, 1, 0}, {1, -1, 0, 0}};
    const Four h[3] = {lanes<4, 3, 2, 4>(mh), lanes<3, 4, 1, 4>(mh), lanes<2, 1, 4, 4>(mh)};
    for (int k = 0; k < 3; ++k) {
      const Four sign = Four::load(signs[k]);
      angular[k] = mul_add(sign, h[k], angular[k]), linear[3 + k] = neg_mul_add(sign, h[k], linear[3 + k]);
    }
    angular[3] += lanes<0, 1, 2, 4>(I);
    angular[4] += Four(__builtin_shufflevector(I.value, J.value, 1, 3, 4, 7));
    angular[5] += Four(__builtin_shufflevector(I.value, J.value, 2, 4, 5, 7));
    p_linear += lanes<0, 1, 2, 4>(Four::load(x + 22)), p_angular += lanes<1, 2, 3, 4>(Four::load(x + 24));
  }
};

// The axes as records.
inline void derivative_axis_records(const DerivativeRows& rows, DerivativeSweeps& w) {
  using W = DerivativeSweeps;
  const Four none(0.0);
  for (int pack = 0; pack < rows.packs; ++pack) {
    const Motion<Four> s = panel_of(rows, pack).motion(DerivativeRows::s);
    double* record = w.axes + static_cast<std::ptrdiff_t>(pack) * 4 * W::axis_size;
    scatter<W::axis_size>(record, W::s, s.linear.x, s.linear.y, s.linear.z, none);
    scatter<W::axis_size>(record, W::s + 4, s.angular.x, s.angular.y, s.angular.z, none);
  }
}

// Tips to base: eliminates the axes. u[slot] = tau - s · p.
inline void eliminate_axes(const CompiledModel& model, const DerivativeRows& rows, DerivativeSweeps& w,
                           const double* tau, double* u) {
  using W = DerivativeSweeps;
  for (std::size_t p = rows.pieces.size(); p-- > 0;) {
    const DerivativeRows::Piece& piece = rows.pieces[p];
    ArticulatedColumns A;
    if (w.has_beyond[p])
      A.load(w.inertias + static_cast<std::ptrdiff_t>(p) * W::inertia_size);
    else
      A.clear();
    for (int slot = piece.end - 1; slot >= piece.begin; --slot) {
      A.add_body(rows.composites + static_cast<std::ptrdiff_t>(slot) * DerivativeRows::composite_size);
      double* axis = w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size;
      const double* s = axis + W::s;
      const Four s_linear = Four::load(s), s_angular = Four::load(s + 4);
      Four U_linear = Four(s[0]) * A.linear[0], U_angular = Four(s[0]) * A.angular[0];
      Four V_linear = Four(s[4]) * A.linear[3], V_angular = Four(s[4]) * A.angular[3];
      for (int k = 1; k < 3; ++k) {
        U_linear = mul_add(Four(s[k]), A.linear[k], U_linear), U_angular = mul_add(Four(s[k]), A.angular[k], U_angular);
        V_linear = mul_add(Four(s[4 + k]), A.linear[3 + k], V_linear);
        V_angular = mul_add(Four(s[4 + k]), A.angular[3 + k], V_angular);
      }
      U_linear += V_linear, U_angular += V_angular;
      double U[8];
      U_linear.store(U), U_angular.store(U + 4);
      const Four D = sum_of_lanes(mul_add(s_linear, U_linear, s_angular * U_angular));
      const Four D_inverse = Four(1.0) / (D + Four(model.armature[static_cast<std::size_t>(slot)]));
      const Four K_linear = D_inverse * U_linear, K_angular = D_inverse * U_angular;
      K_linear.store(axis + W::K), K_angular.store(axis + W::K + 4);
      axis[W::D_inverse] = D_inverse[0];
      const Four rest = Four(tau[slot]) - sum_of_lanes(mul_add(s_linear, A.p_linear, s_angular * A.p_angular));
      u[slot] = rest[0];
      for (int k = 0; k < 6; ++k) {
        const Four h(-U[k < 3 ? k : k + 1]);
        A.linear[k] = mul_add(h, K_linear, A.linear[k]), A.angular[k] = mul_add(h, K_angular, A.angular[k]);
      }
      A.p_linear = mul_add(rest, K_linear, A.p_linear), A.p_angular = mul_add(rest, K_angular, A.p_angular);
    }
    if (piece.parent < 0) continue;
    double* above = w.inertias + static_cast<std::ptrdiff_t>(piece.parent) * W::inertia_size;
    if (w.last_beyond[p])
      A.store(above);
    else
      A.add_to(above);
  }
}

// Base to tips: joint accelerations from u, in place, and what they add to the bodies' accelerations.
inline void accelerate_axes(const DerivativeRows& rows, DerivativeSweeps& w, double* a) {
  using W = DerivativeSweeps;
  for (const DerivativeRows::Piece& piece : rows.pieces) {
    const double* above =
        w.changes + static_cast<std::ptrdiff_t>(rows.parent[static_cast<std::size_t>(piece.begin)]) * 8;
    Four linear = Four::load(above), angular = Four::load(above + 4);
    for (int slot = piece.begin; slot < piece.end; ++slot) {
      const double* axis = w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size;
      double* x = w.changes + static_cast<std::ptrdiff_t>(slot) * 8;
      const Four K_a = sum_of_lanes(mul_add(Four::load(axis + W::K), linear, Four::load(axis + W::K + 4) * angular));
      const Four y = Four(axis[W::D_inverse] * a[slot]) - K_a;
      a[slot] = y[0];
      linear = mul_add(Four::load(axis + W::s), y, linear), angular = mul_add(Four::load(axis + W::s + 4), y, angular);
      linear.store(x), angular.store(x + 4);
    }
  }
}

// Adds what the joint accelerations do to the accelerations and net forces.
inline void derivative_accelerate(const CompiledModel& model, DerivativeRows& rows, const DerivativeSweeps& w) {
  using R = DerivativeRows;
  for (int slot = 0; slot < model.nv; ++slot) {
    double* x = rows.accelerations + static_cast<std::ptrdiff_t>(slot) * 8;
    const double* change = w.changes + static_cast<std::ptrdiff_t>(slot) * 8;
    (Four::load(x) + Four::load(change)).store(x);
    (Four::load(x + 4) + Four::load(change + 4)).store(x + 4);
  }
  for (int pack = 0; pack < rows.packs; ++pack) {
    const Motion<Four> change = gather_motion(w.changes, &rows.body_last[static_cast<std::size_t>(4 * pack)]);
    const Force<Four> f = scratch_of(rows, pack).inertia(R::own_inertia) * change;
    const int slots[4] = {4 * pack, 4 * pack + 1, 4 * pack + 2, 4 * pack + 3};
    double* record = rows.composites + static_cast<std::ptrdiff_t>(pack) * 4 * R::composite_size;
    Four g0, g1, x, y, z, u, v, t;
    gather<R::composite_size>(rows.composites, slots, 20, g0, g1, x, y);
    gather<R::composite_size>(rows.composites, slots, 24, z, u, v, t);
    scatter<R::composite_size>(record, 20, g0, g1, x + f.linear.x, y + f.linear.y);
    scatter<R::composite_size>(record, 24, z + f.linear.z, u + f.angular.x, v + f.angular.y, t + f.angular.z);
  }
}

// Joint accelerations, from each body's own inertia and the net force at zero joint accelerations.
inline void derivative_accelerations(const CompiledModel& model, DerivativeRows& rows, DerivativeSweeps& w,
                                     const double* tau, double* a) {
  derivative_axis_records(rows, w);
  eliminate_axes(model, rows, w, tau, a);
  accelerate_axes(rows, w, a);
  derivative_accelerate(model, rows, w);
}

}  // namespace TENON_ISA
}  // namespace tenon
