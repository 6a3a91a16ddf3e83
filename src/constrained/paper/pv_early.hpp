// The Popov-Vereshchagin algorithm with forces eliminated as early as possible: PV-early.  [cABA] sections I-A and
// VII-B; O(n + m): no link passes on more than six rows.  Steps, numbered here because the paper gives no listing:
//   1  first forward sweep (paper/start.hpp)
//   2  tips to base: a link gathers its own rows and its children's, each axis takes one away (paper/pv_early_step.hpp)
//   3  base to tips: the forces that an axis took, then its acceleration
//   4  steps 2 and 3 once more for what is left of forces and rows, with the factors at hand: an axis that moves the
//   rows
//      little makes an inertia as large as that is small (left out where the problem says so: counts)
// Refuses redundant rows: more than six at a link, or rows that are left at the base. The answer is then the
// unconstrained motion, λ = 0.
#pragma once

#include "constrained/paper/pv_early_step.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
double square(const Force<S>& f) {
  double sum = 0;
  for (const S& x : {f.linear.x, f.linear.y, f.linear.z, f.angular.x, f.angular.y, f.angular.z})
    sum += plain_value(x) * plain_value(x);
  return sum;
}

// The rows of body i itself; false where they are more than six.
template <class S>
bool gather_own(const Branching& tree, const ConstrainedScratch<S>& w, int i) {
  EarlyLink<S>& link = w.early[i];
  link.count = 0, link.size = 0;
  bool fits = true;
  each_own_row(tree, i, [&](int a) {
    if (link.count == most_rows) {
      fits = false;
      return;
    }
    link.K[link.count] = w.K[a];
    link.size = std::max(link.size, square(w.K[a]));
    link.l[link.count++] = -w.k[a];
  });
  return fits;
}

// Step 2; `rows`: whether forces are looked for at all. False where rows are redundant.
template <class S>
bool early_backward(const CompiledModel& model, const Branching& tree, const ConstrainedScratch<S>& w, const S* tau,
                    bool rows) {
  for (int i = 0; i < model.body_count(); ++i) {
    w.early[i].count = 0, w.early[i].size = 0;
    if (rows && i > 0 && !gather_own(tree, w, i)) return false;
  }
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    ConstrainedBody<S>& b = w.body[i];
    EarlyLink<S>& link = w.early[i];
    int count = link.count;
    const auto eliminate = [&](int dof, const Force<S>& U, const S& D, const S& p_s, auto&& component) {
      AbaAxis<S>& x = w.axis[dof];
      x.U = U;
      x.D_inverse = S(1) / (D + S(model.armature[static_cast<std::size_t>(dof)]));
      x.u = tau[dof] - p_s;
      b.I = rank_one_downdate(b.I, x.D_inverse, x.U);
      b.p += (x.D_inverse * x.u) * x.U;
      early_axis(x, w.early_axis[dof], link.K, link.l, count, link.size, b.I, b.p, component);
    };
    if (k.kind == JointKind::helical) {
      const auto along = [&](const Force<S>& f) { return mul_add(S(k.pitch), f.linear.z, f.angular.z); };
      const Force<S> U = S(k.pitch) * column<linear_z>(b.I) + column<angular_z>(b.I);
      eliminate(k.v, U, along(U), along(b.p), along);
    }
    by_kind(k.kind, [&]<JointKind kind>() {
      backward_axes<kind>(k, [&]<Axis axis>(int dof) {
        const Force<S> U = column<axis>(b.I);
        eliminate(dof, U, element<axis>(U), element<axis>(b.p), [](const Force<S>& f) { return element<axis>(f); });
      });
    });
    if (k.parent == 0) {
      if (count > 0) return false;
      continue;
    }
    EarlyLink<S>& parent = w.early[k.parent];
    if (parent.count + count > most_rows) return false;
    link.place = parent.count;
    if (count > 0) parent.size = std::max(parent.size, link.size);
    for (int r = 0; r < count; ++r) {
      parent.l[parent.count] = link.l[r] + dot(b.c, link.K[r]);
      parent.K[parent.count++] = act(b.X, link.K[r]);
    }
    w.body[k.parent].p += act(b.X, b.p + b.I * b.c);
    w.body[k.parent].I += act(b.X, b.I);
  }
  return true;
}

