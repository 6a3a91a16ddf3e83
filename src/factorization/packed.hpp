// Memory of a packed factor (runs.hpp), sized once from a parent array.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "factorization/kernels.hpp"

namespace tenon {

class PackedStorage {
 public:
  explicit PackedStorage(std::span<const int> lambda);

  const SparsityRuns& runs() const { return runs_; }
  PackedFactor factor();
  std::size_t bytes() const;

  // D on the diagonal and L below it as [Fea05]'s LTDL leaves them in the lower triangle; nothing else is written.
  void unpack(std::span<double> matrix) const;
  double D(int row) const;

 private:
  struct Free {
    void operator()(double* p) const;
  };
  using Numbers = std::unique_ptr<double[], Free>;  // aligned to cache lines
  static Numbers allocate(long count);

  SparsityRuns runs_;
  long scratch_size_;
  Numbers L_, scratch_, D_, D_inverse_;
};

}  // namespace tenon
