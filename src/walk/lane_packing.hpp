// Placing limbs into lanes: list scheduling of chains on W machines.
#pragma once

#include <span>
#include <vector>

#include "walk/schedule.hpp"

namespace tenon {

// Sets `lane` and `begin` of every limb, so that limbs of one lane do not overlap and no body stands in a group before
// or at the end of a limb that it carries. Longest way to the trunk first, each limb into the lane where it starts
// earliest: for limbs that do not depend on each other, Graham's longest-first rule [Graham69] (at most 4/3 of the best
// number of groups).
void pack_limbs(std::vector<Limb>& limbs, std::span<const int> parent, int width);

}  // namespace tenon
