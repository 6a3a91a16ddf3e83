// A call of constrained dynamics: what a descriptor reads that is more than a kernel (`call`).
#pragma once

#include "constrained/workspace.hpp"

namespace tenon {

struct ConstrainedCall {
  const Model& model;
  const ConstraintSet& set;
  Workspace& ws;
  ConstrainedMemory& memory;
  const SolverSettings& settings;
  ConstrainedProblem<double>& problem;
  std::span<const double> tau;
  std::span<const ExternalWrench> wrenches;
  std::span<double> x;  // accelerations, or the change of velocity of an impact
  std::span<double> lambda;
};

// The places of the rows in the memory of the sweeps.
inline void start_on_walk(const ConstrainedCall& c) {
  if (c.memory.bound.serial != c.set.data().serial) c.memory.bound.compile(c.set.data());
  c.problem.one_R = c.settings.penalty.size() <= 1, c.problem.cold = !c.settings.warm_start;
}

}  // namespace tenon
