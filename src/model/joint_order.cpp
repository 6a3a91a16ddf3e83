// Depth-first from the roots, without recursion.
#include "model/joint_order.hpp"

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace tenon {

std::vector<int> joint_order(const RobotDescription& description) {
  std::unordered_map<std::string, std::vector<int>> below;  // link -> joints that hang from it
  std::unordered_set<std::string> carried;
  for (const Link& link : description.links) below[link.name];
  std::vector<int> on_world;
  for (std::size_t k = 0; k < description.joints.size(); ++k) {
    const auto parent = below.find(description.joints[k].parent);
    (parent == below.end() ? on_world : parent->second).push_back(static_cast<int>(k));
    carried.insert(description.joints[k].child);
  }
  std::vector<int> roots;
  for (const Link& link : description.links)
    if (!carried.count(link.name)) roots.insert(roots.end(), below[link.name].begin(), below[link.name].end());
  roots.insert(roots.end(), on_world.begin(), on_world.end());

  std::vector<int> order, stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    const int k = stack.back();
    stack.pop_back();
    const Joint& joint = description.joints[static_cast<std::size_t>(k)];
    if (joint.kind != JointKind::fixed) order.push_back(k);
    const auto& children = below[joint.child];
    stack.insert(stack.end(), children.rbegin(), children.rend());
  }
  return order;
}

}  // namespace tenon
