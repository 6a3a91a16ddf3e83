// Joint accelerations for the derivatives of forward dynamics: the articulated-body recursion ([RBDA] Table 7.1) in the
// root's frame, where it needs no transforms. Its factors K = U / D serve for M⁻¹ afterwards. O(n).
#pragma once

#include "dynamics/derivative_sweeps.hpp"
#include "dynamics/rnea_derivatives_fast.hpp"

namespace tenon {
inline namespace TENON_ISA {

TENON_INLINE Motion<double> motion_at(const double* x) { return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}}; }
TENON_INLINE Force<double> force_at(const double* x) { return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}}; }

// Joint accelerations, from each body's own inertia and the net force at zero joint accelerations.
inline void derivative_accelerations(const CompiledModel& model, const DerivativeRows& rows, DerivativeSweeps& w,
                                     const double* tau, double* a) {
  using W = DerivativeSweeps;
  for (int slot = 0; slot < model.nv; ++slot) {
    const double* own = rows.composites + static_cast<std::ptrdiff_t>(slot) * DerivativeRows::composite_size;
    double* x = w.inertias + static_cast<std::ptrdiff_t>(slot) * 28;
    const double m = own[0], hx = own[1], hy = own[2], hz = own[3];
    const double all[21] = {m,  0,  0,   m, 0,      m,      0,      hz,     -hy,    -hz,   0,
                            hx, hy, -hx, 0, own[4], own[5], own[6], own[7], own[8], own[9]};
    for (int k = 0; k < 21; ++k) x[k] = all[k];
    for (int k = 0; k < 6; ++k) x[21 + k] = own[22 + k];
  }
  // Tips to base: eliminate the axes.
  for (int slot = model.nv - 1; slot >= 0; --slot) {
    double* x = w.inertias + static_cast<std::ptrdiff_t>(slot) * 28;
    double* axis = w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size;
    const double* column = rows.column(slot);
    for (int r = 0; r < 6; ++r) axis[W::s + r] = column[4 * (DerivativeRows::s + r)];
    const ArticulatedInertia<double> A{{x[0], x[1], x[2], x[3], x[4], x[5]},
                                       {x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14]},
                                       {x[15], x[16], x[17], x[18], x[19], x[20]}};
    const Motion<double> s = motion_at(axis + W::s);
    const Force<double> U = A * s, p = force_at(x + 21);
    const double D_inverse = 1 / (dot(s, U) + model.armature[static_cast<std::size_t>(slot)]);
    const Force<double> K = D_inverse * U;
    axis[W::K] = K.linear.x, axis[W::K + 1] = K.linear.y, axis[W::K + 2] = K.linear.z;
    axis[W::K + 3] = K.angular.x, axis[W::K + 4] = K.angular.y, axis[W::K + 5] = K.angular.z;
    axis[W::D_inverse] = D_inverse;
    a[slot] = tau[slot] - dot(s, p);
    const int parent = rows.parent[static_cast<std::size_t>(slot)];
    if (parent >= model.nv) continue;
    const ArticulatedInertia<double> B = rank_one_downdate(A, D_inverse, U);
    const Force<double> f = p + a[slot] * K;
    const double all[27] = {B.A.xx,     B.A.xy,     B.A.xz,     B.A.yy,      B.A.yz,      B.A.zz,     B.B.xx,
                            B.B.xy,     B.B.xz,     B.B.yx,     B.B.yy,      B.B.yz,      B.B.zx,     B.B.zy,
                            B.B.zz,     B.C.xx,     B.C.xy,     B.C.xz,      B.C.yy,      B.C.yz,     B.C.zz,
                            f.linear.x, f.linear.y, f.linear.z, f.angular.x, f.angular.y, f.angular.z};
    double* above = w.inertias + static_cast<std::ptrdiff_t>(parent) * 28;
    for (int k = 0; k < 27; ++k) above[k] += all[k];
  }
  // Base to tips: what the joint accelerations add to the bodies' accelerations.
  for (int slot = 0; slot < model.nv; ++slot) {
    const double* axis = w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size;
    const double* above = w.changes + static_cast<std::ptrdiff_t>(rows.parent[static_cast<std::size_t>(slot)]) * 8;
    double* x = w.changes + static_cast<std::ptrdiff_t>(slot) * 8;
    double K_a = 0;
    const double low = mul_add(axis[W::K + 2], above[2], mul_add(axis[W::K + 1], above[1], axis[W::K] * above[0]));
    const double high = mul_add(axis[W::K + 5], above[6], mul_add(axis[W::K + 4], above[5], axis[W::K + 3] * above[4]));
    K_a = low + high;
    a[slot] = mul_add(axis[W::D_inverse], a[slot], -K_a);
    for (int r = 0; r < 3; ++r) x[r] = mul_add(axis[W::s + r], a[slot], above[r]);
    for (int r = 0; r < 3; ++r) x[4 + r] = mul_add(axis[W::s + 3 + r], a[slot], above[4 + r]);
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

}  // namespace TENON_ISA
}  // namespace tenon
