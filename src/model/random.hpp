// One joint's coordinates at random: uniform within limits, uniform rotations. `uniform` draws from [0, 1) and says
// with its type what is computed: double, or Counted.
#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include "model/algorithm_facts.hpp"

#include "spatial/elementary.hpp"
#include "tenon/model.hpp"

namespace tenon {

// The same numbers on every machine; std distributions differ between libraries.
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : engine_(seed) {}
  double operator()() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

 private:
  std::mt19937_64 engine_;
};

template <class Draw>
auto random_between(Draw&& uniform, double lower, double upper) {
  using S = decltype(uniform());
  return S(lower) + S(upper - lower) * uniform();
}

// A uniformly distributed rotation (Shoemake's subgroup method).
template <class S, class Draw>
void random_quaternion(Draw&& uniform, S* q) {
  constexpr double turn = 2 * std::numbers::pi;
  const S u = uniform(), a = random_between(uniform, 0, turn), b = random_between(uniform, 0, turn);
  const S r = square_root(S(1) - u), s = square_root(u);
  S sine_a, cosine_a, sine_b, cosine_b;
  sine_cosine(a, sine_a, cosine_a);
  sine_cosine(b, sine_b, cosine_b);
  q[0] = r * sine_a, q[1] = r * cosine_a, q[2] = s * sine_b, q[3] = s * cosine_b;
}

template <class Draw>
auto random_coordinate(Draw&& uniform, const JointInfo& joint) {
  const double lower = joint.lower[0], upper = joint.upper[0];
  const double reach = joint.kind == JointKind::prismatic ? 1 : std::numbers::pi;
  if (std::isfinite(lower) && std::isfinite(upper)) return random_between(uniform, lower, upper);
  if (std::isfinite(lower)) return random_between(uniform, lower, lower + 2 * reach);
  if (std::isfinite(upper)) return random_between(uniform, upper - 2 * reach, upper);
  return random_between(uniform, -reach, reach);
}

template <class S, class Draw>
void random_joint(Draw&& uniform, const JointInfo& joint, S* q) {
  switch (joint.kind) {
    case JointKind::spherical:
      return random_quaternion(uniform, q);
    case JointKind::planar:
      for (int k = 0; k < 2; ++k) q[k] = random_between(uniform, -1, 1);
      return sine_cosine(random_between(uniform, -std::numbers::pi, std::numbers::pi), q[3], q[2]);
    case JointKind::free:
      for (int k = 0; k < 3; ++k) q[k] = random_between(uniform, -1, 1);
      return random_quaternion(uniform, q + 3);
    case JointKind::fixed:
      return;
    default:
      q[0] = random_coordinate(uniform, joint);
  }
}

struct UniformConfiguration {
  static constexpr AlgorithmFacts facts{.name = "uniform",
                                        .family = "random",
                                        .paper = "definition",
                                        .listing = "joint by joint",
                                        .complexity = "O(n)",
                                        .weights = {811, 8.0, 0.528}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.check_out(static_cast<std::size_t>(ask.model.nq()), "out");
    Uniform uniform(ask.given.seed);
    for (const JointInfo& joint : ask.model.joints()) random_joint(uniform, joint, ask.out.data() + joint.q_index);
  }
  // Beyond drawing numbers of [0, 1).
  template <class Run>
  static void count(Run& run) {
    const auto uniform = [] { return Run::Number::variable(0.5); };
    for (const JointInfo& joint : run.model.joints) random_joint(uniform, joint, run.q.data() + joint.q_index);
  }
};

}  // namespace tenon
