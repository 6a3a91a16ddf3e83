// The configuration manifold: q lives on it, v in its tangent space (v in the joint's own axes).
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/quadruped.urdf", {.floating_base = true});
//   std::vector<double> q = tenon::neutral_configuration(robot), v = tenon::random_velocity(robot, 1);
//   for (double& x : v) x *= 1e-3;               // of a millisecond
//   tenon::integrate(robot, q, v, q);            // q may be the answer
//   std::vector<double> theirs(tenon::configuration_size(robot, tenon::Convention::mujoco));
//   tenon::configuration_to(robot, tenon::Convention::mujoco, q, theirs);
//   std::printf("MuJoCo's quaternion starts with w = %.4f\n", theirs[3]);
#pragma once

#include <cstdint>
#include <span>

#include "tenon/model.hpp"

namespace tenon {

std::vector<double> neutral_configuration(const Model& model);
// Uniform within limits; unlimited angles in [-pi, pi], unlimited lengths in [-1, 1], uniform rotations.
std::vector<double> random_configuration(const Model& model, std::uint64_t seed);
std::vector<double> random_velocity(const Model& model, std::uint64_t seed, double scale = 1);

// q ⊕ v: moves along v for unit time.
void integrate(const Model& model, std::span<const double> q, std::span<const double> v, std::span<double> out);
// The v with integrate(from, v) = to.
void difference(const Model& model, std::span<const double> from, std::span<const double> to, std::span<double> out);
void interpolate(const Model& model, std::span<const double> from, std::span<const double> to, double fraction,
                 std::span<double> out);
// Rescales quaternions and (cos, sin) pairs to unit length.
void normalize(const Model& model, std::span<double> q);

// Throws Error naming the joint for a wrong size, a NaN or infinity, or a quaternion whose length is off by more than
// 1e-6.
void check_configuration(const Model& model, std::span<const double> q, const char* argument = "q");
void check_velocity(const Model& model, std::span<const double> v, const char* argument = "v");

// Where the libraries' conventions differ from tenon's. tenon's q and v are Pinocchio's, except that Pinocchio
// stores a continuous joint as (cos, sin). MuJoCo: quaternions are w first; a free joint's linear velocity,
// acceleration and force are in world axes, at the body origin.
enum class Convention { pinocchio, mujoco };
int configuration_size(const Model& model, Convention convention);
void configuration_from(const Model& model, Convention from, std::span<const double> their_q, std::span<double> q);
void configuration_to(const Model& model, Convention to, std::span<const double> q, std::span<double> their_q);
void velocity_from(const Model& model, Convention from, std::span<const double> q, std::span<const double> their_v,
                   std::span<double> v);
void velocity_to(const Model& model, Convention to, std::span<const double> q, std::span<const double> v,
                 std::span<double> their_v);
// Accelerations need v as well: MuJoCo's free-joint acceleration is the classical one.
void acceleration_from(const Model& model, Convention from, std::span<const double> q, std::span<const double> v,
                       std::span<const double> their_a, std::span<double> a);
void acceleration_to(const Model& model, Convention to, std::span<const double> q, std::span<const double> v,
                     std::span<const double> a, std::span<double> their_a);
void force_from(const Model& model, Convention from, std::span<const double> q, std::span<const double> their_tau,
                std::span<double> tau);
void force_to(const Model& model, Convention to, std::span<const double> q, std::span<const double> tau,
              std::span<double> their_tau);

}  // namespace tenon
