// M⁻¹ row by row from the base to the tips, without solving for the columns of the identity.
//
// Derivation. X = M⁻¹ satisfies L X = D⁻¹L⁻ᵀ, whose right side is zero left of the diagonal and 1/D_i on it. Hence
//   (1) X_ic = -sum over j ∈ ancestors(i) of L_ij X_jc          for c < i,
//   (2) X_ii = 1/D_i - sum over j ∈ ancestors(i) of L_ij X_ji,
// and all X_jc on the right are known when rows come in order, by symmetry also those with c > j. About n D1 / 2
// multiply-adds, a quarter of what L⁻ᵀ, D⁻¹ and L⁻¹ on the identity take.
#include "factorization/kernels_columns.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

// Columns of the block's own rows: (1) and (2) for i and c inside the block.
template <int B>
void own_columns(const PackedFactor& f, const BlockRows<B>& rows, double* X) {
  const long n = f.tree.n;
  const Group own = rows.block.own;
  double x[B][B];
  for (int i = 0; i < B; ++i)
    for (int c = 0; c <= i; ++c) {
      double sum = i == c ? f.D_inverse[own.slot + i] : 0;
      for (int p = 0; p < rows.block.supports; ++p) {
        const Group group = rows.supports[p];
        const double* known = X + (own.row + c) * n + group.row;
        for (int k = 0; k < group.count; ++k) sum = neg_mul_add(rows.L(i)[4 * p + k], known[k], sum);
      }
      for (int s = 0; s < i; ++s) sum = neg_mul_add(rows.triangle(i)[s], x[s][c], sum);
      x[i][c] = x[c][i] = sum;
    }
  for (int i = 0; i < B; ++i)
    for (int c = 0; c < B; ++c) X[(own.row + i) * n + own.row + c] = x[i][c];
}

// The block's rows again as columns of the rows above it.
template <int B>
void mirror(const Group& own, double* X, long n) {
  const double* rows = X + own.row * n;
  for (int c = 0; c < own.row; ++c)
    for (int q = 0; q < B; ++q) X[c * n + own.row + q] = rows[q * n + c];
}

}  // namespace

void inverse(const PackedFactor& f, double* out) {
  const int n = f.tree.n;
  blocks_to_tip(f.tree, [&]<int B>(const Block& block) {
    const BlockRows<B> rows(f, block);
    gather_rows<B, Gather::fill>(rows, out, n, block.own.row);
    own_columns<B>(f, rows, out);
    mirror<B>(block.own, out, n);
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
