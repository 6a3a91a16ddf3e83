// The table of generators, and making one from text: a name, then whole numbers after a colon.
#include <charconv>

#include "tenon/generators.hpp"

namespace tenon::generators {
namespace {

using Numbers = std::vector<int>;

struct Row {
  Entry entry;
  std::size_t least, most;  // how many numbers
  RobotDescription (*make)(const Numbers&);
};

int or_default(const Numbers& n, std::size_t k, int otherwise) { return n.size() > k ? n[k] : otherwise; }

const Row rows[] = {
    {{"chain", "links", "chain:10", "serial chain, general geometry"},
     1,
     1,
     [](const Numbers& n) { return chain(n[0]); }},
    {{"square_chain", "k", "square_chain:4", "serial chain of k² links, [PVr] Fig. 4a"},
     1,
     1,
     [](const Numbers& n) { return square_chain(n[0]); }},
    {{"binary_tree", "levels,links per branch (3)", "binary_tree:4", "balanced binary tree, [cABA] Fig. 3"},
     1,
     2,
     [](const Numbers& n) { return binary_tree(n[0], or_default(n, 1, 3)); }},
    {{"branched_stem", "stem,branches,base (0)", "branched_stem:5,3",
      "floating stem with 7-link branches at both ends, [PVr] Fig. 3"},
     2,
     3,
     [](const Numbers& n) { return branched_stem(n[0], n[1], or_default(n, 2, 0)); }},
    {{"fea05_unbranched", "n", "fea05_unbranched:8", "[Fea05] Table 2, first row"},
     1,
     1,
     [](const Numbers& n) { return fea05_unbranched(n[0]); }},
    {{"fea05_side_branches", "m", "fea05_side_branches:5", "chain with short side branches, [Fea05] Fig. 4a"},
     1,
     1,
     [](const Numbers& n) { return fea05_side_branches(n[0]); }},
    {{"fea05_balanced_tree", "m", "fea05_balanced_tree:4", "balanced binary tree, [Fea05] Fig. 4b"},
     1,
     1,
     [](const Numbers& n) { return fea05_balanced_tree(n[0]); }},
    {{"fea05_grid", "m", "fea05_grid:4", "spanning tree of a square grid, [Fea05] Fig. 4c"},
     1,
     1,
     [](const Numbers& n) { return fea05_grid(n[0]); }},
    {{"fea05_humanoid", "", "fea05_humanoid", "30-DoF humanoid, [Fea05] Fig. 6"},
     0,
     0,
     [](const Numbers&) { return fea05_humanoid(); }},
    {{"fea05_chain", "", "fea05_chain", "the equivalent 30-DoF chain, [Fea05] section 6"},
     0,
     0,
     [](const Numbers&) { return fea05_chain(); }},
    {{"pendulum", "links", "pendulum:12", "balls on pin joints, [Jain] section 11"},
     1,
     1,
     [](const Numbers& n) { return pendulum(n[0]); }},
    {{"dual_arm_standin", "", "dual_arm_standin", "stand-in for the dual-arm robot of [Jain] Fig. 1"},
     0,
     0,
     [](const Numbers&) { return dual_arm_standin(); }},
    {{"swimmer", "links", "swimmer:6", "bars in the plane on a planar base"},
     1,
     1,
     [](const Numbers& n) { return swimmer(n[0]); }},
    {{"quadruped_standin", "", "quadruped_standin", "bundled quadruped, 12 joints, floating base"},
     0,
     0,
     [](const Numbers&) { return quadruped_standin(); }},
    {{"arm7_standin", "", "arm7_standin", "bundled 7-axis arm"}, 0, 0, [](const Numbers&) { return arm7_standin(); }},
    {{"humanoid_standin", "", "humanoid_standin", "bundled humanoid, 30 joints, floating base"},
     0,
     0,
     [](const Numbers&) { return humanoid_standin(); }},
    {{"shadow_hand_standin", "", "shadow_hand_standin", "stand-in with the Shadow hand's joint tree"},
     0,
     0,
     [](const Numbers&) { return shadow_hand_standin(); }},
    {{"atlas_standin", "hands (0)", "atlas_standin:2", "stand-in with Atlas' joint tree, with 0, 1 or 2 hands"},
     0,
     1,
     [](const Numbers& n) { return atlas_standin(or_default(n, 0, 0)); }},
    {{"random_tree", "seed,links (by seed)", "random_tree:7", "random forest"},
     1,
     2,
     [](const Numbers& n) {
       RandomTreeOptions options;
       options.links = or_default(n, 1, 0);
       return random_tree(static_cast<std::uint64_t>(n[0]), options);
     }},
};

// "3,4"; an empty list is an empty text.
Numbers numbers(std::string_view specification, std::string_view list) {
  Numbers result;
  for (bool more = !list.empty(); more;) {
    const std::size_t comma = list.find(',');
    const std::string_view item = list.substr(0, comma);
    int value = 0;
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), value);
    if (error != std::errc() || end != item.data() + item.size())
      throw Error("generator \"" + std::string(specification) + "\": found \"" + std::string(item) +
                  "\", expected a whole number");
    result.push_back(value);
    more = comma != std::string_view::npos;
    if (more) list.remove_prefix(comma + 1);
  }
  return result;
}

}  // namespace

std::span<const Entry> catalogue() {
  static const std::vector<Entry> entries = [] {
    std::vector<Entry> list;
    for (const Row& row : rows) list.push_back(row.entry);
    return list;
  }();
  return entries;
}

RobotDescription make(std::string_view specification) {
  const std::size_t colon = specification.find(':');
  const std::string_view name = specification.substr(0, colon);
  const std::string_view list = colon == std::string_view::npos ? "" : specification.substr(colon + 1);
  std::string names;
  for (const Row& row : rows) {
    names += (names.empty() ? "" : ", ") + std::string(row.entry.name);
    if (row.entry.name != name) continue;
    const Numbers n = numbers(specification, list);
    if (n.size() < row.least || n.size() > row.most)
      throw Error("generator \"" + std::string(specification) + "\": found " + std::to_string(n.size()) +
                  " numbers, expected " + (row.most == 0 ? "none" : std::string(row.entry.parameters)));
    return row.make(n);
  }
  throw Error("generator \"" + std::string(name) + "\" does not exist, expected one of " + names);
}

}  // namespace tenon::generators
