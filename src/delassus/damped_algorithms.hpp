// The listed algorithms of the damped inverse, by position: the enumeration Damped counts the lines of damped.list.
#pragma once

#include "delassus/algorithms.hpp"
#include "delassus/damped_list.hpp"
#include "tenon/delassus.hpp"

namespace tenon {
inline namespace TENON_ISA {

// R - L₀, which cancels.
template <class A>
constexpr bool cancels = requires { requires A::cancels; };
// Its rows are in the order of the sweeps; otherwise in the set's.
template <class A>
constexpr bool sweep_order = requires { requires A::sweep_order; };

// f<A>() for the algorithm of that value.
template <class F>
constexpr decltype(auto) with_algorithm(Damped algorithm, F&& f) {
  return at_position(DampedAlgorithms{}, static_cast<int>(algorithm), std::forward<F>(f));
}

constexpr bool in_joint_space(Damped algorithm) {
  return with_algorithm(algorithm, []<class A>() { return A::takes == RowKinds::every; });
}

template <class S>
DampedScratch<S> damped_scratch(const DelassusSizes& sizes, Damped algorithm, Arena& arena) {
  return with_algorithm(algorithm, [&]<class A>() { return A::template scratch<S>(sizes, arena); });
}

}  // namespace TENON_ISA
}  // namespace tenon
