// What constraint rows add to the bodies that they hold: an inertia KᵀR K ([cABA] Alg. 5 line 4). Numbers one by one,
// put on the lanes of the bodies of a walk.
#pragma once

#include <cstring>

#include "constraints/compiled.hpp"
#include "delassus/paper/joint_step.hpp"
#include "spatial/counted.hpp"
#include "spatial/pack.hpp"
#include "walk/arena.hpp"

namespace tenon {

// One Struct per trunk step and per group, and whether rows have opened it.
template <template <class> class Struct, class S, class P>
struct BoundBodies {
  Struct<S>* trunk = nullptr;
  Struct<P>* groups = nullptr;
  bool *has = nullptr, *have = nullptr;
};

inline namespace TENON_ISA {

template <template <class> class Struct, class S, int W, class T>
BoundBodies<Struct, S, Pack<double, W>> bound_bodies(const Walk<W, T>& walk, Arena& arena) {
  const std::size_t trunk = walk.trunk.size(), groups = walk.groups.size();
  BoundBodies<Struct, S, Pack<double, W>> w;
  w.trunk = arena.take<Struct<S>>(trunk), w.groups = arena.take<Struct<Pack<double, W>>>(groups);
  w.has = reinterpret_cast<bool*>(arena.take<double>((trunk + 7) / 8));
  w.have = reinterpret_cast<bool*>(arena.take<double>((groups + 7) / 8));
  return w;
}
template <template <class> class Struct, class S, int W, class T>
TENON_INLINE void close_bodies(const Walk<W, T>& walk, const BoundBodies<Struct, S, Pack<double, W>>& w) {
  std::memset(w.has, 0, walk.trunk.size());
  std::memset(w.have, 0, walk.groups.size());
}
// Zero where a body gets its first rows.
template <template <class> class Struct, class S, class P>
TENON_INLINE void open_body(const BoundBodies<Struct, S, P>& w, int step, int lane) {
  bool& any = lane < 0 ? w.has[step] : w.have[step];
  if (any) return;
  any = true;
  if (lane < 0)
    w.trunk[step] = Struct<S>{};
  else
    w.groups[step] = Struct<P>{};
}

// The numbers of one body in a struct that holds one number per lane, or in one of the trunk.
template <class S>
struct BodyNumbers {
  S* at;
  int stride;

  S& operator[](int n) const { return at[n * stride]; }
};
template <template <class> class Struct, class S, class P>
TENON_INLINE BodyNumbers<S> numbers_of(int step, int lane, Struct<S>* trunk, Struct<P>* groups) {
  if constexpr (std::is_same_v<S, double>)
    if (lane >= 0) return {reinterpret_cast<double*>(groups + step) + lane, P::width};
  return {reinterpret_cast<S*>(trunk + step), 1};
}
template <class S, class Numbers>
TENON_INLINE void add_numbers(const BodyNumbers<S>& to, int first, const Numbers& x) {
  constexpr int count = sizeof x / sizeof(S);
  S number[count];
  std::memcpy(static_cast<void*>(number), &x, sizeof x);
  for (int n = 0; n < count; ++n) to[first + n] += number[n];
}

template <class S>
TENON_INLINE ArticulatedInertia<S> scaled(const S& s, const ArticulatedInertia<double>& I) {
  constexpr int count = sizeof I / sizeof(double);
  double number[count];
  S times[count];
  std::memcpy(number, &I, sizeof I);
  for (int n = 0; n < count; ++n) times[n] = S(number[n]) * s;
  ArticulatedInertia<S> out;
  std::memcpy(static_cast<void*>(&out), times, sizeof out);
  return out;
}
inline bool same_number(double a, double b) { return a == b; }
inline bool same_number(const Counted&, const Counted&) { return false; }  // one per row
template <class T, int W>
bool same_number(const Pack<T, W>& a, const Pack<T, W>& b) {
  return !any_lane<Pack<T, W>>(~(a == b));
}

// KᵀR K of one end-effector. With one R for all rows in local axes it is a constant times R.
template <class S>
TENON_INLINE ArticulatedInertia<S> row_inertia(const BodyTerm& term, const Force<S>* K, const S* R) {
  bool same = term.axes == TermAxes::body;
  for (int r = 1; r < term.rows; ++r) same = same && same_number(R[r], R[0]);
  if (same) return scaled(R[0], term.square);
  ArticulatedInertia<S> square{};
  for (int r = 0; r < term.rows; ++r) square = rank_one_downdate(square, -R[r], K[r]);
  return square;
}

}  // namespace TENON_ISA
}  // namespace tenon
