// The entries of the derivatives of inverse dynamics, a panel of four columns at a time, from the factors in
// DerivativeRows.
#pragma once

#include <algorithm>

#include "dynamics/fast/derivative_pattern.hpp"
#include "dynamics/fast/rnea_derivatives.hpp"

namespace tenon {

// Where entries go. Rows have the length nv.
struct DerivativeAnswer {
  double *dq, *dv, *da;
};

inline namespace TENON_ISA {

struct FourEntries {
  Four dq, dv, da;
};

// A row's entries in columns of its own body and of bodies before it:
//   Is · psi_ddot + Bs · psi_dot,  Is · rate + Bs · s,  Is · s.
struct EntriesAt {
  Four b[3], i[6];

  TENON_INLINE explicit EntriesAt(const double* row) {
    using R = DerivativeRows;
    for (int k = 0; k < 3; ++k) b[k] = Four(row[4 * (R::Bs + k)]);
    for (int k = 0; k < 6; ++k) i[k] = Four(row[4 * (R::Is + k)]);
  }
  TENON_INLINE FourEntries operator()(const FourSlots& column) const {
    using R = DerivativeRows;
    const auto dot3 = [&](int r) {
      return mul_add(b[2], column.load(r + 2), mul_add(b[1], column.load(r + 1), b[0] * column.load(r)));
    };
    const auto low = [&](int r) { return mul_add(i[1], column.load(r + 1), i[0] * column.load(r)); };
    const auto high = [&](int r, Four sum) {
      for (int k = 2; k < 6; ++k) sum = mul_add(i[k], column.load(r + k), sum);
      return sum;
    };
    return {dot3(R::psi_dot) + high(R::psi_ddot, low(R::psi_ddot)), dot3(R::s + 3) + high(R::rate, low(R::rate)),
            high(R::s, low(R::s))};
  }
};

// A row's entries in columns of bodies beyond it: s · by_q, s · by_v, s · Is.
struct EntriesBeyond {
  Four s[6];

  TENON_INLINE explicit EntriesBeyond(const double* row) {
    for (int k = 0; k < 6; ++k) s[k] = Four(row[4 * (DerivativeRows::s + k)]);
  }
  TENON_INLINE FourEntries operator()(const FourSlots& column) const {
    using R = DerivativeRows;
    const auto dot6 = [&](int r) {
      Four sum = s[0] * column.load(r);
      for (int k = 1; k < 6; ++k) sum = mul_add(s[k], column.load(r + k), sum);
      return sum;
    };
    return {dot6(R::by_q), dot6(R::by_v), dot6(R::Is)};
  }
};

// Lanes whose bit is set.
TENON_INLINE Four::Mask lanes_of(unsigned bits) {
  const Four::Mask bit = {1, 2, 4, 8};
  return ((Four::Mask{} + static_cast<Four::Integer>(bits)) & bit) != 0;
}
TENON_INLINE FourEntries choose(Four::Mask lanes, const FourEntries& x, const FourEntries& y) {
  return {select(lanes, x.dq, y.dq), select(lanes, x.dv, y.dv), select(lanes, x.da, y.da)};
}

// A panel's columns of the answer; the last one may be narrow.
struct WholePanel {
  TENON_INLINE void operator()(Four x, double* to) const { x.store(to); }
};
struct NarrowPanel {
  int lanes;
  TENON_INLINE void operator()(Four x, double* to) const {
    to[0] = x[0];
    if (lanes > 1) to[1] = x[1];
    if (lanes > 2) to[2] = x[2];
  }
};

// All blocks of the runs; zeros are left out if they are there already.
template <bool with_da, class Store>
TENON_INLINE void run_entries(const DerivativeRows& rows, const DerivativePattern::Runs& runs, bool zeros_are_there,
                              std::ptrdiff_t nv, DerivativeAnswer out, Store store) {
  using P = DerivativePattern;
  const FourEntries none{Four(0.0), Four(0.0), Four(0.0)};
  const auto each = [&](P::Kind kind, auto&& entries_of) {
    for (const P::Run& run : runs[kind]) {
      const auto entries = entries_of(run, rows.column(run.row));
      // Copies: stores of packs may be to anywhere, so that the loop would read these again.
      double *dq = out.dq + run.row * nv, *dv = out.dv + run.row * nv, *da = out.da + run.row * nv;
      FourSlots column = panel_of(rows, run.begin);
      for (std::ptrdiff_t c = 4 * run.begin, end = 4 * run.end; c < end; c += 4) {
        const FourEntries x = entries(column);
        store(x.dq, dq + c), store(x.dv, dv + c);
        if constexpr (with_da) store(x.da, da + c);
        column.at += 4 * DerivativeRows::row_count;
      }
    }
  };
  if (!zeros_are_there)
    each(P::zero, [&](const P::Run&, const double*) { return [&](const FourSlots&) { return none; }; });
  each(P::all_at, [](const P::Run&, const double* row) { return EntriesAt(row); });
  each(P::all_beyond, [](const P::Run&, const double* row) { return EntriesBeyond(row); });
  each(P::some_at, [&](const P::Run& run, const double* row) {
    return
        [&, at = lanes_of(run.at), row](const FourSlots& column) { return choose(at, EntriesAt(row)(column), none); };
  });
  each(P::some_beyond, [&](const P::Run& run, const double* row) {
    return [&, beyond = lanes_of(run.beyond), row](const FourSlots& column) {
      return choose(beyond, EntriesBeyond(row)(column), none);
    };
  });
  each(P::mixed, [&](const P::Run& run, const double* row) {
    return [&, at = lanes_of(run.at), beyond = lanes_of(run.beyond), row](const FourSlots& column) {
      return choose(at, EntriesAt(row)(column), choose(beyond, EntriesBeyond(row)(column), none));
    };
  });
}

// All entries, or those of dq and dv alone; the zeros too unless they are there already.
template <bool with_da>
inline void derivative_entries(const CompiledModel& model, const DerivativeRows& rows, const DerivativePattern& pattern,
                               const DerivativeAnswer& out, bool zeros_are_there) {
  const std::ptrdiff_t nv = model.nv;
  if (pattern.mostly_zero && !zeros_are_there) {
    std::fill_n(out.dq, nv * nv, 0.0), std::fill_n(out.dv, nv * nv, 0.0);
    if constexpr (with_da) std::fill_n(out.da, nv * nv, 0.0);
    zeros_are_there = true;
  }
  run_entries<with_da>(rows, pattern.whole, zeros_are_there, nv, out, WholePanel{});
  run_entries<with_da>(rows, pattern.narrow, zeros_are_there, nv, out, NarrowPanel{model.nv % 4});
  if constexpr (!with_da) return;
  for (int slot = 0; slot < model.nv; ++slot)
    out.da[slot * nv + slot] += model.armature[static_cast<std::size_t>(slot)];
}

inline void rnea_derivatives_kernel(const CompiledModel& model, DerivativeRows& rows, const DerivativePattern& pattern,
                                    double* sine, double* cosine, const double* q, const double* v, const double* a,
                                    const Force<double>* external, const DerivativeAnswer& out, bool zeros_are_there) {
  derivative_poses(model, rows, sine, cosine, q);
  derivative_axes(model, rows, v);
  sum_outward(model, rows, rows.velocities);
  derivative_rates(model, rows, v, a);
  sum_outward(model, rows, rows.accelerations);
  derivative_bodies(rows);
  derivative_second_rates(rows);
  if (external) derivative_wrenches(model, rows, external);
  derivative_composites(model, rows);
  derivative_factors(rows);
  derivative_entries<true>(model, rows, pattern, out, zeros_are_there);
}

}  // namespace TENON_ISA
}  // namespace tenon
