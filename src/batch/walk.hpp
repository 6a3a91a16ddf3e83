// A model as a batch reads it: the body-by-body walk with its constants in the batch's own number type, because a
// conversion per constant and step would cost a batch of floats more than its arithmetic.
#pragma once

#include <vector>

#include "model/compiled.hpp"
#include "tenon/batch.hpp"

namespace tenon {

// A frame of the model, as its body carries it.
template <class T>
struct CarriedFrame {
  int body = 0;
  Transform<T> X_bf;
};

// Row i of a branch-sparse matrix: one number for each support, by depth, the diagonal last. Its descendants are rows
// i + 1 … end - 1.
struct BranchRow {
  int begin = 0, end = 0, depth = 0;
};
// Up to three rows, each of which supports all that follow it.
struct BranchBlock {
  int first = 0, count = 0;
};
// `count` neighbouring entries of nv x nv numbers, from entry `from` on, and where they stand in such rows.
struct BranchRun {
  int from = 0, count = 0, to = 0;
};

template <class T>
struct BatchModel {
  const CompiledModel* model = nullptr;
  Walk<4, T> walk;                                               // body by body: no groups
  std::vector<CarriedFrame<T>> wrench_frames, placement_frames;  // as BatchOptions names them
  std::vector<int> unrelated;  // entries i nv + j of M with i and j on different branches
  std::vector<int> tiles[4];   // where runs of `lanes` entries begin that cover the related ones: lower + 2 upper
  std::vector<BranchRow> rows;
  std::vector<BranchBlock> blocks;  // from the tips
  std::vector<BranchRun> runs;
};

template <class T>
BatchModel<T> make_batch_model(const CompiledModel& model, const BatchOptions& options, int lanes);

}  // namespace tenon
