// The sums D0, D1, D2 of a tree and the formulae of [Fea05] section 4 on them.
#include "factorization/cost.hpp"

#include <algorithm>

#include "factorization/topology.hpp"

namespace tenon {

TreeSums tree_sums(std::span<const int> lambda) {
  TreeSums sums;
  sums.n = static_cast<long>(lambda.size()) - 1;
  const std::vector<int> depth = node_depths(lambda);
  for (long i = 1; i <= sums.n; ++i) {
    const long d = depth[i];
    sums.D0 += std::min(1L, d - 1);
    sums.D1 += d - 1;
    sums.D2 += d * (d - 1) / 2;
    sums.d_max = std::max(sums.d_max, d);
  }
  return sums;
}

TreeBounds tree_bounds(long n) { return {(n * n - n) / 2, (n * n * n - n) / 6}; }
TreeBounds tree_bounds(long n, long d_max) { return {n * (d_max - 1), n * d_max * (d_max - 1) / 2}; }

OperationCount factorize_cost(FactorKind kind, const TreeSums& t) {
  return {.add = t.D2, .mul = t.D2, .div = t.D1, .sqrt = kind == FactorKind::ltl ? t.n : 0};
}
OperationCount back_substitute_cost(FactorKind kind, const TreeSums& t) {
  return {.add = 2 * t.D1, .mul = 2 * t.D1, .div = kind == FactorKind::ltl ? 2 * t.n : t.n};
}
OperationCount multiply_cost(FactorKind kind, const TreeSums& t) {
  return {.add = t.D1, .mul = t.D1 + (kind == FactorKind::ltl ? t.n : 0)};
}
OperationCount inverse_multiply_cost(FactorKind kind, const TreeSums& t) {
  return {.add = t.D1, .mul = t.D1, .div = kind == FactorKind::ltl ? t.n : 0};
}

TreeSums table2(Topology topology, long m) {
  TreeSums t;
  switch (topology) {
    case Topology::unbranched:
      t = {.n = m, .D1 = (m * m - m) / 2, .D2 = (m * m * m - m) / 6, .d_max = m};
      break;
    case Topology::side_branches:
      t = {.n = 2 * m, .D1 = m * m, .D2 = (2 * m * m * m + 3 * m * m + m) / 6, .d_max = m + 1};
      break;
    case Topology::balanced_tree:
      t = {.n = (1L << m) - 1, .d_max = m};
      for (long i = 1; i <= m - 1; ++i) {
        t.D1 += i * (1L << i);
        t.D2 += i * (i + 1) * (1L << (i - 1));
      }
      break;
    case Topology::span_grid:
      t = {.n = m * m,
           .D1 = m * m * m - m * m,
           .D2 = (7 * m * m * m * m - 6 * m * m * m - m * m) / 12,
           .d_max = 2 * m - 1};
      break;
  }
  t.D0 = t.n - 1;
  return t;
}

}  // namespace tenon
