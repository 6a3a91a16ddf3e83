// The Delassus matrix J M⁻¹Jᵀ (inverse operational-space inertia) of a constrained tree [PVr], and its damped inverse
// Λ_R = (R⁻¹ + J M⁻¹Jᵀ)⁻¹, R a diagonal stiffness ([cABA] section VI).
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/quadruped.urdf", {.floating_base = true});
//   const tenon::ConstraintSet feet(robot, {tenon::connect("FL_foot"), tenon::connect("FR_foot")});
//   const std::vector<double> q = tenon::neutral_configuration(robot), push(feet.rows(), 1.0);
//   std::vector<double> matrix(feet.rows() * feet.rows()), force(feet.rows());
//   tenon::Workspace ws(robot, feet);
//   tenon::delassus(robot, feet, ws, q, matrix);
//   tenon::delassus(robot, feet, ws, q, {.algorithm = "efpa"}, matrix);  // the same by another algorithm
//   tenon::damped_solve(robot, feet, ws, q, push, {.stiffness = 1e3}, force);
//   std::printf("a foot weighs %.2f kg to a force along x, and answers with %.2f N\n", 1 / matrix[0], force[0]);
//
// `tenon algorithms` lists the names, and which rows each algorithm takes. Every call refuses, with an Error that names
// the constraint, rows that its algorithm does not take; `automatic` takes every set.
#pragma once

#include <span>

#include "tenon/constraints.hpp"
#include "tenon/workspace.hpp"

namespace tenon {

struct DelassusOptions {
  Name algorithm{};  // automatic: pv-osimr, or ltl-osim for sets that it does not take
};
// out: rows x rows, row-major, in the order of the constraints.
void delassus(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
              std::span<double> out);
void delassus(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
              const DelassusOptions& options, std::span<double> out);

// An algorithm that is named runs, or refuses with an Error; only `automatic` may take another.
// Digits: caba-osim and its kin subtract numbers of R's size, and lose a factor 1 + ‖R‖ ‖J M⁻¹Jᵀ‖ (caba-osim-plain its
// square where constraints meet on a limb); where less than 1e-14 of a row's stiffness is left they refuse. `automatic`
// factorizes (pv-osimr-inverse, O(m³)) where less than √ε is left. The others keep what the condition number of
// R⁻¹ + J M⁻¹Jᵀ leaves, which for stiff redundant rows is less. No digit left is an Error.
struct DampedOptions {
  Name algorithm{};    // automatic: the one of the least time by operations, as a rule caba-osim
  PerRow stiffness{};  // R, positive; not given: the constraints' own
};
// out: rows x rows, row-major, in the order of the constraints.
void damped_inverse(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                    std::span<double> out);
void damped_inverse(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                    const DampedOptions& options, std::span<double> out);
// out = Λ_R x; out may be x.
void damped_solve(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                  std::span<const double> x, std::span<double> out);
void damped_solve(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                  std::span<const double> x, const DampedOptions& options, std::span<double> out);

}  // namespace tenon
