// M = LᵀD L and M y = x on rows by places (fast/branch.hpp), over any scalar: a single call, one sample per lane of a
// batch, with the same bits, or one limb per lane (fast/branch_limbs.hpp).  [Fea05] appendix, read from the other side:
// as printed, a row gives to its supports; here a block of rows on one path takes what its descendants, which are a
// range of rows, have for it. Sums stay in registers, no list of supports is read, and for a batch the first
// substitution is one more column of the elimination.
#pragma once

#include "factorization/fast/branch.hpp"
#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {

// In: rows of M and, if there is one, x. Out: the rows of U = D L with D⁻¹ on the diagonal, and L⁻ᵀx.
// `holds`: the tables may have held rows.
template <class S, bool holds = false>
class BranchRows {
 public:
  BranchRows(const BranchTables& tables, S* numbers, S* x)
      : tables_(tables), row_(tables.rows.data()), numbers_(numbers), x_(x) {}

  // pivot(row, D) for every row, from the tips. Held rows lose what the others have for them, and that is all.
  template <bool with_x, class Pivot>
  TENON_INLINE void factorize(Pivot&& pivot) const {
    for_each_block([&]<int R, bool held>(int first) TENON_INLINE_LAMBDA { eliminate<R, held, with_x>(first, pivot); });
  }
  // x = L⁻ᵀx where factorize() had none. Its sums run in factorize()'s order.
  TENON_INLINE void carry() const {
    for_each_block([&]<int R, bool held>(int first) TENON_INLINE_LAMBDA { carry<R, held>(first); });
  }
  // x = L⁻¹D⁻¹x; `place` has a number for every depth, those of held rows from the caller.
  TENON_INLINE void substitute(S* place) const {
    const int n = static_cast<int>(tables_.rows.size());
    for (int i = tables_.held; i < n; ++i) {
      const S* const u = at(i);
      const int d = row_[i].depth;
      S even = x_[i], odd(0);  // two sums: one would wait for itself
      int p = 0;
      for (; p + 2 < d; p += 2) {
        even = neg_mul_add(u[p], place[p], even);
        odd = neg_mul_add(u[p + 1], place[p + 1], odd);
      }
      if (p + 1 < d) odd = neg_mul_add(u[p], place[p], odd), ++p;
      S sum = even + odd;
      if (p < d) sum = neg_mul_add(u[p], place[p], sum);  // the latest comes last
      place[d] = x_[i] = sum * u[d];
    }
  }

 private:
  TENON_INLINE S* at(int i) const { return numbers_ + row_[i].begin; }

  template <class Work>
  TENON_INLINE void for_each_block(Work&& work) const {
    const BranchBlock* const own = tables_.blocks.data();
    for_blocks<false>(own, own + tables_.own_blocks, work);
    if constexpr (holds) for_blocks<true>(own + tables_.own_blocks, own + tables_.blocks.size(), work);
  }
  template <bool held, class Work>
  TENON_INLINE static void for_blocks(const BranchBlock* block, const BranchBlock* end, Work&& work) {
    for (; block != end; ++block)
      block->count == 3   ? work.template operator()<3, held>(block->first)
      : block->count == 2 ? work.template operator()<2, held>(block->first)
                          : work.template operator()<1, held>(block->first);
  }
  // The first row that a block takes from: what it supports, without other held rows.
  template <int R, bool held>
  TENON_INLINE int after(int first) const {
    return held ? tables_.held : first + R;
  }

