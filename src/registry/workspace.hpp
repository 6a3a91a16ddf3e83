// Inside of the public AlgorithmWorkspace.
#pragma once

#include <vector>

#include "tenon/algorithms.hpp"
#include "tenon/derivatives.hpp"
#include "tenon/factorization.hpp"

namespace tenon {

struct AlgorithmWorkspace::Data {
  explicit Data(const Model& model);

  Workspace tree;
  Kinematics kinematics;
  DerivativesWorkspace derivatives;
  Factorization factors;
  std::vector<double> matrix;                      // nv x nv
  std::vector<double> vector, other_vector, zero;  // nv
};

}  // namespace tenon
