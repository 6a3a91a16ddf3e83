// Adapters: M by CRBA, its branch-sparse factors, and what is solved with them.
#include <algorithm>

#include "factorization/back_substitution.hpp"
#include "factorization/ltdl.hpp"
#include "factorization/ltl.hpp"
#include "model/compiled.hpp"
#include "registry/compute.hpp"

namespace tenon::compute {

namespace {

using Matrix = MatrixView<double>;

// M's lower triangle, then its factors in place.
Matrix inertia(const Model& model, AlgorithmWorkspace::Data& d, std::span<const double> q) {
  tenon::crba(model, d.tree, q, d.matrix, Triangle::lower);
  return {d.matrix.data(), model.nv()};
}
Matrix ltdl_factors(const Model& model, AlgorithmWorkspace::Data& d, std::span<const double> q) {
  const Matrix M = inertia(model, d, q);
  ltdl_factorize(model.compiled().lambda, M);
  return M;
}

}  // namespace

// a = M⁻¹(tau - (C v + g - Jᵀ wrenches)).
void crba_ltdl(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  AlgorithmWorkspace::Data& d = ws.data();
  tenon::rnea(model, d.tree, s.q, s.v, d.zero, out, s.wrenches);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = s.tau[i] - out[i];
  tenon::ltdl_solve(model.compiled().lambda, ltdl_factors(model, d, s.q), RowsView<double>{out.data()});
}

void ltdl_inverse(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const Matrix LD = ltdl_factors(model, ws.data(), s.q);
  tenon::ltdl_inverse(model.compiled().lambda, LD, Matrix{out.data(), model.nv()});
}

void ltdl_solve(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  std::copy(s.x.begin(), s.x.end(), out.begin());
  tenon::ltdl_solve(model.compiled().lambda, ltdl_factors(model, ws.data(), s.q), RowsView<double>{out.data()});
}

void ltdl(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const Matrix LD = ltdl_factors(model, ws.data(), s.q);
  const int n = model.nv();
  const Matrix L{out.data(), n};
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j) L(i, j) = j < i ? LD(i, j) : j == i ? 1.0 : 0.0;
  for (int i = 1; i <= n; ++i) out[static_cast<std::size_t>(n) * n + i - 1] = LD(i, i);
}

void ltl(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const Matrix LL = inertia(model, ws.data(), s.q);
  ltl_factorize(model.compiled().lambda, LL);
  const int n = model.nv();
  const Matrix L{out.data(), n};
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j) L(i, j) = j <= i ? LL(i, j) : 0.0;
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(n) * n, out.end(), 1.0);
}

}  // namespace tenon::compute
