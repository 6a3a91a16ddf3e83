// Inside of the public OperationalWorkspace.
#pragma once

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
        Y(rows * nv),
        H(rows * rows),
        V(rows * rows),
        A(nv * nv),
        C(nv * nv) {
    for (std::vector<double>* x : {&force, &y, &r, &before, &step, &start, &R, &multiplier}) x->resize(nv);
    for (std::vector<double>* x : {&lambda, &along}) x->resize(rows);
    free.reserve(nv);
  }

  std::uint64_t serial;
  ConstraintCapacity capacity;
  Workspace tree;
  Kinematics kinematics;
  ConstrainedWorkspace constrained;
  DelassusWorkspace delassus;
  std::size_t nv, rows;
  std::vector<double> J, Y, H, V, A, C;                                 // of rows x nv, rows x rows, nv x nv
  std::vector<double> force, y, r, before, step, start, R, multiplier;  // nv
  std::vector<double> lambda, along;                                    // rows
  std::vector<int> free;                                                // degrees of freedom where nothing acts
};

// Error unless the workspace was made for this model and has room for the set.
OperationalWorkspace::Data& checked(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws);

}  // namespace tenon
