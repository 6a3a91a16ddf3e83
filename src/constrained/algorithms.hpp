// The listed algorithms of constrained dynamics, by position: the enumeration Constrained counts the lines of
// constrained.list.
#pragma once

#include "constrained/constrained_list.hpp"
#include "constrained/names.hpp"

namespace tenon {
inline namespace TENON_ISA {

// f<A>() for the algorithm of that value.
template <class F>
constexpr decltype(auto) with_algorithm(Constrained algorithm, F&& f) {
  return at_position(ConstrainedAlgorithms{}, static_cast<int>(algorithm), std::forward<F>(f));
}

template <class S>
ConstrainedScratch<S> constrained_scratch(const ConstrainedSizes& sizes, Constrained algorithm, Arena& arena) {
  return with_algorithm(algorithm, [&]<class A>() { return A::template scratch<S>(sizes, arena); });
}

}  // namespace TENON_ISA
}  // namespace tenon
