// What factorization costs, by formula.  [Fea05] section 4: eqs 8–13, Table 1, Table 2. The plain versions, counted,
// cost exactly this. Prices of CRBA, RNEA, ABA and forward dynamics are in dynamics_price.hpp. Errata: section 6's
// "D_i^e is the number of non-zero elements below the main diagonal" means D_1^e.
#pragma once

#include <span>

#include "tenon/operations.hpp"

namespace tenon {

// Sums over the depths d_i of a parent array.
struct TreeSums {
  long n = 0;
  long D0 = 0;  // nodes that are not connected to the root directly, eq. (15)
  long D1 = 0;  // nonzeros below the diagonal of M, eq. (8)
  long D2 = 0;  // updates of the factorization, eq. (9)
  long d_max = 0;

  long nonzeros() const { return n + 2 * D1; }
  long zeros() const { return n * n - nonzeros(); }
  // Share of M that is not zero; costs fall to about its square (factorize) and itself (back-substitute).
  double density() const { return n == 0 ? 0 : static_cast<double>(nonzeros()) / (static_cast<double>(n) * n); }
  friend bool operator==(const TreeSums&, const TreeSums&) = default;
};
TreeSums tree_sums(std::span<const int> lambda);

// Largest D1 and D2 of any tree with n nodes (eqs 10, 11), and with no node deeper than d_max (eqs 12, 13).
struct TreeBounds {
  long D1 = 0, D2 = 0;
};
TreeBounds tree_bounds(long n);
TreeBounds tree_bounds(long n, long d_max);

// Table 1. Per right-hand side where one is meant.
enum class FactorKind { ltl, ltdl };
OperationCount factorize_cost(FactorKind kind, const TreeSums& tree);
OperationCount back_substitute_cost(FactorKind kind, const TreeSums& tree);
OperationCount multiply_cost(FactorKind kind, const TreeSums& tree);          // L x, Lᵀx
OperationCount inverse_multiply_cost(FactorKind kind, const TreeSums& tree);  // L⁻¹x, L⁻ᵀx

// Table 2: closed forms in its integer m (n itself for the chain).
enum class Topology { unbranched, side_branches, balanced_tree, span_grid };
TreeSums table2(Topology topology, long m);

// Fig. 5's measure: every operation of the LTDL factorization is one.
inline long operations(const TreeSums& tree) { return tree.D1 + 2 * tree.D2; }

}  // namespace tenon
