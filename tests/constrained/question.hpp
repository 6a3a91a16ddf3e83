// One constrained question and its answers, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "constrained/dense.hpp"
#include "support/algorithms.hpp"
#include "support/constraints.hpp"
#include "tenon/constrained.hpp"

namespace tenon::test {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Column = Eigen::VectorXd;

// Algorithms that iterate on λ.
inline const std::vector<Constrained> proximal = constrained_algorithms(
    names("constrained_dynamics", [](const Algorithm& a) { return traits_of(find_constrained(a.name)).iterates; }));
// All that meet rigid rows exactly, `automatic` too; the reference is what they are compared with.
inline const std::vector<Constrained> exact =
    constrained_algorithms(names("constrained_dynamics",
                                 [](const Algorithm& a) {
                                   const ConstrainedTraits& traits = traits_of(find_constrained(a.name));
                                   return !traits.soft_rows && !traits.reference;
                                 }),
                           /*automatic=*/true);
inline bool refuses_redundant(Constrained algorithm) {
  return algorithm != Constrained::automatic &&
         !takes_redundant_rows(row_of("constrained_dynamics", to_string(algorithm)));
}

inline Eigen::Map<const Column> column(const Vector& x) { return {x.data(), static_cast<Eigen::Index>(x.size())}; }

struct Answer {
  Vector a, lambda;
  SolveReport report;
};

struct ConstrainedQuestion {
  Mechanism m;
  std::vector<Constraint> list;
  ConstraintSet set;
  Vector tau;
  std::vector<ExternalWrench> wrenches;
  ConstrainedSettings settings;

  ConstrainedQuestion(Mechanism mechanism, std::span<const Constraint> constraints, std::uint64_t seed)
      : m(std::move(mechanism)),
        list(constraints.begin(), constraints.end()),
        set(m.model, list),
        tau(Random(seed + 11).vector(m.model.nv(), 3)),
        wrenches(m.wrenches) {}

  std::size_t rows() const { return static_cast<std::size_t>(set.rows()); }
  Vector mu(Constrained algorithm = Constrained::automatic) const {
    return settings.mu_per_row.empty() ? Vector(rows(), settings.mu.value_or(chosen_mu(set, algorithm)))
                                       : Vector(settings.mu_per_row.begin(), settings.mu_per_row.end());
  }

  Answer by(Constrained algorithm, const Vector& start = {}) const {
    ConstrainedWorkspace ws(m.model, set, algorithm);
    Answer answer{Vector(m.nv(), NAN), Vector(rows(), NAN), {}};
    ConstrainedSettings s = settings;
    if (!start.empty()) s.warm_start = true, answer.lambda = start;
    answer.report =
        constrained_dynamics(m.model, set, ws, m.q, m.v, tau, s, answer.a, answer.lambda, algorithm, wrenches);
    return answer;
  }
  Answer dense(DenseKktReport* report = nullptr, const Vector& start = {}) const {
    Answer answer{Vector(m.nv()), start.empty() ? Vector(rows()) : start, {}};
    const DenseKktReport found = dense_constrained_dynamics(m.model, set, m.q, m.v, tau, answer.a, answer.lambda,
                                                            wrenches, mu(), !start.empty());
    if (report) *report = found;
    return answer;
  }

  Kinematics kinematics() const {
    Kinematics k(m.model);
    forward_kinematics(m.model, m.q, m.v, {}, k);
    return k;
  }
  Dense J() const {
    Dense out(set.rows(), m.model.nv());
    constraint_jacobian(m.model, set, kinematics(), {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }
  Column target() const {
    Column out(set.rows());
    constraint_target(m.model, set, kinematics(), m.q, m.v, {out.data(), rows()});
    return out;
  }
  Dense M() const {
    Dense out(m.model.nv(), m.model.nv());
    Workspace ws(m.model);
    crba(m.model, ws, m.q, {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }
  Column free() const {  // the unconstrained acceleration
    Workspace ws(m.model);
    Vector out(m.nv());
    aba(m.model, ws, m.q, m.v, tau, out, wrenches);
    return column(out);
  }

  // References become what the rows have at the acceleration m.a: redundant rows then agree with each other.
  void make_feasible() {
    Vector bias(rows()), e(rows()), rate(rows());
    for (int c = 0; c < set.size(); ++c) set.set_gains(c, 0, 0);
    constraint_bias(m.model, set, kinematics(), bias);
    const Dense jacobian = J();
    const Column reached = jacobian * column(m.a) + column(bias);
    for (int c = 0; c < set.size(); ++c)
      set.set_reference(c, {reached.data() + set.first_row(c), static_cast<std::size_t>(set.rows(c))});
  }
};

// Frames anywhere on a random tree.
inline ConstrainedQuestion random_question(std::uint64_t seed, const ConstraintMix& mix = {.most = 4},
                                           const CompileOptions& options = {}) {
  Mechanism m = random_mechanism(seed, options);
  Random random(seed + 7);
  const std::vector<Constraint> list = random_constraints(m.model, random, mix);
  return ConstrainedQuestion(std::move(m), list, seed);
}

}  // namespace tenon::test
