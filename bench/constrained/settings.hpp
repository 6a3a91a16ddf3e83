// What both sides of the constrained race solve with: the proximal parameter, the tolerance and the three iterations of
// [cABA] Table II.
#pragma once

namespace race {

constexpr double mu = 1e6;        // Pinocchio's settings take 1 / mu
constexpr double stiff_mu = 1e8;  // what tenon takes by default on a robot of 100 kg
constexpr double tolerance = 1e-10;
constexpr int most_iterations = 3;
// What Pinocchio's solvers of the forces-first kind can reach: they may also stop there, after up to ten iterations.
constexpr double within_reach = 1e-7;
constexpr int more_iterations = 10;
constexpr double stiffness = 1e4;  // of the damped inverse: Pinocchio's hint for its own mu is 1e-4

}  // namespace race
