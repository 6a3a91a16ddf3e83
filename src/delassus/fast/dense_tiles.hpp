// A dense symmetric positive definite matrix by tiles of four rows: A = UᵀD U with ones on U's diagonal, solves with
// it, and its inverse. S is the number and W how many columns stand side by side in a pack. Every number is made by the
// same operations in the same order for all W, so that a sample of a batch (S a pack, W = 1) has the bits of a single
// call. Matrices are n x n with n a multiple of four: whole tiles, so that no loop has a remainder.
#pragma once

#include <limits>

#include "spatial/pack.hpp"
#include "spatial/scalar.hpp"

namespace tenon {

constexpr int tile_rows = 4;
constexpr std::ptrdiff_t whole_tiles(std::ptrdiff_t rows) { return (rows + tile_rows - 1) / tile_rows * tile_rows; }

inline namespace TENON_ISA {

// Four rows of C packs, W columns each.
template <class S, int W, int C>
struct Tile {
  using V = std::conditional_t<W == 1, S, Pack<S, W>>;
  V at[tile_rows][C];

  TENON_INLINE static V load_pack(const S* x) {
    if constexpr (W == 1)
      return *x;
    else
      return V::load(x);
  }
  TENON_INLINE static void store_pack(const V& v, S* x) {
    if constexpr (W == 1)
      *x = v;
    else
      v.store(x);
  }
  static constexpr int columns = W * C;

  // From single numbers and back: in registers, because a pack does not load what was just stored number by number.
  TENON_INLINE static V pack_of(const S* x) {
    if constexpr (W == 1)
      return *x;
    else
      return V(typename V::Vector{x[0], x[1], x[2], x[3]});
  }
  TENON_INLINE void put(const S (&x)[tile_rows][columns]) {
    for (int a = 0; a < tile_rows; ++a)
      for (int i = 0; i < C; ++i) at[a][i] = pack_of(x[a] + i * W);
  }
  TENON_INLINE S number(int a, int c) const {
    if constexpr (W == 1)
      return at[a][c];
    else
      return at[a][c / W][c % W];
  }
  TENON_INLINE void clear() {
    for (auto& row : at)
      for (V& x : row) x = V(S(0));
  }
  TENON_INLINE void load(const S* x, std::ptrdiff_t n) {
    for (int a = 0; a < tile_rows; ++a)
      for (int i = 0; i < C; ++i) at[a][i] = load_pack(x + a * n + i * W);
  }
  TENON_INLINE void store(S* x, std::ptrdiff_t n) const {
    for (int a = 0; a < tile_rows; ++a)
      for (int i = 0; i < C; ++i) store_pack(at[a][i], x + a * n + i * W);
  }
  // Column c becomes row c of x.
  TENON_INLINE void store_transposed(S* x, std::ptrdiff_t n) const {
    for (int i = 0; i < C; ++i)
      if constexpr (W == 1) {
        for (int a = 0; a < tile_rows; ++a) x[i * n + a] = at[a][i];
      } else {
        V column[tile_rows] = {at[0][i], at[1][i], at[2][i], at[3][i]};
        transpose(column[0], column[1], column[2], column[3]);
        for (int c = 0; c < W; ++c) column[c].store(x + (i * W + c) * n);
      }
  }
  TENON_INLINE void scale_columns(const S (&by)[columns]) {
    for (int i = 0; i < C; ++i) {
      const V factor = pack_of(by + i * W);
      for (auto& row : at) row[i] = factor * row[i];
    }
  }
  // Row a less c[a n + t] times row t of x, for all t < terms in turn.
  TENON_INLINE void subtract(const S* c, const S* x, std::ptrdiff_t n, std::ptrdiff_t terms) {
    for (std::ptrdiff_t t = 0; t < terms; ++t) {
      V row[C];
      for (int i = 0; i < C; ++i) row[i] = load_pack(x + t * n + i * W);
      for (int a = 0; a < tile_rows; ++a) {
        const V factor(c[a * n + t]);
        for (int i = 0; i < C; ++i) at[a][i] = neg_mul_add(factor, row[i], at[a][i]);
      }
    }
  }
};

// visit.operator()<C>(j) for the tiles of columns [first, last): C packs from column j on.
template <int W, class Visit>
TENON_INLINE void each_tile(std::ptrdiff_t first, std::ptrdiff_t last, Visit&& visit) {
  std::ptrdiff_t j = first;
  if constexpr (W == 1) {
    for (; j < last; j += tile_rows) visit.template operator()<tile_rows>(j);
  } else {
    static_assert(W == tile_rows);
    for (; j + 2 * W <= last; j += 2 * W) visit.template operator()<2>(j);
    if (j < last) visit.template operator()<1>(j);
  }
}

// 1/d; NaN where d is not positive, because the matrix has no digit left that says so.
template <class S>
TENON_INLINE S positive_reciprocal(const S& d) {
  const S e = S(1) / d;
  if constexpr (std::is_floating_point_v<S>)
    return d > 0 ? e : std::numeric_limits<S>::quiet_NaN();
  else if constexpr (requires { typename S::Mask; })
    return select(d > S(0), e, S(std::numeric_limits<Element<S>>::quiet_NaN()));
  else
    return e;
}

// A tile on the diagonal: U above it, 1/D on it, (D U)ᵀ below.
template <class S>
struct Pivots {
  S x[tile_rows][tile_rows];

  TENON_INLINE void factor() {
    for (int a = 0; a < tile_rows; ++a) {
      const S e = x[a][a] = positive_reciprocal(x[a][a]);
      for (int b = a + 1; b < tile_rows; ++b) {
        x[b][a] = x[a][b];
        const S u = e * x[a][b];
        for (int c = b; c < tile_rows; ++c) x[b][c] = neg_mul_add(u, x[a][c], x[b][c]);
      }
      for (int b = a + 1; b < tile_rows; ++b) x[a][b] = e * x[a][b];
    }
  }
};

// B, whose upper triangle is given, in place: as Pivots says of a tile.
template <class S, int W>
void factor_tiles(std::ptrdiff_t n, S* B) {
  for (std::ptrdiff_t k = 0; k < n; k += tile_rows) {
    S* const rows = B + k * n;
    Tile<S, W, tile_rows / W> own;
    own.load(rows + k, n);
    own.subtract(rows, B + k, n, k);
    Pivots<S> pivots;
    for (int a = 0; a < tile_rows; ++a)
      for (int b = a; b < tile_rows; ++b) pivots.x[a][b] = own.number(a, b);
    pivots.factor();
    for (int a = 0; a < tile_rows; ++a)
      for (int b = 0; b < tile_rows; ++b) rows[a * n + k + b] = pivots.x[a][b];
    each_tile<W>(k + tile_rows, n, [&]<int C>(std::ptrdiff_t j) TENON_INLINE_LAMBDA {
      Tile<S, W, C> x;
      using V = typename Tile<S, W, C>::V;
      x.load(rows + j, n);
      x.subtract(rows, B + j, n, k);
      for (int a = 0; a < tile_rows; ++a)
        for (int b = a + 1; b < tile_rows; ++b)
          for (int i = 0; i < C; ++i) x.at[b][i] = neg_mul_add(V(pivots.x[a][b]), x.at[a][i], x.at[b][i]);
      x.store_transposed(B + j * n + k, n);
      for (int a = 0; a < tile_rows; ++a)
        for (int i = 0; i < C; ++i) x.at[a][i] = V(pivots.x[a][a]) * x.at[a][i];
      x.store(rows + j, n);
    });
  }
}

// x <- A⁻¹x, m of n numbers: along rows both ways.
template <class S>
TENON_INLINE void solve_tiles(int m, std::ptrdiff_t n, const S* B, S* x) {
  for (int k = 0; k < m; ++k)
    for (int j = k + 1; j < m; ++j) x[j] = neg_mul_add(B[k * n + j], x[k], x[j]);
  for (int k = m - 1; k >= 0; --k) {
    x[k] = B[k * n + k] * x[k];
    for (int i = 0; i < k; ++i) x[i] = neg_mul_add(B[k * n + i], x[k], x[i]);
  }
}

// V = U⁻¹ of a tile on the diagonal.
template <class S>
TENON_INLINE void invert_pivots(const S* u, std::ptrdiff_t n, S (&v)[tile_rows][tile_rows]) {
  for (int a = tile_rows - 1; a >= 0; --a) {
    for (int b = 0; b < a; ++b) v[a][b] = S(0);
    v[a][a] = S(1);
    for (int b = a + 1; b < tile_rows; ++b) {
      v[a][b] = -u[a * n + b];
      for (int c = a + 1; c < b; ++c) v[a][b] = neg_mul_add(u[a * n + c], v[c][b], v[a][b]);
    }
  }
}

// The upper triangle of B, which holds factors, becomes that of A⁻¹ = V D⁻¹Vᵀ with V = U⁻¹. B is followed by room for
// two more of its size: V, and T = -D⁻¹Vᵀ.
template <class S, int W>
void invert_tiles(std::ptrdiff_t n, S* B) {
  S *const V = B + n * n, *const T = V + n * n;
  for (std::ptrdiff_t k = 0; k < 2 * n * n; ++k) V[k] = S(0);
  for (std::ptrdiff_t i = n - tile_rows; i >= 0; i -= tile_rows) {
    const S *const rows = B + i * n, *const pivots = rows + i;
    const std::ptrdiff_t next = i + tile_rows;
    const auto keep = [&]<int C>(Tile<S, W, C> x, std::ptrdiff_t j) TENON_INLINE_LAMBDA {
      x.store(V + i * n + j, n);
      S by[C * W];
      for (int c = 0; c < C * W; ++c) by[c] = -B[(j + c) * (n + 1)];
      x.scale_columns(by);
      x.store_transposed(T + j * n + i, n);
    };
    S v[tile_rows][tile_rows];
    invert_pivots(pivots, n, v);
    Tile<S, W, tile_rows / W> own;
    own.put(v);
    keep(own, i);
    each_tile<W>(next, n, [&]<int C>(std::ptrdiff_t j) TENON_INLINE_LAMBDA {
      Tile<S, W, C> x;
      x.clear();
      x.subtract(rows + next, V + next * n + j, n, j + C * W - next);
      for (int a = tile_rows - 2; a >= 0; --a)
        for (int b = a + 1; b < tile_rows; ++b)
          for (int c = 0; c < C; ++c)
            x.at[a][c] = neg_mul_add(typename Tile<S, W, C>::V(pivots[a * n + b]), x.at[b][c], x.at[a][c]);
      keep(x, j);
    });
  }
  for (std::ptrdiff_t i = 0; i < n; i += tile_rows)
    each_tile<W>(i, n, [&]<int C>(std::ptrdiff_t j) TENON_INLINE_LAMBDA {
      Tile<S, W, C> x;
      x.clear();
      x.subtract(V + i * n + j, T + j * n + j, n, n - j);
      x.store(B + i * n + j, n);
    });
}

}  // namespace TENON_ISA
}  // namespace tenon
