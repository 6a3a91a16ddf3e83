// Inside of the public AlgorithmWorkspace. Memory that grows faster than the number of bodies is made when an algorithm
// that needs it runs first: forward dynamics of 10,000 bodies should not pay for a matrix.
#pragma once

#include <optional>
#include <vector>

#include "dynamics/aba.hpp"
#include "dynamics/crba.hpp"
#include "dynamics/rnea.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/constrained_derivatives.hpp"
#include "tenon/damped.hpp"
#include "tenon/delassus.hpp"
#include "tenon/derivatives.hpp"
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

// Grows with the sets that it meets.
template <class T>
class GrowingWithRows {
 public:
  T& get(const Model& model, const ConstraintSet& set) {
    const ConstraintCapacity needed = set.capacity();
    if (value_ && needed.constraints <= room_.constraints && needed.rows <= room_.rows) return *value_;
    room_ = {std::max(needed.constraints, room_.constraints), std::max(needed.rows, room_.rows)};
    return value_.emplace(model, ConstraintSet(model, {}, room_));
  }

 private:
  std::optional<T> value_;
  ConstraintCapacity room_;
};

struct NoConstraint {
  explicit NoConstraint(const Model& model) : set(model, std::span<const Constraint>()) {}
  ConstraintSet set;
};

struct AlgorithmWorkspace::Data {
  explicit Data(const Model& model);

  Workspace tree;
  Kinematics kinematics;
  OnFirstUse<DerivativesWorkspace> derivatives;
  OnFirstUse<Factorization> factors;
  OnFirstUse<SquareMatrix> matrix;
  OnFirstUse<PlainScratch> plain;
  GrowingWithRows<DelassusWorkspace> delassus;
  GrowingWithRows<DampedWorkspace> damped;
  GrowingWithRows<ConstrainedWorkspace> constrained;
  GrowingWithRows<ConstrainedDerivativesWorkspace> constrained_derivatives;
  OnFirstUse<NoConstraint> no_constraint;
  std::vector<double> vector, other_vector, zero;  // nv
  std::vector<double> forces;                      // rows
};

}  // namespace tenon
