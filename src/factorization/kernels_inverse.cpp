// M⁻¹ row by row from the base to the tips, without solving for the columns of the identity.
//
// Derivation. X = M⁻¹ satisfies K X = S⁻¹K⁻ᵀ, whose right side is zero left of the diagonal blocks and S_b⁻¹ on them.
// Hence, with b a block, j its supports and c any column before b,
//   (1) X_bc = -sum over j of K_bj X_jc,
//   (2) X_bb = S_b⁻¹ - sum over j of K_bj X_jb,
// and all X_jc on the right are known when rows come in order, by symmetry also those with c > j. About n D1 / 2
// multiply-adds, a quarter of what L⁻ᵀ, D⁻¹ and L⁻¹ on the identity take.
#include "factorization/kernels_columns.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

// (2), one triangle and its mirror image.
template <int B>
void own_columns(const BlockRows<B>& K, double* X, long n) {
  double* own = X + K.row * n + K.row;
  for (int i = 0; i < B; ++i)
    for (int c = 0; c <= i; ++c) {
      const double* known = X + (K.row + c) * n;
      double sum = K.inverse(i)[c];
      for (int j = 0; j < K.depth; ++j) sum = neg_mul_add(K.K(i)[j], known[K.path[j]], sum);
      own[i * n + c] = own[c * n + i] = sum;
    }
}

// The block's rows again as columns of the rows above it.
template <int B>
void mirror(int row, double* X, long n) {
  const double* rows = X + row * n;
  int c = 0;
  if constexpr (B == 4)
    for (; c + 4 <= row; c += 4) {
      Pack4 p[4];
      for (int q = 0; q < 4; ++q) p[q] = Pack4::load(rows + q * n + c);
      transpose(p[0], p[1], p[2], p[3]);
      for (int k = 0; k < 4; ++k) p[k].store(X + (c + k) * n + row);
    }
  for (; c < row; ++c)
    for (int q = 0; q < B; ++q) X[c * n + row + q] = rows[q * n + c];
}

}  // namespace

void inverse(const PackedFactor& f, double* out) {
  const int n = f.tree.n;
  blocks_to_tip(f, [&]<int B>(const BlockRows<B>& K) {
    gather_rows<B, Gather::fill>(K, out, n, K.row);
    own_columns(K, out, n);
    mirror<B>(K.row, out, n);
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
