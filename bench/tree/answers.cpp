// Translation and judgement of answers. Nothing here is timed, so everything is dense and plain.
#include "answers.hpp"

#include <cmath>

namespace race {
namespace {

using Numbers = std::vector<double>;

double norm(const Numbers& x) {
  double largest = 0;
  for (const double e : x) largest = std::isnan(e) ? e : std::max(largest, std::abs(e));
  return largest;
}

// The largest row sum.
double matrix_norm(const Numbers& A, std::size_t n) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += std::abs(A[i * n + j]);
    largest = std::max(largest, sum);
  }
  return largest;
}

Numbers product(const Numbers& A, const Numbers& B, std::size_t n, std::size_t columns) {
  Numbers C(n * columns, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < columns; ++j) C[i * columns + j] += A[i * n + k] * B[k * columns + j];
  return C;
}

Numbers inertia_matrix(const tenon::Model& model, tenon::Workspace& workspace, std::span<const double> q) {
  const auto n = static_cast<std::size_t>(model.nv());
  Numbers M(n * n);
  crba(model, workspace, q, M);
  return M;
}

// Their velocity as a matrix times ours: column j is ours e_j.
Numbers velocity_map(const tenon::Model& model, tenon::Convention to, std::span<const double> q) {
  const auto n = static_cast<std::size_t>(model.nv());
  Numbers S(n * n), unit(n), column(n);
  for (std::size_t j = 0; j < n; ++j) {
    std::fill(unit.begin(), unit.end(), 0.0);
    unit[j] = 1;
    velocity_to(model, to, q, unit, column);
    for (std::size_t i = 0; i < n; ++i) S[i * n + j] = column[i];
  }
  return S;
}

Numbers transposed(const Numbers& A, std::size_t n) {
  Numbers B(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) B[j * n + i] = A[i * n + j];
  return B;
}

double relative_distance(const Numbers& x, const Numbers& y) {
  if (x.size() != y.size()) return std::nan("");
  Numbers difference(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) difference[i] = x[i] - y[i];
  return norm(difference) / std::max(norm(y), 1e-300);
}

// ‖A x − b‖ / (‖A‖ ‖x‖ + ‖b‖) for one or more columns.
double backward_error(const Numbers& A, const Numbers& x, const Numbers& b, std::size_t n) {
  const std::size_t columns = x.size() / n;
  Numbers r = product(A, x, n, columns);
  for (std::size_t i = 0; i < r.size(); ++i) r[i] -= b[i];
  return norm(r) / (matrix_norm(A, n) * norm(x) + norm(b));
}

}  // namespace

Numbers translated(const tenon::Model& model, tenon::Convention convention, const std::string& question,
                   const Inputs& at, const Numbers& answer) {
  const auto n = static_cast<std::size_t>(model.nv());
  if (convention == tenon::Convention::pinocchio) return answer;
  Numbers out(answer.size());
  if (question == "rnea") {
    force_from(model, convention, at.q, answer, out);
  } else if (question == "aba") {
    acceleration_from(model, convention, at.q, at.v, answer, out);
  } else if (question == "crba") {
    const Numbers S = velocity_map(model, convention, at.q);
    out = product(transposed(S, n), product(answer, S, n, n), n, n);
  } else {
    velocity_from(model, convention, at.q, answer, out);
  }
  return out;
}

double residual(const tenon::Model& model, tenon::Workspace& workspace, const std::string& question, const Inputs& at,
                const Numbers& answer, const Numbers& other) {
  const auto n = static_cast<std::size_t>(model.nv());
  if (question == "aba") {
    Numbers b(n);
    bias_torque(model, workspace, {at.q, at.v}, b);
    for (std::size_t i = 0; i < n; ++i) b[i] = at.tau[i] - b[i];
    return backward_error(inertia_matrix(model, workspace, at.q), answer, b, n);
  }
  if (question == "solve" || question == "factorize" || question == "crba_solve")
    return backward_error(inertia_matrix(model, workspace, at.q), answer, Numbers(at.tau.begin(), at.tau.end()), n);
  if (question == "minverse") {
    Numbers identity(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) identity[i * n + i] = 1;
    return backward_error(inertia_matrix(model, workspace, at.q), answer, identity, n);
  }
  return relative_distance(answer, other);
}

}  // namespace race
