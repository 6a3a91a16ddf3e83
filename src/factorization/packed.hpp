// Memory of the packed factors (runs.hpp, kernels.hpp), sized once from a parent array.
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
  const PackedFactor& factor() const { return factor_; }
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
  Numbers K_, T_, D_, scratch_;
  PackedFactor factor_;
};

}  // namespace tenon
