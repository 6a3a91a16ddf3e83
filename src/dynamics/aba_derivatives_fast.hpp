// Derivatives of forward dynamics, fast version of aba_derivatives.cpp: ∂a/∂q = -M⁻¹ ∂tau/∂q and so on. [Car18]. O(n²).
// In the root's frame the articulated-body recursion ([RBDA] Table 7.1) needs no transforms: it is run once for the
// joint accelerations, and its factors K = U / D serve for M⁻¹ of all columns, a band of them at a time.
#pragma once

#include "dynamics/derivative_answer.hpp"
#include "dynamics/derivative_sweeps.hpp"

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

// H of a slot: its acceleration is -H · (acceleration before the piece) for columns on other branches, where no force
// acts inside the piece. H = Φᵀ K with Φ the product of the (1 - s Kᵀ) of the piece's slots before it.
inline void reaching_axes(const DerivativeRows& rows, DerivativeSweeps& w) {
  using W = DerivativeSweeps;
  for (std::size_t p = 0; p < rows.pieces.size(); ++p) {
    if (!w.reached[p]) continue;
    const DerivativeRows::Piece& piece = rows.pieces[p];
    for (int slot = piece.begin; slot < piece.end; ++slot) {
      double* axis = w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size;
      double h[6];
      for (int r = 0; r < 6; ++r) h[r] = axis[W::K + r];
      for (int before = slot - 1; before >= piece.begin; --before) {
        const double* x = w.axes + static_cast<std::ptrdiff_t>(before) * W::axis_size;
        const double t = mul_add(x[2], h[2], mul_add(x[1], h[1], x[0] * h[0])) +
                         mul_add(x[5], h[5], mul_add(x[4], h[4], x[3] * h[3]));
        for (int r = 0; r < 6; ++r) h[r] = neg_mul_add(x[W::K + r], t, h[r]);
      }
      for (int r = 0; r < 6; ++r) axis[W::H + r] = h[r];
    }
  }
}

// A band of N packs of columns on its way through the tree. load(slot, k) gives pack k of the right-hand side,
// store(slot, k, y) takes the answer.
template <int N>
struct Band {
  Four x[6][N];

  TENON_INLINE void clear() {
    for (int r = 0; r < 6; ++r)
      for (int k = 0; k < N; ++k) x[r][k] = Four(0.0);
  }
  TENON_INLINE void load(const double* from) {
    for (int r = 0; r < 6; ++r)
      for (int k = 0; k < N; ++k) x[r][k] = Four::load(from + r * DerivativeSweeps::width + 4 * k);
  }
  TENON_INLINE void store(double* to) const {
    for (int r = 0; r < 6; ++r)
      for (int k = 0; k < N; ++k) x[r][k].store(to + r * DerivativeSweeps::width + 4 * k);
  }
  TENON_INLINE void add_to(double* to) const {
    for (int r = 0; r < 6; ++r)
      for (int k = 0; k < N; ++k) {
        double* at = to + r * DerivativeSweeps::width + 4 * k;
        (x[r][k] + Four::load(at)).store(at);
      }
  }
  // y[k] = f · x for each pack.
  TENON_INLINE void dot(const double* f, Four (&y)[N]) const {
    Four low[N], high[N];
    for (int k = 0; k < N; ++k) low[k] = Four(f[0]) * x[0][k], high[k] = Four(f[3]) * x[3][k];
    for (int r = 1; r < 3; ++r)
      for (int k = 0; k < N; ++k)
        low[k] = mul_add(Four(f[r]), x[r][k], low[k]), high[k] = mul_add(Four(f[3 + r]), x[3 + r][k], high[k]);
    for (int k = 0; k < N; ++k) y[k] = low[k] + high[k];
  }
  TENON_INLINE void add(const double* f, const Four (&y)[N]) {
    for (int r = 0; r < 6; ++r)
      for (int k = 0; k < N; ++k) x[r][k] = mul_add(Four(f[r]), y[k], x[r][k]);
  }
};

template <int N, class Load>
TENON_INLINE void sweep_inward(const DerivativeRows& rows, DerivativeSweeps& w, const unsigned char* active,
                               Load&& load) {
  using W = DerivativeSweeps;
  std::fill(w.filled.begin(), w.filled.end(), static_cast<unsigned char>(0));
  for (std::size_t p = rows.pieces.size(); p-- > 0;) {
    if (!active[p]) continue;
    const DerivativeRows::Piece& piece = rows.pieces[p];
    Band<N> force;
    if (w.filled[p])
      force.load(w.forces + static_cast<std::ptrdiff_t>(p) * 6 * W::width);
    else
      force.clear();
    for (int slot = piece.end - 1; slot >= piece.begin; --slot) {
      const double* axis = w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size;
      Four u[N];
      force.dot(axis + W::s, u);
      for (int k = 0; k < N; ++k) {
        u[k] = load(slot, k) - u[k];
        u[k].store(w.u + static_cast<std::ptrdiff_t>(slot) * W::width + 4 * k);
      }
      force.add(axis + W::K, u);
    }
    if (piece.parent < 0) continue;
    double* above = w.forces + static_cast<std::ptrdiff_t>(piece.parent) * 6 * W::width;
    if (w.filled[static_cast<std::size_t>(piece.parent)])
      force.add_to(above);
    else
      force.store(above);
    w.filled[static_cast<std::size_t>(piece.parent)] = 1;
  }
}

