// Four neighbouring slots of a piece in one step of the sweeps, so that a step does not wait for the one before. With
// s and K of the four, L_ij = s_i · K_j (i before j), T = (1 + L)⁻¹ and forces f and accelerations a at the block's
// ends:
//   inward:   u = T (b - sᵀ f),          f += K u
//   outward:  y = Tᵀ (D⁻¹ u - Kᵀ a),     a += s y
// T s and Tᵀ K are made once for all columns.
#pragma once

#include "dynamics/fast/derivative_sweeps.hpp"
#include "dynamics/fast/four_slots.hpp"

namespace tenon {
inline namespace TENON_ISA {

inline void derivative_block(const double* axes, double* block) {
  using W = DerivativeSweeps;
  const auto at = [&](int i, int vector, int r) { return axes[i * W::axis_size + vector + (r < 3 ? r : r + 1)]; };
  const auto L = [&](int i, int j) {
    double sum = 0;
    for (int r = 0; r < 6; ++r) sum = mul_add(at(i, W::s, r), at(j, W::K, r), sum);
    return sum;
  };
  const double L01 = L(0, 1), L02 = L(0, 2), L12 = L(1, 2);
  double T[4][4] = {{1, -L01, 0, 0}, {0, 1, -L12, 0}, {0, 0, 1, -L(2, 3)}, {0, 0, 0, 1}};
  T[1][3] = neg_mul_add(L12, T[2][3], -L(1, 3));
  T[0][2] = neg_mul_add(L01, T[1][2], -L02);
  T[0][3] = neg_mul_add(L01, T[1][3], neg_mul_add(L02, T[2][3], -L(0, 3)));
  for (int i = 0; i < 4; ++i) {
    for (int r = 0; r < 6; ++r) {
      double s = 0, H = 0;
      for (int j = i; j < 4; ++j) s = mul_add(T[i][j], at(j, W::s, r), s);
      for (int j = 0; j <= i; ++j) H = mul_add(T[j][i], at(j, W::K, r), H);
      block[W::inward_s + 4 * r + i] = s, block[W::inward_K + 4 * r + i] = at(i, W::K, r);
      block[W::outward_H + 4 * r + i] = H, block[W::outward_s + 4 * r + i] = at(i, W::s, r);
    }
  }
  int k = W::inward_T, l = W::outward_T;
  for (int i = 0; i < 4; ++i) {
    for (int j = i + 1; j < 4; ++j) block[k++] = T[i][j];
    for (int j = 0; j <= i; ++j) block[l++] = T[j][i] * axes[j * W::axis_size + W::D_inverse];
  }
}

inline void derivative_blocks(const DerivativeRows& rows, DerivativeSweeps& w) {
  using W = DerivativeSweeps;
  for (std::size_t p = 0; p < rows.pieces.size(); ++p) {
    double* block = w.blocks + static_cast<std::ptrdiff_t>(w.first_block[p]) * W::block_size;
    for (int slot = rows.pieces[p].begin; slot + 4 <= rows.pieces[p].end; slot += 4, block += W::block_size)
      derivative_block(w.axes + static_cast<std::ptrdiff_t>(slot) * W::axis_size, block);
  }
}

// N packs of columns; x (force or acceleration) is [6][width] in memory, y stays in registers.
//   y[i] -= Σ_r f[r][i] x[r]
template <int N>
TENON_INLINE void subtract_dots(const double* f, const double* x, Four (&y)[4][N]) {
  for (int r = 0; r < 6; ++r)
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < N; ++k)
        y[i][k] = neg_mul_add(Four(f[4 * r + i]), Four::load(x + r * DerivativeSweeps::width + 4 * k), y[i][k]);
}
//   x[r] += Σ_i f[r][i] y[i]
template <int N>
TENON_INLINE void add_outer(const double* f, const Four (&y)[4][N], double* x) {
  for (int r = 0; r < 6; ++r) {
    for (int k = 0; k < N; ++k) {
      double* to = x + r * DerivativeSweeps::width + 4 * k;
      Four sum = Four::load(to);
      for (int i = 0; i < 4; ++i) sum = mul_add(Four(f[4 * r + i]), y[i][k], sum);
      sum.store(to);
    }
  }
}

template <int N, class Load>
TENON_INLINE void block_inward(const double* block, int slot, double* force, double* u, Load&& load) {
  using W = DerivativeSweeps;
  Four y[4][N];
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < N; ++k) y[i][k] = load(slot + i, k);
  const double* T = block + W::inward_T;
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j, ++T)
      for (int k = 0; k < N; ++k) y[i][k] = mul_add(Four(*T), y[j][k], y[i][k]);
  subtract_dots<N>(block + W::inward_s, force, y);
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < N; ++k) y[i][k].store(u + i * W::width + 4 * k);
  add_outer<N>(block + W::inward_K, y, force);
}

template <int N, class Store>
TENON_INLINE void block_outward(const double* block, int slot, double* a, const double* u, Store&& store) {
  using W = DerivativeSweeps;
  Four y[4][N];
  const double* T = block + W::outward_T;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j <= i; ++j, ++T) {
      for (int k = 0; k < N; ++k) {
        const Four uj = Four::load(u + j * W::width + 4 * k);
        y[i][k] = j == 0 ? Four(*T) * uj : mul_add(Four(*T), uj, y[i][k]);
      }
    }
  }
  subtract_dots<N>(block + W::outward_H, a, y);
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < N; ++k) store(slot + i, k, y[i][k]);
  add_outer<N>(block + W::outward_s, y, a);
}

}  // namespace TENON_ISA
}  // namespace tenon
