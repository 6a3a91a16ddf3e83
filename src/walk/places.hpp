// Where a walk visits each body.
#pragma once

#include <vector>

#include "model/compiled.hpp"

namespace tenon {

struct WalkPlace {
  int step = 0;   // of the trunk, or group
  int lane = -1;  // of the group; -1 on the trunk
};
template <int W, class T>
std::vector<WalkPlace> walk_places(const CompiledModel& model, const Walk<W, T>& walk) {
  std::vector<WalkPlace> at(model.bodies.size());
  for (std::size_t t = 0; t < walk.trunk.size(); ++t)
    at[static_cast<std::size_t>(walk.trunk[t].body)] = {static_cast<int>(t), -1};
  for (std::size_t k = 0; k < walk.groups.size(); ++k)
    for (int lane = 0; lane < W; ++lane)
      if (walk.groups[k].active >> lane & 1)
        at[static_cast<std::size_t>(walk.groups[k].body[lane])] = {static_cast<int>(k), lane};
  return at;
}

}  // namespace tenon
