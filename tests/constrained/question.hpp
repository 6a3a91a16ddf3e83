// One constrained question and its answers, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "constrained/dense.hpp"
#include "constrained/settings.hpp"
#include "support/algorithms.hpp"
#include "support/constraints.hpp"
#include "tenon/configuration.hpp"
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
  ConstrainedOptions settings;

  ConstrainedQuestion(Mechanism mechanism, std::span<const Constraint> constraints, std::uint64_t seed)
      : m(std::move(mechanism)),
        list(constraints.begin(), constraints.end()),
        set(m.model, list),
        tau(Random(seed + 11).vector(m.model.nv(), 3)),
        wrenches(m.wrenches) {
    for (int c = 0; c < set.size(); ++c)  // gains ask where a locked joint shall be
      if (set.kind(c) == ConstraintKind::locked) set.hold(c, random_configuration(m.model, seed + 13));
  }

  std::size_t rows() const { return static_cast<std::size_t>(set.rows()); }
  // The penalty of each row, of rigid rows where the algorithm is not named.
  Vector mu(Constrained algorithm = Constrained::automatic) const {
    if (algorithm == Constrained::automatic) algorithm = chosen_constrained(set);
    Vector all(rows(), default_penalty(set, to_string(algorithm)));
    for (std::size_t r = 0; r < all.size() && settings.penalty.given(); ++r) all[r] = settings.penalty[r];
    return all;
  }

  Answer by(Constrained algorithm, const Vector& start = {}) const {
    Workspace ws(m.model, set);
    Answer answer{Vector(m.nv(), NAN), Vector(rows(), NAN), {}};
    ConstrainedOptions s = settings;
    if (!start.empty()) s.warm_start = true, answer.lambda = start;
    answer.report = constrained_dynamics(m.model, set, ws, {m.q, m.v}, tau, with(s, algorithm, wrenches),
                                         {answer.a, answer.lambda});
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
    forward_kinematics(m.model, {m.q, m.v}, k);
    return k;
  }
  Dense J() const {
    Dense out(set.rows(), m.model.nv());
    constraint_jacobian(m.model, set, kinematics(), {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }
  Column target() const {
    Column out(set.rows());
    constraint_target(m.model, set, kinematics(), {m.q, m.v}, {out.data(), rows()});
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
    aba(m.model, ws, {m.q, m.v}, tau, {.wrenches = wrenches}, out);
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

// The same constraints, none of which states a stiffness.
inline std::vector<Constraint> rigid(std::vector<Constraint> list) {
  for (Constraint& c : list) c.stiffness.clear();
  return list;
}

// Frames anywhere on a random tree; some constraints state a stiffness.
inline ConstrainedQuestion soft_question(std::uint64_t seed, const ConstraintMix& mix = {.most = 4},
                                         const CompileOptions& options = {}) {
  Mechanism m = random_mechanism(seed, options);
  Random random(seed + 7);
  const std::vector<Constraint> list = random_constraints(m.model, random, mix);
  return ConstrainedQuestion(std::move(m), list, seed);
}
// The same with rigid rows.
inline ConstrainedQuestion random_question(std::uint64_t seed, const ConstraintMix& mix = {.most = 4},
                                           const CompileOptions& options = {}) {
  const ConstrainedQuestion soft = soft_question(seed, mix, options);
  return ConstrainedQuestion(soft.m, rigid(soft.list), seed);
}

}  // namespace tenon::test
