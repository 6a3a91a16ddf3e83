// Arms whose neighbouring axes are parallel but for a small angle, as calibrated robot files have them.
#pragma once

#include <vector>

#include "tenon/description.hpp"

namespace tenon::test {

// The proportions of a UR5, with elbow and first wrist axis tilted, about both axes across them.
RobotDescription tilted_ur5(double tilt);
// Axes y, z, (tilt 0 1), x, y, z.
RobotDescription tilted_six_axes(double tilt);
// Two prismatic joints and a hinge, nearly parallel, between ordinary ones.
RobotDescription tilted_slides(double tilt);
// All of them, tilted by 1e-15 … 1 radians; 1e-7 … 1e-2 is where axes meet far away.
std::vector<RobotDescription> tilted_arms();

}  // namespace tenon::test
