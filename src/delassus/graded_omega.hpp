// Ω of the links by its factor, in the sweeps of paper/pv_osimr.hpp with joints axis by axis: for rows that are stiff
// against the bodies they hold, of which Ω itself would lose R twice (graded_rows.hpp says why).
#pragma once

#include "delassus/graded_rows.hpp"
#include "delassus/paper/axis_step.hpp"
#include "delassus/scratch.hpp"

namespace tenon {
inline namespace TENON_ISA {

struct GradedOmega {
  static constexpr bool both_sides = true;

  // A row Sᵀ P / √E per axis.
  template <int n, class S>
  TENON_INLINE static void add(const Body& k, const DelassusAxis<S>* axis, const S* sf, const S*, DelassusNode<S>& x) {
    GradedRows<S> A = rows_of(x);
    for (int d = 0; d < n; ++d) {
      const S root = square_root(axis[k.v + d].D_inverse[d]);
      const int row = A.count();
      A.add();
      for (int c = 0; c < 6; ++c) A.at(row, c) = root * sf[6 * c + d];
    }
    keep(A, x);
  }
  template <class S>
  TENON_INLINE static void join(const DelassusNode<S>* above, DelassusNode<S>& x) {
    GradedRows<S> A = rows_of(x);
    for (int i = 0; above && i < above->rows; ++i) {
      const int row = A.count();
      A.add();
      for (int c = 0; c < 6; ++c) A.at(row, c) = dot(above->O[i], x.P[c]);
    }
    keep(A, x);
  }
  // (A K_a)ᵀ(A K_b).
  template <class S>
  TENON_INLINE static S product(const DelassusScratch<S>& w, int a, int b) {
    S sum = component(w.T[a], 0) * component(w.T[b], 0);
    for (int i = 1; i < 6; ++i) sum = mul_add(component(w.T[a], i), component(w.T[b], i), sum);
    return sum;
  }

 private:
  template <class S>
  static GradedRows<S> rows_of(const DelassusNode<S>& x) {
    GradedRows<S> A;
    for (int i = 0; i < x.rows; ++i) {
      A.add();
      for (int c = 0; c < 6; ++c) A.at(i, c) = component(x.O[i], c);
    }
    return A;
  }
  template <class S>
  static void keep(GradedRows<S>& A, DelassusNode<S>& x) {
    A.fold();
    x.rows = A.count();
    for (int i = 0; i < x.rows; ++i)
      for (int c = 0; c < 6; ++c) component(x.O[i], c) = A.at(i, c);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
