// A free motion in time, with what must not change along it.
#pragma once

#include <array>
#include <vector>

#include "tenon/dynamics.hpp"

namespace tenon::cli {

struct State {
  std::vector<double> q, v;
};

// One step of the fourth-order commutator-free method CF4 [Celledoni03], no joint forces:
// like the classical Runge-Kutta method, but q moves along exponentials and never leaves its manifold.
class Integrator {
 public:
  explicit Integrator(const Model& model);
  void step(double h, State& state);

 private:
  struct Slope {
    std::vector<double> v, a;
  };
  void slope(const std::vector<double>& q, const std::vector<double>& v, Slope& out);
  // to = from moved along h * sum of weights[i] * slopes[i].v
  void move(double h, std::array<double, 4> weights, const std::vector<double>& from, std::vector<double>& to);

  const Model& model_;
  Workspace workspace_;
  std::vector<double> zero_, direction_, stage_v_;
  std::vector<double> q2_, q3_, q4_;
  Slope k_[4];
};

struct Invariants {
  Energy energy;
  Vector3 com{}, com_velocity{};
  Vector3 angular_momentum{};  // about the centre of mass
};
Invariants invariants(const Model& model, const State& state);

}  // namespace tenon::cli
