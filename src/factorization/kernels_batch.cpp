// The own factors of closed blocks alike, one block per lane. They depend on M only, so that all divisions are done
// before the first block is eliminated, four at once.
#include "factorization/kernels_parts.hpp"
#include "factorization/kernels_small.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

template <int B, bool star>
struct BatchFactor {
  const long n;
  const int coupled;
  const double* own[4];  // in M
  double* numbers[4];
  SmallFactors<Pack4, B> small;

  TENON_INLINE BatchFactor(const PackedFactor& f, const Batch& batch, const double* M)
      : n(f.tree.n), coupled(batch.coupled) {
    for (int lane = 0; lane < 4; ++lane) {
      const Block& block = f.tree.blocks[batch.blocks[lane]];
      own[lane] = M + block.row * (n + 1);
      numbers[lane] = f.numbers + block.offset;
    }
  }

  TENON_INLINE bool factorize() {
    for (int q = 0; q < B; ++q)
      for (int s = 0; s <= q; ++s)
        if (s == q || (star ? s == 0 : (coupled >> (4 * q + s) & 1) != 0))
          small.s[q][s] = entry(q * n + s);
        else
          small.s[q][s] = Pack4(0.0);
    if constexpr (star)
      small.factorize_star();
    else
      small.factorize();
    Pack4::Mask positive = first_lanes[4];
    for (int q = 0; q < B; ++q) {
      positive &= small.D[q] > Pack4(pivot_rounding) * small.s[q][q];
      store(inverse_at + 4 * q, [&](int s) { return s <= q ? small.x[q][s] : small.x[s][q]; });
      store(T_at + 4 * q, [&](int s) { return s < q ? small.t[q][s] : s == q ? small.D[q] : Pack4(0.0); });
    }
    store(D_inverse_at, [&](int s) { return small.D_inverse[s]; });
    return (positive[0] & positive[1] & positive[2] & positive[3]) != 0;
  }

 private:
  TENON_INLINE Pack4 entry(long at) const {
    return Pack4(Pack4::Vector{own[0][at], own[1][at], own[2][at], own[3][at]});
  }
  // A row of B numbers for each block.
  template <class Entry>
  TENON_INLINE void store(long at, Entry&& entry) const {
    Pack4 row[4] = {0.0, 0.0, 0.0, 0.0};
    for (int s = 0; s < B; ++s) row[s] = entry(s);
    transpose(row[0], row[1], row[2], row[3]);
    for (int lane = 0; lane < 4; ++lane) row[lane].store(numbers[lane] + at);
  }
};

template <int B, bool star>
bool factor_batch(const PackedFactor& f, const Batch& batch, const double* M) {
  return BatchFactor<B, star>(f, batch, M).factorize();
}

using Kernel = bool (*)(const PackedFactor&, const Batch&, const double*);
constexpr Kernel by_count[4] = {factor_batch<1, false>, factor_batch<2, false>, factor_batch<3, false>,
                                factor_batch<4, false>};

}  // namespace

bool factorize_batch(const PackedFactor& f, const Batch& batch, const double* M) {
  if (!batch.star) return by_count[batch.count - 1](f, batch, M);
  return batch.count == 3 ? factor_batch<3, true>(f, batch, M) : factor_batch<4, true>(f, batch, M);
}

}  // namespace TENON_ISA
}  // namespace tenon
