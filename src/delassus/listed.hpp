// What is asked of the algorithms of one list by name or by position: of the Delassus matrix, its damped inverse and
// constrained dynamics.
#pragma once

#include <span>
#include <string_view>

#include "constraints/capability.hpp"
#include "spatial/type_list.hpp"

namespace tenon {

struct ListedAlgorithm {
  std::string_view name;
  RowKinds takes;
};
using ListedAlgorithms = std::span<const ListedAlgorithm>;

template <class List>
constexpr auto listed() {
  return for_each_type(List{}, []<class A>() { return ListedAlgorithm{A::facts.name, A::takes}; });
}

// -1 for "automatic" and for no name; the Error of an unknown name lists those that exist.
int find_position(ListedAlgorithms list, std::string_view name);
// "automatic" for -1.
std::string_view name_at(ListedAlgorithms list, int position);
bool takes(ListedAlgorithms list, int position, const ConstraintSet& set);
// The Error names the first constraint that the algorithm does not take, and the algorithms that take every kind.
void check_takes(ListedAlgorithms list, int position, const ConstraintSet& set);

}  // namespace tenon
