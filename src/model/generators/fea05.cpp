// The mechanisms of [Fea05]: four topologies (section 4.2, Fig. 4, Table 2) and the 30-DoF pair (section 6, Fig. 6).
// General geometry and inertias, as the paper asks.
#include "model/generators/general.hpp"
#include "tenon/generators.hpp"

namespace tenon::generators {

RobotDescription fea05_unbranched(int n) {
  expect_size("fea05_unbranched", "n", n, 1);
  RobotDescription robot = chain(n);
  robot.name = "fea05_unbranched_" + std::to_string(n);
  return robot;
}

RobotDescription fea05_side_branches(int m) {
  expect_size("fea05_side_branches", "m", m, 1, many / 2);
  std::vector<int> parents;
  int main = -1;
  for (int k = 0; k < m; ++k) {
    parents.push_back(main);
    main = static_cast<int>(parents.size()) - 1;
    parents.push_back(main);
  }
  return tree("fea05_side_branches_" + std::to_string(m), parents);
}

RobotDescription fea05_balanced_tree(int m) {
  expect_size("fea05_balanced_tree", "m", m, 1, 18);
  RobotDescription robot = binary_tree(m, 1);
  robot.name = "fea05_balanced_tree_" + std::to_string(m);
  return robot;
}

// Rows hang from the first column: every path to the corner is a shortest one.
RobotDescription fea05_grid(int m) {
  expect_size("fea05_grid", "m", m, 1, 1000);
  std::vector<int> parents;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < m; ++column)
      parents.push_back(column > 0 ? row * m + column - 1 : (row > 0 ? (row - 1) * m : -1));
  return tree("fea05_grid_" + std::to_string(m), parents);
}

RobotDescription fea05_humanoid() {
  std::vector<int> parents{-1};
  for (int limb = 0; limb < 4; ++limb)
    for (int k = 0; k < 6; ++k) parents.push_back(k == 0 ? 0 : static_cast<int>(parents.size()) - 1);
  return tree("fea05_humanoid", parents, true);
}

RobotDescription fea05_chain() {
  RobotDescription robot = chain(25, true);
  robot.name = "fea05_chain";
  return robot;
}

}  // namespace tenon::generators
