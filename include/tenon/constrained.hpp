// Accelerations and constraint forces of a constrained tree [cABA], their derivatives, impacts, and what controllers
// ask of it.
//
//     M v̇ + C v + g = τ + Jᵀλ + wrenches,   J v̇ + J̇ v = reference - kd ė - kp e   (docs/conventions.md)
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/quadruped.urdf", {.floating_base = true});
//   const tenon::ConstraintSet feet(robot, {tenon::connect("FL_foot"), tenon::connect("FR_foot"),
//                                           tenon::connect("HL_foot"), tenon::connect("HR_foot")});
//   const std::vector<double> q = tenon::neutral_configuration(robot), v(robot.nv()), tau(robot.nv());
//   std::vector<double> a(robot.nv()), lambda(feet.rows());
//   tenon::Workspace ws(robot, feet);
//   const tenon::SolveReport report =
//       tenon::constrained_dynamics(robot, feet, ws, {q, v}, tau, {.tolerance = 1e-10}, {a, lambda});
//   std::printf("%s: the first foot carries %.1f N\n", to_string(report.status), lambda[2]);
//
// Redundant rows are solved exactly, contradicting ones in the sense of least squares. The report says how it went.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tenon/constraints.hpp"
#include "tenon/dynamics.hpp"
#include "tenon/workspace.hpp"

namespace tenon {

enum class SolveStatus {
  converged,
  max_iterations,  // they ran out: neither of the two below is certain
  infeasible,      // rows contradict each other: the acceleration violates them least
  stalled,         // rounding, or a penalty too small for a row, keeps the residual above the tolerance; or
                   // accelerations are not right to 1e-9; if no digit of them is left, the answer is the
                   // unconstrained motion
  redundant_rows,  // pv and pv-early refuse: the answer is the unconstrained motion, lambda is zero
};
const char* to_string(SolveStatus status);  // "converged"

struct [[nodiscard]] SolveReport {
  SolveStatus status = SolveStatus::converged;
  int iterations = 0;
  double residual = 0;  // largest |J v̇ + J̇ v - what it must equal|; of soft rows, how far they yield
  // How far the last iteration moved the residual: the penalty times [cABA] eq. 14. Negative where it is not known:
  // nothing iterates (dense, pv, pv-early), or one iteration alone does not tell.
  double dual_residual = 0;
};

// Rows that agree have an answer that does not depend on the penalty; the penalty decides how many iterations it
// takes. It is [cABA]'s μ and the reciprocal of Pinocchio's `mu`: 1e6 here is 1e-6 there. Large is good up to a point:
// far beyond masses and moments of inertia it costs digits of v̇. constrained-aba and prox-ltls correct v̇ until it has
// settled to 1e-9, and say `stalled` where it does not. lambda of constrained-aba is right to the tolerance; of
// prox-ltls and constrained-aba-plain, and in the share of redundant rows that no motion feels, it has the rounding of
// the penalty times v̇. Contradicting rows end where rᵀR r is least, R the penalty of each row.
struct ConstrainedOptions {
  Name algorithm{};  // automatic: constrained-aba, prox-ltl for sets that it does not take, pv-soft for soft rows
  PerRow penalty{};  // not given: default_penalty()
  double tolerance = 1e-10;  // of SolveReport::residual
  int max_iterations = 50;
  // Soft rows, which pv-soft solves and other algorithms refuse: λ = stiffness (target - J v̇), in kg or kg·m². Not
  // given: the constraints' own. A set in which only some rows state a stiffness is refused.
  PerRow stiffness{};
  bool warm_start = false;  // lambda holds where to start from; otherwise from zero
  View<ExternalWrench> wrenches{};
};

struct ConstrainedMotion {
  std::span<double> acceleration;
  std::span<double> lambda;  // one number per row in the order of the constraints; it acts as +Jᵀλ
};

// From a cold start lambda is the one of smallest norm (weighted by 1 / penalty), from a warm start the one nearest to
// that. Errors come before anything is written, but for input so large that even the unconstrained motion overflows.
// Outputs must not share memory with inputs.
SolveReport constrained_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                 std::span<const double> tau, const ConstrainedMotion& out);
SolveReport constrained_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                 std::span<const double> tau, const ConstrainedOptions& options,
                                 const ConstrainedMotion& out);
// The penalty that a solve takes if none is given. constrained-aba: 1e6 times the mass of the tree in kg (two
// iterations as a rule), or down to a hundredth of that where a body that supports a row is lighter than a thousandth
// of the tree or small. The others: the paper's 1e6 (prox-ltls, constrained-aba-plain: less for such bodies), or 1e4
// masses.
double default_penalty(const ConstraintSet& set, Name algorithm = {});

