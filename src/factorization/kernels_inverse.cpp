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
void own_columns(const PackedFactor& f, const Run& run, const Block& block, double* X) {
  const long n = f.tree.n;
  double x[B][B];
  for (int i = 0; i < B; ++i)
    for (int c = 0; c <= i; ++c) {
      double sum = i == c ? f.D_inverse[block.slot + i] : 0;
      for_support(f, run, block, [&](const Segment& segment) {
        const double* l = block.L(i) + segment.place;
        const double* r = X + (block.row + c) * n + segment.row;
        Pack4 partial(0.0);
        int k = 0;
        for (; k + 4 <= segment.length; k += 4) partial = mul_add(Pack4::load(l + k), Pack4::load(r + k), partial);
        sum -= sum_lanes(partial);
        for (; k < segment.length; ++k) sum = neg_mul_add(l[k], r[k], sum);
      });
      for (int s = 0; s < i; ++s) sum = neg_mul_add(block.triangle(i)[s], x[s][c], sum);
      x[i][c] = x[c][i] = sum;
    }
  for (int i = 0; i < B; ++i)
    for (int c = 0; c < B; ++c) X[(block.row + i) * n + block.row + c] = x[i][c];
}

// The block's rows again as columns of the rows above it.
template <int B>
void mirror(const Block& block, double* X, long n) {
  const double* rows = X + block.row * n;
  for (int c = 0; c < block.row; ++c)
    for (int q = 0; q < B; ++q) X[c * n + block.row + q] = rows[q * n + c];
}

}  // namespace

void inverse(const PackedFactor& f, double* out) {
  const int n = f.tree.n;
  blocks_to_tip(f, [&](const Run& run, const Block& block) {
    with_size(block.size, [&]<int B>() {
      gather_rows<B, Gather::fill>(f, run, block, out, n, block.row);
      own_columns<B>(f, run, block, out);
      mirror<B>(block, out, n);
    });
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
