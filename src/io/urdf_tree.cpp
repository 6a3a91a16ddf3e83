// Links and joints to one tree, in Pinocchio's order: depth-first, siblings by joint name (bytes compared). Iterative,
// so that a chain of 100,000 links is no deeper than one. O(n log n).
#include <algorithm>
#include <unordered_map>

#include "io/number.hpp"
#include "io/urdf.hpp"

namespace tenon::io {

namespace {

using Index = std::unordered_map<std::string, std::size_t>;

std::string at_line(const Source& source) { return " (line " + std::to_string(source.line) + ")"; }

template <class Item>
Index index_by_name(const std::vector<Item>& items, const char* what) {
  Index index;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto [first, fresh] = index.emplace(items[i].name, i);
    if (!fresh)
      throw Error(items[i].source, std::string(what) + " " + in_quotes(items[i].name) + " is defined twice, first" +
                                       at_line(items[first->second].source) + ", expected unique names");
  }
  return index;
}

std::size_t find_link(const Index& links, const Joint& joint, const std::string& name, const char* role) {
  const auto found = links.find(name);
  if (found == links.end())
    throw Error(joint.source,
                std::string(role) + " link is " + in_quotes(name) + ", expected the name of a link in the file");
  return found->second;
}

// The joint above each link, none (npos) for a root.
constexpr std::size_t npos = static_cast<std::size_t>(-1);

std::vector<std::size_t> joint_above(const RobotDescription& robot, const Index& links) {
  std::vector<std::size_t> above(robot.links.size(), npos);
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const Joint& joint = robot.joints[j];
    find_link(links, joint, joint.parent, "parent");
    const std::size_t child = find_link(links, joint, joint.child, "child");
    if (joint.parent == joint.child)
      throw Error(joint.source, "parent and child are both " + in_quotes(joint.child) + ", expected two links");
    if (above[child] != npos)
      throw Error(joint.source, "link " + in_quotes(joint.child) + " is already the child of joint " +
                                    in_quotes(robot.joints[above[child]].name) +
                                    at_line(robot.joints[above[child]].source) + ", expected one joint above a link");
    above[child] = j;
  }
  return above;
}

std::size_t only_root(const Source& robot_source, const RobotDescription& robot,
                      const std::vector<std::size_t>& above) {
  std::size_t root = npos;
  for (std::size_t i = 0; i < above.size(); ++i) {
    if (above[i] != npos) continue;
    if (root != npos)
      throw Error(robot.links[i].source, "a second root link, after " + in_quotes(robot.links[root].name) +
                                             at_line(robot.links[root].source) +
                                             ", expected one link that is no joint's child");
    root = i;
  }
  if (robot.links.empty()) throw Error(robot_source, "no link, expected at least one");
  return root;
}

// A link that the walk from the root has not reached hangs below a circle: climb until a link comes back.
[[noreturn]] void throw_cycle(const RobotDescription& robot, const Index& links, const std::vector<std::size_t>& above,
                              std::size_t start) {
  std::vector<bool> seen(robot.links.size(), false);
  std::size_t link = start;
  const auto up = [&](std::size_t i) { return links.at(robot.joints[above[i]].parent); };
  for (; !seen[link]; link = up(link)) seen[link] = true;
  std::string circle = in_quotes(robot.links[link].name);
  int shown = 1;
  for (std::size_t i = up(link); i != link && shown < 5; i = up(i), ++shown)
    circle = in_quotes(robot.links[i].name) + " -> " + circle;
  circle = (shown < 5 ? in_quotes(robot.links[link].name) : std::string("…")) + " -> " + circle;
  throw Error(robot.joints[above[link]].source, "links form a cycle, " + circle + ", expected a tree");
}

}  // namespace

void order_urdf_tree(const Source& robot_source, RobotDescription& robot) {
  const Index links = index_by_name(robot.links, "link");
  index_by_name(robot.joints, "joint");
  const std::vector<std::size_t> above = joint_above(robot, links);
  const std::size_t root = only_root(robot_source, robot, above);

  std::vector<std::vector<std::size_t>> below(robot.links.size());
  for (std::size_t j = 0; j < robot.joints.size(); ++j) below[links.at(robot.joints[j].parent)].push_back(j);
  // Last name first: the stack turns the order round.
  for (auto& siblings : below)
    std::ranges::sort(siblings, std::ranges::greater{},
                      [&](std::size_t j) { return std::string_view(robot.joints[j].name); });

  std::vector<Link> ordered_links;
  std::vector<Joint> ordered_joints;
  std::vector<bool> reached(robot.links.size(), false);
  std::vector<std::size_t> stack;
  if (root != npos) stack.push_back(root);
  std::vector<std::size_t> order;
  while (!stack.empty()) {
    const std::size_t link = stack.back();
    stack.pop_back();
    reached[link] = true;
    order.push_back(link);
    for (const std::size_t j : below[link]) stack.push_back(links.at(robot.joints[j].child));
  }
  for (std::size_t i = 0; i < reached.size(); ++i)
    if (!reached[i]) throw_cycle(robot, links, above, i);
  for (const std::size_t i : order) {
    if (above[i] != npos) ordered_joints.push_back(std::move(robot.joints[above[i]]));
    ordered_links.push_back(std::move(robot.links[i]));
  }
  robot.links = std::move(ordered_links);
  robot.joints = std::move(ordered_joints);
}

}  // namespace tenon::io
