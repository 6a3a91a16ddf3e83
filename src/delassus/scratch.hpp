// Memory of the Delassus algorithms, over any scalar; one block, cut for the algorithm that runs.
#pragma once

#include "constraints/capability.hpp"
#include "constraints/compiled.hpp"
#include "delassus/names.hpp"
#include "dynamics/paper/crba.hpp"
#include "model/algorithm_facts.hpp"
#include "tenon/delassus.hpp"
#include "walk/arena.hpp"

namespace tenon {

template <class S>
struct DelassusBody {
  Transform<S> X;           // in the parent's frame
  ArticulatedInertia<S> I;  // H^A
  Mat3<S> R_w;              // orientation in the world, where rows are world_aligned
};

// One degree of freedom after elimination.
template <class S>
struct DelassusAxis {
  Force<S> U;      // H^A s
  S D_inverse[6];  // its row of D⁻¹ (paper/axis_step.hpp: of L, then 1/E)
};

// A branching link of PV-OSIMr.
template <class S>
struct DelassusNode {
  Force<S> P[6];   // columns of ^𝒜(i)P_i
  Motion<S> O[6];  // rows of Ω_i, or of its factor
  int rows = 0;    // of the factor (graded_omega.hpp)
};

template <class S>
struct DelassusScratch {
  S *sine = nullptr, *cosine = nullptr;  // nq
  DelassusBody<S>* body = nullptr;
  DelassusAxis<S>* axis = nullptr;  // nv
  Force<S>* K = nullptr;            // rows: K of each end-effector, at the link where a sweep stands
  S *w = nullptr, *t = nullptr;     // 6 per row: Sᵀk and D⁻¹Sᵀk
  DelassusNode<S>* node = nullptr;  // per body: pv-osimr
  Motion<S>* T = nullptr;           // per row: pv-osimr, efpa
  Force<S>* K_at = nullptr;         // rows of every link that supports them: efpa
  std::ptrdiff_t* first = nullptr;  // per body: where its K_at begin; kjr: a path
  Motion<S>* Y = nullptr;           // 6 rows per body: kjr's Υ
  CrbaBody<S>* crba = nullptr;      // ltl-osim, dense
  S *M = nullptr, *J = nullptr;     // nv x nv, rows x nv
  S *Jt = nullptr, *DJt = nullptr;  // nv x rows: the fast ltl-osim
  S* L = nullptr;                   // its entries before they are mirrored
  double* own = nullptr;            // of an algorithm that needs other arrays than these, and cuts them itself
};

// How far a sweep goes: to the world, or to the bases (bodies on the world), whose own joints are left out.
enum class Reach { world, base };

// Sizes of a model and of the largest set that a workspace serves.
struct DelassusSizes {
  std::size_t nq, nv, bodies, depth, rows;  // depth in bodies
};
DelassusSizes delassus_sizes(const CompiledModel& model, const ConstraintCapacity& capacity);

// Of the algorithms that go through joint space: CRBA's, M and J.
template <class S>
DelassusScratch<S> joint_space_scratch(const DelassusSizes& n, Arena& arena) {
  DelassusScratch<S> w;
  w.sine = arena.take<S>(n.nq), w.cosine = arena.take<S>(n.nq);
  w.body = arena.take<DelassusBody<S>>(n.bodies);
  w.K = arena.take<Force<S>>(n.rows);
  w.crba = arena.take<CrbaBody<S>>(n.bodies);
  w.M = arena.take<S>(n.nv * n.nv), w.J = arena.take<S>(n.rows * n.nv);
  return w;
}

// What the recursive ones share.
template <class S>
DelassusScratch<S> sweep_scratch(const DelassusSizes& n, Arena& arena) {
  DelassusScratch<S> w;
  w.sine = arena.take<S>(n.nq), w.cosine = arena.take<S>(n.nq);
  w.body = arena.take<DelassusBody<S>>(n.bodies);
  w.K = arena.take<Force<S>>(n.rows);
  w.axis = arena.take<DelassusAxis<S>>(n.nv);
  w.w = arena.take<S>(6 * n.rows), w.t = arena.take<S>(6 * n.rows);
  return w;
}

inline namespace TENON_ISA {

// The answer with its rows in the order of the sweeps; (a, b) with a <= b are written, mirror() copies the rest.
template <class S>
struct SortedMatrix {
  S* data;
  const int* user_row;
  int rows;
  S& operator()(int a, int b) const { return data[static_cast<std::ptrdiff_t>(user_row[a]) * rows + user_row[b]]; }
  void clear() const {
    for (std::ptrdiff_t k = 0; k < static_cast<std::ptrdiff_t>(rows) * rows; ++k) data[k] = S(0);
  }
  void mirror() const {
    for (int a = 0; a < rows; ++a)
      for (int b = a + 1; b < rows; ++b) (*this)(b, a) = (*this)(a, b);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
