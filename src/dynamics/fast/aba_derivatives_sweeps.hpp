// M⁻¹ times many columns by sweeps along the tree, a band of columns at a time: O(n) per column, for long chains, where
// the products of fast/aba_derivatives_factor.hpp would be longer.
#pragma once

#include "dynamics/fast/aba_derivatives_blocks.hpp"
#include "dynamics/fast/derivative_answer.hpp"
#include "dynamics/fast/derivative_sweeps.hpp"

namespace tenon {
inline namespace TENON_ISA {

// H of a slot: its acceleration is -H · (acceleration before the piece) for columns on other branches, where no force
// acts inside the piece. H = Φᵀ K with Φ the product of the (1 - s Kᵀ) of the piece's slots before it.
inline void reaching_axes(const DerivativeRows& rows, DerivativeSweeps& w) {
  using W = DerivativeSweeps;
  for (std::size_t p = 0; p < rows.pieces.size(); ++p) {
    if (!w.reached[p]) continue;
    const DerivativeRows::Piece& piece = rows.pieces[p];
    for (int slot = piece.begin; slot < piece.end; ++slot) {
      double* axis = w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size;
      double h[7];
      for (int r = 0; r < 7; ++r) h[r] = axis[W::K + r];
      for (int before = slot - 1; before >= piece.begin; --before) {
        const double* x = w.axes + static_cast<std::ptrdiff_t>(before) * W::axis_size;
        const double t = mul_add(x[2], h[2], mul_add(x[1], h[1], x[0] * h[0])) +
                         mul_add(x[6], h[6], mul_add(x[5], h[5], x[4] * h[4]));
        for (int r = 0; r < 7; ++r) h[r] = neg_mul_add(x[W::K + r], t, h[r]);
      }
      for (int r = 0; r < 7; ++r) axis[W::H + r] = h[r];
    }
  }
}

// A band of N packs of columns on its way through the tree, up to the slot `limit`. load(slot, k) gives pack k of the
// right-hand side, store(slot, k, y) takes the answer.
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
    for (int k = 0; k < N; ++k) low[k] = Four(f[0]) * x[0][k], high[k] = Four(f[4]) * x[3][k];
    for (int r = 1; r < 3; ++r)
      for (int k = 0; k < N; ++k)
        low[k] = mul_add(Four(f[r]), x[r][k], low[k]), high[k] = mul_add(Four(f[4 + r]), x[3 + r][k], high[k]);
    for (int k = 0; k < N; ++k) y[k] = low[k] + high[k];
  }
  TENON_INLINE void add(const double* f, const Four (&y)[N]) {
    for (int r = 0; r < 6; ++r)
      for (int k = 0; k < N; ++k) x[r][k] = mul_add(Four(f[r < 3 ? r : r + 1]), y[k], x[r][k]);
  }
};

