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
    : runs_(lambda),
      K_(allocate(runs_.packed_size())),
      T_(allocate(4L * runs_.padded_rows())),
      D_(allocate(runs_.padded_rows())),
      scratch_(allocate(std::max(runs_.packed_size(), static_cast<long>(runs_.padded_rows())))),
      factor_{runs_.view(), K_.get(), T_.get(), D_.get(), scratch_.get()} {}

std::size_t PackedStorage::bytes() const {
  const long numbers = runs_.packed_size() + 5L * runs_.padded_rows() +
                       std::max(runs_.packed_size(), static_cast<long>(runs_.padded_rows()));
  return sizeof(double) * static_cast<std::size_t>(numbers) + runs_.bytes();
}

// L = T K; T's rows end with the 1 that is not stored.
void PackedStorage::unpack(std::span<double> matrix) const {
  const long n = runs_.rows();
  for (const Block& block : runs_.blocks()) {
    const double* K = K_.get() + block.offset;
    const long stride = block.stride;
    for (int q = 0; q < block.own.count; ++q) {
      const long i = block.own.row + q;
      const double* T = T_.get() + 4L * (block.own.slot + q);
      double* to = matrix.data() + i * n;
      long place = 0;
      for (const Group& group : runs_.supports(block)) {
        for (int k = 0; k < group.count; ++k) {
          double sum = K[q * stride + place + k];
          for (int s = 0; s < q; ++s) sum += T[s] * K[s * stride + place + k];
          to[group.row + k] = sum;
        }
        place += 4;
      }
      std::copy_n(T, q, to + block.own.row);
      to[i] = D_[block.own.slot + q];
    }
  }
}

double PackedStorage::D(int row) const {
  const auto after = [](int r, const Block& block) { return r < block.own.row; };
  const Group& own = std::prev(std::upper_bound(runs_.blocks().begin(), runs_.blocks().end(), row, after))->own;
  return D_[own.slot + (row - own.row)];
}

}  // namespace tenon
