// Instantiates the matrix work of the derivatives, once per instruction set.
#include "constrained/kernels_derivatives.hpp"

#include "constrained/derivative_products.hpp"
#include "delassus/paper/dense_cholesky.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

using Four = Pack<double, 4>;

void times(const SupportedRows& rows, int n, const double* X, double* out) {
  (n < 4 ? rows_times<double> : rows_times<Four>)(rows, n, X, out);
}
bool factorize(int m, double* A) {
  const DenseBlock<double> C{A, m, m};
  if (!cholesky(C, least_pivot)) return false;
  for (int i = 0; i < m; ++i) C(i, i) = 1 / C(i, i);
  return true;
}
void solve(int m, int n, const double* C, double* B, double* spare) {
  (n < 4 ? minus_solve<double> : minus_solve<Four>)(m, n, C, B, spare);
}
void add(int m, int rows, int n, const double* A, const double* B, double* out) {
  (n < 4 ? add_product<double> : add_product<Four>)(m, rows, n, A, B, out);
}

}  // namespace
}  // namespace TENON_ISA

const ConstrainedDerivativeKernels TENON_ISA_NAME(constrained_derivative_kernels) = {
    TENON_ISA::times, TENON_ISA::factorize, TENON_ISA::solve, TENON_ISA::add};

}  // namespace tenon
