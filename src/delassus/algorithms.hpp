// The listed algorithms of the Delassus matrix, by position: the enumeration Delassus counts the lines of
// delassus.list.
#pragma once

#include "delassus/delassus_list.hpp"
#include "tenon/delassus.hpp"

namespace tenon {
inline namespace TENON_ISA {

// An algorithm that goes beyond a kernel (`call`) may bring all of its memory.
template <class A, class S>
concept CutsScratch = requires(const DelassusSizes& sizes, Arena& arena) { A::template scratch<S>(sizes, arena); };
// It runs in a kernel of its own.
template <class A, class S>
concept RunsInKernel = requires(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w,
                                const S* q, S* out) { A::run(model, set, w, q, out); };
// Whether J, or M, is computed by the public calls before the algorithm runs. Of rows that are not a single body's J
// always is.
template <class A>
constexpr bool given_jacobian = requires { requires A::given_jacobian; };
template <class A>
constexpr bool given_inertia = requires { requires A::given_inertia; };

// f<A>() for the algorithm of that value.
template <class F>
constexpr decltype(auto) with_algorithm(Delassus algorithm, F&& f) {
  return at_position(DelassusAlgorithms{}, static_cast<int>(algorithm), std::forward<F>(f));
}

template <class S>
DelassusScratch<S> delassus_scratch(const DelassusSizes& sizes, Delassus algorithm, Arena& arena) {
  return with_algorithm(algorithm, [&]<class A>() {
    if constexpr (CutsScratch<A, S>)
      return A::template scratch<S>(sizes, arena);
    else
      return DelassusScratch<S>{};
  });
}

}  // namespace TENON_ISA
}  // namespace tenon
