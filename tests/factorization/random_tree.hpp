// Random parent arrays and random positive definite matrices with their sparsity, for the property tests.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "factorization/topology.hpp"
#include "support/seeds.hpp"

namespace tenon::test {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Any regular numbering; `bushiness` 0 gives a chain, 1 a parent drawn from all nodes before (the root included).
inline ParentArray random_parents(Random& random, int n, double bushiness) {
  ParentArray lambda{0};
  for (int i = 1; i <= n; ++i) lambda.push_back(random.uniform(0, 1) < bushiness ? random.integer(0, i - 1) : i - 1);
  return lambda;
}
inline ParentArray random_parents(std::uint64_t seed) {
  Random random(seed);
  const int n = random.integer(1, 40);
  return random_parents(random, n, random.uniform(0, 1));
}

// H = GᵀG with G branch-sparse and a dominant diagonal: positive definite, with the pattern of eq. (6).
inline RowMajor random_matrix(std::span<const int> lambda, std::uint64_t seed) {
  Random random(seed + 1000);
  const int n = static_cast<int>(lambda.size()) - 1;
  RowMajor G = RowMajor::Zero(n, n);
  for (int i = 1; i <= n; ++i) {
    G(i - 1, i - 1) = random.uniform(0.5, 2);
    for (int j = lambda[i]; j != 0; j = lambda[j]) G(i - 1, j - 1) = random.uniform(-0.5, 0.5);
  }
  return G.transpose() * G;
}

}  // namespace tenon::test
