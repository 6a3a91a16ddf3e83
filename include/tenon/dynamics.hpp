// The unconstrained tree: inverse dynamics, inertia matrix, forward dynamics, their derivatives, and what follows.
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/arm7.urdf");
//   const std::vector<double> q = tenon::neutral_configuration(robot), v(robot.nv()), rest(robot.nv());
//   std::vector<double> tau(robot.nv()), a(robot.nv());
//   tenon::Workspace ws(robot);
//   tenon::rnea(robot, ws, {q, v}, rest, tau);  // the torques that keep it at rest
//   const tenon::ExternalWrench push{robot.frame("tool"), {10, 0, 0, 0, 0, 0}};
//   tenon::aba(robot, ws, {q, v}, tau, {.wrenches = std::span(&push, 1)}, a);
//   std::printf("a push of 10 N turns the first joint at %.2f rad/s^2\n", a[0]);
#pragma once

#include <span>
#include <vector>

#include "tenon/kinematics.hpp"
#include "tenon/workspace.hpp"

namespace tenon {

struct DynamicsOptions {
  View<ExternalWrench> wrenches{};
};

// tau = M(q) a + C(q, v) v + g(q) - J^T wrenches.
void rnea(const Model& model, Workspace& ws, const State& state, std::span<const double> a, std::span<double> tau);
void rnea(const Model& model, Workspace& ws, const State& state, std::span<const double> a,
          const DynamicsOptions& options, std::span<double> tau);
void gravity_torque(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> tau);
// C(q, v) v + g(q).
void bias_torque(const Model& model, Workspace& ws, const State& state, std::span<double> tau);
// The matrix C(q, v), nv x nv row-major, for which dM/dt - 2C is skew-symmetric.
void coriolis_matrix(const Model& model, Workspace& ws, const State& state, std::span<double> C);

// Asking for one triangle of a symmetric matrix can be cheaper; what the other then holds is not promised.
enum class Triangle { both, lower, upper };
// Entries of M and of its derivatives between joints on different branches are 0 whatever the state is. `kept`, for
// calls that offer it: the matrices hold these zeros already (they were cleared once, or an earlier call for the same
// model wrote them) and are not written again, which on large branched trees is most of the work.
enum class Zeros { written, kept };

struct InertiaOptions {
  Triangle triangle = Triangle::both;
  Zeros zeros = Zeros::written;
};
// M(q), nv x nv row-major.
void crba(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> M);
void crba(const Model& model, Workspace& ws, std::span<const double> q, const InertiaOptions& options,
          std::span<double> M);

// a = M(q)^-1 (tau - C v - g + J^T wrenches).
void aba(const Model& model, Workspace& ws, const State& state, std::span<const double> tau, std::span<double> a);
void aba(const Model& model, Workspace& ws, const State& state, std::span<const double> tau,
         const DynamicsOptions& options, std::span<double> a);

struct ColumnOptions {
  int columns = 1;  // vectors, stored as the columns of a row-major nv x columns matrix
};
// out = M(q)^-1 x; `out` may be `x`.
void minverse_apply(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> x,
                    std::span<double> out);
void minverse_apply(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> x,
                    const ColumnOptions& options, std::span<double> out);

struct InverseOptions {
  Triangle triangle = Triangle::both;
};
// M(q)^-1, nv x nv row-major.
void minverse(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> Minv);
void minverse(const Model& model, Workspace& ws, std::span<const double> q, const InverseOptions& options,
              std::span<double> Minv);

// Derivatives with respect to q are along the tangent vectors of the configuration manifold: column k is d/de of
// f(q ⊕ e unit_k) at e = 0, so that every matrix is nv x nv (row-major), quaternions or not. External wrenches are
// constant in the frames they are given in: they turn with the robot.
struct RneaDerivatives {
  std::span<double> dtau_dq, dtau_dv, dtau_da;  // dtau_da is M(q), both triangles
};
struct RneaDerivativesOptions {
  View<ExternalWrench> wrenches{};
  Zeros zeros = Zeros::written;
};
// Of tau = rnea(q, v, a).
void rnea_derivatives(const Model& model, Workspace& ws, const State& state, std::span<const double> a,
                      const RneaDerivatives& out);
void rnea_derivatives(const Model& model, Workspace& ws, const State& state, std::span<const double> a,
                      const RneaDerivativesOptions& options, const RneaDerivatives& out);

struct AbaDerivatives {
  std::span<double> da_dq, da_dv, da_dtau;  // da_dtau is M(q)^-1
};
// Of a = aba(q, v, tau).
void aba_derivatives(const Model& model, Workspace& ws, const State& state, std::span<const double> tau,
                     const AbaDerivatives& out);
void aba_derivatives(const Model& model, Workspace& ws, const State& state, std::span<const double> tau,
                     const DynamicsOptions& options, const AbaDerivatives& out);

struct PassiveOptions {
  // The velocity below which dry friction falls linearly to zero (set-valued friction is a constraint row).
  double friction_smoothing = 1e-3;
};
// -damping v - stiffness (q - reference) - dry friction: what joints do by themselves. The springs of joints with
// several degrees of freedom rest at the neutral position.
void passive_forces(const Model& model, const State& state, std::span<double> tau);
void passive_forces(const Model& model, const State& state, const PassiveOptions& options, std::span<double> tau);

struct Energy {
  double kinetic = 0, potential = 0;  // potential of gravity, zero at the world origin
  double elastic = 0;                 // joint springs
  double total() const { return kinetic + potential + elastic; }
};
Energy energy(const Model& model, Workspace& ws, const State& state);

struct CentreOfMass {
  double mass = 0;
  Vector3 position{}, velocity{}, acceleration{};  // world axes
};
CentreOfMass centre_of_mass(const Model& model, const Kinematics& kinematics);
void centre_of_mass_jacobian(const Model& model, const Kinematics& kinematics, std::span<double> jacobian);  // 3 x nv

// Linear momentum and angular momentum about the centre of mass, world axes.
Vector6 centroidal_momentum(const Model& model, const Kinematics& kinematics);
void centroidal_map(const Model& model, const Kinematics& kinematics, std::span<double> map);  // 6 x nv

// The wrench that the joint of `frame` (a joint:NAME frame, moving or fixed) transmits from its parent side to its
// child side, in the joint frame's axes at its origin.
Vector6 joint_reaction(const Model& model, Workspace& ws, const State& state, std::span<const double> a,
                       FrameId joint_frame, const DynamicsOptions& options = {});

// tau = Y(q, v, a) pi, with 10 numbers per link of the description in order: mass, mass·com (3), inertia about the
// link origin (xx, xy, xz, yy, yz, zz). Y is nv x (10 links), row-major; armature is not part of it.
void inverse_dynamics_regressor(const Model& model, Workspace& ws, const State& state, std::span<const double> a,
                                std::span<double> Y);
std::vector<double> regressor_parameters(const Model& model);

}  // namespace tenon
