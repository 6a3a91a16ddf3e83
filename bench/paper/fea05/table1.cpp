// Table 1: what each operation costs with either factorization; formulae, their values on the humanoid, counted runs.
#include <cstdio>

#include "factorization/cost.hpp"
#include "factorization/paper/back_substitution.hpp"
#include "factorization/paper/ltdl.hpp"
#include "factorization/paper/ltl.hpp"
#include "fea05/fea05.hpp"
#include "spatial/counted.hpp"
#include "support/table.hpp"

namespace tenon::paper::fea05 {

namespace {

std::string text(const OperationCount& c) {
  std::string out;
  const auto add = [&](long count, const char* unit) {
    if (count != 0) out += (out.empty() ? "" : " + ") + std::to_string(count) + unit;
  };
  add(c.sqrt, "√");
  add(c.div, "div");
  add(c.mul, "m");
  add(c.add, "a");
  return out.empty() ? "0" : out;
}

struct Counts {
  OperationCount factorize, back_substitute, multiply_l, multiply_lt, solve_l, solve_lt;
};

template <FactorKind kind>
Counts counted(const ParentArray& lambda) {
  constexpr Diagonal diagonal = kind == FactorKind::ltl ? Diagonal::general : Diagonal::unit;
  const int n = static_cast<int>(lambda.size()) - 1;
  std::vector<Counted> H(static_cast<std::size_t>(n) * n), in(n, Counted::variable(1)), out(n);
  const MatrixView<Counted> L{H.data(), n};
  const RowsView<Counted> x{in.data()}, y{out.data()};
  for (int i = 1; i <= n; ++i) {
    L(i, i) = Counted::variable(n);
    for (int j = lambda[i]; j != 0; j = lambda[j]) L(i, j) = Counted::variable(0.5);
  }
  Counts c;
  c.factorize = count_operations([&] {
    if constexpr (kind == FactorKind::ltl)
      ltl_factorize(lambda, L);
    else
      ltdl_factorize(lambda, L);
  });
  c.back_substitute = count_operations([&] {
    if constexpr (kind == FactorKind::ltl)
      ltl_solve(lambda, L, x);
    else
      ltdl_solve(lambda, L, x);
  });
  c.multiply_l = count_operations([&] { multiply_l<diagonal>(lambda, L, x, y); });
  c.multiply_lt = count_operations([&] { multiply_lt<diagonal>(lambda, L, x, y); });
  c.solve_l = count_operations([&] { solve_l<diagonal>(lambda, L, x); });
  c.solve_lt = count_operations([&] { solve_lt<diagonal>(lambda, L, x); });
  return c;
}

}  // namespace

void table1(const std::filesystem::path& out, Verdict& verdict) {
  const BodyTree humanoid = humanoid_bodies();
  const ParentArray lambda = expanded_parents(humanoid.lambda, humanoid.dof);
  const TreeSums sums = tree_sums(lambda);
  const Counts ltl = counted<FactorKind::ltl>(lambda), ltdl = counted<FactorKind::ltdl>(lambda);

  Table table({"operation", "formula", "value (humanoid)", "counted", ""});
  const auto row = [&](const char* what, const char* formula, const OperationCount& value,
                       const OperationCount& count) {
    table.row({what, formula, text(value), text(count), verdict(value == count)});
  };
  constexpr FactorKind a = FactorKind::ltl, b = FactorKind::ltdl;
  row("LTL   factorize", "n√ + D1 div + D2 (m + a)", factorize_cost(a, sums), ltl.factorize);
  row("LTL   back-substitute", "2n div + 2 D1 (m + a)", back_substitute_cost(a, sums), ltl.back_substitute);
  row("LTL   L x", "n m + D1 (m + a)", multiply_cost(a, sums), ltl.multiply_l);
  row("LTL   Lᵀx", "n m + D1 (m + a)", multiply_cost(a, sums), ltl.multiply_lt);
  row("LTL   L⁻¹x", "n div + D1 (m + a)", inverse_multiply_cost(a, sums), ltl.solve_l);
  row("LTL   L⁻ᵀx", "n div + D1 (m + a)", inverse_multiply_cost(a, sums), ltl.solve_lt);
  table.rule();
  row("LTDL  factorize", "D1 div + D2 (m + a)", factorize_cost(b, sums), ltdl.factorize);
  row("LTDL  back-substitute", "n div + 2 D1 (m + a)", back_substitute_cost(b, sums), ltdl.back_substitute);
  row("LTDL  L x", "D1 (m + a)", multiply_cost(b, sums), ltdl.multiply_l);
  row("LTDL  Lᵀx", "D1 (m + a)", multiply_cost(b, sums), ltdl.multiply_lt);
  row("LTDL  L⁻¹x", "D1 (m + a)", inverse_multiply_cost(b, sums), ltdl.solve_l);
  row("LTDL  L⁻ᵀx", "D1 (m + a)", inverse_multiply_cost(b, sums), ltdl.solve_lt);

  std::printf("\nTable 1. What the printed algorithms cost (n = %ld, D1 = %ld, D2 = %ld for the humanoid)\n\n", sums.n,
              sums.D1, sums.D2);
  table.print();
  table.write_csv(out / "table1.csv");
}

}  // namespace tenon::paper::fea05
