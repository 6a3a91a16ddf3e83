// The neutral model file that every contestant reads: one line per moving joint, depth-first, parent before child,
// fixed joints already merged. Written by models.py; see README.md for the grammar.
#pragma once

#include <array>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace race {

struct TreeJoint {
  std::string name;
  std::string kind;  // revolute, continuous, prismatic, free
  int parent = -1;   // index into joints, -1 for the world
  std::array<double, 9> rotation{};
  std::array<double, 3> translation{};
  std::array<double, 3> axis{};
  double armature = 0;
  double mass = 0;
  std::array<double, 3> com{};
  std::array<double, 6> inertia{};  // about the centre of mass, joint axes: xx xy xz yy yz zz
};

struct Tree {
  std::string name;
  std::vector<TreeJoint> joints;
};

template <class Array>
void read_numbers(std::istream& in, Array& numbers) {
  for (double& x : numbers) in >> x;
}

inline Tree read_tree(const std::string& file) {
  std::ifstream in(file);
  std::string magic, word;
  Tree tree;
  if (!(in >> magic >> tree.name) || magic != "tree") throw std::runtime_error(file + ": not a model file");
  while (in >> word) {
    TreeJoint joint;
    in >> joint.name >> joint.kind >> joint.parent;
    read_numbers(in, joint.rotation);
    read_numbers(in, joint.translation);
    read_numbers(in, joint.axis);
    in >> joint.armature >> joint.mass;
    read_numbers(in, joint.com);
    read_numbers(in, joint.inertia);
    if (!in || word != "joint") throw std::runtime_error(file + ": bad line for joint " + joint.name);
    tree.joints.push_back(joint);
  }
  return tree;
}

}  // namespace race
