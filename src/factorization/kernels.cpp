// LTDL on the packed factor: four rows at a time, rank-four updates of their ancestors.  [Fea05] appendix, rearranged.
// D2 multiply-adds as the listing, one reciprocal per row instead of D1 divisions.
#include "factorization/kernels_block.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

constexpr Pack4::Mask first_lanes[5] = {{0, 0, 0, 0}, {-1, 0, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, 0}, {-1, -1, -1, -1}};

// `count` numbers and zeros up to four. The last row of M must not be read beyond its end.
Pack4 load_first(const double* from, int count, bool last_row) {
  if (!last_row) [[likely]]
    return select(first_lanes[count], Pack4::load(from), Pack4(0.0));
  Pack4 p(0.0);
  for (int lane = 0; lane < count; ++lane) p.set(lane, from[lane]);
  return p;
}

// The nonzeros of M's rows; D_inverse keeps the diagonal for the test of the pivots.
template <int B>
void pack_rows(const PackedFactor& f, const Block& block, const double* M) {
  const BlockRows<B> rows(f, block);
  const long n = f.tree.n;
  const double* from = M + block.own.row * n;
  const bool last = block.own.row + B == n;
  for (int p = 0; p < block.supports; ++p) {
    const Group group = rows.supports[p];
    for (int q = 0; q < B; ++q)
      load_first(from + q * n + group.row, group.count, last && q == B - 1).store(rows.L(q) + 4 * p);
  }
  Pack4 diagonal(0.0);
  for (int q = 0; q < B; ++q) {
    const Pack4 own = load_first(from + q * n + block.own.row, q + 1, last && q == B - 1);
    own.store(rows.triangle(q));
    diagonal.set(q, own[q]);
  }
  diagonal.store(f.D_inverse + block.own.slot);
}

// The triangle of the block's own rows: lines 4 to 10 with i and j inside the block. l[q][s] becomes L, inv[q] 1 / D.
// Products are formed while the reciprocal is on its way: pivots follow each other after a division and one addition.
template <int B>
int factor_triangle(const PackedFactor& f, const BlockRows<B>& rows, double (&l)[4][4], double (&inv)[4]) {
  constexpr double rounding = 0x1p-52;  // a pivot below this share of the diagonal is nothing but rounding
  const int slot = rows.block.own.slot;
  for (int q = 0; q < B; ++q)
    for (int s = 0; s <= q; ++s) l[q][s] = rows.triangle(q)[s];
  Pack4 D(0.0), D_inverse(0.0);
  for (int q = B - 1; q >= 0; --q) {
    const double pivot = l[q][q];
    if (!(pivot > rounding * f.D_inverse[slot + q])) [[unlikely]] {
      f.D[slot + q] = pivot;
      return rows.block.own.row + q;
    }
    inv[q] = 1 / pivot;
    D.set(q, pivot);
    D_inverse.set(q, inv[q]);
    for (int s = q - 1; s >= 0; --s)
      for (int t = s; t >= 0; --t) l[s][t] = neg_mul_add(l[q][s] * l[q][t], inv[q], l[s][t]);
    for (int s = q - 1; s >= 0; --s) l[q][s] *= inv[q];
  }
  D.store(f.D + slot);
  D_inverse.store(f.D_inverse + slot);
  for (int q = 0; q < B; ++q) {
    Pack4 last(0.0);
    for (int s = 0; s < q; ++s) last.set(s, l[q][s]);
    last.store(rows.triangle(q));
  }
  return -1;
}

// The packs before the triangle: eliminates the block's later rows from its earlier ones, leaves D L in U and L in
// place.
template <int B>
void factor_panel(const BlockRows<B>& rows, const double (&l)[4][4], const double (&inv)[4], double* U) {
  for (int p = 0; p < rows.block.supports; ++p) {
    Pack4 u[B];
    for (int q = B - 1; q >= 0; --q) {
      u[q] = Pack4::load(rows.L(q) + 4 * p);
      for (int r = B - 1; r > q; --r) u[q] = neg_mul_add(Pack4(l[r][q]), u[r], u[q]);
      u[q].store(U + 4 * (p * B + q));
      (u[q] * Pack4(inv[q])).store(rows.L(q) + 4 * p);
    }
  }
}

// Line 7 for T ancestors that stand next to each other on the path: row_t -= sum over the block of L_qt U_q.
template <int B, int T>
void update_rows(const BlockRows<B>& rows, const double* U, double* target, int place, int first) {
  const int packs = place + 1;
  target += first * 4L * packs;
  Pack4 a[T][B];
  for (int t = 0; t < T; ++t)
    for (int q = 0; q < B; ++q) a[t][q] = Pack4(rows.L(q)[4 * place + first + t]);
  for (int p = 0; p < packs; ++p) {
    Pack4 row[T];
    for (int t = 0; t < T; ++t) row[t] = Pack4::load(target + 4 * (t * packs + p));
    for (int q = B - 1; q >= 0; --q) {  // row 0 of the block was ready last
      const Pack4 u = Pack4::load(U + 4 * (p * B + q));
      for (int t = 0; t < T; ++t) row[t] = neg_mul_add(a[t][q], u, row[t]);
    }
    for (int t = 0; t < T; ++t) row[t].store(target + 4 * (t * packs + p));
  }
}

template <int B>
void update_supports(const PackedFactor& f, const BlockRows<B>& rows, const double* U) {
  for (int place = rows.block.supports - 1; place >= 0; --place) {
    const Group group = rows.supports[place];
    double* target = f.L + 4L * group.offset;
    if (group.count == 4)
      update_rows<B, 2>(rows, U, target, place, 2);
    else if (group.count == 3)
      update_rows<B, 1>(rows, U, target, place, 2);
    if (group.count >= 2)
      update_rows<B, 2>(rows, U, target, place, 0);
    else
      update_rows<B, 1>(rows, U, target, place, 0);
  }
}

}  // namespace

int factorize(const PackedFactor& f, const double* M) {
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) { pack_rows<B>(f, block, M); });
  int failed = -1;
  blocks_to_base(f.tree, [&]<int B>(const Block& block) {
    if (failed >= 0) return;
    const BlockRows<B> rows(f, block);
    double l[4][4] = {}, inv[4] = {};
    failed = factor_triangle<B>(f, rows, l, inv);
    if (failed >= 0 || block.supports == 0) return;
    factor_panel<B>(rows, l, inv, f.scratch);
    update_supports<B>(f, rows, f.scratch);
  });
  return failed;
}

const FactorizationKernels factorization_table{
    factorize,        solve,         multiply_l,         multiply_lt,         solve_l,
    solve_lt,         solve_columns, multiply_l_columns, multiply_lt_columns, solve_l_columns,
    solve_lt_columns, inverse};

}  // namespace TENON_ISA
}  // namespace tenon
