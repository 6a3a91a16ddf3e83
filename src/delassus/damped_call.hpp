// A call of the damped inverse: what a descriptor reads that is more than a kernel (`call_inverse`, `call_solve`).
#pragma once

#include "delassus/damped_scratch.hpp"
#include "delassus/damped_workspace.hpp"
#include "delassus/kernels_walk.hpp"

namespace tenon {

struct DampedCall {
  const Model& model;
  const ConstraintSet& set;
  Workspace& ws;
  std::span<const double> q;
  const DampedScratch<double>& w;
};

}  // namespace tenon
