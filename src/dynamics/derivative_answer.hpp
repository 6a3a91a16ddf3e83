// The entries of the derivatives of inverse dynamics, from the factors in DerivativeRows. They come in blocks: the
// columns of a piece (slots that each are the next one's only parent) have one formula in the rows before it, another
// in the rows beyond it, and zeros in the rows on other branches. Rows beyond are one range in depth-first order.
#pragma once

#include <algorithm>

#include "dynamics/rnea_derivatives_fast.hpp"

namespace tenon {

// Where entries go; da may be null. Rows have the length nv.
struct DerivativeAnswer {
  double *dq, *dv, *da;
};

inline namespace TENON_ISA {

struct FourEntries {
  Four dq, dv, da;
};

// Entries of one row in columns at or before its own body:
//   Is · psi_ddot + Bs · psi_dot,  Is · rate + Bs · s,  Is · s.
struct EntriesBefore {
  const double* tile;  // column 0 would be here
  Four b0, b1, b2, i0, i1, i2, i3, i4, i5;

  TENON_INLINE EntriesBefore(const DerivativeRows& rows, int slot, const double* tile_of_columns)
      : tile(tile_of_columns) {
    using R = DerivativeRows;
    const double* own = rows.column(slot);
    const auto broadcast = [&](int r) { return Four(own[r * R::stride]); };
    b0 = broadcast(R::Bs), b1 = broadcast(R::Bs + 1), b2 = broadcast(R::Bs + 2);
    i0 = broadcast(R::Is), i1 = broadcast(R::Is + 1), i2 = broadcast(R::Is + 2);
    i3 = broadcast(R::Is + 3), i4 = broadcast(R::Is + 4), i5 = broadcast(R::Is + 5);
  }
  TENON_INLINE FourEntries operator()(int c) const {
    using R = DerivativeRows;
    const auto at = [&](int r) { return Four::load(tile + c + r * R::stride); };
    const auto dot6 = [&](int r, Four sum) {
      const Four low = mul_add(i2, at(r + 2), mul_add(i1, at(r + 1), mul_add(i0, at(r), sum)));
      return low + mul_add(i5, at(r + 5), mul_add(i4, at(r + 4), i3 * at(r + 3)));
    };
    const auto dot3 = [&](int r) { return mul_add(b2, at(r + 2), mul_add(b1, at(r + 1), b0 * at(r))); };
    return {dot6(R::psi_ddot, dot3(R::psi_dot)), dot6(R::rate, dot3(R::s + 3)), dot6(R::s, Four(0.0))};
  }
};

// Entries of one row in columns beyond its own body: s · by_q, s · by_v, s · Is.
struct EntriesBeyond {
  const double* tile;
  Four s0, s1, s2, s3, s4, s5;

  TENON_INLINE EntriesBeyond(const DerivativeRows& rows, int slot, const double* tile_of_columns)
      : tile(tile_of_columns) {
    using R = DerivativeRows;
    const double* own = rows.column(slot);
    const auto broadcast = [&](int r) { return Four(own[r * R::stride]); };
    s0 = broadcast(R::s), s1 = broadcast(R::s + 1), s2 = broadcast(R::s + 2);
    s3 = broadcast(R::s + 3), s4 = broadcast(R::s + 4), s5 = broadcast(R::s + 5);
  }
  TENON_INLINE FourEntries operator()(int c) const {
    using R = DerivativeRows;
    const auto at = [&](int r) { return Four::load(tile + c + r * R::stride); };
    const auto dot6 = [&](int r) {
      return mul_add(s2, at(r + 2), mul_add(s1, at(r + 1), s0 * at(r))) +
             mul_add(s5, at(r + 5), mul_add(s4, at(r + 4), s3 * at(r + 3)));
    };
    return {dot6(R::by_q), dot6(R::by_v), dot6(R::Is)};
  }
};

// Columns [begin, end) of one tile, all of one piece. Less than four columns spill over to the right, into columns that
// are written later, but not over the matrix' edge.
template <bool with_da>
struct ColumnWriter {
  const DerivativeRows& rows;
  DerivativeAnswer out;
  int nv, begin, end;
  const double* tile;

  TENON_INLINE ColumnWriter(const DerivativeRows& r, const DerivativeAnswer& o, int row_length, int first, int last)
      : rows(r), out(o), nv(row_length), begin(first), end(last), tile(r.column(first) - first) {}

  TENON_INLINE void put(int row, int c, const FourEntries& x) const {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * nv + c;
    x.dq.store(out.dq + at), x.dv.store(out.dv + at);
    if constexpr (with_da) x.da.store(out.da + at);
  }
  TENON_INLINE void put_narrow(int row, const FourEntries& x) const {
    if (begin + 4 <= nv) return put(row, begin, x);
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * nv + begin;
    x.dq.store(out.dq + at, nv - begin), x.dv.store(out.dv + at, nv - begin);
    if constexpr (with_da) x.da.store(out.da + at, nv - begin);
  }
  // Packs from the left; the last one overlaps its neighbour where the width is not a multiple of four.
  template <class Entries>
  TENON_INLINE void fill(int row, const Entries& entries) const {
    int c = begin;
    for (; c + 4 <= end; c += 4) put(row, c, entries(c));
    if (c == end) return;
    if (end - begin >= 4)
      put(row, end - 4, entries(end - 4));
    else
      put_narrow(row, entries(begin));
  }
  template <class Entries>
  TENON_INLINE void rows_of(int first, int last) const {
    for (int row = first; row < last; ++row) fill(row, Entries(rows, row, tile));
  }
  TENON_INLINE void zeros(int first, int last) const {
    const Four none(0.0);
    for (int row = first; row < last; ++row) fill(row, [&](int) { return FourEntries{none, none, none}; });
  }
  // Rows of the piece itself: the formula changes behind the last slot of the row's body.
  TENON_INLINE void own_rows(int first, int last) const {
    for (int row = first; row < last; ++row) {
      const int split = rows.body_last[static_cast<std::size_t>(row)] + 1;
      if (end - begin < 4) {
        put_narrow(row, mixed(row, split, begin));
        continue;
      }
      int c = begin;
      if (c + 4 <= split) {
        const EntriesBefore entries(rows, row, tile);
        for (; c + 4 <= std::min(split, end); c += 4) put(row, c, entries(c));
      }
      if (c < split && c + 4 <= end) put(row, c, mixed(row, split, c)), c += 4;
      if (c + 4 <= end) {
        const EntriesBeyond entries(rows, row, tile);
        for (; c + 4 <= end; c += 4) put(row, c, entries(c));
      }
      if (c < end) put(row, end - 4, mixed(row, split, end - 4));
    }
  }
  TENON_INLINE FourEntries mixed(int row, int split, int c) const {
    const FourEntries x = EntriesBefore(rows, row, tile)(c), y = EntriesBeyond(rows, row, tile)(c);
    const double numbers[4] = {0, 1, 2, 3};
    const auto left = Four::load(numbers) < Four(static_cast<double>(split - c));
    return {select(left, x.dq, y.dq), select(left, x.dv, y.dv), select(left, x.da, y.da)};
  }
};

// All entries, zeros too.
template <bool with_da>
inline void derivative_entries(const CompiledModel& model, const DerivativeRows& rows, const DerivativeAnswer& out) {
  for (const DerivativeRows::Piece& piece : rows.pieces) {
    for (int begin = piece.begin, end; begin < piece.end; begin = end) {
      end = std::min(piece.end, (begin / DerivativeRows::tile + 1) * DerivativeRows::tile);
      const ColumnWriter<with_da> write(rows, out, model.nv, begin, end);
      write.zeros(piece.subtree_end, model.nv);
      write.template rows_of<EntriesBefore>(piece.end, piece.subtree_end);
      write.own_rows(piece.begin, piece.end);
      for (int row = piece.begin, up = piece.parent; row > 0;) {
        const int first = up < 0 ? 0 : rows.pieces[static_cast<std::size_t>(up)].begin;
        const int last = up < 0 ? 0 : rows.pieces[static_cast<std::size_t>(up)].end;
        write.zeros(last, row);
        write.template rows_of<EntriesBeyond>(first, last);
        row = first;
        if (up >= 0) up = rows.pieces[static_cast<std::size_t>(up)].parent;
      }
    }
  }
}

inline void rnea_derivatives_kernel(const CompiledModel& model, DerivativeRows& rows, double* sine, double* cosine,
                                    const double* q, const double* v, const double* a, const Force<double>* external,
                                    const DerivativeAnswer& out) {
  const std::ptrdiff_t nv = model.nv;
  derivative_poses(model, rows, sine, cosine, q);
  derivative_axes(model, rows, v);
  sum_outward(model, rows, rows.velocities);
  derivative_rates(model, rows, v, a);
  sum_outward(model, rows, rows.accelerations);
  derivative_bodies(rows);
  derivative_second_rates(rows);
  if (external) derivative_wrenches(model, rows, external);
  derivative_composites(model, rows);
  derivative_factors(rows);
  derivative_entries<true>(model, rows, out);
  for (int slot = 0; slot < model.nv; ++slot)
    out.da[slot * nv + slot] += model.armature[static_cast<std::size_t>(slot)];
}

}  // namespace TENON_ISA
}  // namespace tenon
