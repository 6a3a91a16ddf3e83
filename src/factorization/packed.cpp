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
      L_(allocate(runs_.packed_size())),
      scratch_(allocate(std::max(4 * runs_.max_places(), runs_.padded_rows()))),
      pivots_(allocate(runs_.padded_rows())),
      inverse_pivots_(allocate(runs_.padded_rows())) {}

PackedFactor PackedStorage::factor() {
  return {runs_.view(), L_.get(), pivots_.get(), inverse_pivots_.get(), scratch_.get()};
}

std::size_t PackedStorage::bytes() const {
  const long numbers =
      runs_.packed_size() + std::max(4 * runs_.max_places(), runs_.padded_rows()) + 2L * runs_.padded_rows();
  return sizeof(double) * static_cast<std::size_t>(numbers) + runs_.bytes();
}

void PackedStorage::unpack(std::span<double> matrix) const {
  const long n = runs_.rows();
  const RunsView tree = runs_.view();
  for (const Run& run : runs_.runs())
    for (int k = 0; k < run.own.length; ++k) {
      const long i = run.own.row + k;
      const double* from = L_.get() + tree.start[i];
      double* to = matrix.data() + i * n;
      for (const Segment& s : runs_.segments(run)) std::copy_n(from + s.place, s.length, to + s.row);
      std::copy_n(from + run.own.place, k, to + run.own.row);
      to[i] = pivots_[run.own.slot + k];
    }
}

long PackedStorage::slot_of_row(int row) const {
  const auto after = [](int r, const Run& run) { return r < run.own.row; };
  const Segment& own = std::prev(std::upper_bound(runs_.runs().begin(), runs_.runs().end(), row, after))->own;
  return own.slot + (row - own.row);
}

}  // namespace tenon
