// The columns of a joint's motion subspace, one by one.
#pragma once

#include "model/joint.hpp"

namespace tenon {
inline namespace TENON_ISA {

// visit(degree of freedom, column of S in body axes).
template <class Visit>
inline void each_axis(const Body& body, Visit&& visit) {
  Body alone = body;
  alone.v = 0;
  for (int d = 0; d < velocity_size(body.kind); ++d) {
    double unit[6] = {0, 0, 0, 0, 0, 0};
    unit[d] = 1;
    visit(body.v + d, joint_motion(alone, unit));
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
