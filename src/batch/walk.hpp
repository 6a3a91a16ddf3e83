// A model as a batch reads it: the body-by-body walk with its constants in the batch's own number type, because a
// conversion per constant and step would cost a batch of floats more than its arithmetic.
#pragma once

#include <vector>

#include "model/compiled.hpp"

namespace tenon {

// A frame at which external wrenches act.
template <class T>
struct WrenchFrame {
  int body = 0;
  Transform<T> X_bf;
};

template <class T>
struct BatchModel {
  const CompiledModel* model = nullptr;
  Walk<4, T> walk;  // body by body: no groups
  std::vector<WrenchFrame<T>> wrench_frames;
  std::vector<int> unrelated;  // entries i nv + j of M with i and j on different branches
  std::vector<int> tiles[4];   // where runs of `lanes` entries begin that cover the related ones: lower + 2 upper
};

template <class T>
BatchModel<T> make_batch_model(const CompiledModel& model, const std::vector<FrameId>& wrench_frames, int lanes);

}  // namespace tenon
