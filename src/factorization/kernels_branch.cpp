// The kernel of fast/branch_rows.hpp for one matrix: the forced single mode of a Factorization.
#include <algorithm>

#include "factorization/fast/branch_rows.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

int branch_factorize(const BranchFactor& f, const double* M) {
  const long n = static_cast<long>(f.tables->rows.size());
  for (const BranchRun& run : f.tables->runs) std::copy_n(M + run.from, run.count, f.numbers + run.to);
  int failed = -1;  // the first one: what comes later is made of it
  BranchRows<double>(*f.tables, f.numbers, nullptr).factorize<false>([&](int row, double D) {
    f.pivots[row] = D;
    if (!(D > pivot_rounding * M[row * (n + 1)]) && failed < 0) failed = row;
  });
  return failed;
}

void branch_solve(const BranchFactor& f, const double* x, double* out, int columns) {
  const BranchRows<double> rows(*f.tables, f.numbers, f.x);
  const long n = static_cast<long>(f.tables->rows.size());
  for (int c = 0; c < columns; ++c) {
    for (long i = 0; i < n; ++i) f.x[i] = x[i * columns + c];
    rows.carry();
    rows.substitute(f.place);
    for (long i = 0; i < n; ++i) out[i * columns + c] = f.x[i];
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
