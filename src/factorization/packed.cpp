#include "factorization/packed.hpp"

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
      scratch_(allocate(4L * tree_.places())),
      sum_(allocate(tree_.places())),
      path_(allocate(tree_.places())),
      padded_(allocate(4L * block_count())),
      factor_{.tree = tree_.view(),
              .numbers = numbers_.get(),
              .sums = sums_.get(),
              .scratch = scratch_.get(),
              .sum = sum_.get(),
              .path = path_.get(),
              .padded = padded_.get(),
              .places = tree_.places()} {}

std::size_t PackedStorage::bytes() const {
  const long numbers = tree_.numbers() + 4L * block_count() + sums_size() + 6L * tree_.places();
  return sizeof(double) * static_cast<std::size_t>(numbers) + tree_.bytes();
}

namespace {

// S = TᵀD T of one block, as in [Fea05] Table 1: T below the diagonal, D on it.
struct SmallFactors {
  double x[4][4];

  SmallFactors(const double* S, int count) {
    for (int q = 0; q < count; ++q) std::copy_n(S + 4 * q, q + 1, x[q]);
    for (int k = count - 1; k > 0; --k)
      for (int i = k - 1; i >= 0; --i) {
        const double a = x[k][i] / x[k][k];
        for (int j = 0; j <= i; ++j) x[i][j] -= a * x[k][j];
        x[k][i] = a;
      }
  }
};

}  // namespace

// L = T K; T's rows end with the 1 that is not stored.
void PackedStorage::unpack(std::span<double> matrix) const {
  const long n = tree_.rows();
  for (const Block& block : tree_.blocks()) {
    const SmallFactors own(S(block), block.count);
    const double* K = numbers_.get() + block.offset + K_at;
    const std::span<const int> supports = tree_.supports(block);
    for (int q = 0; q < block.count; ++q) {
      double* to = matrix.data() + (block.row + q) * n;
      for (std::size_t j = 0; j < supports.size(); ++j) {
        const double* column = K + j;
        double sum = column[4L * block.packs * q];
        for (int s = 0; s < q; ++s) sum += own.x[q][s] * column[4L * block.packs * s];
        to[supports[j]] = sum;
      }
      for (int s = 0; s <= q; ++s)
        if (s == q || block.couples(q, s)) to[block.row + s] = own.x[q][s];
    }
  }
}

std::array<double, 4> PackedStorage::pivots(const Block& block) const {
  const SmallFactors own(S(block), block.count);
  std::array<double, 4> D{};
  for (int q = 0; q < block.count; ++q) D[static_cast<std::size_t>(q)] = own.x[q][q];
  return D;
}

PackedStorage::Failure PackedStorage::failure(int failed, std::span<const double> matrix) {
  std::fill_n(sums_.get(), sums_size(), 0.0);
  const Block& block = tree_.blocks()[static_cast<std::size_t>(failed)];
  const std::array<double, 4> D = pivots(block);
  const auto pivot = [&](int q) { return D[static_cast<std::size_t>(q)]; };
  const auto diagonal = [&](int q) { return matrix[static_cast<std::size_t>((block.row + q) * (tree_.rows() + 1L))]; };
  for (int q = block.count - 1; q >= 0; --q)
    if (!(pivot(q) > pivot_rounding * diagonal(q))) return {block.row + q, pivot(q)};
  // The kernel found rounding where this order of operations finds a trace of a pivot: the smallest one.
  int smallest = 0;
  for (int q = 1; q < block.count; ++q)
    if (pivot(q) * diagonal(smallest) < pivot(smallest) * diagonal(q)) smallest = q;
  return {block.row + smallest, pivot(smallest)};
}

}  // namespace tenon
