// The unconstrained tree: inverse dynamics, inertia matrix, forward dynamics and what follows from them.
#pragma once

#include <memory>
#include <span>

#include "tenon/kinematics.hpp"
#include "tenon/model.hpp"

namespace tenon {

// A wrench on a frame, in that frame's axes at its origin: force, then moment.
struct ExternalWrench {
  FrameId frame;
  Vector6 wrench{0, 0, 0, 0, 0, 0};
};

// Scratch memory of the tree algorithms, sized once. Nothing in it is an input of a later call.
class Workspace {
 public:
  explicit Workspace(const Model& model, Mode mode = Mode::automatic);
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  struct Data;  // internal
  Data& data() { return *data_; }
  std::size_t bytes() const;

 private:
  std::unique_ptr<Data> data_;
};

// tau = M(q) a + C(q, v) v + g(q) - J^T wrenches.
void rnea(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
          std::span<const double> a, std::span<double> tau, std::span<const ExternalWrench> wrenches = {});
void gravity_torque(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> tau);
// C(q, v) v + g(q).
void bias_torque(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
                 std::span<double> tau);
// The matrix C(q, v), nv x nv row-major, for which dM/dt - 2C is skew-symmetric.
void coriolis_matrix(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
                     std::span<double> C);

// Asking for one triangle of a symmetric matrix can be cheaper; what the other then holds is not promised.
enum class Triangle { both, lower, upper };
// Entries of M and of its derivatives between joints on different branches are 0 whatever the state is. `kept`, for
// calls that offer it: the matrices hold these zeros already (they were cleared once, or an earlier call for the same
// model wrote them) and are not written again, which on large branched trees is most of the work.
enum class Zeros { written, kept };

// M(q), nv x nv row-major.
void crba(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> M,
          Triangle triangle = Triangle::both, Zeros zeros = Zeros::written);

// a = M(q)^-1 (tau - C v - g + J^T wrenches).
void aba(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
         std::span<const double> tau, std::span<double> a, std::span<const ExternalWrench> wrenches = {});

// out = M(q)^-1 x for one vector, or for `columns` vectors stored as the columns of a row-major nv x columns matrix;
// `out` may be `x`.
void minverse_apply(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> x,
                    std::span<double> out, int columns = 1);
// nv x nv row-major; one triangle as in crba().
void minverse(const Model& model, Workspace& ws, std::span<const double> q, std::span<double> Minv,
              Triangle triangle = Triangle::both);

// -damping v - stiffness (q - reference) - dry friction: what joints do by themselves. friction_smoothing is the
// velocity below which dry friction falls linearly to zero (set-valued friction is a constraint row). The springs of
// joints with several degrees of freedom rest at the neutral position.
void passive_forces(const Model& model, std::span<const double> q, std::span<const double> v, std::span<double> tau,
                    double friction_smoothing = 1e-3);

struct Energy {
  double kinetic = 0, potential = 0;  // potential of gravity, zero at the world origin
  double elastic = 0;                 // joint springs
  double total() const { return kinetic + potential + elastic; }
};
Energy energy(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v);

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
Vector6 joint_reaction(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
                       std::span<const double> a, FrameId joint_frame, std::span<const ExternalWrench> wrenches = {});

// tau = Y(q, v, a) pi, with 10 numbers per link of the description in order: mass, mass·com (3), inertia about the
// link origin (xx, xy, xz, yy, yz, zz). Y is nv x (10 links), row-major; armature is not part of it.
void inverse_dynamics_regressor(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
                                std::span<const double> a, std::span<double> Y);
std::vector<double> regressor_parameters(const Model& model);

}  // namespace tenon
