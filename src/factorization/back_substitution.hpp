// M⁻¹x and M⁻¹ from the branch-sparse factors.  [Fea05] sections 2 and 4.1 (Table 1, "back-substitute").
// LTL: 2n divisions + 2 D1 (multiply and add) per column; LTDL: n divisions + 2 D1 (multiply and add).
#pragma once

#include "factorization/products.hpp"

namespace tenon {
inline namespace TENON_ISA {

// x = (LᵀL)⁻¹x.
template <class T>
void ltl_solve(std::span<const int> lambda, MatrixView<T> L, RowsView<T> x) {
  solve_lt<Diagonal::general>(lambda, L, x);
  solve_l<Diagonal::general>(lambda, L, x);
}

// x = (LᵀD L)⁻¹x, with D on the diagonal of L's storage.
template <class T>
void ltdl_solve(std::span<const int> lambda, MatrixView<T> LD, RowsView<T> x) {
  solve_lt<Diagonal::unit>(lambda, LD, x);
  for (int i = 1; i <= LD.n; ++i) x(i) /= LD(i, i);
  solve_l<Diagonal::unit>(lambda, LD, x);
}

// out = (LᵀD L)⁻¹, both triangles, one column of the identity beside the other.
template <class T>
void ltdl_inverse(std::span<const int> lambda, MatrixView<T> LD, MatrixView<T> out) {
  for (int i = 1; i <= LD.n; ++i)
    for (int j = 1; j <= LD.n; ++j) out(i, j) = T(i == j ? 1 : 0);
  ltdl_solve(lambda, LD, RowsView<T>{out.data, LD.n});
}
template <class T>
void ltl_inverse(std::span<const int> lambda, MatrixView<T> L, MatrixView<T> out) {
  for (int i = 1; i <= L.n; ++i)
    for (int j = 1; j <= L.n; ++j) out(i, j) = T(i == j ? 1 : 0);
  ltl_solve(lambda, L, RowsView<T>{out.data, L.n});
}

}  // namespace TENON_ISA
}  // namespace tenon
