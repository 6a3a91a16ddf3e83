// M as products of axes and forces in the root's frame: M_jc = S_j · F_c for c in the subtree of j. Tiles of four rows
// by four columns: forces are read, and both triangles and their zeros written, in whole registers.
#pragma once

#include <algorithm>

#include "dynamics/fast/crba_matrix.hpp"
#include "walk/root_walk.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Six rows of numbers, a column per degree of freedom.
struct SixRows {
  double* numbers;
  std::ptrdiff_t stride;

  TENON_INLINE double* at(int row, int column) const { return numbers + row * stride + column; }
};

struct TiledMatrix {
  using P = Pack<double, 4>;
  SixRows axes, forces;
  double* M;
  int nv;
  bool lower, upper, zeros;

  TENON_INLINE double* at(int i, int j) const { return M + static_cast<std::ptrdiff_t>(i) * nv + j; }

  // The axes of a free base are the unit vectors: its rows are the forces as they stand.
  TENON_INLINE void base_rows() const {
    for (int block = 0; block < nv; block += 4) {
      const int c = std::min(block, nv - 4);
      P x[6];
      for (int i = 0; i < 6; ++i) {
        x[i] = P::load(forces.at(i, c));
        if (upper) x[i].store(at(i, c));
      }
      if (!lower) continue;
      P y[4] = {x[2], x[3], x[4], x[5]};
      transpose(x[0], x[1], x[2], x[3]);
      transpose(y[0], y[1], y[2], y[3]);
      for (int i = 0; i < 4; ++i) x[i].store(at(c + i, 0)), y[i].store(at(c + i, 2));
    }
  }

  // From the right: a last tile that overlaps the diagonal one has entries there that are none of M's.
  TENON_INLINE void rows(const TileRows& t) const {
    const TiledMatrix to = *this;  // a copy, because a store of an entry may alias what `this` points to
    P S[4][6];
    for (int r = 0; r < 4; ++r)
      for (int k = 0; k < 6; ++k) S[r][k] = P(*to.axes.at(k, t.j + r));
    int c = t.j + (t.last - t.j + 3) / 4 * 4;
    if (c < to.nv && to.zeros) to.clear(t.j, c);
    if (c > to.nv) to.tile(t, S, to.nv - 4), c -= 4;
    for (c -= 4; c > t.j; c -= 4) to.tile(t, S, c);
    to.diagonal(t, S);
  }

 private:
  TENON_INLINE void products(const P (&S)[4][6], int c, P (&x)[4]) const {
    for (int k = 0; k < 6; ++k) {
      const P f = P::load(forces.at(k, c));
      for (int r = 0; r < 4; ++r) x[r] = k == 0 ? S[r][k] * f : mul_add(S[r][k], f, x[r]);
    }
  }
  // Zeros beyond the rows' subtrees.
  TENON_INLINE static void cut(const TileRows& t, int c, P (&x)[4]) {
    const P columns = P(P::Vector{0, 1, 2, 3}) + P(c);
    for (int r = 0; r < 4; ++r) x[r] = select(columns < P(t.end[r]), x[r], P(0));
  }
  TENON_INLINE void tile(const TileRows& t, const P (&S)[4][6], int c) const {
    P x[4];
    products(S, c, x);
    if (c + 4 > t.full) cut(t, c, x);
    if (upper)
      for (int r = 0; r < 4; ++r) x[r].store(at(t.j + r, c));
    if (!lower) return;
    transpose(x[0], x[1], x[2], x[3]);
    for (int r = 0; r < 4; ++r) x[r].store(at(c + r, t.j));
  }
  TENON_INLINE void diagonal(const TileRows& t, const P (&S)[4][6]) const {
    P x[4];
    products(S, t.j, x);
    if (t.j + 4 > t.full) cut(t, t.j, x);
    P y[4] = {x[0], x[1], x[2], x[3]};
    transpose(y[0], y[1], y[2], y[3]);
    x[0].store(at(t.j, t.j));
    P(__builtin_shufflevector(y[1].value, x[1].value, 0, 5, 6, 7)).store(at(t.j + 1, t.j));
    P(__builtin_shufflevector(y[2].value, x[2].value, 0, 1, 6, 7)).store(at(t.j + 2, t.j));
    y[3].store(at(t.j + 3, t.j));
  }
  TENON_INLINE void clear(int j, int c) const {
    if (upper)
      for (int r = 0; r < 4; ++r) store_zeros(at(j + r, c), nv - c);
    if (lower)
      for (int i = c; i < nv; ++i) P(0).store(at(i, j));
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
