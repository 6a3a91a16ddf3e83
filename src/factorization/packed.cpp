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
      scratch_size_(std::max(4 * runs_.longest_row(), runs_.padded_rows())),
      L_(allocate(runs_.packed_size())),
      scratch_(allocate(scratch_size_)),
      D_(allocate(runs_.padded_rows())),
      D_inverse_(allocate(runs_.padded_rows())) {}

PackedFactor PackedStorage::factor() { return {runs_.view(), L_.get(), D_.get(), D_inverse_.get(), scratch_.get()}; }

std::size_t PackedStorage::bytes() const {
  const long numbers = runs_.packed_size() + scratch_size_ + 2L * runs_.padded_rows();
  return sizeof(double) * static_cast<std::size_t>(numbers) + runs_.bytes();
}

void PackedStorage::unpack(std::span<double> matrix) const {
  const long n = runs_.rows();
  for (const Block& block : runs_.blocks()) {
    const double* from = L_.get() + 4L * block.own.offset;
    for (int q = 0; q < block.own.count; ++q) {
      const long i = block.own.row + q;
      double* to = matrix.data() + i * n;
      for (const Group& group : runs_.supports(block)) {
        std::copy_n(from, group.count, to + group.row);
        from += 4;
      }
      std::copy_n(from, q, to + block.own.row);
      from += 4;
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
