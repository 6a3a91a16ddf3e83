// How far a joint is from the rest position of its spring, as a vector of the joint's tangent space: the gradient of
// half its squared length, so that -stiffness times it is the spring's force and stiffness/2 times its square the
// energy. One degree of freedom: q - reference. Others rest at their neutral position: the rotation vector of the
// quaternion (it is the gradient of half its own square in body axes), and the position turned into body axes.
#pragma once

#include <array>

#include "tenon/model.hpp"

namespace tenon {

// The first joint.nv numbers count.
std::array<double, 6> spring_stretch(const JointInfo& joint, const double* q);

}  // namespace tenon
