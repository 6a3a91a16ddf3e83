// The part of a Workspace that the damped inverse uses, beside that of the Delassus matrix.
#pragma once

#include "delassus/damped_automatic.hpp"
#include "delassus/kernels_damped.hpp"
#include "delassus/workspace.hpp"

namespace tenon {

struct DampedMemory {
  DampedMemory(const Model& model, ConstraintCapacity capacity);
  std::size_t bytes() const { return sizeof *this + block.size() * sizeof(double); }

  DelassusSizes sizes;
  AlignedVector block;
  DampedChoice inverse, solve;  // of `automatic`, for the set that was asked for last
};

}  // namespace tenon
