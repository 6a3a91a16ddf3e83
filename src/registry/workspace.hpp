// The part of a Workspace that the table of algorithms uses, for what no public call computes. Memory that grows faster
// than the number of bodies is made when an algorithm that needs it runs first: forward dynamics of 10,000 bodies
// should not pay for a matrix.
#pragma once

#include <optional>
#include <vector>

#include "dynamics/paper/aba.hpp"
#include "dynamics/paper/crba.hpp"
#include "dynamics/paper/rnea.hpp"
#include "model/workspace.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/factorization.hpp"

namespace tenon {

template <class T>
class OnFirstUse {
 public:
  T& get(const Model& model) { return value_ ? *value_ : value_.emplace(model); }

 private:
  std::optional<T> value_;
};

// nv x nv numbers.
struct SquareMatrix {
  explicit SquareMatrix(const Model& model)
      : values(static_cast<std::size_t>(model.nv()) * static_cast<std::size_t>(model.nv())) {}
  std::vector<double> values;
};

// Of the plain kernels.
struct PlainScratch {
  explicit PlainScratch(const Model& model);
  std::vector<RneaBody<double>> rnea;
  std::vector<CrbaBody<double>> crba;
  std::vector<AbaBody<double>> aba;
  std::vector<AbaAxis<double>> axes;
  std::vector<double> sine, cosine;
};

struct NoConstraint {
  explicit NoConstraint(const Model& model) : set(model, std::span<const Constraint>()) {}
  ConstraintSet set;
};

struct AlgorithmMemory {
  explicit AlgorithmMemory(const Model& model);

  Kinematics kinematics;
  OnFirstUse<Factorization> factors;
  OnFirstUse<SquareMatrix> matrix;
  OnFirstUse<PlainScratch> plain;
  OnFirstUse<NoConstraint> no_constraint;
  std::vector<double> vector, other_vector, zero;  // nv
  std::vector<double> forces;                      // rows
};

// The workspace's, made when an algorithm of the table runs first. Error where the workspace is another model's.
AlgorithmMemory& algorithm_memory(const Model& model, Workspace& ws);

}  // namespace tenon
