// The algorithms of a family, from the registry: lists in the tests need no line for a new one.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "constrained/names.hpp"
#include "delassus/names.hpp"
#include "tenon/algorithms.hpp"

namespace tenon::test {

// Names for which keep(row of the table) holds.
template <class Keep>
std::vector<std::string_view> names(std::string_view family, Keep&& keep) {
  std::vector<std::string_view> list;
  for (const Algorithm& a : algorithms_of(family))
    if (keep(a)) list.push_back(a.name);
  return list;
}
inline std::vector<std::string_view> names(std::string_view family) {
  return names(family, [](const Algorithm&) { return true; });
}

inline const Algorithm& row_of(std::string_view family, std::string_view name) {
  return *std::ranges::find(algorithms_of(family), name, &Algorithm::name);
}
inline bool recursive(const Algorithm& a) { return a.constraints == "frames held to the world"; }
inline bool takes_redundant_rows(const Algorithm& a) { return a.degeneracies.find("redundant") != a.degeneracies.npos; }

// The same as enumerators; with "automatic" at the end where `automatic` is asked for.
template <class Find>
auto found(std::vector<std::string_view> list, bool automatic, Find find) {
  if (automatic) list.emplace_back("automatic");
  std::vector<decltype(find(list[0]))> all;
  std::ranges::transform(list, std::back_inserter(all), find);
  return all;
}
inline std::vector<Delassus> delassus_algorithms(std::vector<std::string_view> list, bool automatic = false) {
  return found(std::move(list), automatic, find_delassus);
}
inline std::vector<Damped> damped_algorithms(std::vector<std::string_view> list, bool automatic = false) {
  return found(std::move(list), automatic, find_damped);
}
inline std::vector<Constrained> constrained_algorithms(std::vector<std::string_view> list, bool automatic = false) {
  return found(std::move(list), automatic, find_constrained);
}

inline ConstrainedOptions with(ConstrainedOptions options, Constrained algorithm,
                               std::span<const ExternalWrench> wrenches = {}) {
  options.algorithm = to_string(algorithm), options.wrenches = wrenches;
  return options;
}
// By any algorithm on rows that state no stiffness: pv-soft is given one.
inline ConstrainedOptions by(Constrained algorithm, std::span<const ExternalWrench> wrenches = {}) {
  ConstrainedOptions options;
  if (algorithm == Constrained::pv_soft) options.stiffness = 1e3;
  return with(options, algorithm, wrenches);
}

}  // namespace tenon::test
