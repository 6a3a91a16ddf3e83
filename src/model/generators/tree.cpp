// Topologies with general geometry and inertia: chains and trees of [PVr] and [cABA].
// Errata: the branch numbers of [PVr] Fig. 3 are lost in the text; b branches at each end of a floating stem, where b =
// 1 is a chain, agrees with its prose. [cABA]'s binary tree of n links has ⌊n/6⌋ + 1 leaves (printed: n mod 6 + 1).
#include "model/generators/general.hpp"
#include "tenon/builder.hpp"
#include "tenon/generators.hpp"

namespace tenon::generators {

RobotDescription tree(const std::string& name, const std::vector<int>& parents, bool floating_base) {
  const int n = static_cast<int>(parents.size());
  expect_size("tree", "number of links", n, 1);
  General general(1);
  ModelBuilder builder(name);
  for (int i = 0; i < n; ++i) {
    const int parent = parents[static_cast<std::size_t>(i)];
    if (parent < -1 || parent >= i)
      throw Error("tree: parent of link " + std::to_string(i) + " is " + std::to_string(parent) + ", expected -1 to " +
                  std::to_string(i - 1));
    const std::string link = numbered("link_", i, n), above = parent < 0 ? "" : numbered("link_", parent, n);
    builder.link(link, general.mass_properties(0.3));
    const Placement origin = general.placement(0.1, 0.3);
    if (i == 0 && floating_base)
      builder.free("root_joint", above, link);
    else
      builder.revolute(numbered("joint_", i, n), above, link, origin);
  }
  return builder.description();
}

RobotDescription chain(int links, bool floating_base) {
  expect_size("chain", "number of links", links, 1);
  std::vector<int> parents;
  for (int i = 0; i < links; ++i) parents.push_back(i - 1);
  return tree("chain_" + std::to_string(links), parents, floating_base);
}

RobotDescription square_chain(int k) {
  expect_size("square_chain", "k", k, 1, 1000);
  return chain(k * k);
}

RobotDescription binary_tree(int levels, int links_per_branch) {
  expect_size("binary_tree", "number of levels", levels, 1, 18);
  expect_size("binary_tree", "links per branch", links_per_branch, 1, 1000);
  std::vector<int> parents;
  // Depth-first, so that the numbers are those of the compiled bodies.
  const auto branch = [&](const auto& self, int parent, int level) -> void {
    for (int k = 0; k < links_per_branch; ++k) {
      parents.push_back(parent);
      parent = static_cast<int>(parents.size()) - 1;
    }
    for (int child = 0; child < 2 && level > 1; ++child) self(self, parent, level - 1);
  };
  branch(branch, -1, levels);
  return tree("binary_tree_" + std::to_string(levels) + "_" + std::to_string(links_per_branch), parents);
}

RobotDescription branched_stem(int stem, int branches, int base) {
  expect_size("branched_stem", "stem length", stem, 1, 100'000);
  expect_size("branched_stem", "number of branches", branches, 0, 10'000);
  if (base < 0 || base >= stem)
    throw Error("branched_stem: base is " + std::to_string(base) + ", expected 0 to " + std::to_string(stem - 1));
  constexpr int branch_links = 7;
  std::vector<int> parents{-1};
  const auto grow = [&](int parent, int links) {
    for (int k = 0; k < links; ++k) {
      parents.push_back(parent);
      parent = static_cast<int>(parents.size()) - 1;
    }
    return parent;
  };
  for (const int links : {base, stem - 1 - base}) {
    const int end = grow(0, links);
    for (int b = 0; b < branches; ++b) grow(end, branch_links);
  }
  return tree("branched_stem_" + std::to_string(stem) + "_" + std::to_string(branches), parents, true);
}

}  // namespace tenon::generators
