// Every algorithm behind one signature: what Algorithm::compute points to.
#pragma once

#include "registry/workspace.hpp"

namespace tenon::compute {

using Compute = void(const Model&, AlgorithmWorkspace&, const Question&, std::span<double>);

// compute_dynamics.cpp
Compute rnea, gravity, bias, crba, rnea_columns, aba, minverse, minverse_apply;
// compute_plain.cpp
Compute rnea_plain, crba_plain, aba_plain;
// compute_derivatives.cpp
Compute rnea_derivatives, aba_derivatives, coriolis, joint_reaction, regressor;
// compute_factorization.cpp
Compute crba_ltdl, ltdl_inverse, ltdl_solve, ltl, ltdl, multiply_L, multiply_Lt, solve_L, solve_Lt;
// compute_kinematics.cpp
Compute placement, velocity, acceleration, bias_acceleration, jacobian;
// compute_delassus.cpp
Compute delassus_dense, ltl_osim, kjr, efpa, pv_osim, pv_osimr, pv_osimr_plain, ltl_osim_plain;
// compute_damped.cpp
template <Damped algorithm>
void damped_inverse(const Model&, AlgorithmWorkspace&, const Question&, std::span<double>);
template <Damped algorithm>
void damped_solve(const Model&, AlgorithmWorkspace&, const Question&, std::span<double>);
// compute_constrained.cpp
template <Constrained algorithm>
void constrained(const Model&, AlgorithmWorkspace&, const Question&, std::span<double>);
template <Constrained algorithm>
void impulse(const Model&, AlgorithmWorkspace&, const Question&, std::span<double>);
Compute constrained_derivatives;
// compute_momentum.cpp
Compute energy, com, com_velocity, com_acceleration, com_jacobian, momentum, centroidal_map, passive_forces;
Compute integrate, difference, interpolate, random;

}  // namespace tenon::compute
