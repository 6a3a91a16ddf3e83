// The question and the memory of the constrained-dynamics algorithms, over any scalar; one block, cut for the algorithm
// that runs. Rows are in the order of the sweeps (constraints/branching.hpp) unless said otherwise.
#pragma once

#include <algorithm>
#include <limits>

#include "constrained/names.hpp"
#include "constraints/capability.hpp"
#include "constraints/compiled.hpp"
#include "dynamics/paper/aba.hpp"
#include "dynamics/paper/crba.hpp"
#include "dynamics/paper/rnea.hpp"
#include "kinematics/forward.hpp"
#include "model/algorithm_facts.hpp"
#include "walk/arena.hpp"

namespace tenon {

// Arrays of rows are in the set's own order.
template <class S>
struct ConstrainedProblem {
  const S *q = nullptr, *v = nullptr, *tau = nullptr;
  const Force<S>* external = nullptr;  // wrench on each body in body axes at its origin, or null
  const S* target = nullptr;           // what J v̇ must equal
  Vec3<double> gravity{};
  // For algorithms on a walk, which without a target take the rows' references: poses of the bodies, where rows
  // have world axes, and whether `target` belongs to their velocities (impulses are asked of a tree at rest).
  const KinematicBody<S>* kinematics = nullptr;
  bool resting = false;
  const S* R = nullptr;  // diagonal in place of [cABA]'s μ
  // Known to be one number for all rows, known to start from λ = 0: what the walks then need not gather.
  bool one_R = false, cold = false;
  double tolerance = 1e-10;
  int max_iterations = 50;
  bool refine = true;  // prox-ltls, pv-early: corrections by what is left of the forces
};

template <class S>
struct ConstrainedBody : AbaBody<S> {
  Motion<S> beta;  // acceleration at v̇ = 0, gravity included
  Mat3<S> R_w;     // orientation in the world, where rows are world_aligned
};

// A link with all that hangs on it and supports no constraint; how far one iteration moves it.
template <class S>
struct SupportingLink {
  ArticulatedInertia<S> I;
  Force<S> p;
  Force<S> df;  // Δf of Alg. 2
  Motion<S> da;
};

// A free base of prox-pv, both as Cholesky factors.
template <class S>
struct EarlyBase {
  S H[36], schur[36];
};
// PV-early. At most six rows bind a body before some are redundant.
constexpr int most_rows = 6;

template <class S>
struct EarlyLink {
  Force<S> K[most_rows];
  S l[most_rows], lambda[most_rows];
  Force<S> p, F;    // of the link alone; what is left of its forces
  Motion<S> a;      // its acceleration, or the change of it
  double size = 0;  // largest square of a row that came in, as it was on its own body
  int count = 0;    // rows of its own and those that its children pass on
  int place = 0;    // of what it passes on, among its parent's rows
};

template <class S>
struct EarlyAxis {
  S w[most_rows], h[most_rows];
  S scale;     // 2 / hᵀh
  S length;    // ‖w‖
  S gain;      // D / ‖w‖²
  S l;         // l_e
  Force<S> K;  // K_e
  int count = 0;
  int eliminated = 0;
};

template <class S>
struct ConstrainedScratch {
  S *sine = nullptr, *cosine = nullptr;  // nq
  ConstrainedBody<S>* body = nullptr;
  AbaAxis<S>* axis = nullptr;                       // nv
  Force<S>* K = nullptr;                            // rows as forces on their bodies
  S *k = nullptr, *R = nullptr, *lambda = nullptr;  // rows
  S *r = nullptr, *before = nullptr, *step = nullptr, *target = nullptr, *start = nullptr;  // rows
  double* reach = nullptr;                                                                  // rows: prox-ltl, prox-pv
  SupportingLink<S>* link = nullptr;                         // constrained-aba, prox-ltls
  Force<S>* K_A = nullptr;                                   // PV: rows where a sweep stands
  S *KS = nullptr, *L = nullptr, *factor = nullptr;          // rows x nv, rows x rows twice
  S* Y = nullptr;                                            // 6 x rows: prox-pv
  EarlyBase<S>* base = nullptr;                              // prox-pv
  EarlyLink<S>* early = nullptr;                             // pv-early
  EarlyAxis<S>* early_axis = nullptr;                        // pv-early, nv
  S *M = nullptr, *J = nullptr, *c = nullptr, *z = nullptr;  // nv x nv, rows x nv, nv, nv
  RneaBody<S>* rnea = nullptr;                               // joint space
  CrbaBody<S>* crba = nullptr;
  double* own = nullptr;  // of an algorithm that needs other arrays than these, and cuts them itself
};

// Sizes of a model and of the largest set that a workspace serves.
struct ConstrainedSizes {
  std::size_t nq, nv, bodies, rows;
};
inline ConstrainedSizes constrained_sizes(const CompiledModel& model, const ConstraintCapacity& capacity) {
  return {static_cast<std::size_t>(model.nq), static_cast<std::size_t>(model.nv), model.bodies.size(),
          static_cast<std::size_t>(capacity.rows)};
}

// What every algorithm has.
template <class S>
ConstrainedScratch<S> constrained_rows(const ConstrainedSizes& n, Arena& arena) {
  ConstrainedScratch<S> w;
  w.sine = arena.take<S>(n.nq), w.cosine = arena.take<S>(n.nq);
  w.body = arena.take<ConstrainedBody<S>>(n.bodies);
  w.K = arena.take<Force<S>>(n.rows);
  for (S** rows : {&w.k, &w.R, &w.lambda, &w.r, &w.before, &w.step, &w.target, &w.start}) *rows = arena.take<S>(n.rows);
  w.axis = arena.take<AbaAxis<S>>(n.nv), w.c = arena.take<S>(n.nv);
  return w;
}
// What some share.
template <class S>
void cut_links(ConstrainedScratch<S>& w, const ConstrainedSizes& n, Arena& arena) {
  w.link = arena.take<SupportingLink<S>>(n.bodies);
}
template <class S>
void cut_joint_space(ConstrainedScratch<S>& w, const ConstrainedSizes& n, Arena& arena) {
  w.rnea = arena.take<RneaBody<S>>(n.bodies), w.crba = arena.take<CrbaBody<S>>(n.bodies);
  w.M = arena.take<S>(n.nv * n.nv), w.J = arena.take<S>(n.rows * n.nv), w.z = arena.take<S>(n.nv);
}
template <class S>
void cut_dual(ConstrainedScratch<S>& w, const ConstrainedSizes& n, Arena& arena) {
  w.KS = arena.take<S>(n.rows * n.nv);
  w.L = arena.take<S>(n.rows * n.rows), w.factor = arena.take<S>(n.rows * n.rows);
  w.reach = arena.take<double>(n.rows);
}

}  // namespace tenon
