// ∂a/∂q = -M⁻¹ ∂tau/∂q, ∂a/∂v = -M⁻¹ ∂tau/∂v and M⁻¹, by M⁻¹ = Wᵀ D⁻¹ W, a panel of columns of all three at a time:
//   X = panel of ∂tau/∂q and ∂tau/∂v,   Y = -D⁻¹ W X,   Z = D⁻¹ W,   answers Wᵀ Y and Wᵀ Z.
// Products of related rows alone (fast/derivative_factor.hpp), four rows at a time, so that sums stay in registers.
#pragma once

#include "dynamics/fast/derivative_answer.hpp"
#include "dynamics/fast/derivative_factor.hpp"
#include "dynamics/fast/derivative_sweeps.hpp"

namespace tenon {
inline namespace TENON_ISA {

// The factor from the articulated bodies: L_ji = s_i · K_j for i before j.
inline void derivative_factor(const DerivativeRows& rows, const DerivativeSweeps& w, DerivativeFactor& f) {
  using A = DerivativeSweeps;
  for (int panel = 0; panel < rows.packs; ++panel) {
    const int slots[4] = {4 * panel, 4 * panel + 1, 4 * panel + 2, 4 * panel + 3};
    Four K[8], D[4];
    gather<A::axis_size>(w.axes, slots, A::K, K[0], K[1], K[2], K[3]);
    gather<A::axis_size>(w.axes, slots, A::K + 4, K[4], K[5], K[6], K[7]);
    gather<A::axis_size>(w.axes, slots, A::D_inverse - 3, D[0], D[1], D[2], D[3]);
    D[3].store(f.D_inverse + 4 * panel);
    for (const DerivativeFactor::Before& b : f.before[panel]) {
      const double* s = w.axes + static_cast<std::ptrdiff_t>(b.slot) * A::axis_size + A::s;
      const Four low = mul_add(Four(s[2]), K[2], mul_add(Four(s[1]), K[1], Four(s[0]) * K[0]));
      const Four high = mul_add(Four(s[6]), K[6], mul_add(Four(s[5]), K[5], Four(s[4]) * K[4]));
      select(lanes_of(b.lanes), low + high, Four(0.0)).store(f.L + b.slot * f.stride + 4 * panel);
    }
  }
}

// A panel of W = L⁻ᵀ by back-substitution, from the panel's own rows to the root's, four rows at a time.
inline void derivative_inverse_factor(const DerivativeRows& rows, DerivativeFactor& f) {
  const double unit[7] = {0, 0, 0, 1, 0, 0, 0};
  for (int panel = 0; panel < rows.packs; ++panel) {
    const std::span<const DerivativeFactor::Before> before = f.before[panel];
    const int count = static_cast<int>(before.size());
    for (int end = count; end > 0; end -= 4) {
      // The last four may be fewer: the first row stands in for those that are not there.
      const double* L[4];
      Four sum[4];
      int slot[4];
      for (int r = 0; r < 4; ++r) {
        slot[r] = before[static_cast<std::size_t>(std::max(end - 4 + r, 0))].slot;
        L[r] = f.L + slot[r] * f.stride;
        sum[r] = slot[r] >= 4 * panel ? Four::load(unit + 3 - (slot[r] - 4 * panel)) : Four(0.0);
      }
      for (int k = count - 1; k >= end; --k) {
        const int below = before[static_cast<std::size_t>(k)].slot;
        const Four w = Four::load(f.column + 4 * k);
        for (int r = 0; r < 4; ++r) sum[r] = neg_mul_add(Four(L[r][below]), w, sum[r]);
      }
      for (int r = 3; r >= 0; --r) {
        for (int k = 3; k > r; --k)
          if (end - 4 + r >= 0) sum[r] = neg_mul_add(Four(L[r][slot[k]]), sum[k], sum[r]);
      }
      for (int r = 0; r < 4; ++r) {
        if (end - 4 + r < 0) continue;
        sum[r].store(f.column + 4 * (end - 4 + r));
        sum[r].store(f.W + slot[r] * f.stride + 4 * panel);
      }
    }
  }
}

// X: the panel's entries of ∂tau/∂q and ∂tau/∂v in related rows.
TENON_INLINE void panel_entries(const DerivativeRows& rows, const DerivativePattern& pattern, int panel, double* X) {
  const FourSlots column = panel_of(rows, panel);
  const FourEntries none{Four(0.0), Four(0.0), Four(0.0)};
  for (const DerivativePattern::Segment& s : pattern.segments(panel)) {
    const auto each_row = [&](auto&& entries) {
      for (int row = s.begin, end = s.end; row < end; ++row, X += DerivativeFactor::x_size) {
        const FourEntries x = entries(rows.column(row));
        x.dq.store(X), x.dv.store(X + 4);
      }
    };
    const Four::Mask at = lanes_of(s.at), beyond = lanes_of(s.beyond);
    if (s.at && s.beyond)
      each_row([&](const double* row) {
        return choose(at, EntriesAt(row)(column), choose(beyond, EntriesBeyond(row)(column), none));
      });
    else if (s.at)
      each_row([&](const double* row) { return choose(at, EntriesAt(row)(column), none); });
    else if (s.beyond)
      each_row([&](const double* row) { return choose(beyond, EntriesBeyond(row)(column), none); });
  }
}

// Y = -D⁻¹ W X, Z = D⁻¹ W.
TENON_INLINE void panel_inward(const DerivativeFactor& f, int panel) {
  constexpr int x_size = DerivativeFactor::x_size;
  const Four none(0.0);
  for (const int row : f.unrelated[panel]) {
    none.store(f.Y + row * x_size), none.store(f.Y + row * x_size + 4);
    none.store(f.Z + row * 4);
  }
  const int* related = f.related[panel].data();
  for (const DerivativeFactor::Group& g : f.groups[panel]) {
    const double *W0 = f.W + g.rows * f.stride, *W1 = W0 + f.stride, *W2 = W1 + f.stride, *W3 = W2 + f.stride;
    Four q[4] = {none, none, none, none}, v[4] = {none, none, none, none};
    for (int k = g.begin, end = g.end; k < end; ++k) {
      const int j = related[k];
      const Four xq = Four::load(f.X + k * x_size), xv = Four::load(f.X + k * x_size + 4);
      const Four w[4] = {Four(W0[j]), Four(W1[j]), Four(W2[j]), Four(W3[j])};
      for (int r = 0; r < 4; ++r) q[r] = mul_add(w[r], xq, q[r]), v[r] = mul_add(w[r], xv, v[r]);
    }
    for (int r = 0; r < 4; ++r) {
      const Four h(-f.D_inverse[g.rows + r]);
      double* Y = f.Y + (g.rows + r) * x_size;
      (h * q[r]).store(Y), (h * v[r]).store(Y + 4), none.store(f.Z + (g.rows + r) * 4);
    }
  }
  for (const DerivativeFactor::Before& b : f.before[panel])
    (Four(f.D_inverse[b.slot]) * Four::load(f.W + b.slot * f.stride + 4 * panel)).store(f.Z + b.slot * 4);
}

// Four rows of Wᵀ Y.
TENON_INLINE void rows_outward(const DerivativeFactor& f, int group, int reach, Four (&q)[4], Four (&v)[4]) {
  const DerivativeFactor::Before* before = f.before[group].data();
  const double* W = f.W + 4 * group;
  for (int r = 0; r < 4; ++r) q[r] = v[r] = Four(0.0);
  for (int k = 0; k < reach; ++k) {
    const double *w = W + before[k].slot * f.stride, *Y = f.Y + before[k].slot * DerivativeFactor::x_size;
    const Four yq = Four::load(Y), yv = Four::load(Y + 4);
    for (int r = 0; r < 4; ++r) q[r] = mul_add(Four(w[r]), yq, q[r]), v[r] = mul_add(Four(w[r]), yv, v[r]);
  }
}
// Four rows of Wᵀ Z.
TENON_INLINE void rows_outward(const DerivativeFactor& f, int group, int reach, Four (&m)[4]) {
  const DerivativeFactor::Before* before = f.before[group].data();
  const double* W = f.W + 4 * group;
  for (int r = 0; r < 4; ++r) m[r] = Four(0.0);
  for (int k = 0; k < reach; ++k) {
    const double* w = W + before[k].slot * f.stride;
    const Four z = Four::load(f.Z + before[k].slot * 4);
    for (int r = 0; r < 4; ++r) m[r] = mul_add(Four(w[r]), z, m[r]);
  }
}

// A block of four rows and a panel; fewer rows at the edge of the matrix. No index that the compiler does not know: the
// rows stay in registers.
template <class Store>
TENON_INLINE void store_block(const Four (&x)[4], int rows, double* to, std::ptrdiff_t nv, Store store) {
  store(x[0], to);
  if (rows > 1) store(x[1], to + nv);
  if (rows > 2) store(x[2], to + 2 * nv);
  if (rows > 3) store(x[3], to + 3 * nv);
}

// Answers Wᵀ Y and Wᵀ Z; the latter is symmetric, so that its rows up to the panel give the columns too.
template <class Store>
TENON_INLINE void panel_outward(const DerivativeFactor& f, int panel, int packs, std::ptrdiff_t nv,
                                DerivativeAnswer out, Store store) {
  const int* reach = f.reach.data() + static_cast<std::ptrdiff_t>(panel) * packs;
  const auto rows_from = [=](int group) { return static_cast<int>(nv) - 4 * group; };
  for (int group = 0; group < packs; ++group) {
    Four q[4], v[4];
    rows_outward(f, group, reach[group], q, v);
    const std::ptrdiff_t at = 4 * group * nv + 4 * panel;
    store_block(q, rows_from(group), out.dq + at, nv, store), store_block(v, rows_from(group), out.dv + at, nv, store);
  }
  for (int group = 0; group < panel; ++group) {
    Four m[4];
    rows_outward(f, group, reach[group], m);
    store_block(m, 4, out.da + 4 * group * nv + 4 * panel, nv, store);
    transpose(m[0], m[1], m[2], m[3]);
    store_block(m, rows_from(panel), out.da + 4 * panel * nv + 4 * group, nv, WholePanel{});
  }
  Four m[4];
  rows_outward(f, panel, reach[panel], m);
  store_block(m, rows_from(panel), out.da + 4 * panel * nv + 4 * panel, nv, store);
}

// The answers are written as if they were ∂tau/∂q, ∂tau/∂v and ∂tau/∂a: out.da takes M⁻¹.
inline void solve_by_factor(const CompiledModel& model, const DerivativeRows& rows, const DerivativePattern& pattern,
                            const DerivativeSweeps& w, DerivativeFactor& f, const DerivativeAnswer& out) {
  derivative_factor(rows, w, f);
  derivative_inverse_factor(rows, f);
  for (int panel = 0; panel < rows.packs; ++panel) {
    panel_entries(rows, pattern, panel, f.X);
    panel_inward(f, panel);
    if (4 * panel + 4 <= model.nv)
      panel_outward(f, panel, rows.packs, model.nv, out, WholePanel{});
    else
      panel_outward(f, panel, rows.packs, model.nv, out, NarrowPanel{model.nv % 4});
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
