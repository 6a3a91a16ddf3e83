// Products of columns. A single call has four columns side by side in a pack, a batch one column whose lanes are
// samples; entry by entry the operations are the same, so that a lane of a batch equals the single call to the bit.
// Columns of all rows lie in six arrays, one per number of a force: number n of row r is K[n * ld + r].
#pragma once

#include "spatial/pack.hpp"
#include "spatial/spatial.hpp"

namespace tenon {
inline namespace TENON_ISA {

// How a scalar's columns stand.
template <class S>
struct ColumnsOf {
  using type = S;
  static constexpr int width = 1;
};
template <>
struct ColumnsOf<double> {
  using type = Pack<double, 4>;
  static constexpr int width = 4;
};
template <class S>
using Columns = typename ColumnsOf<S>::type;
template <class S>
constexpr int column_width = ColumnsOf<S>::width;
template <class S>
constexpr int link_packs = column_width<S> == 1 ? 6 : 2;  // of the six unit columns of a link
template <class S>
constexpr int link_columns = link_packs<S> * column_width<S>;

template <class S>
TENON_INLINE Columns<S> load_columns(const S* from) {
  if constexpr (column_width<S> == 1) return *from;
  if constexpr (column_width<S> > 1) return Columns<S>::load(from);
}
template <class S>
TENON_INLINE void store_columns(const Columns<S>& x, S* to) {
  if constexpr (column_width<S> == 1) *to = x;
  if constexpr (column_width<S> > 1) x.store(to);
}
// The first `count` of them.
template <class S>
TENON_INLINE void store_columns(const Columns<S>& x, S* to, int count) {
  if constexpr (column_width<S> == 1) {
    *to = x;
  } else {
    if (count >= 4) return x.store(to);
    to[0] = x[0];
    if (count > 1) to[1] = x[1];
    if (count > 2) to[2] = x[2];
  }
}

// Six arrays -> one spatial vector per column, and back.
template <template <class> class Spatial, class S>
TENON_INLINE Spatial<Columns<S>> load_spatial(const S* K, std::ptrdiff_t ld) {
  return {{load_columns(K), load_columns(K + ld), load_columns(K + 2 * ld)},
          {load_columns(K + 3 * ld), load_columns(K + 4 * ld), load_columns(K + 5 * ld)}};
}
template <template <class> class Spatial, class S>
TENON_INLINE void store_spatial(const Spatial<Columns<S>>& f, S* K, std::ptrdiff_t ld, int count) {
  store_columns(f.linear.x, K, count), store_columns(f.linear.y, K + ld, count);
  store_columns(f.linear.z, K + 2 * ld, count), store_columns(f.angular.x, K + 3 * ld, count);
  store_columns(f.angular.y, K + 4 * ld, count), store_columns(f.angular.z, K + 5 * ld, count);
}

// M f for a 6 x 6 matrix with entries M[i * stride + j], the result as Out.
template <class Out, class S>
TENON_INLINE Out apply_matrix(const S* M, int stride, const Force<Columns<S>>& f) {
  using Col = Columns<S>;
  const Col x[] = {f.linear.x, f.linear.y, f.linear.z, f.angular.x, f.angular.y, f.angular.z};
  Col y[6];
#pragma GCC unroll 6
  for (int i = 0; i < 6; ++i) {
    y[i] = Col(M[i * stride]) * x[0];
#pragma GCC unroll 6
    for (int j = 1; j < 6; ++j) y[i] = mul_add(Col(M[i * stride + j]), x[j], y[i]);
  }
  return {{y[0], y[1], y[2]}, {y[3], y[4], y[5]}};
}

// Rows [a, a + R) of TᵀK over columns [b, end), both of N numbers: put(row, column, entries, how many of them).
template <int R, int N, class S, class Put>
TENON_INLINE void product_rows(const S* T, const S* K, std::ptrdiff_t ld, int a, int b, int end, Put&& put) {
  using Col = Columns<S>;
  constexpr int width = column_width<S>;
  const auto tile = [&]<int packs>(int first) TENON_INLINE_LAMBDA {
    Col sum[packs][R];
#pragma GCC unroll 6
    for (int n = 0; n < N; ++n) {
      Col x[packs];
#pragma GCC unroll 2
      for (int p = 0; p < packs; ++p) x[p] = load_columns(K + n * ld + first + p * width);
#pragma GCC unroll 4
      for (int r = 0; r < R; ++r) {
        const Col t(T[n * ld + a + r]);
#pragma GCC unroll 2
        for (int p = 0; p < packs; ++p) sum[p][r] = n == 0 ? t * x[p] : mul_add(t, x[p], sum[p][r]);
      }
    }
#pragma GCC unroll 2
    for (int p = 0; p < packs; ++p) {
      const int c = first + p * width;
#pragma GCC unroll 4
      for (int r = 0; r < R; ++r) put(a + r, c, sum[p][r], width < end - c ? width : end - c);
    }
  };
  for (; end - b > width; b += 2 * width) tile.template operator()<2>(b);  // two packs share the loads of T
  if (b < end) tile.template operator()<1>(b);
}
template <int N, class S, class Put>
TENON_INLINE void product_rows(int count, const S* T, const S* K, std::ptrdiff_t ld, int a, int b, int end, Put&& put) {
  if (count == 4) return product_rows<4, N>(T, K, ld, a, b, end, put);
  if (count == 3) return product_rows<3, N>(T, K, ld, a, b, end, put);
  if (count == 2) return product_rows<2, N>(T, K, ld, a, b, end, put);
  product_rows<1, N>(T, K, ld, a, b, end, put);
}

// Rows [begin, end) over columns [begin, last) from the diagonal on; a pack that holds the diagonal is written whole.
template <int N, class S, class Put>
TENON_INLINE void triangle_rows(const S* T, const S* K, std::ptrdiff_t ld, int begin, int end, int last, Put&& put) {
  for (int a = begin; a < end; a += 4) {
    const int rows = end - a < 4 ? end - a : 4;
    if constexpr (column_width<S> == 1) {
      for (int r = a; r < a + rows; ++r) product_rows<1, N>(T, K, ld, r, r, a + rows, put);
      product_rows<N>(rows, T, K, ld, a, a + rows, last, put);
    } else {
      product_rows<N>(rows, T, K, ld, a, a, last, put);
    }
  }
}

// Σ t wᵀ over the `rows` rows that a path left, for column a of one pack and N packs from w on: one by one in a batch.
template <int N, class S, class Entry>
TENON_INLINE void add_path_row(const Columns<S>* t, const Columns<S>* w, int rows, int stride, bool first,
                               Entry&& entry) {
  Columns<S> sum[N];
#pragma GCC unroll 6
  for (int q = 0; q < N; ++q) sum[q] = first ? Columns<S>(0) : *entry(q);
  for (int r = 0; r < rows; ++r, t += stride, w += stride) {
    const Columns<S> x = *t;
#pragma GCC unroll 6
    for (int q = 0; q < N; ++q) sum[q] = mul_add(x, w[q], sum[q]);
  }
#pragma GCC unroll 6
  for (int q = 0; q < N; ++q) *entry(q) = sum[q];
}

// Σ t wᵀ over the `rows` rows that a path left, added to the columns [0, columns) from the diagonal on, or to nothing
// (`first`): entry(row, column) is where they lie. Columns beyond, up to a whole pack, get 0 added.
template <class S, class Entry>
TENON_INLINE void add_path(const Columns<S>* left, int rows, int packs, int columns, bool first, Entry&& entry) {
  using Col = Columns<S>;
  constexpr int width = column_width<S>;
  if constexpr (width == 1) {
    for (int p = 0; p < packs; ++p) {
      const auto row = [&]<int N>() TENON_INLINE_LAMBDA {
        add_path_row<N, S>(left + packs + p, left + p, rows, 2 * packs, first,
                           [&](int q) TENON_INLINE_LAMBDA { return entry(p, p + q); });
      };
      switch (packs - p) {
        case 6:
          row.template operator()<6>();
          break;
        case 5:
          row.template operator()<5>();
          break;
        case 4:
          row.template operator()<4>();
          break;
        case 3:
          row.template operator()<3>();
          break;
        case 2:
          row.template operator()<2>();
          break;
        default:
          row.template operator()<1>();
      }
    }
    return;
  }
  for (int p = 0; p < packs; ++p) {
    const int count = width < columns - p * width ? width : columns - p * width;
    for (int q = p; q < packs; ++q) {
      Col sum[width];
#pragma GCC unroll 4
      for (int a = 0; a < width; ++a)
        sum[a] = first ? Col(0) : load_columns<S>(entry(p * width + (a < count ? a : 0), q * width));
      for (int r = 0; r < rows; ++r) {
        const Col w = left[2 * r * packs + q];
        const S* t = reinterpret_cast<const S*>(left + (2 * r + 1) * packs + p);
#pragma GCC unroll 4
        for (int a = 0; a < width; ++a) sum[a] = mul_add(Col(t[a]), w, sum[a]);
      }
#pragma GCC unroll 4
      for (int a = 0; a < width; ++a)
        if (a < count) store_columns<S>(sum[a], entry(p * width + a, q * width));
    }
  }
}

// The upper triangle of L (rows `ld` apart) as the caller's matrix: in a batch L is that matrix, and its lower triangle
// is what is missing; in a single call it goes four by four.
template <class S>
TENON_INLINE void unfold(const S* L, std::ptrdiff_t ld, int m, S* out) {
  for (int a = 0; a < m; ++a)
    for (int b = a + 1; b < m; ++b) out[b * ld + a] = L[a * ld + b];
}
inline void unfold(const double* L, std::ptrdiff_t ld, int m, double* out) {
  using P = Pack<double, 4>;
  constexpr P::Mask upper[] = {{-1, -1, -1, -1}, {0, -1, -1, -1}, {0, 0, -1, -1}, {0, 0, 0, -1}};
  for (int i = 0; i < m; i += 4)
    for (int j = i; j < m; j += 4) {
      P x[4], y[4];
      for (int a = 0; a < 4; ++a) y[a] = x[a] = P::load(L + (i + a) * ld + j);
      transpose(y[0], y[1], y[2], y[3]);
      if (i == j)
        for (int a = 0; a < 4; ++a) x[a] = select(upper[a], x[a], y[a]);
      const int rows = m - i < 4 ? m - i : 4, columns = m - j < 4 ? m - j : 4;
      double* const to = out + static_cast<std::ptrdiff_t>(i) * m + j;
      double* const back = out + static_cast<std::ptrdiff_t>(j) * m + i;
      if (columns == 4) {
        for (int a = 0; a < 4; ++a) x[a].store(to + static_cast<std::ptrdiff_t>(a) * m);
        if (i != j)
          for (int b = 0; b < 4; ++b) y[b].store(back + static_cast<std::ptrdiff_t>(b) * m);
        continue;
      }
      for (int a = 0; a < rows; ++a) store_columns<double>(x[a], to + static_cast<std::ptrdiff_t>(a) * m, columns);
      if (i != j)
        for (int b = 0; b < columns; ++b) y[b].store(back + static_cast<std::ptrdiff_t>(b) * m);
    }
}

}  // namespace TENON_ISA
}  // namespace tenon
