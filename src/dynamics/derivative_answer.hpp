// The entries of the derivatives of inverse dynamics, row by row, from the factors in DerivativeRows. A row is a loop
// over its subtree, which is one range of columns in depth-first order, then over the runs of its ancestors.
#pragma once

#include <algorithm>

#include "dynamics/rnea_derivatives_fast.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Columns [begin, end) of one row of each answer, written from right to left: a pack may spill over into columns that
// are written next, but not over the left edge of the matrix.
struct RowWriter {
  double *dq, *dv, *da;
  int begin, end;

  // entries(c, x, y, z): four entries from column c on.
  template <class Entries>
  TENON_INLINE void fill(int from, int to, Entries&& entries) const {
    const int first = std::max(from, begin);
    int c = std::min(to, end);
    Four x, y, z;
    for (; c > first && c >= 4; c -= 4) {
      entries(c - 4, x, y, z);
      x.store(dq + c - 4), y.store(dv + c - 4), z.store(da + c - 4);
    }
    if (c <= first) return;
    // At the left edge: where four columns belong to this range, the pack is shifted right and repeats some entries.
    if (std::min(to, end) >= 4) {
      entries(0, x, y, z);
      x.store(dq), y.store(dv), z.store(da);
      return;
    }
    entries(c - 4, x, y, z);
    for (int lane = 4 - c; lane < 4; ++lane)
      dq[c - 4 + lane] = x[lane], dv[c - 4 + lane] = y[lane], da[c - 4 + lane] = z[lane];
  }
  TENON_INLINE void zeros(int from, int to) const {
    fill(from, to, [](int, Four& x, Four& y, Four& z) { x = y = z = Four(0.0); });
  }
};

inline void derivative_row(const CompiledModel& model, const DerivativeRows& rows, int slot, RowWriter out) {
  using R = DerivativeRows;
  constexpr int stride = R::stride;
  const double *own = rows.column(slot), *tile = rows.column(out.begin) - out.begin;
  const auto broadcast = [&](int r) { return Four(own[r * stride]); };
  const auto at = [&](int r, int c) { return Four::load(tile + c + r * stride); };
  const int body_end = rows.body_last[static_cast<std::size_t>(slot)] + 1;
  const int subtree_end = rows.subtree_end[static_cast<std::size_t>(slot)];

  // Beyond the slot's body: s · by_q, s · by_v, s · Is.
  out.zeros(subtree_end, model.nv);
  if (out.end > body_end && out.begin < subtree_end) {
    const Four s0 = broadcast(R::s), s1 = broadcast(R::s + 1), s2 = broadcast(R::s + 2), s3 = broadcast(R::s + 3),
               s4 = broadcast(R::s + 4), s5 = broadcast(R::s + 5);
    const auto along_s = [&](int r, int c) {
      const Four low = mul_add(s2, at(r + 2, c), mul_add(s1, at(r + 1, c), s0 * at(r, c)));
      const Four high = mul_add(s5, at(r + 5, c), mul_add(s4, at(r + 4, c), s3 * at(r + 3, c)));
      return low + high;
    };
    out.fill(body_end, subtree_end, [&](int c, Four& x, Four& y, Four& z) {
      x = along_s(R::by_q, c), y = along_s(R::by_v, c), z = along_s(R::Is, c);
    });
  }

  // At the slot's body and before: Is · psi_ddot + Bs · psi_dot, Is · rate + Bs · s, Is · s.
  const Four b0 = broadcast(R::Bs), b1 = broadcast(R::Bs + 1), b2 = broadcast(R::Bs + 2);
  const Four i0 = broadcast(R::Is), i1 = broadcast(R::Is + 1), i2 = broadcast(R::Is + 2), i3 = broadcast(R::Is + 3),
             i4 = broadcast(R::Is + 4), i5 = broadcast(R::Is + 5);
  const auto along_Is = [&](int r, int c, Four high) {
    const Four low = mul_add(i2, at(r + 2, c), mul_add(i1, at(r + 1, c), i0 * at(r, c)));
    return low + mul_add(i5, at(r + 5, c), mul_add(i4, at(r + 4, c), mul_add(i3, at(r + 3, c), high)));
  };
  const auto along_Bs = [&](int r, int c) {
    return mul_add(b2, at(r + 2, c), mul_add(b1, at(r + 1, c), b0 * at(r, c)));
  };
  for (int j = body_end - 1; j >= out.begin;) {
    const int first = model.run_first[static_cast<std::size_t>(j)];
    out.fill(first, j + 1, [&](int c, Four& x, Four& y, Four& z) {
      x = along_Is(R::psi_ddot, c, along_Bs(R::psi_dot, c));
      y = along_Is(R::rate, c, along_Bs(R::s + 3, c));
      z = mul_add(i2, at(R::s + 2, c), mul_add(i1, at(R::s + 1, c), i0 * at(R::s, c))) +
          mul_add(i5, at(R::s + 5, c), mul_add(i4, at(R::s + 4, c), i3 * at(R::s + 3, c)));
    });
    const int next = model.lambda[static_cast<std::size_t>(first) + 1] - 1;
    out.zeros(next + 1, first);
    j = next;
  }
}

inline void rnea_derivatives_kernel(const CompiledModel& model, DerivativeRows& rows, double* sine, double* cosine,
                                    const double* q, const double* v, const double* a, const Force<double>* external,
                                    double* dq, double* dv, double* da) {
  constexpr int tile = DerivativeRows::tile;
  const std::ptrdiff_t nv = model.nv;
  derivative_poses(model, rows, sine, cosine, q);
  derivative_axes(model, rows, v);
  sum_outward(model, rows, rows.velocities);
  derivative_rates(model, rows, v, a);
  sum_outward(model, rows, rows.accelerations);
  derivative_bodies(rows);
  if (external) derivative_wrenches(model, rows, external);
  derivative_composites(model, rows);
  derivative_factors(rows);
  for (int begin = (model.nv - 1) / tile * tile; begin >= 0; begin -= tile)
    for (int slot = 0; slot < model.nv; ++slot)
      derivative_row(model, rows, slot,
                     {dq + slot * nv, dv + slot * nv, da + slot * nv, begin, std::min(begin + tile, model.nv)});
  for (int slot = 0; slot < model.nv; ++slot) da[slot * nv + slot] += model.armature[static_cast<std::size_t>(slot)];
}

}  // namespace TENON_ISA
}  // namespace tenon
