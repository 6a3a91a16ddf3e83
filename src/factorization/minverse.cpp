// The public M⁻¹: by CRBA, factors and their inverse where paths to the root are short, by articulated-body sweeps
// where they are long. Both are O(n²) on a tree of bounded depth; the factors cost O(n d²) more, the sweeps have the
// longer dependency chains.
#include "factorization/minverse.hpp"

#include "factorization/cost.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"
#include "tenon/factorization.hpp"

namespace tenon {

namespace {

// Microseconds on an AVX2 machine, fitted to `tenon bench ROBOT --family minverse`, which times both ways, on chains of
// 10 to 300 links and on robots; only the comparison matters.
bool factors_pay(const CompiledModel& m) {
  const TreeSums tree = tree_sums(m.lambda);  // D1, D2: [Fea05] eqs 8, 9
  const double n = m.nv, D1 = static_cast<double>(tree.D1), D2 = static_cast<double>(tree.D2);
  return n * D1 / 19e3 + D2 / 14.6e3 < 0.05 * n + 0.001 * n * n;
}

}  // namespace

std::shared_ptr<MinverseFactors> minverse_factors(const Model& model) {
  if (!factors_pay(model.compiled())) return nullptr;
  return std::make_shared<MinverseFactors>(model);
}

void minverse(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> Minv) {
  minverse(model, ws, q, {}, Minv);
}

void minverse(const Model& model, Workspace& ws, std::span<const double> q, const InverseOptions& options,
              std::span<double> Minv) {
  const OneThread one(ws);
  const CompiledModel& m = model.compiled();
  TreeMemory& w = checked(model, ws);
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  check_configuration(model, q);
  check_size(Minv.size(), nv * nv, "Minv");
  if (MinverseFactors* factors = ws.data().factors.get()) {
    crba(model, ws, q, {.triangle = Triangle::lower}, Minv);
    if (factors->of_M.factorize(Minv)) return factors->of_M.inverse(Minv);
  }
  minverse_by_sweeps(m, w, q, Minv, options.triangle);
}

}  // namespace tenon
