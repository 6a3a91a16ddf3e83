// The public M⁻¹: by CRBA, factors and their inverse where paths to the root are short, by articulated-body sweeps
// where they are long. Both are O(n²) on a tree of bounded depth; the factors cost O(n d²) more, the sweeps have the
// longer dependency chains.
#include <algorithm>

#include "dynamics/workspace.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

namespace {

// Microseconds on an AVX2 machine, measured on chains of 10 to 300 links and on robots; only the comparison matters.
bool factors_pay(const CompiledModel& m) {
  std::vector<double> depth(static_cast<std::size_t>(m.nv), 0);
  double D1 = 0, D2 = 0;  // [Fea05] eqs 8, 9
  for (std::size_t d = 0; d < depth.size(); ++d) {
    const int parent = m.lambda[d + 1] - 1;
    depth[d] = parent < 0 ? 0 : depth[static_cast<std::size_t>(parent)] + 1;
    D1 += depth[d], D2 += depth[d] * (depth[d] + 1) / 2;
  }
  const double n = m.nv;
  return n * D1 / 19e3 + D2 / 14.6e3 < 0.05 * n + 0.001 * n * n;
}

}  // namespace

std::unique_ptr<Factorization> minverse_factors(const Model& model) {
  return factors_pay(model.compiled()) ? std::make_unique<Factorization>(model) : nullptr;
}

void minverse(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> Minv, Triangle triangle) {
  const CompiledModel& m = model.compiled();
  Workspace::Data& w = checked(model, ws);
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  check_configuration(model, q);
  check_size(Minv.size(), nv * nv, "Minv");
  if (w.factors) {
    crba(model, ws, q, Minv, Triangle::lower);
    if (factorize(model, *w.factors, Minv)) return inverse(*w.factors, Minv);
  }
  minverse_by_sweeps(m, w, q, Minv, triangle);
}

}  // namespace tenon
