// Inside of the public OperationalWorkspace.
#pragma once

#include <algorithm>
#include <vector>

#include "model/compiled.hpp"
#include "tenon/operational.hpp"

namespace tenon {

struct OperationalWorkspace::Data {
  Data(const Model& model, const ConstraintSet& set)
      : serial(model.compiled().serial),
        capacity(set.capacity()),
        tree(model),
        kinematics(model),
        constrained(model, set),
        delassus(model, set),
        nv(static_cast<std::size_t>(model.nv())),
        rows(static_cast<std::size_t>(capacity.rows)),
        J(rows * nv),
        H(rows * rows),
        V(rows * rows),
        N(rows * rows),
        wide((nv + rows) * std::max(nv, rows)),
        force(nv),
        step(nv),
        lambda(rows) {
    for (std::vector<double>* x : {&along, &right, &size, &beta, &head}) x->resize(nv + rows);
    for (std::vector<int>* x : {&column, &order}) x->resize(nv + rows);
    free.reserve(nv);
  }

  std::uint64_t serial;
  ConstraintCapacity capacity;
  Workspace tree;
  Kinematics kinematics;
  ConstrainedWorkspace constrained;
  DelassusWorkspace delassus;
  std::size_t nv, rows;
  std::vector<double> J, H, V;      // of rows x nv, rows x rows
  std::vector<double> N, wide;      // inverse dynamics: Q, rows x rows; the matrix of a step
  std::vector<double> force, step;  // nv
  std::vector<double> lambda;       // rows
  std::vector<double> along, right, size, beta, head;
  std::vector<int> column, order;  // these and the line above: nv + rows
  std::vector<int> free;           // degrees of freedom where nothing acts
};

// Error unless the workspace was made for this model and has room for the set.
OperationalWorkspace::Data& checked(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws);

}  // namespace tenon
