// Derivatives of constrained dynamics: of its accelerations and of its forces. [cABA] names them as future work.
#pragma once

#include <memory>
#include <span>

#include "tenon/constrained.hpp"
#include "tenon/derivatives.hpp"

namespace tenon {

// Scratch memory for sets up to this set's capacity, sized once.
class ConstrainedDerivativesWorkspace {
 public:
  ConstrainedDerivativesWorkspace(const Model& model, const ConstraintSet& set);
  ~ConstrainedDerivativesWorkspace();
  ConstrainedDerivativesWorkspace(ConstrainedDerivativesWorkspace&&) noexcept;
  ConstrainedDerivativesWorkspace& operator=(ConstrainedDerivativesWorkspace&&) noexcept;
  struct Data;  // internal
  Data& data() { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

// Row-major; d/dq is along tangent vectors, as in tenon/derivatives.hpp.
struct ConstrainedDerivatives {
  std::span<double> da_dq, da_dv, da_dtau;                 // nv x nv
  std::span<double> dlambda_dq, dlambda_dv, dlambda_dtau;  // rows x nv
};

// At the acceleration and the forces that constrained_dynamics found for q and v, for frames held to the world
// (welds, connects, masks, both axes, gains and targets included). Of redundant rows that agree da is exact and dlambda
// that of the lambda of smallest norm, the one of a cold start with one mu; where they contradict each other neither
// is. Returns the rank of J. More wrenches than in any call before allocate.
int constrained_dynamics_derivatives(const Model& model, const ConstraintSet& set, ConstrainedDerivativesWorkspace& ws,
                                     std::span<const double> q, std::span<const double> v, std::span<const double> a,
                                     std::span<const double> lambda, const ConstrainedDerivatives& out,
                                     std::span<const ExternalWrench> wrenches = {});

}  // namespace tenon
