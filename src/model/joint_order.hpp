// The order in which a description's moving joints stand in q and v: depth-first, siblings in description order, root
// links without a joint before those that have one (a robot comes before what is merged into its world).
#pragma once

#include <vector>

#include "tenon/description.hpp"

namespace tenon {

// Indices into description.joints, fixed joints left out. A parent that is no link of the description counts as the
// world, so that a part of a robot can be asked too. O(n); joints on a cycle are left out as well.
std::vector<int> joint_order(const RobotDescription& description);

}  // namespace tenon
