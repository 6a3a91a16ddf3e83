// Memory of the packed factors (fast/blocks.hpp, kernels.hpp), sized once from a parent array.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "factorization/kernels.hpp"

namespace tenon {

class PackedStorage {
 public:
  explicit PackedStorage(std::span<const int> lambda);

  const BlockTree& tree() const { return tree_; }
  const PackedFactor& factor() const { return factor_; }
  std::size_t bytes() const;

  // The factors that another kernel made row by row.
  void pack(const BranchStorage& rows);
  // D on the diagonal and L below it as [Fea05]'s LTDL leaves them in the lower triangle; nothing else is written.
  void unpack(std::span<double> matrix) const;
  // D of row q of a block. Those before one that is not positive mean nothing.
  double pivot(const Block& block, int q) const;
  // After factorize() gave `failed`: the row whose pivot is not positive. Makes the storage fit for use again.
  struct Failure {
    int row;
    double pivot;
  };
  Failure failure(int failed, std::span<const double> matrix);

 private:
  struct Free {
    void operator()(double* p) const;
  };
  using Numbers = std::unique_ptr<double[], Free>;  // aligned to cache lines
  static Numbers allocate(long count);
  long sums_size() const { return triangle_offset(tree_.places()) + 16; }
  int block_count() const { return static_cast<int>(tree_.blocks().size()); }
  const double* numbers(const Block& block) const { return numbers_.get() + block.offset; }

  BlockTree tree_;
  Numbers numbers_, sums_, scratch_, sum_, path_, padded_;
  PackedFactor factor_;
};

}  // namespace tenon
