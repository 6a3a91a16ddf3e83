// LTDL on the packed factor: four rows at a time, rank-four updates of their ancestors.  [Fea05] appendix, rearranged.
// D2 multiply-adds as the listing, one reciprocal per row instead of D1 divisions.
#include "factorization/kernels_block.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

// `length` numbers, then zeros up to a multiple of four. Reads in packs where that stays in front of `end`.
void copy_padded(const double* from, int length, double* to, const double* end) {
  int k = 0;
  for (; k + 4 <= length; k += 4) Pack4::load(from + k).store(to + k);
  if (k == length) return;
  if (end - (from + k) >= 4) {
    select(first_lanes(length - k), Pack4::load(from + k), Pack4(0.0)).store(to + k);
  } else {
    for (int lane = 0; lane < 4; ++lane) to[k + lane] = k + lane < length ? from[k + lane] : 0;
  }
}

// The nonzeros of M's lower triangle, row by row; D_inverse keeps the diagonal for the test of the pivots.
void pack_rows(const PackedFactor& f, const double* M) {
  const long n = f.tree.n;
  for (int r = 0; r < f.tree.run_count; ++r) {
    const Run& run = f.tree.runs[r];
    for (int k = 0; k < run.own.length; ++k) {
      const long i = run.own.row + k;
      const double* from = M + i * n;
      double* to = f.L + f.tree.start[i];
      for (int s = run.segments_begin; s < run.segments_end; ++s) {
        const Segment& segment = f.tree.segments[s];
        copy_padded(from + segment.row, segment.length, to + segment.place, M + n * n);
      }
      copy_padded(from + run.own.row, k + 1, to + run.own.place, M + n * n);
      f.D_inverse[run.own.slot + k] = from[i];
    }
  }
}

// The triangle of the block's own rows: line 4 to 10 with i and j inside the block. l[q][s] becomes L, inv[q] 1 / D.
template <int B>
int factor_triangle(const PackedFactor& f, const Block& block, double (&l)[4][4], double (&inv)[4]) {
  constexpr double rounding = 0x1p-52;  // a pivot below this share of the diagonal is nothing but rounding
  for (int q = 0; q < B; ++q)
    for (int s = 0; s <= q; ++s) l[q][s] = block.triangle(q)[s];
  Pack4 D(0.0), D_inverse(0.0);
  for (int q = B - 1; q >= 0; --q) {
    const double pivot = l[q][q];
    if (!(pivot > rounding * f.D_inverse[block.slot + q])) {
      f.D[block.slot + q] = pivot;
      return block.row + q;
    }
    inv[q] = 1 / pivot;
    D.set(q, pivot);
    D_inverse.set(q, inv[q]);
    for (int s = q - 1; s >= 0; --s) {
      const double a = l[q][s] * inv[q];
      for (int t = s; t >= 0; --t) l[s][t] = neg_mul_add(l[q][t], a, l[s][t]);
      l[q][s] = a;
    }
  }
  D.store(f.D + block.slot);
  D_inverse.store(f.D_inverse + block.slot);
  for (int q = 0; q < B; ++q) {
    Pack4 last(0.0);
    for (int s = 0; s < q; ++s) last.set(s, l[q][s]);
    last.store(block.triangle(q));
  }
  return -1;
}

// The packs before the triangle: eliminates the block's later rows from its earlier ones, leaves D L in U and L in
// place.
template <int B>
void factor_panel(const Block& block, const double (&l)[4][4], const double (&inv)[4], double* U) {
  for (int c = 0; c < block.places; c += 4) {
    Pack4 u[B];
    for (int q = B - 1; q >= 0; --q) {
      u[q] = Pack4::load(block.L(q) + c);
      for (int p = B - 1; p > q; --p) u[q] = neg_mul_add(Pack4(l[p][q]), u[p], u[q]);
      u[q].store(U + q * block.places + c);
      (u[q] * Pack4(inv[q])).store(block.L(q) + c);
    }
  }
}

// Line 7 for T ancestors that stand next to each other: row_t -= sum over the block of L_qt U_q.
template <int B, int T>
void update_rows(const Block& block, const double* U, double* target, int stride, int place, int first) {
  Pack4 a[T][B];
  for (int t = 0; t < T; ++t)
    for (int q = 0; q < B; ++q) a[t][q] = Pack4(block.L(q)[place + first + t]);
  for (int c = 0; c <= place; c += 4) {
    Pack4 row[T];
    for (int t = 0; t < T; ++t) row[t] = Pack4::load(target + (first + t) * stride + c);
    for (int q = 0; q < B; ++q) {
      const Pack4 u = Pack4::load(U + q * block.places + c);
      for (int t = 0; t < T; ++t) row[t] = neg_mul_add(a[t][q], u, row[t]);
    }
    for (int t = 0; t < T; ++t) row[t].store(target + (first + t) * stride + c);
  }
}

template <int B>
void update_segment(const PackedFactor& f, const Block& block, const double* U, const Segment& segment) {
  for (int first = (segment.length - 1) / 4 * 4; first >= 0; first -= 4) {
    const int place = segment.place + first, count = segment.length - first;
    double* target = f.L + f.tree.start[segment.row + first];
    if (count >= 4)
      update_rows<B, 2>(block, U, target, place + 4, place, 2);
    else if (count == 3)
      update_rows<B, 1>(block, U, target, place + 4, place, 2);
    if (count >= 2)
      update_rows<B, 2>(block, U, target, place + 4, place, 0);
    else
      update_rows<B, 1>(block, U, target, place + 4, place, 0);
  }
}

template <int B>
int factor_block(const PackedFactor& f, const Run& run, const Block& block) {
  double l[4][4], inv[4];
  const int failed = factor_triangle<B>(f, block, l, inv);
  if (failed >= 0) return failed;
  factor_panel<B>(block, l, inv, f.scratch);
  for_support(f, run, block, [&](const Segment& segment) { update_segment<B>(f, block, f.scratch, segment); });
  return -1;
}

}  // namespace

int factorize(const PackedFactor& f, const double* M) {
  pack_rows(f, M);
  int failed = -1;
  blocks_to_base(f, [&](const Run& run, const Block& block) {
    if (failed < 0) failed = with_size(block.size, [&]<int B>() { return factor_block<B>(f, run, block); });
  });
  return failed;
}

const FactorizationKernels factorization_table{
    factorize,        solve,         multiply_l,         multiply_lt,         solve_l,
    solve_lt,         solve_columns, multiply_l_columns, multiply_lt_columns, solve_l_columns,
    solve_lt_columns, inverse};

}  // namespace TENON_ISA
}  // namespace tenon
