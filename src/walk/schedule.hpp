// Limbs in lanes: which bodies a kernel of W lanes walks side by side, and which stay scalar. Plain data, made once per
// Model and width; kernels read it.
//
// A limb is an unbranched chain of bodies on one-DoF joints; the trunk is what all limbs hang from. Level 1: limbs end
// at the tips of the tree. Level 2: the same rule on what is left, so that an arm whose hand branches is a limb too;
// and so on, as long as the estimate says that it pays. A limb keeps its lane from its tip to its root, one body per
// group, and no body comes before one that it carries. Where no choice beats the scalar walk, there are no groups at
// all.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tenon {

constexpr int widest_lanes = 8;

struct Limb {
  int tip = 0, root = 0;  // bodies
  int parent = 0;         // the body that carries the root: trunk, world, or a body of another limb
  int length = 0;
  int level = 1;
  int lane = 0, begin = 0;  // the tip stands in group `begin`, the root in group `begin + length - 1`
};

// One body per lane, idle lanes are -1. Bit l of a mask belongs to lane l.
struct LaneGroup {
  std::array<int, widest_lanes> body{-1, -1, -1, -1, -1, -1, -1, -1};
  std::uint8_t starts = 0;    // tip of a limb: nothing comes from the group before in this lane
  std::uint8_t ends = 0;      // root of a limb: goes to the trunk, the world or another limb
  std::uint8_t receives = 0;  // carries other limbs as well, whose roots stand in earlier groups
};

// In units of one scalar step of a body on a one-DoF joint.
struct LaneCosts {
  double group = 1.5;               // a step of all lanes, loads and blends included
  double join = 0.1;                // a limb's root into what carries it
  double degree_of_freedom = 0.15;  // every further degree of freedom of a scalar step
};

struct LaneSchedule {
  int width = 1;
  std::vector<int> trunk;  // scalar bodies, root to leaf
  std::vector<Limb> limbs;
  std::vector<LaneGroup> groups;       // leaf to root: all groups, then the trunk backwards
  std::vector<int> group_of, lane_of;  // per body, -1 on the trunk
  int levels = 0;                      // of limbs; 0 is the scalar walk
  int idle_places = 0;
  double cost = 0, scalar_cost = 0;

  bool scalar() const { return groups.empty(); }
};

// parent[i] < i, body 0 is the world; joint_sizes[i] is the number of degrees of freedom of body i (entry 0 unused).
// width is 2, 4 or 8. O(n log n) for trees with few limbs per body.
LaneSchedule lane_schedule(std::span<const int> parent, std::span<const int> joint_sizes, int width,
                           const LaneCosts& costs = {}, int most_levels = 1000);

}  // namespace tenon
