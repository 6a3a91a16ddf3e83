// With M = C Cᵀ, W = R^½ and Z = C⁻¹JᵀW the KKT system is  v̇ = v̇₀ + C⁻ᵀZ x,  ZᵀZ x = W (b - J v̇₀),  λ = W x, v̇₀ the
// unconstrained acceleration. ZᵀZ is never formed: its pseudo-inverse is Z⁺Z⁺ᵀ, which keeps the condition number of Z.
//
// Rank. Rows differ in size (metres, radians, what they move), so the rank is that of Z with its columns scaled to unit
// length, Z = U Σ Vᵀ T. A singular value counts if it is above 16 (n + m) ε κ of the largest, κ² the condition number
// of M scaled to unit diagonal: that is how far rounding in C⁻¹Jᵀ can move it, so a redundant row stays below it and
// whatever stays above it is no rounding.
#include "constrained/dense.hpp"

#include <cmath>
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <limits>

#include "model/arguments.hpp"

namespace tenon {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

std::span<double> numbers(Matrix& M) { return {M.data(), static_cast<std::size_t>(M.size())}; }
std::span<double> numbers(Vector& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

// κ: by how much C⁻¹ can enlarge a relative rounding error.
double amplification(const Matrix& M) {
  const Vector d = M.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix scaled = d.asDiagonal() * M * d.asDiagonal();
  const Vector e = Eigen::SelfAdjointEigenSolver<Matrix>(scaled, Eigen::EigenvaluesOnly).eigenvalues();
  const double least = std::max(e.minCoeff(), std::numeric_limits<double>::epsilon() * e.maxCoeff());
  return std::sqrt(e.maxCoeff() / least);
}

// x of smallest norm with ZᵀZ x = the part of y that ZᵀZ reaches.
class Gram {
 public:
  Gram(const Matrix& Z, double threshold) {
    const Vector length = Z.colwise().norm().transpose();
    const Vector scale = length.unaryExpr([](double x) { return x > 0 ? 1 / x : 1.0; });
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(Z * scale.asDiagonal(), Eigen::ComputeThinU | Eigen::ComputeThinV);
    sigma_ = svd.singularValues();
    while (rank < sigma_.size() && sigma_[rank] > threshold * sigma_[0]) ++rank;
    sigma_.conservativeResize(rank);
    // Zᵀ = G Σ Uᵀ with G = T⁻¹V: as many columns as the rank.
    if (rank == 0) return;
    const Eigen::MatrixXd G = scale.cwiseInverse().asDiagonal() * svd.matrixV().leftCols(rank);
    G_.compute(G);
    const Vector e =
        Eigen::JacobiSVD<Eigen::MatrixXd>(G * sigma_.asDiagonal()).singularValues();  // those of Z that count
    largest = e[0] * e[0], smallest = e[rank - 1] * e[rank - 1];
  }
  Vector solve(const Vector& y) const {
    if (rank == 0) return Vector::Zero(y.size());
    Vector x = G_.solve(y);  // least squares
    for (int pass = 0; pass < 2; ++pass) x = x.cwiseQuotient(sigma_);
    return G_.transpose().solve(x);  // smallest norm
  }

  Eigen::Index rank = 0;
  double smallest = 0, largest = 0;

 private:
  Vector sigma_;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> G_;
};

}  // namespace

DenseKktReport dense_kkt(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                         std::span<const double> q, std::span<const double> force, std::span<const double> target,
                         std::span<double> acceleration, std::span<double> lambda, std::span<const double> R,
                         bool warm) {
  const int n = model.nv(), m = set.rows();
  Workspace ws(model);
  Matrix M(n, n), J(m, n);
  Vector W = Vector::Ones(m);
  crba(model, ws, q, numbers(M));
  constraint_jacobian(model, set, kinematics, numbers(J));
  for (std::size_t r = 0; r < R.size(); ++r) W[static_cast<Eigen::Index>(r)] = std::sqrt(R[r]);

  const Eigen::LLT<Matrix> C(M);
  const Eigen::Map<const Vector> f(force.data(), n), b(target.data(), m);
  Eigen::Map<Vector> a(acceleration.data(), n), l(lambda.data(), m);
  if (!warm) l.setZero();
  a = C.solve(f + J.transpose() * l);
  DenseKktReport report;
  if (m == 0) return report;
  const Matrix JW = W.asDiagonal() * J;
  const Matrix Z = C.matrixL().solve(JW.transpose());
  const double noise = 16 * (n + m) * std::numeric_limits<double>::epsilon() * (n > 0 ? amplification(M) : 1);
  const Gram gram(Z, noise);
  const Vector sizes = J.cwiseAbs() * a.cwiseAbs() + b.cwiseAbs();  // of what cancels
  const Vector x = gram.solve(W.cwiseProduct(b - J * a));
  l += W.cwiseProduct(x);
  a += C.matrixU().solve(Z * x);
  report.rank = static_cast<int>(gram.rank);
  report.smallest = gram.smallest, report.largest = gram.largest;
  report.residual = (J * a - b).lpNorm<Eigen::Infinity>();
  report.rounding = noise * (J.cwiseAbs() * a.cwiseAbs() + sizes).lpNorm<Eigen::Infinity>();
  return report;
}

DenseKktReport dense_constrained_dynamics(const Model& model, const ConstraintSet& set, std::span<const double> q,
                                          std::span<const double> v, std::span<const double> tau,
                                          std::span<double> acceleration, std::span<double> lambda,
                                          std::span<const ExternalWrench> wrenches, std::span<const double> R,
                                          bool warm) {
  const int n = model.nv(), m = set.rows();
  check_size(acceleration.size(), static_cast<std::size_t>(n), "acceleration");
  check_size(lambda.size(), static_cast<std::size_t>(m), "lambda");
  check_input(tau, n, "tau");
  Workspace ws(model);
  Kinematics kinematics(model);
  Vector force(n), b(m), zero = Vector::Zero(n);
  forward_kinematics(model, {q, v}, kinematics);
  rnea(model, ws, {q, v}, numbers(zero), {.wrenches = wrenches}, numbers(force));
  force = Eigen::Map<const Vector>(tau.data(), n) - force;
  constraint_target(model, set, kinematics, {q, v}, numbers(b));
  return dense_kkt(model, set, kinematics, q, numbers(force), numbers(b), acceleration, lambda, R, warm);
}

}  // namespace tenon