template <int N, class Load>
TENON_INLINE void sweep_inward(const DerivativeRows& rows, DerivativeSweeps& w, const unsigned char* active, int limit,
                               Load&& load) {
  using W = DerivativeSweeps;
  std::fill(w.filled.begin(), w.filled.end(), static_cast<unsigned char>(0));
  for (std::size_t p = rows.pieces.size(); p-- > 0;) {
    DerivativeRows::Piece piece = rows.pieces[p];
    if (!active[p] || piece.begin >= limit) continue;
    piece.end = std::min(piece.end, limit);
    Band<N> force;
    if (w.filled[p])
      force.load(w.forces + static_cast<std::ptrdiff_t>(p) * 6 * W::width);
    else
      force.clear();
    const int blocks = (piece.end - piece.begin) / 4, blocks_end = piece.begin + 4 * blocks;
    for (int slot = piece.end - 1; slot >= blocks_end; --slot) {
      const double* axis = w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size;
      Four u[N];
      force.dot(axis + W::s, u);
      for (int k = 0; k < N; ++k) {
        u[k] = load(slot, k) - u[k];
        u[k].store(w.u + static_cast<std::ptrdiff_t>(slot) * W::width + 4 * k);
      }
      force.add(axis + W::K, u);
    }
    if (blocks > 0) {
      alignas(32) double f[6 * W::width];
      force.store(f);
      const double* block = w.blocks + static_cast<std::ptrdiff_t>(w.first_block[p] + blocks - 1) * W::block_size;
      for (int slot = blocks_end - 4; slot >= piece.begin; slot -= 4, block -= W::block_size)
        block_inward<N>(block, slot, f, w.u + static_cast<std::ptrdiff_t>(slot) * W::width, load);
      force.load(f);
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
TENON_INLINE void sweep_outward(const DerivativeRows& rows, DerivativeSweeps& w, const unsigned char* active, int limit,
                                Store&& store) {
  using W = DerivativeSweeps;
  for (std::size_t p = 0; p < rows.pieces.size(); ++p) {
    DerivativeRows::Piece piece = rows.pieces[p];
    if (piece.begin >= limit) break;
    piece.end = std::min(piece.end, limit);
    Band<N> a;
    if (piece.parent >= 0)
      a.load(w.motions + static_cast<std::ptrdiff_t>(piece.parent) * 6 * W::width);
    else
      a.clear();
    if (active[p]) {
      const int blocks = (piece.end - piece.begin) / 4, blocks_end = piece.begin + 4 * blocks;
      if (blocks > 0) {
        alignas(32) double x[6 * W::width];
        a.store(x);
        const double* block = w.blocks + static_cast<std::ptrdiff_t>(w.first_block[p]) * W::block_size;
        for (int slot = piece.begin; slot < blocks_end; slot += 4, block += W::block_size)
          block_outward<N>(block, slot, x, w.u + static_cast<std::ptrdiff_t>(slot) * W::width, store);
        a.load(x);
      }
      for (int slot = blocks_end; slot < piece.end; ++slot) {
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
    sweep_inward<N>(rows, w, w.related.data() + flags, model.nv, [=](int slot, int k) {
      const double* from = matrix + slot * nv + column + 4 * k;
      return -(k + 1 < N || cut <= 0 ? Four::load(from) : Four::load(from, 4 - cut));
    });
    sweep_outward<N>(rows, w, w.related.data() + flags, model.nv, write_to(matrix));
  }
  const int limit = column + 4 * N;  // below, M⁻¹ follows by symmetry
  sweep_inward<N>(rows, w, w.before.data() + flags, limit, [=](int slot, int k) {
    const double diagonal[7] = {0, 0, 0, 1, 0, 0, 0};
    const int lane = slot - (column + 4 * k);
    return lane >= 0 && lane < 4 ? Four::load(diagonal + 3 - lane) : Four(0.0);
  });
  sweep_outward<N>(rows, w, w.before.data() + flags, limit, write_to(Minv));
}

// Copies what lies above the diagonal of a symmetric matrix to below, four rows and columns at a time.
inline void mirror_upper(double* M, std::ptrdiff_t nv) {
  for (std::ptrdiff_t row = 4; row < nv; row += 4) {
    const int rows = static_cast<int>(std::min<std::ptrdiff_t>(4, nv - row));
    for (std::ptrdiff_t column = 0; column < row; column += 4) {
      const auto load = [&](std::ptrdiff_t k) {
        const double* from = M + (column + k) * nv + row;
        return rows == 4 ? Four::load(from) : Four::load(from, rows);
      };
      Four x[4] = {load(0), load(1), load(2), load(3)};
      transpose(x[0], x[1], x[2], x[3]);
      for (int r = 0; r < 4; ++r)
        if (r < rows) x[r].store(M + (row + r) * nv + column);
    }
  }
}

// All bands. dq and dv hold ∂tau/∂q and ∂tau/∂v beforehand.
inline void solve_by_sweeps(const CompiledModel& model, const DerivativeRows& rows, DerivativeSweeps& w, double* dq,
                            double* dv, double* Minv) {
  derivative_blocks(rows, w);
  reaching_axes(rows, w);
  constexpr int width = DerivativeSweeps::width;
  int column = 0;
  for (; column + width <= model.nv; column += width)
    solve_band<DerivativeSweeps::packs>(model, rows, w, column, dq, dv, Minv);
  const int left = model.nv - column;
  if (left > 4) solve_band<2>(model, rows, w, column, dq, dv, Minv);
  if (left > 0 && left <= 4) solve_band<1>(model, rows, w, column, dq, dv, Minv);
  mirror_upper(Minv, model.nv);
}

}  // namespace TENON_ISA
}  // namespace tenon
