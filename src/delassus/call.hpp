// A call of the Delassus matrix: what a descriptor reads that is more than a kernel (its `call`).
#pragma once

#include "delassus/kernels_walk.hpp"
#include "delassus/workspace.hpp"

namespace tenon {

struct DelassusCall {
  const Model& model;
  const ConstraintSet& set;
  Workspace& ws;
  DelassusMemory& memory;
  std::span<const double> q;
  double* out;
};

}  // namespace tenon
