// What the joint-space algorithms start from: bias forces, M (or the augmented M_μ), and J on the rows' supports.
// [cABA] eqs 3, 22-24. Rows are in the set's own order here.
#pragma once

#include "constrained/scratch.hpp"
#include "delassus/paper/start.hpp"
#include "dynamics/paper/crba.hpp"
#include "factorization/paper/ltl.hpp"
#include "factorization/paper/products.hpp"

namespace tenon {
inline namespace TENON_ISA {

// z = τ - C v - g + wrenches by RNEA [RBDA] Table 5.1 at v̇ = 0; leaves the placements in w.rnea.
template <class S>
void generalized_forces(const CompiledModel& model, const ConstrainedScratch<S>& w,
                        const ConstrainedProblem<S>& problem) {
  const S o(0);
  RneaBody<S>* body = w.rnea;
  body[0].m = {{o, o, o}, {o, o, o}, -lifted<S>(problem.gravity)};
  joint_trigonometry(model, problem.q, w.sine, w.cosine);
  for (int d = 0; d < model.nv; ++d) w.c[d] = o;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    by_kind(k.kind, [&]<JointKind kind>() {
      body[i].X = joint_placement<kind>(k, problem.q, w.sine, w.cosine);
      body[i].m = moved<kind>(k, carried(body[i].X, body[k.parent].m), problem.v, w.c);
      body[i].f = net_force(k.I, body[i].m);
    });
    if (problem.external) body[i].f -= problem.external[i];
  }
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    joint_force(k, body[i].f, w.z + k.v);
    if (k.parent > 0) body[k.parent].f += act(body[i].X, body[i].f);
  }
  for (int d = 0; d < model.nv; ++d) w.z[d] = problem.tau[d] - w.z[d];
}

// out = M x, link by link.
template <class S>
void inertia_times(const CompiledModel& model, const ConstrainedScratch<S>& w, const S* x, S* out) {
  const S o(0);
  RneaBody<S>* body = w.rnea;
  body[0].m.a = body[0].m.alpha = {o, o, o};
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    const ClassicalMotion<S>& up = body[k.parent].m;
    const Motion<S> a = act_inverse(body[i].X, Motion<S>{up.a, up.alpha}) + joint_motion(k, x);
    body[i].m.a = a.linear, body[i].m.alpha = a.angular;
    body[i].f = lifted<S>(k.I) * a;
  }
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    joint_force(k, body[i].f, out + k.v);
    if (k.parent > 0) body[k.parent].f += act(body[i].X, body[i].f);
  }
  for (int d = 0; d < model.nv; ++d) out[d] = mul_add(S(model.armature[static_cast<std::size_t>(d)]), x[d], out[d]);
}

// K of frames held to the world, and from it J.
template <class S>
void place_jacobian(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w) {
  const Branching& tree = set.branching;
  if (set.world_aligned)
    for (int i = 1; i < model.body_count(); ++i) {
      const int up = model.bodies[static_cast<std::size_t>(i)].parent;
      if (tree.supports(i)) w.body[i].R_w = up == 0 ? w.rnea[i].X.R : w.body[up].R_w * w.rnea[i].X.R;
    }
  for (int e = 0; e < tree.effector_count(); ++e) {
    const Effector& x = tree.effector(e);
    const BodyTerm& term = set.term_of(x);
    for (int r = 0; r < x.rows; ++r) {
      S* row = w.J + static_cast<std::ptrdiff_t>(x.user_row + r) * model.nv;
      Force<S> f = w.K[x.row + r] = term_row(term, r, w.body[x.body].R_w);
      for (int i = x.body; i > 0; i = model.bodies[static_cast<std::size_t>(i)].parent) {
        const Body& k = model.bodies[static_cast<std::size_t>(i)];
        joint_force(k, f, row + k.v);
        if (k.parent > 0) f = act(w.rnea[i].X, f);
      }
    }
  }
}

// Columns of I at the joint's axes, added to f.
template <class S>
void add_axis_columns(const Body& k, const ArticulatedInertia<S>& I, Force<S>* f) {
  if (k.kind == JointKind::helical) {
    f[0] += S(k.pitch) * column<linear_z>(I) + column<angular_z>(I);
    return;
  }
  by_kind(k.kind, [&]<JointKind kind>() {
    forward_axes<kind>(k, [&]<Axis axis>(int dof) { f[dof - k.v] += column<axis>(I); });
  });
}

// Lower triangle of M by the composite-rigid-body algorithm; augmented: of M + JᵀR J, by eq. 24's R KᵀK on the links,
// which w.link[].I holds.
template <bool augmented, class S>
void joint_space_inertia(const CompiledModel& model, const Branching& tree, const ConstrainedScratch<S>& w) {
  for (int i = 1; i < model.body_count(); ++i) w.crba[i].I = lifted<S>(model.bodies[static_cast<std::size_t>(i)].I);
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    Force<S> f[6];
    const int columns = axis_forces(k, w.crba[i].I, f);
    if (augmented && tree.supports(i)) add_axis_columns(k, w.link[i].I, f);
    if (k.parent > 0) {
      w.crba[k.parent].I += act(w.rnea[i].X, w.crba[i].I);
      if (augmented && tree.supports(i)) w.link[k.parent].I += act(w.rnea[i].X, w.link[i].I);
    }
    for (int c = 0; c < columns; ++c) {
      S* row = w.M + static_cast<std::ptrdiff_t>(k.v + c) * model.nv;
      S block[6];
      joint_force(k, f[c], block);
      for (int d = 0; d <= c; ++d) row[k.v + d] = block[d];
      row[k.v + c] += S(model.armature[static_cast<std::size_t>(k.v + c)]);
      for (int j = i; model.bodies[static_cast<std::size_t>(j)].parent > 0;) {
        f[c] = act(w.rnea[j].X, f[c]);
        j = model.bodies[static_cast<std::size_t>(j)].parent;
        joint_force(model.bodies[static_cast<std::size_t>(j)], f[c], row + model.bodies[static_cast<std::size_t>(j)].v);
      }
    }
  }
}

// visit(row, dof) over the entries of J that can differ from zero.
template <class Visit>
TENON_INLINE void each_entry(const ConstraintSet::Data& set, Visit&& visit) {
  for (int c = 0; c < static_cast<int>(set.constraints.size()); ++c) {
    const CompiledConstraint& x = set.constraints[static_cast<std::size_t>(c)];
    for (int r = x.row; r < x.row + x.rows; ++r)
      for (const int dof : set.support_of(c)) visit(r, dof);
  }
}

// y = A x for a matrix with J's zeros.
template <class S>
void multiply_rows(const CompiledModel& model, const ConstraintSet::Data& set, const S* A, const S* x, S* y) {
  for (int r = 0; r < set.rows; ++r) y[r] = S(0);
  each_entry(set,
             [&](int r, int dof) { y[r] = mul_add(A[static_cast<std::ptrdiff_t>(r) * model.nv + dof], x[dof], y[r]); });
}
// y += Aᵀx.
template <class S>
void add_transposed(const CompiledModel& model, const ConstraintSet::Data& set, const S* A, const S* x, S* y) {
  each_entry(
      set, [&](int r, int dof) { y[dof] = mul_add(A[static_cast<std::ptrdiff_t>(r) * model.nv + dof], x[r], y[dof]); });
}

}  // namespace TENON_ISA
}  // namespace tenon
