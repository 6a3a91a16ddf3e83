// Time from counted operations, and the choice that `automatic` makes with it. Counts alone mispredict time (kernels
// differ in how well they vectorise and in what they load and store), so every algorithm has three weights of its own,
// fitted to measured times by tools/calibrate_cost.py, which prints how far the estimates are from the times and what
// wrong choices cost.
#include <algorithm>

#include "constrained/settings.hpp"
#include "constraints/compiled.hpp"
#include "delassus/names.hpp"
#include "factorization/cost.hpp"
#include "model/compiled.hpp"
#include "registry/rows.hpp"
#include "tenon/algorithms.hpp"
#include "walk/schedule.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

namespace {

// Prices of operations relative to an addition; a vectorised sine and cosine costs about a dozen.
double weighted(const OperationCount& n) {
  return static_cast<double>(n.add + n.mul + 5 * n.div + 6 * n.sqrt + 12 * n.trig);
}

// Part of the scalar walk that is left with limbs in lanes, in the units of the lane schedule.
double share(const CompiledModel& model) {
  const double bodies = static_cast<double>(model.bodies.size()) - 1;
  const Walk<4>& walk = model.walks->limbs;
  const double steps =
      static_cast<double>(walk.trunk.size()) + LaneCosts{}.group * static_cast<double>(walk.groups.size());
  return bodies > 0 ? steps / bodies : 1;
}

// Counting runs every candidate once on slow numbers: not where that takes longer than a lifetime of answers.
bool too_large_to_count(const Model& model) {
  return model.nv() > 400 || tree_sums(model.compiled().lambda).D2 > 1'000'000;
}

}  // namespace

OperationCount count_operations(const Algorithm& algorithm, const Model& model) { return algorithm.count(model, {}); }

CostTerms cost_terms(const Algorithm& algorithm, const Model& model) {
  const double part = algorithm.lanes ? share(model.compiled()) : 1;
  return {part * model.nv(), part * weighted(count_operations(algorithm, model))};
}

double estimated_nanoseconds(const Algorithm& algorithm, const Model& model) {
  if (algorithm.call_ns + algorithm.step_ns + algorithm.operation_ns == 0) return -1;
  const CostTerms terms = cost_terms(algorithm, model);
  return algorithm.call_ns + algorithm.step_ns * terms.steps + algorithm.operation_ns * terms.operations;
}

bool Algorithm::takes(const ConstraintSet* set) const {
  const RowKinds kinds = row_kinds_of(constraints);
  if (!set || kinds == RowKinds::none) return true;
  const bool rigid = family == "constrained_dynamics" && !traits_of(find_constrained(name)).soft_rows;
  return tenon::takes(kinds, *set) && !(rigid && set->data().any_stiffness);
}

const Algorithm& algorithm(const Model& model, std::string_view family_name, std::string_view name,
                           const ConstraintSet* constraints, std::span<const double> stiffness) {
  const std::span<const Algorithm> candidates = algorithms_of(family(family_name).name);
  if (constraints && (name.empty() || name == "automatic")) {
    if (family_name == "delassus") name = to_string(chosen_delassus(*constraints));
    if (family_name == "damped_inverse") name = to_string(chosen_damped_inverse(*constraints, stiffness));
    if (family_name == "damped_solve") name = to_string(chosen_damped_solve(*constraints, stiffness));
    if (family_name == "constrained_dynamics")
      name = to_string(chosen_constrained(*constraints, constraints->data().any_stiffness));
    if (family_name == "impulse") name = to_string(chosen_constrained(*constraints));
  }
  if (name.empty() || name == "automatic") {
    if (candidates.size() == 1 || too_large_to_count(model)) return candidates.front();
    // Without an estimate an algorithm is only taken by name.
    const auto cost = [&](const Algorithm& a) {
      const double ns = estimated_nanoseconds(a, model);
      return ns < 0 ? 1e300 : ns;
    };
    return *std::min_element(candidates.begin(), candidates.end(),
                             [&](const Algorithm& a, const Algorithm& b) { return cost(a) < cost(b); });
  }
  std::string names;
  for (const Algorithm& a : candidates) {
    if (a.name == name) return a;
    names += std::string(a.name) + ", ";
  }
  throw Error("found \"" + std::string(name) + "\", expected " + names + "automatic or all");
}

}  // namespace tenon
