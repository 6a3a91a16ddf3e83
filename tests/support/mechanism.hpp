// A random mechanism with a random state, and the little arithmetic that the dynamics tests share.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "support/seeds.hpp"
#include "tenon/dynamics.hpp"
#include "tenon/generators.hpp"

namespace tenon::test {

using Vector = std::vector<double>;

// Unit quaternions and (cos, sin) pairs, everything else in [-1, 1]; limits are of no concern to dynamics.
Vector random_q(const Model& model, Random& random);
// dq/dt for a velocity: the tangent of t -> q ⊕ t v at t = 0.
Vector configuration_rate(const Model& model, const Vector& q, const Vector& v);
// A curve through q with that tangent, back on the manifold.
Vector stepped(const Model& model, const Vector& q, const Vector& v, double h);

struct Mechanism {
  Model model;
  Vector q, v, a;
  std::vector<ExternalWrench> wrenches;  // on random frames, several on one body

  explicit Mechanism(const RobotDescription& robot, std::uint64_t seed, const CompileOptions& options = {});
  std::size_t nv() const { return static_cast<std::size_t>(model.nv()); }
  Vector rnea() const;  // tau for q, v, a and the wrenches
};
// generators::random_tree; every fourth is a forest.
RobotDescription random_robot(std::uint64_t seed);
// A deep tree that is not a chain: a chain with side branches, one of them of several bodies.
RobotDescription forked_chain(int length);
inline Mechanism random_mechanism(std::uint64_t seed, const CompileOptions& options = {}) {
  return Mechanism(random_robot(seed), seed, options);
}

// Largest difference over the largest number (or over 1, for things that should vanish).
double distance(std::span<const double> a, std::span<const double> b);
Vector product(std::span<const double> matrix, std::span<const double> x);  // row-major

}  // namespace tenon::test