  // Rows first … first + R - 1; those that they support are done.
  template <int R, bool held, bool with_x, class Pivot>
  TENON_INLINE void eliminate(int first, Pivot&& pivot) const {
    const int depth = row_[first].depth, from = after<R, held>(first), to = row_[first].end;
    S T[R][R], x[R];  // the block's own rows, below the diagonal
    for (int r = 0; r < R; ++r) {
      if constexpr (with_x) x[r] = x_[first + r];
      for (int s = 0; s <= r; ++s) T[r][s] = at(first + r)[depth + s];
    }
    for (int k = from; k < to; ++k) {
      S a[R];
      shares(k, depth, a);
      const S* const u = at(k) + depth;
      for (int r = 0; r < R; ++r) {
        if constexpr (with_x) x[r] = neg_mul_add(x_[k], a[r], x[r]);
        for (int s = 0; s <= r; ++s) T[r][s] = neg_mul_add(u[s], a[r], T[r][s]);
      }
    }
    if constexpr (held) {
      for (int r = 0; r < R; ++r)
        for (int s = 0; s <= r; ++s) at(first + r)[depth + s] = T[r][s];
    } else {
      eliminate_inside<R, with_x>(first, depth, T, x, pivot);
    }
    if constexpr (with_x)
      for (int r = 0; r < R; ++r) x_[first + r] = x[r];
    constexpr int C = R == 3 ? 4 : R == 2 ? 6 : 8;  // sums and what they are made of fill the registers
    int p = 0;
    for (; p + C <= depth; p += C) take<R, held, C>(first, p, from, to, T);
    if constexpr (C > 4)
      if (p + 4 <= depth) take<R, held, 4>(first, p, from, to, T), p += 4;
    if (p + 2 <= depth) take<R, held, 2>(first, p, from, to, T), p += 2;
    if (p < depth) take<R, held, 1>(first, p, from, to, T);
  }

  // The block's own rows: U and D⁻¹ where they stand, L in T.
  template <int R, bool with_x, class Pivot>
  TENON_INLINE void eliminate_inside(int first, int depth, S (&T)[R][R], S (&x)[R], Pivot&& pivot) const {
    S D_inverse[R];
    for (int r = R - 1; r >= 0; --r) {
      pivot(first + r, T[r][r]);
      D_inverse[r] = S(1) / T[r][r];
      for (int s = 0; s < r; ++s) at(first + r)[depth + s] = T[r][s];
      at(first + r)[depth + r] = D_inverse[r];
      for (int s = r - 1; s >= 0; --s) {
        const S U = T[r][s];
        T[r][s] = U * D_inverse[r];
        for (int j = 0; j < s; ++j) T[s][j] = neg_mul_add(at(first + r)[depth + j], T[r][s], T[s][j]);
        T[s][s] = neg_mul_add(U, T[r][s], T[s][s]);
        if constexpr (with_x) x[s] = neg_mul_add(x[r], T[r][s], x[s]);
      }
    }
  }

  template <int R, bool held>
  TENON_INLINE void carry(int first) const {
    const int depth = row_[first].depth;
    S x[R];
    for (int r = 0; r < R; ++r) x[r] = x_[first + r];
    for (int k = after<R, held>(first); k < row_[first].end; ++k) {
      S a[R];
      shares(k, depth, a);
      for (int r = 0; r < R; ++r) x[r] = neg_mul_add(x_[k], a[r], x[r]);
    }
    for (int r = held ? 0 : R - 1; r > 0; --r) {
      const S* const u = at(first + r) + depth;
      for (int s = r - 1; s >= 0; --s) x[s] = neg_mul_add(x[r], u[s] * u[r], x[s]);
    }
    for (int r = 0; r < R; ++r) x_[first + r] = x[r];
  }

  // L(k, ·) at R places.
  template <int R>
  TENON_INLINE void shares(int k, int depth, S (&a)[R]) const {
    const S* const u = at(k);
    const S D_inverse = u[row_[k].depth];
    for (int r = 0; r < R; ++r) a[r] = u[depth + r] * D_inverse;
  }

  // The block's rows at places p … p + C - 1: what descendants have for them, then elimination inside the block.
  template <int R, bool held, int C>
  TENON_INLINE void take(int first, int p, int from, int to, const S (&T)[R][R]) const {
    S sum[R][C];
    for (int r = 0; r < R; ++r)
      for (int c = 0; c < C; ++c) sum[r][c] = at(first + r)[p + c];
    const int depth = row_[first].depth;
    for (int k = from; k < to; ++k) {
      S a[R];
      shares(k, depth, a);
      const S* const u = at(k) + p;
      for (int c = 0; c < C; ++c)
        for (int r = 0; r < R; ++r) sum[r][c] = neg_mul_add(u[c], a[r], sum[r][c]);
    }
    for (int r = R - 1; r >= 0; --r)
      for (int c = 0; c < C; ++c) {
        for (int s = 0; s < (held ? 0 : r); ++s) sum[s][c] = neg_mul_add(sum[r][c], T[r][s], sum[s][c]);
        at(first + r)[p + c] = sum[r][c];
      }
  }

  const BranchTables& tables_;
  const BranchRow* row_;
  S* numbers_;
  S* x_;
};

}  // namespace TENON_ISA
}  // namespace tenon
