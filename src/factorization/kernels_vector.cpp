// L x, Lᵀx, L⁻¹x and L⁻ᵀx for one vector, four rows at a time.  [Fea05] appendix, by blocks: L = T K.
// All work in place, too. So does Lᵀx, although the appendix says that it would be inefficient: from the tips to the
// base, row i is read before it is written, and what its descendants add to it waits in one number per place.
#include "factorization/kernels_parts.hpp"
#include "factorization/kernels_places.hpp"

namespace tenon {
inline namespace TENON_ISA {

// L⁻ᵀ = T⁻ᵀK⁻ᵀ.
void solve_lt(const PackedFactor& factor, const double* in, double* out) {
  const PackedFactor f = factor;
  PlacesInMemory sum{f.sum};
  blocks_to_base(f, [&]<int B>(const BlockRows<B>& K) {
    double x[B];
    load_rows(in + K.row, x);
    take(K, sum, x);
    give<-1>(K, sum, x);
    K.triangle().solve_transposed(x);
    store_rows(x, out + K.row);
  });
}

// L⁻¹ = K⁻¹T⁻¹.
void solve_l(const PackedFactor& factor, const double* in, double* out) {
  const PackedFactor f = factor;
  PlacesInMemory path{f.path};
  blocks_to_tip(f, [&]<int B>(const BlockRows<B>& K) {
    double x[B];
    load_rows(in + K.row, x);
    K.triangle().solve(x);
    const Pack4 own = pack_of(x) - gather(K, path);
    share(K, path, own);
    store_rows<B>(own, out + K.row);
  });
}

// L = T K.
void multiply_l(const PackedFactor& factor, const double* in, double* out) {
  const PackedFactor f = factor;
  PlacesInMemory path{f.path};
  blocks_to_tip(f, [&]<int B>(const BlockRows<B>& K) {
    double x[B];
    load_rows(in + K.row, x);
    const Pack4 supported = gather(K, path);
    share(K, path, pack_of(x));
    for (int q = 0; q < B; ++q) x[q] += supported[q];
    K.triangle().multiply(x);
    store_rows(x, out + K.row);
  });
}

// Lᵀ = KᵀTᵀ.
void multiply_lt(const PackedFactor& factor, const double* in, double* out) {
  const PackedFactor f = factor;
  PlacesInMemory sum{f.sum};
  blocks_to_base(f, [&]<int B>(const BlockRows<B>& K) {
    double x[B], z[B];
    load_rows(in + K.row, x);
    K.triangle().multiply_transposed(x);
    for (int q = 0; q < B; ++q) z[q] = x[q];
    take(K, sum, z);
    give<1>(K, sum, x);
    store_rows(z, out + K.row);
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
