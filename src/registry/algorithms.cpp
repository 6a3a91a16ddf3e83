// The table: a row for each line of the lists of descriptors, family by family in the order of families.cpp. Within a
// family rows keep the order of their list; the first is what the public call runs, and the choice for a model too
// large to count on. tenon::minverse alone takes the second one on trees where it is cheaper. The cost weights of a
// descriptor were written by
//   python3 tools/calibrate_cost.py build/release/apps/tenon --write
// A row without weights is taken by name only: plain versions, and LTL, whose factors differ from the family's first;
// the delassus, damped and constrained families are chosen by their constraints (delassus/automatic.hpp,
// damped_automatic.hpp, constrained/names.cpp).
#include "tenon/algorithms.hpp"

#include <algorithm>
#include <array>

#include "registry/rows.hpp"
#include "spatial/isa.hpp"

namespace tenon {

namespace {

std::ptrdiff_t place_of(std::string_view family) {
  return std::ranges::find(families(), family, &Family::name) - families().begin();
}

Rows make_table() {
  Rows rows;
  for (const auto add : {add_configuration, add_kinematics, add_dynamics, add_factorization, add_delassus, add_damped,
                         add_constrained, add_constrained_derivatives})
    add(rows);
  Rows sorted;
  for (const Family& family : families())
    std::ranges::copy_if(rows, std::back_inserter(sorted), [&](const Algorithm& a) { return a.family == family.name; });
  return sorted;
}

const Rows& table() {
  static const Rows rows = make_table();
  return rows;
}

constexpr std::size_t all_kinds = static_cast<std::size_t>(RowKinds::every) + 1;
const std::array<std::string, all_kinds>& texts() {
  static const std::array<std::string, all_kinds> all = [] {
    std::array<std::string, all_kinds> of;
    for (unsigned kinds = 0; kinds < of.size(); ++kinds) of[kinds] = to_text(RowKinds{kinds});
    return of;
  }();
  return all;
}

}  // namespace

std::string_view row_kinds_text(RowKinds kinds) { return texts()[static_cast<unsigned>(kinds)]; }
RowKinds row_kinds_of(std::string_view text) {
  return RowKinds{static_cast<unsigned>(std::ranges::find(texts(), text) - texts().begin())};
}

Algorithm row(const AlgorithmFacts& facts, std::string_view family, RowKinds takes, Compute* compute, Count* count) {
  return {facts.name,
          facts.family.empty() ? family : facts.family,
          facts.paper,
          facts.listing,
          facts.complexity,
          row_kinds_text(takes),
          facts.degeneracies,
          compute,
          count,
          facts.lanes,
          facts.weights.call_ns,
          facts.weights.step_ns,
          facts.weights.operation_ns};
}

std::string_view instruction_set() { return to_string(active_isa()); }

std::span<const Algorithm> algorithms() { return table(); }

std::span<const Algorithm> algorithms_of(std::string_view family) {
  const auto found =
      std::ranges::equal_range(table(), place_of(family), {}, [](const Algorithm& a) { return place_of(a.family); });
  return {found.begin(), found.end()};
}

}  // namespace tenon
