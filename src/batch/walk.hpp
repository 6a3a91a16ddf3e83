// A model as a batch reads it: the body-by-body walk with its constants in the batch's own number type, because a
// conversion per constant and step would cost a batch of floats more than its arithmetic.
#pragma once

#include <vector>

#include "factorization/fast/branch.hpp"
#include "model/compiled.hpp"
#include "tenon/batch.hpp"
#include "walk/walk.hpp"

namespace tenon {

// A frame of the model, as its body carries it.
template <class T>
struct CarriedFrame {
  int body = 0;
  Transform<T> X_bf;
};

template <class T>
struct BatchModel {
  const CompiledModel* model = nullptr;
  Walk<4, T> walk;                                               // body by body: no groups
  std::vector<CarriedFrame<T>> wrench_frames, placement_frames;  // as BatchOptions names them
  std::vector<int> unrelated;  // entries i nv + j of M with i and j on different branches
  std::vector<int> tiles[4];   // where runs of `lanes` entries begin that cover the related ones: lower + 2 upper
  BranchTables branches;       // rows of M, for M y = x
};

template <class T>
BatchModel<T> make_batch_model(const CompiledModel& model, const BatchOptions& options, int lanes);

}  // namespace tenon
