// The entries of the matrix while they are made, and as the caller gets them.
#pragma once

#include "delassus/fast/row_scratch.hpp"

namespace tenon {

inline namespace TENON_ISA {

// The upper triangle of the answer while it is made, rows sorted.
template <class S>
struct Entries {
  S* numbers;
  std::ptrdiff_t ld;
  TENON_INLINE S* operator()(int a, int b) const { return numbers + a * ld + b; }
};

template <class S, int W, class T>
TENON_INLINE Entries<S> entries_of(const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& w, S* out) {
  return {column_width<S> == 1 && plan.in_order ? out : w.L, leading<S>(static_cast<std::size_t>(plan.rows))};
}
// What end-effectors left on their own paths, added to what is there, or to nothing where that ends at the world.
template <class S, int W, class T>
TENON_INLINE void effector_entries(const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& w, const Entries<S>& L,
                                   bool cleared) {
  for (std::size_t n = static_cast<std::size_t>(plan.links); n < plan.paths.size(); ++n) {
    const RowPath& path = plan.paths[n];
    add_path<S>(reinterpret_cast<const Columns<S>*>(w.left) + path.first_left, path.rows, path.packs,
                path.end - path.begin, !cleared && path.above < 0,
                [&](int i, int j) TENON_INLINE_LAMBDA { return L(path.begin + i, path.begin + j); });
  }
}
// The whole matrix in the set's order.
template <class S, class T>
TENON_INLINE void hand_out(const RowPlan<T>& plan, const Entries<S>& L, S* out) {
  const int m = plan.rows;
  if (plan.in_order) return unfold(L.numbers, L.ld, m, out);
  const int* const user = plan.user_row.data();
  for (int a = 0; a < m; ++a)
    for (int b = a; b < m; ++b)
      out[static_cast<std::ptrdiff_t>(user[b]) * m + user[a]] =
          out[static_cast<std::ptrdiff_t>(user[a]) * m + user[b]] = *L(a, b);
}

}  // namespace TENON_ISA
}  // namespace tenon
