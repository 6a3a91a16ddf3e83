// Adapters: M by CRBA, its branch-sparse factors, and what is solved with them.
#include <algorithm>

#include "factorization/ltl.hpp"
#include "model/arguments.hpp"
#include "model/compiled.hpp"
#include "registry/compute.hpp"

namespace tenon::compute {

namespace {

// M's lower triangle.
std::span<double> inertia(const Model& model, AlgorithmWorkspace::Data& d, std::span<const double> q) {
  std::vector<double>& M = d.matrix.get(model).values;
  tenon::crba(model, d.tree, q, M, Triangle::lower);
  return M;
}

// Model checks that M is positive definite at compile time; what rounding makes of it at one q is told here.
Factorization& factors(const Model& model, AlgorithmWorkspace::Data& d, std::span<const double> q) {
  const FactorizationReport report = factorize(model, d.factors.get(model), inertia(model, d, q));
  if (!report) throw Error(describe(model, report));
  return d.factors.get(model);
}

}  // namespace

// a = M⁻¹(tau - (C v + g - Jᵀ wrenches)).
void crba_ltdl(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  AlgorithmWorkspace::Data& d = ws.data();
  check_input(s.tau, model.nv(), "tau");
  tenon::rnea(model, d.tree, s.q, s.v, d.zero, out, s.wrenches);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = s.tau[i] - out[i];
  solve(factors(model, d, s.q), out, out);
}

void ltdl_inverse(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  inverse(factors(model, ws.data(), s.q), out);
}

void ltdl_solve(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  solve(factors(model, ws.data(), s.q), s.x, out);
}

void multiply_L(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  tenon::multiply_L(factors(model, ws.data(), s.q), s.x, out);
}
void multiply_Lt(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  tenon::multiply_Lt(factors(model, ws.data(), s.q), s.x, out);
}
void solve_L(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  tenon::solve_L(factors(model, ws.data(), s.q), s.x, out);
}
void solve_Lt(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  tenon::solve_Lt(factors(model, ws.data(), s.q), s.x, out);
}

// L with its unit diagonal, then D.
void ltdl(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  AlgorithmWorkspace::Data& d = ws.data();
  const auto n = static_cast<std::size_t>(model.nv());
  const std::span<double> L = out.first(n * n), D = out.subspan(n * n);
  tenon::crba(model, d.tree, s.q, L, Triangle::lower);
  const FactorizationReport report = factorize_in_place(model, d.factors.get(model), L);
  if (!report) throw Error(describe(model, report));
  for (std::size_t i = 0; i < n; ++i) {
    D[i] = L[i * n + i];
    L[i * n + i] = 1;
    std::fill_n(L.begin() + static_cast<std::ptrdiff_t>(i * n + i + 1), n - i - 1, 0.0);
  }
}

// As printed; here D is the identity.
void ltl(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const auto n = static_cast<std::size_t>(model.nv());
  const std::span<double> L = out.first(n * n), D = out.subspan(n * n);
  tenon::crba(model, ws.data().tree, s.q, L, Triangle::lower);
  ltl_factorize(model.compiled().lambda, MatrixView<double>{L.data(), model.nv()});
  for (std::size_t i = 0; i < n; ++i)
    std::fill_n(L.begin() + static_cast<std::ptrdiff_t>(i * n + i + 1), n - i - 1, 0.0);
  std::fill(D.begin(), D.end(), 1.0);
}

}  // namespace tenon::compute
