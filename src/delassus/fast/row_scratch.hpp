// Memory of one evaluation by the fast sweeps of rows.
#pragma once

#include "delassus/fast/bound_bodies.hpp"
#include "delassus/fast/row_plan.hpp"
#include "delassus/fast/row_steps.hpp"
#include "delassus/fast/row_tiles.hpp"
#include "walk/arena.hpp"

namespace tenon {

template <class S, class P>
struct RowScratch {
  JointState<S>* joint;   // trunk steps
  RowPlace<S>* place;     // trunk steps
  Transform<S>* X;        // trunk steps up to the last joint of several degrees of freedom
  RowPlace<S>* axes;      // degrees of freedom up to its last
  JointState<P>* joints;  // groups
  RowPlace<P>* places;    // groups
  S* inertia;             // slots of ArticulatedInertia
  S *K, *T;               // six arrays of columns (fast/row_tiles.hpp): rows at the link that is reached, and Ω of them
  S *link, *omega;        // per link of 𝒩: ^𝒜(i)P_i and Ω_i, 6 x link_columns
  S* left;                // packs: w and t of every path
  S* L;                   // entries
  S* axis;                // world axes in oriented bodies
  S *w, *R;               // of the damped inverse: w of six degrees of freedom, and stiffness, rows sorted
  BoundBodies<ArticulatedInertia, S, P> bound;  // of the damped inverse (fast/caba_osim.hpp)
};

inline namespace TENON_ISA {

// Columns are read and written in whole packs.
template <class S>
std::ptrdiff_t leading(std::size_t rows) {
  return static_cast<std::ptrdiff_t>(column_width<S> == 1 ? rows : (rows + 3) / 4 * 4 + 4);
}

// Sizes for the largest set, `room`; damped: bodies get inertias of their rows.
template <class S, int W, class T>
RowScratch<S, Pack<double, W>> row_scratch(const Walk<W, T>& walk, const RowPlan<T>& plan, const RowRoom& room,
                                           Arena& arena, bool damped = false) {
  using P = Pack<double, W>;
  const std::size_t trunk = walk.trunk.size(), groups = walk.groups.size(),
                    ld = static_cast<std::size_t>(leading<S>(room.rows));
  RowScratch<S, P> w;
  w.joint = arena.take<JointState<S>>(trunk);
  w.place = arena.take<RowPlace<S>>(trunk);
  w.X = arena.take<Transform<S>>(plan.other_steps);
  w.axes = arena.take<RowPlace<S>>(plan.other_dofs);
  w.joints = arena.take<JointState<P>>(groups);
  w.places = arena.take<RowPlace<P>>(groups);
  w.inertia = arena.take<S>(plan.slots * slot_stride<ArticulatedInertia>);
  w.K = arena.take<S>(6 * ld), w.T = arena.take<S>(6 * ld);
  w.link = arena.take<S>(6 * link_columns<S> * room.links);
  w.omega = arena.take<S>(6 * link_columns<S> * room.links);
  w.left = arena.take<S>(column_width<S> * room.packs);
  w.L = arena.take<S>(ld * ld);
  w.axis = arena.take<S>(9 * room.oriented);
  if (!damped) return w;
  w.w = arena.take<S>(6 * ld), w.R = arena.take<S>(ld);
  w.bound = bound_bodies<ArticulatedInertia, S>(walk, arena);
  return w;
}

}  // namespace TENON_ISA
}  // namespace tenon
