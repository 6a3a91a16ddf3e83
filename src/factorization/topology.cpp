// Graph work of [Fea05] sections 2 and 3; O(n) or O(n log n), done once per Model.
#include "factorization/topology.hpp"

#include <algorithm>
#include <string>

#include "tenon/error.hpp"

namespace tenon {

namespace {

int size_of(std::span<const int> lambda) { return static_cast<int>(lambda.size()) - 1; }

}  // namespace

void check_parent_array(std::span<const int> lambda) {
  if (lambda.empty()) throw Error("parent array: found no entry, expected n + 1 with the first unused");
  for (int i = 1; i <= size_of(lambda); ++i)
    if (lambda[i] < 0 || lambda[i] >= i)
      throw Error("parent array: found parent " + std::to_string(lambda[i]) + " for node " + std::to_string(i) +
                  ", expected 0 to " + std::to_string(i - 1));
}

ParentArray expanded_parents(std::span<const int> lambda, std::span<const int> dof) {
  check_parent_array(lambda);
  if (dof.size() != lambda.size())
    throw Error("expanded parent array: found " + std::to_string(dof.size()) + " joint sizes, expected " +
                std::to_string(lambda.size()));
  ParentArray expanded{0};
  std::vector<int> last(lambda.size(), 0);  // the node of the expanded graph that is body i
  for (int i = 1; i <= size_of(lambda); ++i) {
    if (dof[i] < 1)
      throw Error("expanded parent array: found " + std::to_string(dof[i]) + " degrees of freedom at joint " +
                  std::to_string(i) + ", expected at least 1");
    expanded.push_back(last[lambda[i]]);
    for (int extra = 1; extra < dof[i]; ++extra) expanded.push_back(static_cast<int>(expanded.size()) - 1);
    last[i] = static_cast<int>(expanded.size()) - 1;
  }
  return expanded;
}

std::vector<int> node_depths(std::span<const int> lambda) {
  std::vector<int> depth(lambda.size(), 0);
  for (int i = 1; i <= size_of(lambda); ++i) depth[i] = depth[lambda[i]] + 1;
  return depth;
}

std::vector<int> subtree_sizes(std::span<const int> lambda) {
  std::vector<int> size(lambda.size(), 1);
  for (int i = size_of(lambda); i >= 1; --i) size[lambda[i]] += size[i];
  return size;
}

bool on_one_branch(std::span<const int> lambda, int i, int j) {
  int ancestor = std::min(i, j), node = std::max(i, j);
  while (node > ancestor) node = lambda[node];  // a parent has the smaller number
  return node == ancestor;
}

std::vector<int> depth_first_order(std::span<const int> lambda) {
  // A node starts where its parent starts plus the sizes of the siblings before it.
  const int n = size_of(lambda);
  const std::vector<int> size = subtree_sizes(lambda);
  std::vector<int> next(lambda.size(), 1), order(lambda.size(), 0);
  for (int i = 1; i <= n; ++i) {
    const int place = next[lambda[i]];
    next[lambda[i]] += size[i];
    order[place] = i;
    next[i] = place + 1;
  }
  return order;
}

ParentArray renumbered(std::span<const int> lambda, std::span<const int> order) {
  std::vector<int> place(lambda.size(), 0);
  for (int k = 1; k <= size_of(lambda); ++k) place[order[k]] = k;
  ParentArray result(lambda.size(), 0);
  for (int k = 1; k <= size_of(lambda); ++k) result[k] = place[lambda[order[k]]];
  return result;
}

std::vector<int> bordered_order(std::span<const int> lambda) {
  std::vector<int> order = depth_first_order(lambda);
  std::reverse(order.begin() + 1, order.end());
  return order;
}

ParentArray chain_parents(int n) {
  ParentArray lambda(static_cast<std::size_t>(n) + 1, 0);
  for (int i = 1; i <= n; ++i) lambda[i] = i - 1;
  return lambda;
}

ParentArray side_branch_parents(int m) {
  // Depth-first with the leaf before the rest of the chain: chain nodes are 1, 3, 5, …
  ParentArray lambda{0};
  for (int i = 1; i <= m; ++i) {
    const int node = 2 * i - 1;
    lambda.push_back(i == 1 ? 0 : node - 2);
    lambda.push_back(node);
  }
  return lambda;
}

ParentArray balanced_tree_parents(int m) {
  ParentArray by_level(std::size_t{1} << m, 0);
  for (int i = 2; i < (1 << m); ++i) by_level[i] = i / 2;
  return renumbered(by_level, depth_first_order(by_level));
}

ParentArray span_grid_parents(int m) {
  ParentArray lambda{0};
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < m; ++column) {
      const int node = row * m + column + 1;
      lambda.push_back(column > 0 ? node - 1 : row > 0 ? node - m : 0);
    }
  return renumbered(lambda, depth_first_order(lambda));
}

BodyTree humanoid_bodies() {
  BodyTree tree{{0, 0}, {0, 6}};
  for (int limb = 0; limb < 4; ++limb)
    for (int joint = 0; joint < 6; ++joint) {
      tree.lambda.push_back(joint == 0 ? 1 : static_cast<int>(tree.lambda.size()) - 1);
      tree.dof.push_back(1);
    }
  return tree;
}

BodyTree equivalent_chain_bodies() {
  BodyTree tree{chain_parents(25), std::vector<int>(26, 1)};
  tree.dof[0] = 0;
  tree.dof[1] = 6;
  return tree;
}

}  // namespace tenon
