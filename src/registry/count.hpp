// Operation counts: what Algorithm::count points to. Each runs the templates of its algorithm on Counted numbers.
#pragma once

#include "tenon/algorithms.hpp"
#include "tenon/damped.hpp"

namespace tenon::count {

using Count = OperationCount(const Model&, const Question&);

// count.cpp
Count rnea, rnea_plain, gravity, bias, crba, crba_plain, rnea_columns, aba, aba_plain, minverse;
Count minverse_apply;
Count crba_ltdl, ltdl_inverse, ltdl_solve, ltl, ltdl;
Count multiply_L, multiply_Lt, solve_L, solve_Lt;
// count_derivatives.cpp
Count rnea_derivatives, aba_derivatives, constrained_derivatives, coriolis, regressor;
// count_motion.cpp
Count placement, velocity, acceleration, bias_acceleration, jacobian, joint_reaction;
Count energy, com, com_velocity, com_acceleration, com_jacobian, momentum, centroidal_map;
// count_delassus.cpp
Count delassus_dense, ltl_osim, kjr, efpa, pv_osim, pv_osimr, pv_osimr_plain;
// count_damped.cpp
template <Damped algorithm>
OperationCount damped_inverse(const Model&, const Question&);
template <Damped algorithm>
OperationCount damped_solve(const Model&, const Question&);
// count_constrained.cpp
template <Constrained algorithm>
OperationCount constrained(const Model&, const Question&);
template <Constrained algorithm>
OperationCount impulse(const Model&, const Question&);
// count_joints.cpp
Count passive_forces, integrate, difference, interpolate, random;

}  // namespace tenon::count
