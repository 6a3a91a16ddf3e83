// The calls that are timed, one row per algorithm.
#pragma once

#include <span>
#include <vector>

#include "tenon/operations.hpp"
#include "tenon/tenon.hpp"

namespace tenon::ops {

constexpr int samples = 64;

// Random states, one after the other, in double or float.
template <class T>
struct States {
  std::vector<T> q, v, x;
  std::vector<T> matrices;  // M of each; made by the first call that needs them
};
States<double> random_states(const Model& model);

// Scratch of one mode.
struct Memory {
  Workspace workspace;
  Kinematics kinematics;
  Factorization factorization;
  std::vector<double> M;  // made by the first call that needs it
  Memory(const Model& model, Mode mode)
      : workspace(model, {.mode = mode}), kinematics(model, {.mode = mode}), factorization(model, {.mode = mode}) {}
};

// One state of a robot.
struct State {
  const Model& model;
  std::span<const double> q, v, x;
};

struct Call {
  const char* family;
  void (*single)(const State&, Memory&, std::span<double> out);
  void (*doubles)(Batch&, States<double>&, std::span<double> out);
  void (*floats)(FloatBatch&, States<float>&, std::span<float> out);
  long (*operations)(const Call&, const State&);
};
std::span<const Call> calls();

FrameId last_frame(const Model& model);  // which "placement" asks for; all bodies are placed

inline long total(const OperationCount& n) { return n.add + n.mul + n.div + n.sqrt + n.trig; }

}  // namespace tenon::ops
