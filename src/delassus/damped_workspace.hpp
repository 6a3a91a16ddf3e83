// Inside of the public DampedWorkspace.
#pragma once

#include <optional>

#include "delassus/damped_automatic.hpp"
#include "delassus/kernels_damped.hpp"
#include "delassus/workspace.hpp"

namespace tenon {

struct DampedWorkspace::Data {
  Data(const Model& model, const ConstraintSet& set, Damped algorithm, Mode walk);

  std::uint64_t serial = 0;  // of the model
  ConstraintCapacity capacity;
  DelassusSizes sizes;
  AlignedVector block;
  std::optional<DelassusWorkspace::Data::Reference> reference;
  Mode mode;
  std::optional<DelassusWorkspace> walks;  // pv-osimr-inverse, caba-osim

  DampedChoice inverse, solve;  // of `automatic`, for the set that was asked for last

  void make_room(const Model& model, const ConstraintSet& set, Damped algorithm);
  void make_walks(const Model& model);
};

}  // namespace tenon