// Step 3: joint accelerations and forces of rows, or their changes, added. w.early[0].a is the world's acceleration.
template <class S>
void early_forward(const CompiledModel& model, const Branching& tree, const ConstrainedScratch<S>& w, bool change,
                   S* a) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    EarlyLink<S>& link = w.early[i];
    int left = link.count;
    for (int d = k.v; d < k.v + k.nv; ++d) left -= w.early_axis[d].eliminated;
    for (int r = 0; r < left; ++r) link.lambda[r] = w.early[k.parent].lambda[link.place + r];
    link.a = act_inverse(w.body[i].X, w.early[k.parent].a);
    if (!change) link.a += w.body[i].c;
    const auto solve = [&](int dof) {
      const S x = early_solve(w.axis[dof], w.early_axis[dof], link.a, link.lambda);
      a[dof] = change ? a[dof] + x : x;
      return x;
    };
    if (k.kind == JointKind::helical) {
      const S along = solve(k.v);
      link.a.linear.z = mul_add(S(k.pitch), along, link.a.linear.z);
      link.a.angular.z += along;
    }
    by_kind(k.kind, [&]<JointKind kind>() {
      forward_axes<kind>(k, [&]<Axis axis>(int dof) { element<axis>(link.a) += solve(dof); });
    });
    w.body[i].a = change ? w.body[i].a + link.a : link.a;
    int own = 0;
    each_own_row(tree, i, [&](int r) {
      const S force = link.count == 0 ? S(0) : -link.lambda[own++];
      w.lambda[r] = change ? w.lambda[r] + force : force;
    });
  }
}

// Step 4, tips to base: what is left of the forces, and r for the rows, through the factors of step 2.
template <class S>
void early_imbalance(const CompiledModel& model, const Branching& tree, const ConstrainedScratch<S>& w, const S* tau,
                     const S* a) {
  for (int i = 1; i < model.body_count(); ++i) {
    EarlyLink<S>& link = w.early[i];
    link.F = lifted<S>(model.bodies[static_cast<std::size_t>(i)].I) * w.body[i].a + link.p;
    int own = 0;
    each_own_row(tree, i, [&](int r) {
      link.F -= w.lambda[r] * w.K[r];
      if (link.count > 0) link.l[own++] = w.r[r];
    });
  }
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    EarlyLink<S>& link = w.early[i];
    int left = link.count;
    const auto pass = [&](int dof, const S& component) {
      AbaAxis<S>& x = w.axis[dof];
      x.u = neg_mul_add(S(model.armature[static_cast<std::size_t>(dof)]), a[dof], tau[dof] - component);
      const S share = x.D_inverse * x.u;
      link.F += share * x.U;
      early_axis_again(share, w.early_axis[dof], link.l, link.F);
      left -= w.early_axis[dof].eliminated;
    };
    if (k.kind == JointKind::helical) pass(k.v, mul_add(S(k.pitch), link.F.linear.z, link.F.angular.z));
    by_kind(k.kind, [&]<JointKind kind>() {
      backward_axes<kind>(k, [&]<Axis axis>(int dof) { pass(dof, element<axis>(link.F)); });
    });
    if (k.parent == 0) continue;
    EarlyLink<S>& parent = w.early[k.parent];
    for (int r = 0; r < left; ++r) parent.l[link.place + r] = link.l[r];
    parent.F += act(w.body[i].X, link.F);
  }
}

template <class S>
SolveReport pv_early_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                            const ConstrainedProblem<S>& problem, S* a, S* lambda) {
  const Branching& tree = set.branching;
  first_forward_sweep(model, set, w, problem);
  take_rows(set, w, problem, lambda);
  SolveReport report{.dual_residual = -1};
  report.iterations = 1;
  for (int i = 1; i < model.body_count(); ++i) w.early[i].p = w.body[i].p;
  if (!early_backward(model, tree, w, problem.tau, true)) {
    report.status = SolveStatus::redundant_rows;
    first_forward_sweep(model, set, w, problem);
    early_backward(model, tree, w, problem.tau, false);
  }
  const S o(0);
  w.early[0].a = w.body[0].a;
  early_forward(model, tree, w, false, a);
  row_residuals(set, w);
  if (problem.refine) {
    w.early[0].a = {{o, o, o}, {o, o, o}};
    early_imbalance(model, tree, w, problem.tau, a);
    early_forward(model, tree, w, true, a);
    row_residuals(set, w);
  }
  report.residual = largest(tree.rows(), w.r);
  if (report.status == SolveStatus::converged && stops_early<S> && !(report.residual <= problem.tolerance))
    report.status = SolveStatus::stalled;
  give_forces(set, w, lambda);
  return report;
}

struct PvEarly {
  static constexpr AlgorithmFacts facts{.name = "pv-early",
                                        .paper = "cABA",
                                        .listing = "section VII-B; counted without its correction",
                                        .complexity = "O(n + m)"};
  static constexpr RowKinds takes = RowKinds::one_body;

  template <class S>
  static ConstrainedScratch<S> scratch(const ConstrainedSizes& n, Arena& arena) {
    ConstrainedScratch<S> w = constrained_rows<S>(n, arena);
    w.early = arena.take<EarlyLink<S>>(n.bodies);
    w.early_axis = arena.take<EarlyAxis<S>>(n.nv);
    return w;
  }
  template <class S>
  static SolveReport run(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                         const ConstrainedProblem<S>& problem, S* a, S* lambda) {
    return pv_early_kernel(model, set, w, problem, a, lambda);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
