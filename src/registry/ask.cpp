#include "registry/ask.hpp"

namespace tenon {

Factorization& Ask::factors() const {
  std::vector<double>& M = memory.matrix.get(model).values;
  crba(model, ws, given.q, {.triangle = Triangle::lower}, M);
  Factorization& factors = memory.factors.get(model);
  if (const FactorizationReport report = factors.factorize(M); !report) throw Error(describe(model, report));
  return factors;
}

void Ask::put(const SolveReport& report, std::span<double> part) {
  part[0] = static_cast<double>(report.status), part[1] = report.iterations;
  part[2] = report.residual, part[3] = report.dual_residual;
}

SolveReport solve_report(std::span<const double> part) {
  return {static_cast<SolveStatus>(static_cast<int>(part[0])), static_cast<int>(part[1]), part[2], part[3]};
}

}  // namespace tenon
