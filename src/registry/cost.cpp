// Time from counted operations, and the choice that `automatic` makes with it.
#include <algorithm>

#include "tenon/algorithms.hpp"

namespace tenon {

namespace {

// Nanoseconds per operation; see tools/calibrate.
constexpr double add_ns = 0.2, mul_ns = 0.2, div_ns = 1.5, sqrt_ns = 1.5, trig_ns = 4;

}  // namespace

OperationCount count_operations(const Algorithm& algorithm, const Model& model) {
  if (!algorithm.count) throw Error(std::string(algorithm.name) + ": its operations are not counted");
  return algorithm.count(model, {});
}

double estimated_nanoseconds(const Algorithm& algorithm, const Model& model) {
  if (!algorithm.count) return -1;
  const OperationCount n = algorithm.count(model, {});
  const auto times = [](double weight, long operations) { return weight * static_cast<double>(operations); };
  return algorithm.weight * (times(add_ns, n.add) + times(mul_ns, n.mul) + times(div_ns, n.div) +
                             times(sqrt_ns, n.sqrt) + times(trig_ns, n.trig));
}

const Algorithm& algorithm(const Model& model, std::string_view family_name, std::string_view name) {
  const std::span<const Algorithm> candidates = algorithms_of(family(family_name).name);
  if (name.empty() || name == "automatic") {
    if (candidates.size() == 1) return candidates.front();
    // Without a count there is no estimate: such an algorithm is only taken by name.
    const auto cost = [&](const Algorithm& a) { return a.count ? estimated_nanoseconds(a, model) : 1e300; };
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
