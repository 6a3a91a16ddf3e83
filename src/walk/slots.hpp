// Where branches of a walk meet. A body that somebody else looks up has a slot: a row of numbers that holds a State, in
// which a branch leaves its sum and from which it takes its start. Here the lanes meet the trunk, too.
#pragma once

#include <cstring>

#include "spatial/pack.hpp"
#include "walk/walk.hpp"

namespace tenon {

// How many numbers a State has, and how far apart slots lie: whole packs of four.
template <template <class> class State>
constexpr int numbers_in = static_cast<int>(sizeof(State<double>) / sizeof(double));
template <template <class> class State>
constexpr int slot_stride = (numbers_in<State> + 3) / 4 * 4;

inline namespace TENON_ISA {

template <template <class> class State, class S>
TENON_INLINE S* slot(S* slots, int body) {
  return slots + static_cast<std::ptrdiff_t>(body) * slot_stride<State>;
}
template <template <class> class State, class S>
TENON_INLINE State<S> load_slot(const S* slots, int body) {
  State<S> x;
  std::memcpy(static_cast<void*>(&x), slot<State>(slots, body), sizeof x);
  return x;
}
template <template <class> class State, class S>
TENON_INLINE void store_slot(const State<S>& x, S* slots, int body) {
  std::memcpy(static_cast<void*>(slot<State>(slots, body)), &x, sizeof x);
}
template <template <class> class State, class S>
TENON_INLINE void add_to_slot(const State<S>& x, S* slots, int body) {
  State<S> sum = load_slot<State>(static_cast<const S*>(slots), body);
  sum += x;
  store_slot<State>(sum, slots, body);
}
template <template <class> class State, class S, int W, class T>
TENON_INLINE void clear_slots(const Walk<W, T>& walk, S* slots) {
  for (const int i : walk.slots)
    for (int k = 0; k < slot_stride<State>; ++k) slot<State>(slots, i)[k] = S(0);
}

template <int W>
constexpr unsigned all_lanes = (1u << W) - 1;
// The lanes that `bits` names.
template <class P>
TENON_INLINE typename P::Mask lanes_of(unsigned bits) {
  typename P::Mask bit;
  for (int l = 0; l < P::width; ++l) bit[l] = typename P::Integer{1} << l;
  return (bit & (typename P::Mask{} + static_cast<typename P::Integer>(bits))) == bit;
}

// Each lane that `bits` names to the numbers at `place(lane)`.
template <template <class> class State, class P, class Place>
TENON_INLINE void store_lanes(const State<P>& lanes, unsigned bits, Place&& place) {
  constexpr int n = numbers_in<State>;
  P x[slot_stride<State>];
  std::memcpy(static_cast<void*>(x), &lanes, sizeof lanes);
  if constexpr (P::width == 4) {
    for (int k = n; k < slot_stride<State>; ++k) x[k] = P(0);
    for (int k = 0; k < n; k += 4) transpose(x[k], x[k + 1], x[k + 2], x[k + 3]);
    for (int l = 0; l < 4; ++l) {
      if (!(bits >> l & 1)) continue;
      double* to = place(l);
      for (int k = 0; k + 4 <= n; k += 4) x[k + l].store(to + k);
      if constexpr (n % 4 != 0) std::memcpy(to + n / 4 * 4, &x[n / 4 * 4 + l], n % 4 * sizeof(double));
    }
  } else {
    for (int l = 0; l < P::width; ++l) {
      if (!(bits >> l & 1)) continue;
      double* to = place(l);
      for (int k = 0; k < n; ++k) to[k] = x[k][l];
    }
  }
}

// Zero in the lanes that `bits` names: a limb begins there.
template <template <class> class State, class P>
TENON_INLINE void clear_lanes(State<P>& lanes, unsigned bits) {
  P x[numbers_in<State>];
  std::memcpy(static_cast<void*>(x), &lanes, sizeof lanes);
  const auto mask = lanes_of<P>(bits);
  for (P& xi : x) xi = select(mask, P(0), xi);
  std::memcpy(static_cast<void*>(&lanes), x, sizeof lanes);
}

// Lanes that end, going outward: their limb starts at a body of the trunk, in whose slot they find its state.
template <template <class> class State, class P, int W>
TENON_INLINE void take_from_slots(State<P>& lanes, const GroupStep<W>& g, const double* slots) {
  constexpr int n = numbers_in<State>;
  P x[n];
  std::memcpy(static_cast<void*>(x), &lanes, sizeof lanes);
  if (g.meets >= 0) {
    const double* from = slot<State>(slots, g.meets);
    if (g.ends == all_lanes<W>) {
      for (int k = 0; k < n; ++k) x[k] = P(from[k]);
    } else {
      const auto ends = lanes_of<P>(g.ends);
      for (int k = 0; k < n; ++k) x[k] = select(ends, P(from[k]), x[k]);
    }
  } else {
    for (int l = 0; l < W; ++l) {
      if (!(g.ends >> l & 1)) continue;
      const double* from = slot<State>(slots, g.parent[l]);
      for (int k = 0; k < n; ++k) x[k].set(l, from[k]);
    }
  }
  std::memcpy(static_cast<void*>(&lanes), x, sizeof lanes);
}

// The same lanes, going inward: the slot takes up the limb's sum.
template <template <class> class State, class P, int W>
TENON_INLINE void add_to_slots(const State<P>& lanes, const GroupStep<W>& g, double* slots) {
  constexpr int n = numbers_in<State>;
  P x[slot_stride<State>];
  std::memcpy(static_cast<void*>(x), &lanes, sizeof lanes);
  for (int k = n; k < slot_stride<State>; ++k) x[k] = P(0);
  if constexpr (W == 4) {
    if (g.meets >= 0 && g.ends != all_lanes<W>) {
      const auto ends = lanes_of<P>(g.ends);
#pragma GCC unroll 32
      for (int k = 0; k < n; ++k) x[k] = select(ends, x[k], P(0));
    }
    if (g.meets >= 0) {
      double* to = slot<State>(slots, g.meets);
#pragma GCC unroll 8
      for (int k = 0; k < n; k += 4)
        (P::load(to + k) + sums_of_lanes(x[k], x[k + 1], x[k + 2], x[k + 3])).store(to + k);
    } else {
#pragma GCC unroll 8
      for (int k = 0; k < n; k += 4) transpose(x[k], x[k + 1], x[k + 2], x[k + 3]);
      for (int l = 0; l < 4; ++l) {
        if (!(g.ends >> l & 1)) continue;
        double* to = slot<State>(slots, g.parent[l]);
        for (int k = 0; k < n; k += 4) (P::load(to + k) + x[k + l]).store(to + k);
      }
    }
  } else {
    for (int l = 0; l < W; ++l) {
      if (!(g.ends >> l & 1)) continue;
      double* to = slot<State>(slots, g.parent[l]);
      for (int k = 0; k < n; ++k) to[k] += x[k][l];
    }
  }
}

// A limb's body that carries other limbs: adds what they left in its slot, and shows its state there.
template <template <class> class State, class P, int W>
TENON_INLINE void add_from_slots(State<P>& lanes, const GroupStep<W>& g, const double* slots) {
  constexpr int n = numbers_in<State>;
  P x[n];
  std::memcpy(static_cast<void*>(x), &lanes, sizeof lanes);
  for (int l = 0; l < W; ++l) {
    if (!(g.receives >> l & 1)) continue;
    const double* from = slot<State>(slots, g.body[l]);
    const auto lane = lanes_of<P>(1u << l);
#pragma GCC unroll 32
    for (int k = 0; k < n; ++k) x[k] = select(lane, x[k] + P(from[k]), x[k]);
  }
  std::memcpy(static_cast<void*>(&lanes), x, sizeof lanes);
}
template <template <class> class State, class P, int W>
TENON_INLINE void show_in_slots(const State<P>& lanes, const GroupStep<W>& g, double* slots) {
  store_lanes<State>(lanes, g.receives, [&](int l) { return slot<State>(slots, g.body[l]); });
}

}  // namespace TENON_ISA
}  // namespace tenon
