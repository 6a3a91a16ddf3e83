// Ω of a branching link as the factor A of AᵀA, for links that stiff rows hold.  A joint adds the row Sᵀ/√D of what it
// leaves of six unit columns; more than six rows are folded into six by reflections,
// eighteen at a time.
// Why not Ω: it is as small as 1/R where rows hold the link and as large as 1/m where they do not, and a product KᵀΩ K
// of stiff rows is what is left when its large numbers cancel. In A large and small stand in rows of their own: the
// large ones are nearly orthogonal to K, and their rounding is multiplied by that little. Folding must not mix the
// rounding of large rows into small ones: every step takes the largest number that is left as its pivot, in row and in
// column, which makes Householder's reflections stable row by row (Cox and Higham, 1998).
#pragma once

#include <type_traits>
#include <utility>

#include "delassus/fast/row_tiles.hpp"
#include "spatial/counted.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Below this a pivot counts as zero: its reciprocal is finite.
template <class T>
constexpr T least_number = sizeof(T) == 4 ? T(1e-30) : T(1e-250);

// What a pivot is chosen by: comparing costs no operation of a Counted.
inline double number(double x) { return x; }
inline double number(const Counted& x) { return x.value; }
inline double magnitude(double x) { return __builtin_fabs(x); }
inline Counted magnitude(const Counted& x) { return x.value < 0 ? -x : x; }
inline Counted larger_of(const Counted& a, const Counted& b) { return a.value > b.value ? a : b; }
template <class T, int W>
TENON_INLINE Pack<T, W> magnitude(const Pack<T, W>& x) {
  return select(x < Pack<T, W>(0), -x, x);
}
template <class T, int W>
TENON_INLINE Pack<T, W> larger_of(const Pack<T, W>& a, const Pack<T, W>& b) {
  return select(a > b, a, b);
}

template <class S>
class GradedRows {
 public:
  using Col = Columns<S>;
  static constexpr int width = column_width<S>, packs = link_packs<S>, most = 24;
  // One sample, or one in each lane: then rows and columns are chosen by masks.
  static constexpr bool lanes = !std::is_same_v<Element<S>, S>;

  int count() const { return count_; }
  // A row of zeros to be filled.
  Col* add() {
    if (count_ == most) fold();
    for (Col& numbers : row_[count_]) numbers = Col(0);
    return row_[count_++];
  }
  S& at(int k, int column) { return reinterpret_cast<S*>(row_[k])[column]; }
  const Col* row(int k) const { return row_[k]; }

  // At most six rows, AᵀA as before.
  [[gnu::noinline]] void fold() {
    if (count_ <= 6) return;
    for (int j = 0; j < 6; ++j) {
      S x[most];
      if constexpr (lanes)
        pivot_by_masks(j, x);
      else
        pivot_by_index(j, x);
      reflect(j, x);
      clear_pivot(j);
    }
    count_ = 6;
  }

 private:
  // The largest number of rows j … is in column column_; its row moves to place j. x: that column.
  void pivot_by_index(int j, S* x) {
    Col largest[packs];
    for (int p = 0; p < packs; ++p) {
      largest[p] = magnitude(row_[j][p]);
      for (int k = j + 1; k < count_; ++k) largest[p] = larger_of(magnitude(row_[k][p]), largest[p]);
    }
    const S* const of = reinterpret_cast<const S*>(largest);
    column_ = 0;
    for (int c = 1; c < 6; ++c)
      if (number(of[c]) > number(of[column_])) column_ = c;
    int top = j;
    for (int k = j; k < count_; ++k) {
      x[k] = at(k, column_);
      if (number(magnitude(x[k])) > number(magnitude(x[top]))) top = k;
    }
    std::swap(x[j], x[top]);
    for (int p = 0; p < packs; ++p) std::swap(row_[j][p], row_[top][p]);
  }
  // The same with another choice in every lane: the first of the largest, as above.
  void pivot_by_masks(int j, S* x) {
    S largest[6], most_of_all(0);
    for (int c = 0; c < 6; ++c) {
      largest[c] = magnitude(row_[j][c]);
      for (int k = j + 1; k < count_; ++k) largest[c] = larger_of(magnitude(row_[k][c]), largest[c]);
      most_of_all = larger_of(largest[c], most_of_all);
    }
    typename S::Mask found{};
    for (int c = 0; c < 6; ++c) {
      mask_[c] = (largest[c] == most_of_all) & ~found;
      found |= mask_[c];
    }
    found = typename S::Mask{};
    for (int k = j; k < count_; ++k) {
      x[k] = S(0);
      for (int c = 0; c < 6; ++c) x[k] = select(mask_[c], row_[k][c], x[k]);
      const auto top = (magnitude(x[k]) == most_of_all) & ~found;
      found |= top;
      const auto exchange = [&](S& a, S& b) TENON_INLINE_LAMBDA {
        const S old = a;
        a = select(top, b, a), b = select(top, old, b);
      };
      for (int c = 0; c < 6; ++c) exchange(row_[j][c], row_[k][c]);
      if (k > j) exchange(x[j], x[k]);
    }
  }
  static S reciprocal(const S& x) {
    if constexpr (lanes) {
      const auto none = magnitude(x) < S(least_number<Element<S>>);
      return select(none, S(0), S(1) / select(none, S(1), x));
    } else {
      return number(magnitude(x)) < least_number<double> ? S(0) : S(1) / x;
    }
  }
  // Rows j … by 1 - v vᵀ / (n + n²), which leaves of the pivot's column, scaled to u = (1, u₁, …) and n long, -n alone.
  void reflect(int j, S* x) {
    const S scale = reciprocal(x[j]);
    S squares(1);
    for (int k = j + 1; k < count_; ++k) {
      x[k] = scale * x[k];
      squares = mul_add(x[k], x[k], squares);
    }
    const S n = square_root(squares), beta = S(1) / (n + squares);
    x[j] = S(1) + n;
    for (int p = 0; p < packs; ++p) {
      Col sum = Col(x[j]) * row_[j][p];
      for (int k = j + 1; k < count_; ++k) sum = mul_add(Col(x[k]), row_[k][p], sum);
      sum = Col(beta) * sum;
      for (int k = j; k < count_; ++k) row_[k][p] = neg_mul_add(Col(x[k]), sum, row_[k][p]);
    }
  }
  // Zeros that rounding has left.
  void clear_pivot(int j) {
    for (int k = j + 1; k < count_; ++k)
      if constexpr (lanes)
        for (int c = 0; c < 6; ++c) row_[k][c] = select(mask_[c], S(0), row_[k][c]);
      else
        at(k, column_) = S(0);
  }

  template <bool masked, class T>
  struct MaskOf {
    using type = bool;
  };
  template <class T>
  struct MaskOf<true, T> {
    using type = typename T::Mask;
  };

  Col row_[most][packs];
  int count_ = 0, column_ = 0;
  typename MaskOf<lanes, S>::type mask_[6];
};

}  // namespace TENON_ISA
}  // namespace tenon