template <int N, class Store>
TENON_INLINE void sweep_outward(const DerivativeRows& rows, DerivativeSweeps& w, const unsigned char* active,
                                Store&& store) {
  using W = DerivativeSweeps;
  for (std::size_t p = 0; p < rows.pieces.size(); ++p) {
    const DerivativeRows::Piece& piece = rows.pieces[p];
    Band<N> a;
    if (piece.parent >= 0)
      a.load(w.motions + static_cast<std::ptrdiff_t>(piece.parent) * 6 * W::width);
    else
      a.clear();
    if (active[p]) {
      for (int slot = piece.begin; slot < piece.end; ++slot) {
        const double* axis = w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size;
        Four y[N];
        a.dot(axis + W::K, y);
        for (int k = 0; k < N; ++k) {
          const Four u = Four::load(w.u + static_cast<std::ptrdiff_t>(slot) * W::width + 4 * k);
          y[k] = mul_add(Four(axis[W::D_inverse]), u, -y[k]);
          store(slot, k, y[k]);
        }
        a.add(axis + W::s, y);
      }
      if (w.has_beyond[p]) a.store(w.motions + static_cast<std::ptrdiff_t>(p) * 6 * W::width);
      continue;
    }
    Band<N> end = a;
    for (int slot = piece.begin; slot < piece.end; ++slot) {
      const double* axis = w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size;
      Four y[N];
      a.dot(axis + W::H, y);
      for (int k = 0; k < N; ++k) store(slot, k, y[k] = -y[k]);
      if (w.has_beyond[p]) end.add(axis + W::s, y);
    }
    if (w.has_beyond[p]) end.store(w.motions + static_cast<std::ptrdiff_t>(p) * 6 * W::width);
  }
}

// One band of the three answers; columns begin at `column`, the last pack may be cut off by the edge of the matrix.
template <int N>
TENON_INLINE void solve_band(const CompiledModel& model, const DerivativeRows& rows, DerivativeSweeps& w, int column,
                             double* dq, double* dv, double* Minv) {
  const std::ptrdiff_t nv = model.nv;
  const int cut = (column + 4 * N) - model.nv;  // columns of the last pack beyond the edge
  const std::ptrdiff_t flags =
      static_cast<std::ptrdiff_t>(column / DerivativeSweeps::width) * static_cast<std::ptrdiff_t>(rows.pieces.size());
  const auto write_to = [&](double* matrix) {
    return [=](int slot, int k, Four y) {
      double* to = matrix + slot * nv + column + 4 * k;
      if (k + 1 < N || cut <= 0)
        y.store(to);
      else
        y.store(to, 4 - cut);
    };
  };
  for (double* matrix : {dq, dv}) {
    sweep_inward<N>(rows, w, w.related.data() + flags, [=](int slot, int k) {
      const double* from = matrix + slot * nv + column + 4 * k;
      return -(k + 1 < N || cut <= 0 ? Four::load(from) : Four::load(from, 4 - cut));
    });
    sweep_outward<N>(rows, w, w.related.data() + flags, write_to(matrix));
  }
  sweep_inward<N>(rows, w, w.before.data() + flags, [=](int slot, int k) {
    const double diagonal[7] = {0, 0, 0, 1, 0, 0, 0};
    const int lane = slot - (column + 4 * k);
    return lane >= 0 && lane < 4 ? Four::load(diagonal + 3 - lane) : Four(0.0);
  });
  sweep_outward<N>(rows, w, w.before.data() + flags, write_to(Minv));
}

inline void aba_derivatives_kernel(const CompiledModel& model, DerivativeRows& rows, const DerivativePattern& pattern,
                                   DerivativeSweeps& w, double* sine, double* cosine, const double* q, const double* v,
                                   const double* tau, const double* zero, double* a, const Force<double>* external,
                                   double* dq, double* dv, double* Minv) {
  derivative_poses(model, rows, sine, cosine, q);
  derivative_axes(model, rows, v);
  sum_outward(model, rows, rows.velocities);
  derivative_rates(model, rows, v, zero);
  sum_outward(model, rows, rows.accelerations);
  derivative_bodies(rows);
  if (external) derivative_wrenches(model, rows, external);
  derivative_accelerations(model, rows, w, tau, a);
  derivative_accelerate(model, rows, w);
  derivative_second_rates(rows);
  derivative_composites(model, rows);
  derivative_factors(rows);
  derivative_entries(model, rows, pattern, {dq, dv, Minv});
  reaching_axes(rows, w);
  constexpr int width = DerivativeSweeps::width;
  int column = 0;
  for (; column + width <= model.nv; column += width)
    solve_band<DerivativeSweeps::packs>(model, rows, w, column, dq, dv, Minv);
  const int left = model.nv - column;
  if (left > 4) solve_band<2>(model, rows, w, column, dq, dv, Minv);
  if (left > 0 && left <= 4) solve_band<1>(model, rows, w, column, dq, dv, Minv);
}

}  // namespace TENON_ISA
}  // namespace tenon
