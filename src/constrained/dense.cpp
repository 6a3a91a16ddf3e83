// With M = C Cᵀ and Z = C⁻¹Jᵀ the KKT system is  v̇ = v̇₀ + C⁻ᵀZ λ,  ZᵀZ λ = b - J v̇₀,  v̇₀ the unconstrained
// acceleration. ZᵀZ is never formed: its pseudo-inverse is Z⁺Z⁺ᵀ, which keeps the condition number of Z.
#include "constrained/dense.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "model/arguments.hpp"

namespace tenon {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

std::span<double> numbers(Matrix& M) { return {M.data(), static_cast<std::size_t>(M.size())}; }
std::span<double> numbers(Vector& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

}  // namespace

DenseKktReport dense_constrained_dynamics(const Model& model, const ConstraintSet& set, std::span<const double> q,
                                          std::span<const double> v, std::span<const double> tau,
                                          std::span<double> acceleration, std::span<double> lambda,
                                          std::span<const ExternalWrench> wrenches) {
  const int n = model.nv(), m = set.rows();
  check_size(acceleration.size(), static_cast<std::size_t>(n), "acceleration");
  check_size(lambda.size(), static_cast<std::size_t>(m), "lambda");
  Workspace ws(model);
  Kinematics kinematics(model);
  Matrix M(n, n), J(m, n);
  Vector free(n), b(m), zero = Vector::Zero(n);
  forward_kinematics(model, q, v, {}, kinematics);
  crba(model, ws, q, numbers(M));
  rnea(model, ws, q, v, numbers(zero), numbers(free), wrenches);
  constraint_jacobian(model, set, kinematics, numbers(J));
  constraint_target(model, set, kinematics, q, v, numbers(b));
  check_input(tau, n, "tau");

  const Eigen::LLT<Matrix> C(M);
  free = C.solve(Eigen::Map<const Vector>(tau.data(), n) - free);
  Eigen::Map<Vector> a(acceleration.data(), n), l(lambda.data(), m);
  a = free;
  DenseKktReport report;
  if (m == 0) return report;
  const Matrix Z = C.matrixL().solve(J.transpose());
  const Eigen::CompleteOrthogonalDecomposition<Matrix> Z_inverse(Z);
  const Vector z = Z_inverse.transpose().solve(b - J * free);
  l = Z_inverse.solve(z);
  a += C.matrixU().solve(Z * l);
  report.rank = static_cast<int>(Z_inverse.rank());
  report.residual = (J * a - b).lpNorm<Eigen::Infinity>();
  return report;
}

}  // namespace tenon
