// The part of a Workspace that projections and inverse dynamics use.
#pragma once

#include <algorithm>
#include <vector>

#include "constraints/opened.hpp"
#include "model/compiled.hpp"
#include "tenon/constrained.hpp"

namespace tenon {

struct OperationalMemory {
  OperationalMemory(const Model& model, ConstraintCapacity capacity)
      : kinematics(model),
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

  std::size_t bytes() const {
    return sizeof *this +
           sizeof(double) *
               (J.size() + H.size() + V.size() + N.size() + wide.size() + 2 * nv + rows + 5 * (nv + rows)) +
           sizeof(int) * (2 * (nv + rows) + nv);
  }

  Kinematics kinematics;
  std::size_t nv, rows;
  std::vector<double> J, H, V;      // of rows x nv, rows x rows
  std::vector<double> N, wide;      // inverse dynamics: Q, rows x rows; the matrix of a step
  std::vector<double> force, step;  // nv
  std::vector<double> lambda;       // rows
  std::vector<double> along, right, size, beta, head;
  std::vector<int> column, order;  // these and the line above: nv + rows
  std::vector<int> free;           // degrees of freedom where nothing acts
};

}  // namespace tenon
