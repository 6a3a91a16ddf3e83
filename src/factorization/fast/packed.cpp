// Aligned memory of the packed factors, and the way back to a matrix.
#include "factorization/fast/packed.hpp"

#include <algorithm>
#include <new>

namespace tenon {

namespace {
constexpr std::align_val_t cache_line{64};
}

void PackedStorage::Free::operator()(double* p) const { ::operator delete[](p, cache_line); }

PackedStorage::Numbers PackedStorage::allocate(long count) {
  const std::size_t bytes = sizeof(double) * static_cast<std::size_t>(std::max(count, 1L));
  auto* numbers = static_cast<double*>(::operator new[](bytes, cache_line));
  std::fill_n(numbers, std::max(count, 1L), 0.0);
  return Numbers(numbers);
}

PackedStorage::PackedStorage(std::span<const int> lambda)
    : tree_(lambda),
      numbers_(allocate(tree_.numbers())),
      sums_(allocate(sums_size())),
      scratch_(allocate(8L * tree_.places())),
      sum_(allocate(tree_.places())),
      path_(allocate(tree_.places())),
      padded_(allocate(4L * block_count())),
      factor_{.tree = tree_.view(),
              .numbers = numbers_.get(),
              .sums = sums_.get(),
              .scratch = scratch_.get(),
              .sum = sum_.get(),
              .path = path_.get(),
              .padded = padded_.get()} {}

std::size_t PackedStorage::bytes() const {
  const long numbers = tree_.numbers() + 4L * block_count() + sums_size() + 10L * tree_.places();
  return sizeof(double) * static_cast<std::size_t>(numbers) + tree_.bytes();
}

// T and D are L's own part, K = T⁻¹L the rest, S⁻¹ = T⁻¹D⁻¹T⁻ᵀ.
void PackedStorage::pack(const BranchStorage& rows) {
  for (const Block& block : tree_.blocks()) {
    double* to = numbers_.get() + block.offset;
    std::fill_n(to, block_numbers(block), 0.0);
    double *T = to + T_at, *K = to + K_at, X[4][4] = {};  // X = T⁻¹
    for (int q = 0; q < block.count; ++q) {
      const int row = block.row + q;
      T[5 * q] = rows.pivot(row);
      to[D_inverse_at + q] = 1 / rows.pivot(row);
      double* own = K + 4L * block.packs * q;
      for (int p = 0; p < block.depth; ++p) own[p] = rows.L(row, p);
      X[q][q] = 1;
      for (int s = 0; s < q; ++s) {
        if (!block.couples(q, s)) continue;
        const double t = T[4 * q + s] = rows.L(row, rows.tables().rows[static_cast<std::size_t>(block.row + s)].depth);
        for (int p = 0; p < block.depth; ++p) own[p] -= t * K[4L * block.packs * s + p];
        for (int c = 0; c <= s; ++c) X[q][c] -= t * X[s][c];
      }
    }
    for (int q = 0; q < block.count; ++q)
      for (int s = 0; s < block.count; ++s)
        for (int k = 0; k <= std::min(q, s); ++k)
          to[inverse_at + 4 * q + s] += X[q][k] * X[s][k] * to[D_inverse_at + k];
  }
}

// L = T K; T's rows end with the 1 that is not stored.
void PackedStorage::unpack(std::span<double> matrix) const {
  const long n = tree_.rows();
  for (const Block& block : tree_.blocks()) {
    const double* T = numbers(block) + T_at;
    const double* K = numbers(block) + K_at;
    const std::span<const int> supports = tree_.supports(block);
    for (int q = 0; q < block.count; ++q) {
      double* to = matrix.data() + (block.row + q) * n;
      for (std::size_t j = 0; j < supports.size(); ++j) {
        const double* column = K + j;
        double sum = column[4L * block.packs * q];
        for (int s = 0; s < q; ++s) sum += T[4 * q + s] * column[4L * block.packs * s];
        to[supports[j]] = sum;
      }
      for (int s = 0; s <= q; ++s)
        if (s == q || block.couples(q, s)) to[block.row + s] = T[4 * q + s];
    }
  }
}

double PackedStorage::pivot(const Block& block, int q) const { return numbers(block)[T_at + 5 * q]; }

PackedStorage::Failure PackedStorage::failure(int failed, std::span<const double> matrix) {
  std::fill_n(sums_.get(), sums_size(), 0.0);
  const Block& block = tree_.blocks()[static_cast<std::size_t>(failed)];
  int q = block.count - 1;
  const auto fails = [&] {
    const std::size_t diagonal = static_cast<std::size_t>((block.row + q) * (tree_.rows() + 1L));
    return !(pivot(block, q) > pivot_rounding * matrix[diagonal]);
  };
  while (q > 0 && !fails()) --q;
  return {block.row + q, pivot(block, q)};
}

}  // namespace tenon
