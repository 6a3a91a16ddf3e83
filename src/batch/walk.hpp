// A model as a batch reads it: the body-by-body walk with its constants in the batch's own number type, because a
// conversion per constant and step would cost a batch of floats more than its arithmetic.
#pragma once

#include <vector>

#include "model/compiled.hpp"

namespace tenon {

template <class T>
struct BatchStep {
  int body = 0, parent = 0, q = 0, v = 0;
  int end = 0;  // one past the last degree of freedom of the subtree
  StepForm form = StepForm::other;
  bool follows = false, keeps = false, block = false;  // as in TrunkStep
  StepConstants<T> k;
};

// A frame at which external wrenches act.
template <class T>
struct WrenchFrame {
  int body = 0;
  Transform<T> X_bf;
};

template <class T>
struct BatchModel {
  const CompiledModel* model = nullptr;
  std::vector<BatchStep<T>> steps;  // root to leaf
  std::vector<int> slots;           // bodies whose slot receives
  std::vector<WrenchFrame<T>> wrench_frames;
  std::vector<int> unrelated;  // entries i nv + j of M with i and j on different branches
  std::vector<int> tiles[4];   // where runs of `lanes` entries begin that cover the related ones: lower + 2 upper
};

template <class T>
BatchModel<T> make_batch_model(const CompiledModel& model, const std::vector<FrameId>& wrench_frames, int lanes);

}  // namespace tenon
