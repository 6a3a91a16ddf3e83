// [Fea05]'s prices of operations (sections 5 and 6), multiplications and additions, summed over a tree.
#include "factorization/dynamics_price.hpp"

#include <string>

#include "factorization/cost.hpp"
#include "tenon/error.hpp"

namespace tenon {

namespace {

struct Price {
  long mul, add;
  friend Price operator*(long times, Price p) { return {times * p.mul, times * p.add}; }
  friend Price operator+(Price a, Price b) { return {a.mul + b.mul, a.add + b.add}; }
  friend Price operator-(Price a, Price b) { return {a.mul - b.mul, a.add - b.add}; }
  operator OperationCount() const { return {.add = add, .mul = mul}; }
};

// Section 5: rigid-body add, rigid-body transform and vector transform, at a DH node and at a general one, and what a
// DH child of a floating base saves.
constexpr Price ra{0, 10}, rx_dh{32, 33}, vx_dh{20, 12}, rx_general{47, 48}, vx_general{24, 18};
constexpr Price rx_saving{18, 21}, vx_saving{12, 8};
// Section 6.
constexpr Price rnea_per_body{93, 81}, rnea_first{69, 66}, rnea_floating{7, 13}, rnea_general{4, 8};
constexpr Price aba_per_joint{224, 205}, aba_first{30, 37}, aba_general{66, 57};

int bodies(const BodyTree& tree) { return static_cast<int>(tree.lambda.size()) - 1; }
bool floats(const BodyTree& tree, int i) { return i > 0 && tree.lambda[i] == 0 && tree.dof[i] == 6; }

void check_priced(const BodyTree& tree) {
  check_parent_array(tree.lambda);
  if (tree.dof.size() != tree.lambda.size()) throw Error("price: lambda and dof differ in size");
  for (int i = 1; i <= bodies(tree); ++i)
    if (tree.dof[i] != 1 && !floats(tree, i))
      throw Error("price: found a joint of " + std::to_string(tree.dof[i]) + " degrees of freedom at body " +
                  std::to_string(i) + ", expected 1, or 6 for a floating base");
}

int roots(const BodyTree& tree) {
  int count = 0;
  for (int i = 1; i <= bodies(tree); ++i) count += tree.lambda[i] == 0;
  return count;
}

void check_one_root(const BodyTree& tree) {
  if (roots(tree) != 1) throw Error("price: found " + std::to_string(roots(tree)) + " bodies on the root, expected 1");
}

// Section 6 counts divisions as multiplications.
OperationCount divisions_as_multiplications(OperationCount count) {
  count.mul += count.div;
  count.div = 0;
  return count;
}

TreeSums expanded_sums(const BodyTree& tree) { return tree_sums(expanded_parents(tree.lambda, tree.dof)); }

}  // namespace

CrbaSums crba_sums(const BodyTree& tree) {
  check_priced(tree);
  const int N = bodies(tree);
  const std::vector<int> nu = subtree_sizes(tree.lambda);
  std::vector<int> dh_child(tree.lambda.size(), 0);
  for (int i = 1; i <= N; ++i) {
    int& chosen = dh_child[tree.lambda[i]];
    if (chosen == 0 || nu[i] > nu[chosen]) chosen = i;
  }
  CrbaSums sums;
  for (int i = 1; i <= N; ++i) {
    const int parent = tree.lambda[i];
    const bool dh = dh_child[parent] == i;
    sums.non_dh += !dh;
    if (parent == 0) continue;  // π_a, π_b and π_c hold nothing that is connected to the root
    (dh ? sums.D0a : sums.D0b) += 1;
    (dh ? sums.D1a : sums.D1b) += nu[i];
    if (dh && floats(tree, parent)) {
      sums.D0c += 1;
      sums.D1c += nu[i];
    }
  }
  return sums;
}

OperationCount crba_price(const BodyTree& tree) {
  const CrbaSums s = crba_sums(tree);
  return s.D0a * (ra + rx_dh) + s.D1a * vx_dh + s.D0b * (ra + rx_general) + s.D1b * vx_general - s.D0c * rx_saving -
         s.D1c * vx_saving;
}

OperationCount rnea_price(const BodyTree& tree) {
  const CrbaSums s = crba_sums(tree);
  check_one_root(tree);
  return bodies(tree) * rnea_per_body - rnea_first + (floats(tree, 1) ? 1 : 0) * rnea_floating +
         s.non_dh * rnea_general;
}

OperationCount aba_price(const BodyTree& tree) {
  const CrbaSums s = crba_sums(tree);
  check_one_root(tree);
  if (!floats(tree, 1)) throw Error("price: found a fixed base, expected a floating one for McMillan and Orin's ABA");
  return (bodies(tree) - 1) * aba_per_joint - aba_first + s.non_dh * aba_general;
}

OperationCount factorize_price(const BodyTree& tree) {
  return divisions_as_multiplications(factorize_cost(FactorKind::ltdl, expanded_sums(tree)));
}
OperationCount back_substitute_price(const BodyTree& tree) {
  return divisions_as_multiplications(back_substitute_cost(FactorKind::ltdl, expanded_sums(tree)));
}
OperationCount forward_dynamics_price(const BodyTree& tree) {
  return rnea_price(tree) + crba_price(tree) + factorize_price(tree) + back_substitute_price(tree);
}

}  // namespace tenon
