// A call of constrained dynamics: what a descriptor reads that is more than a kernel (`call`).
#pragma once

#include "constrained/workspace.hpp"

namespace tenon {

struct ConstrainedCall {
  const Model& model;
  const ConstraintSet& set;
  ConstrainedWorkspace::Data& memory;
  const ConstrainedSettings& settings;
  ConstrainedProblem<double>& problem;
  std::span<const double> tau;
  std::span<const ExternalWrench> wrenches;
  std::span<double> x;  // accelerations, or the change of velocity of an impact
  std::span<double> lambda;
};

// What algorithms on the walks need: memory of the sweeps, and the places of the rows in it.
inline void make_room_on_walk(ConstrainedWorkspace::Data& d, const Model& model) {
  if (!d.walk.empty()) return;
  const ConstrainedWalkKernels& kernels = TENON_ISA_CHOICE(constrained_walk_kernels);
  d.walk = AlignedVector(kernels.scratch_size(model.compiled(), *d.walks.limbs, d.sizes.rows));
  kernels.prepare(model.compiled(), *d.walks.limbs, d.sizes.rows, d.walk.data());
}
inline void start_on_walk(const ConstrainedCall& c) {
  if (c.memory.bound.serial != c.set.data().serial) c.memory.bound.compile(c.set.data());
  c.problem.one_R = c.settings.mu_per_row.empty(), c.problem.cold = !c.settings.warm_start;
}

}  // namespace tenon
