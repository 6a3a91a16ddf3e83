// How CRBA in the root's frame goes through a tree: bodies four at a time in the order of their degrees of freedom,
// whatever limb they belong to, and M in tiles of four rows by four columns. Plain data, made once for a
// workspace.
#pragma once

#include <cstdint>
#include <vector>

#include "walk/walk.hpp"

namespace tenon {

// Up to four successive bodies with a joint of one degree of freedom each, or (count = 0) one body of another joint.
struct RootStep {
  int body = 0, count = 0, v = 0;  // of the first
  int parent[4] = {}, q[4] = {};   // idle lanes repeat those of the first
  std::uint8_t follows = 0;        // a bit per lane: its parent is the body before
  std::uint8_t receives = 0;       // bodies other than the next one leave their inertia in its slot
  bool run = false;                // four bodies of an unbranched chain, none of them a root
  bool plain = false;              // revolute joints only
  bool alone = false;              // four bodies, or the last step: it stores four columns, and no later store is lost
  StepConstants<LaneRow<4>> k;
};

// Rows j … j + 3 of M. The last four may overlap those before.
struct TileRows {
  int j = 0;
  int full = 0;  // up to here no row has a zero
  int last = 0;  // from here on all have
  double end[4] = {};
};

struct RootWalk {
  std::vector<RootStep> steps;  // root to leaf
  std::vector<TileRows> rows;   // of the degrees of freedom from `base` on
  std::vector<int> slots;       // bodies that receive
  int base = 0;                 // 6 where the root floats: its axes are the unit vectors, and its rows the forces
  bool armature = false;        // whether any joint has one
};

struct CompiledModel;
bool has_tiles(const CompiledModel& model);       // whether M is large enough
bool root_walk_pays(const CompiledModel& model);  // and whether CRBA goes this way
RootWalk make_root_walk(const CompiledModel& model);

}  // namespace tenon
