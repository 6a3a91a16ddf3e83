// Views that count from 1 as [Fea05] does: a row-major matrix, and the rows x_i of a right-hand side. A vector is a
// right-hand side of one column.
#pragma once

#include "spatial/isa.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class T>
struct MatrixView {
  T* data;
  int n;
  T& operator()(int i, int j) const { return data[static_cast<long>(i - 1) * n + (j - 1)]; }
};

template <class T>
struct Row {
  T* data;
  int columns;
};

// L_ij x_j, as it stands on the right of the listings' assignments.
template <class T>
struct ScaledRow {
  T factor;
  Row<T> row;
};
template <class T>
ScaledRow<T> operator*(T factor, Row<T> row) {
  return {factor, row};
}

template <class T>
void assign(Row<T> y, ScaledRow<T> x) {
  for (int c = 0; c < y.columns; ++c) y.data[c] = x.factor * x.row.data[c];
}
template <class T>
void assign(Row<T> y, Row<T> x) {
  if (y.data == x.data) return;
  for (int c = 0; c < y.columns; ++c) y.data[c] = x.data[c];
}
template <class T>
void operator+=(Row<T> y, ScaledRow<T> x) {
  for (int c = 0; c < y.columns; ++c) y.data[c] = y.data[c] + x.factor * x.row.data[c];
}
template <class T>
void operator-=(Row<T> y, ScaledRow<T> x) {
  for (int c = 0; c < y.columns; ++c) y.data[c] = y.data[c] - x.factor * x.row.data[c];
}
template <class T>
void operator/=(Row<T> y, T divisor) {
  for (int c = 0; c < y.columns; ++c) y.data[c] = y.data[c] / divisor;
}

template <class T>
struct RowsView {
  T* data;
  int columns = 1;
  Row<T> operator()(int i) const { return {data + static_cast<long>(i - 1) * columns, columns}; }
};

}  // namespace TENON_ISA
}  // namespace tenon
