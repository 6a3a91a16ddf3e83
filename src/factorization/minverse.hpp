// The part of a Workspace that M⁻¹ by factors uses.
#pragma once

#include "dynamics/workspace.hpp"
#include "tenon/factorization.hpp"

namespace tenon {

struct MinverseFactors {
  explicit MinverseFactors(const Model& model) : of_M(model) {}
  std::size_t bytes() const { return of_M.bytes(); }
  Factorization of_M;
};
// Null where sweeps are cheaper.
std::shared_ptr<MinverseFactors> minverse_factors(const Model& model);

}  // namespace tenon
