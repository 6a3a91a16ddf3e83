// Questions that controllers ask of a constrained tree: which joint forces make a motion, what of a velocity or a force
// the constraints leave, and the inertia that they feel.
#pragma once

#include <span>
#include <vector>

#include "tenon/constrained.hpp"
#include "tenon/delassus.hpp"

namespace tenon {

// Scratch memory for sets up to this set's capacity, sized once.
class OperationalWorkspace {
 public:
  OperationalWorkspace(const Model& model, const ConstraintSet& set);
  ~OperationalWorkspace();
  OperationalWorkspace(OperationalWorkspace&&) noexcept;
  OperationalWorkspace& operator=(OperationalWorkspace&&) noexcept;
  struct Data;  // internal
  Data& data() { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

// What is small: ½ Σ torque_weight τ² + ½ Σ force_weight λ². One number, or one per degree of freedom and per row, of
// any size: a force_weight of 1e-12 says that forces of the rows are free.
struct InverseSettings {
  std::span<const double> torque_weight = {};  // none: 1
  std::span<const double> force_weight = {};   // none: 1
  double tolerance = 1e-9;                     // of SolveReport::residual
};

// tau and lambda of smallest weighted norm with M a + C v + g = tau + Jᵀλ + wrenches and tau = 0 wherever a degree of
// freedom is not in `actuated` (indices into v). Residual: the largest force that is left where nothing acts; above the
// tolerance the status is `infeasible`, and that force as small as it can be (`stalled`: it is rounding).
SolveReport constrained_inverse_dynamics(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                                         std::span<const double> q, std::span<const double> v,
                                         std::span<const double> a, std::span<const int> actuated,
                                         const InverseSettings& settings, std::span<double> tau,
                                         std::span<double> lambda, std::span<const ExternalWrench> wrenches = {});
// All degrees of freedom but those of free joints on the world.
std::vector<int> actuated_by_joints(const Model& model);

// With N = 1 - M⁻¹Jᵀ(J M⁻¹Jᵀ)⁺J: N x, the velocity nearest to x (in the norm of M) that the rows allow, and Nᵀx, the
// part of a joint force that the rows do not take up. `out` may be `x`. settings.tolerance is relative: to the largest
// number of x (of M⁻¹x for forces) or of the velocity that it gives to rows; warm_start has no part in it.
SolveReport project_velocity(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                             std::span<const double> q, std::span<const double> x, std::span<double> out,
                             const ConstrainedSettings& settings = {.tolerance = 1e-12});
SolveReport project_force(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                          std::span<const double> q, std::span<const double> x, std::span<double> out,
                          const ConstrainedSettings& settings = {.tolerance = 1e-12});

// Λ = (J M⁻¹Jᵀ)⁻¹, rows x rows; of redundant rows the pseudo-inverse. Returns the rank.
int operational_space_inertia(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                              std::span<const double> q, std::span<double> out);

}  // namespace tenon