// Derivatives at the solution, row-major; d/dq is along tangent vectors, as in tenon/dynamics.hpp.
struct ConstrainedDerivatives {
  std::span<double> acceleration, lambda;                  // the solution itself
  std::span<double> da_dq, da_dv, da_dtau;                 // nv x nv
  std::span<double> dlambda_dq, dlambda_dv, dlambda_dtau;  // rows x nv
};
struct [[nodiscard]] DerivativesReport {
  SolveReport solve;
  int rank = 0;  // of J
};
// Solves and differentiates, for frames held to the world (welds, connects, masks, both axes, gains and targets
// included; loops and joint rows are refused). Of redundant rows that agree da is exact and dlambda that of the lambda
// of smallest norm; where they contradict each other neither is. Soft rows are refused.
DerivativesReport constrained_dynamics_derivatives(const Model& model, const ConstraintSet& set, Workspace& ws,
                                                   const State& state, std::span<const double> tau,
                                                   const ConstrainedDerivatives& out);
DerivativesReport constrained_dynamics_derivatives(const Model& model, const ConstraintSet& set, Workspace& ws,
                                                   const State& state, std::span<const double> tau,
                                                   const ConstrainedOptions& options,
                                                   const ConstrainedDerivatives& out);

struct ImpulseOptions {
  Name algorithm{};
  PerRow penalty{};
  double tolerance = 1e-10;  // of J v⁺
  int max_iterations = 50;
  bool warm_start = false;
  double restitution = 0;  // 0 to 1
};
struct ImpulseMotion {
  std::span<double> velocity;  // after the impact; it may be the velocity before
  std::span<double> impulse;   // one number per row
};
// The velocity after an impact at which the rows take hold: M (v⁺ - v) = JᵀΛ with J v⁺ = -restitution J v. Gains,
// references and stiffness have no part in it.
SolveReport constrained_impulse(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                const ImpulseMotion& out);
SolveReport constrained_impulse(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                const ImpulseOptions& options, const ImpulseMotion& out);

// The answer minimizes ½ Σ torque_weight τ² + ½ Σ force_weight λ². Weights are positive and of any size: a force_weight
// of 1e-12 says that forces of the rows are free.
struct InverseDynamicsOptions {
  View<int> actuated{};     // indices into v; not given: all but those of free joints on the world
  PerRow torque_weight{};   // one number, or one per degree of freedom; not given: 1
  PerRow force_weight{};    // one number, or one per row; not given: 1
  double tolerance = 1e-9;  // of SolveReport::residual
  View<ExternalWrench> wrenches{};
};
struct InverseForces {
  std::span<double> tau, lambda;
};
// tau and lambda of smallest weighted norm with M a + C v + g = tau + Jᵀλ + wrenches and tau = 0 wherever a degree of
// freedom is not actuated. Residual: the largest force that is left where nothing acts; above the tolerance the status
// is `infeasible`, and that force as small as it can be (`stalled`: it is rounding).
SolveReport constrained_inverse_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws,
                                         const State& state, std::span<const double> a, const InverseForces& out);
SolveReport constrained_inverse_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws,
                                         const State& state, std::span<const double> a,
                                         const InverseDynamicsOptions& options, const InverseForces& out);
// All degrees of freedom but those of free joints on the world.
std::vector<int> actuated_by_joints(const Model& model);

struct ProjectionOptions {
  PerRow penalty{};
  double tolerance = 1e-12;  // relative to the largest number of x, or of the velocity that it gives to rows
  int max_iterations = 50;
};
// With N = 1 - M⁻¹Jᵀ(J M⁻¹Jᵀ)⁺J: N x, the velocity nearest to x (in the norm of M) that the rows allow, and Nᵀx, the
// part of a joint force that the rows do not take up. `out` may be `x`.
SolveReport project_velocity(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                             std::span<const double> x, std::span<double> out);
SolveReport project_velocity(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                             std::span<const double> x, const ProjectionOptions& options, std::span<double> out);
SolveReport project_force(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                          std::span<const double> x, std::span<double> out);
SolveReport project_force(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                          std::span<const double> x, const ProjectionOptions& options, std::span<double> out);

// Λ = (J M⁻¹Jᵀ)⁻¹, rows x rows; of redundant rows the pseudo-inverse. Returns the rank.
int operational_space_inertia(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                              std::span<double> out);

}  // namespace tenon
