// Keyframes of merged descriptions: q, v and control in the merged order, neutral where the other part stands.
#pragma once

#include "tenon/description.hpp"

namespace tenon {

// `robot` holds the keyframes of `before`, then those of `other` (whose names got `prefix`), each still in its own
// order.
void merge_keyframes(RobotDescription& robot, const RobotDescription& before, const RobotDescription& other,
                     const std::string& prefix);

}  // namespace tenon
