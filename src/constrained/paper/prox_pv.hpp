// The Popov-Vereshchagin algorithm with proximal iterations: proxPV.  [cABA] Algorithm 4, with the early elimination at
// the base of section VIII-B1.  O(n + m² d + m³).
// At a free base L_1^A has a block per branch, L_0^A = L_1^A + K_1 H_1⁻¹K_1ᵀ (eq. 41) has none: B = L_1^A + R⁻¹ is
// factorized block by block, and a 6 x 6 matrix joins them:
//   (B + K H⁻¹Kᵀ)⁻¹x = z - B⁻¹K (H + KᵀB⁻¹K)⁻¹Kᵀz,   z = B⁻¹x.
// Departures: those of paper/pv_sweeps.hpp and paper/dual_iterations.hpp; R for μ.
#pragma once

#include "constrained/paper/dual_iterations.hpp"
#include "constrained/paper/pv_sweeps.hpp"
#include "delassus/paper/dense_cholesky.hpp"
#include "delassus/paper/joint_step.hpp"

namespace tenon {
inline namespace TENON_ISA {

// A root on a free joint, which is eliminated last, all at once.
inline bool early_base(const CompiledModel& model, const Branching& tree, int i) {
  const Body& k = model.bodies[static_cast<std::size_t>(i)];
  return k.parent == 0 && k.kind == JointKind::free && tree.supports(i) && !has_armature(model, k);
}

// visit(body) for the early bases, visit_block(begin, end) for the blocks of B.
template <class Visit>
void each_early_base(const CompiledModel& model, const Branching& tree, Visit&& visit) {
  for (int i = 1; i < model.body_count(); i = model.end[static_cast<std::size_t>(i)])
    if (early_base(model, tree, i)) visit(i);
}
template <class Visit>
void each_block(const CompiledModel& model, const Branching& tree, Visit&& visit) {
  const auto some = [&](int begin, int end) {
    if (begin < end) visit(begin, end);
  };
  for (int i = 1; i < model.body_count(); i = model.end[static_cast<std::size_t>(i)]) {
    int at = tree.row_begin(i);
    if (early_base(model, tree, i))
      for (int c = i + 1; c < model.end[static_cast<std::size_t>(i)]; c = model.end[static_cast<std::size_t>(c)]) {
        if (!tree.supports(c)) continue;
        some(at, tree.row_begin(c));  // the base's own rows
        some(tree.row_begin(c), at = tree.row_end(c));
      }
    some(at, tree.row_end(i));
  }
}

// A base's 6 x 6 matrices.
template <class S>
DenseBlock<S> base_inertia(const ConstrainedScratch<S>& w, int i) {
  return {w.base[i].H, 6, 6};
}
template <class S>
DenseBlock<S> base_schur(const ConstrainedScratch<S>& w, int i) {
  return {w.base[i].schur, 6, 6};
}

// Σ K x over a base's rows, as six numbers.
template <class S>
void sum_at_base(const Branching& tree, const ConstrainedScratch<S>& w, int i, const S* x, S* out) {
  for (int c = 0; c < 6; ++c) out[c] = S(0);
  for (int r = tree.row_begin(i); r < tree.row_end(i); ++r)
    for (int c = 0; c < 6; ++c) out[c] = mul_add(component(w.K_A[r], c), x[r], out[c]);
}

// H_1 as it stands, factorized; L_1 + R⁻¹ by blocks; B⁻¹K and the matrix that joins the blocks.
template <class S>
void factor_base(const CompiledModel& model, const Branching& tree, const ConstrainedScratch<S>& w) {
  const int m = tree.rows();
  const DenseBlock<S> L{w.L, m, m}, B{w.factor, m, m};
  each_block(model, tree, [&](int begin, int end) {
    for (int r = begin; r < end; ++r) {
      for (int s = begin; s <= r; ++s) B(r, s) = L(r, s);
      B(r, r) += S(1) / w.R[r];
    }
    cholesky(B.part(begin, end));
  });
  each_early_base(model, tree, [&](int i) {
    for (int c = 0; c < 6; ++c)
      for (int r = tree.row_begin(i); r < tree.row_end(i); ++r) w.Y[c * m + r] = component(w.K_A[r], c);
  });
  each_block(model, tree, [&](int begin, int end) {
    for (int c = 0; c < 6; ++c) cholesky_solve(B.part(begin, end), w.Y + c * m + begin);
  });
  each_early_base(model, tree, [&](int i) {
    const DenseBlock<S> H = base_inertia(w, i), schur = base_schur(w, i);
    const Force<S> columns[6] = {column<linear_x>(w.body[i].I),  column<linear_y>(w.body[i].I),
                                 column<linear_z>(w.body[i].I),  column<angular_x>(w.body[i].I),
                                 column<angular_y>(w.body[i].I), column<angular_z>(w.body[i].I)};
    for (int c = 0; c < 6; ++c) {
      S sum[6];
      sum_at_base(tree, w, i, w.Y + c * m, sum);
      for (int d = 0; d < 6; ++d) H(d, c) = component(columns[c], d), schur(d, c) = H(d, c) + sum[d];
    }
    cholesky(H), cholesky(schur);
  });
}

// √ of the diagonal of L_0^A.
inline const double* fill_reach(const CompiledModel& model, const Branching& tree,
                                const ConstrainedScratch<double>& w) {
  for (int r = 0; r < tree.rows(); ++r) w.reach[r] = w.L[static_cast<std::ptrdiff_t>(r) * (tree.rows() + 1)];
  each_early_base(model, tree, [&](int i) {
    for (int r = tree.row_begin(i); r < tree.row_end(i); ++r) {
      double g[6];
      for (int c = 0; c < 6; ++c) g[c] = component(w.K_A[r], c);
      cholesky_solve(base_inertia(w, i), g);
      for (int c = 0; c < 6; ++c) w.reach[r] += component(w.K_A[r], c) * g[c];
    }
  });
  for (int r = 0; r < tree.rows(); ++r) w.reach[r] = std::sqrt(std::max(w.reach[r], 0.0));
  return w.reach;
}
inline const double* fill_reach(const CompiledModel&, const Branching& tree, const ConstrainedScratch<Counted>& w) {
  std::fill_n(w.reach, tree.rows(), 0.0);
  return w.reach;
}

template <class S>
SolveReport prox_pv_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                           const ConstrainedProblem<S>& problem, S* a, S* lambda) {
  const Branching& tree = set.branching;
  const int m = tree.rows();
  first_forward_sweep(model, set, w, problem);  // lines 1-4
  take_rows(set, w, problem, lambda);
  for (int r = 0; r < m; ++r) w.target[r] = w.k[r];
  const auto early = [&](int i) { return early_base(model, tree, i); };
  pv_backward(model, set, w, problem, early);  // lines 5-11
  factor_base(model, tree, w);
  const DenseBlock<S> L{w.L, m, m}, B{w.factor, m, m};

  // a_1 of a base under its own forces and those of rows.
  const auto base_acceleration = [&](int i, const S* forces, S* out) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    sum_at_base(tree, w, i, forces, out);
    for (int c = 0; c < 6; ++c) out[c] += problem.tau[k.v + c] - component(w.body[i].p, c);
    cholesky_solve(base_inertia(w, i), out);
  };
  for (int r = 0; r < m; ++r) w.step[r] = S(0);
  each_early_base(model, tree, [&](int i) {
    S free[6];
    base_acceleration(i, w.step, free);
    for (int r = tree.row_begin(i); r < tree.row_end(i); ++r)
      for (int c = 0; c < 6; ++c) w.k[r] = mul_add(component(w.K_A[r], c), free[c], w.k[r]);
  });
  for (int r = 0; r < m; ++r) w.k[r] = -w.k[r];

  const auto apply = [&](const S* x, S* out) {  // L_0^A x
    each_block(model, tree, [&](int begin, int end) {
      for (int r = begin; r < end; ++r) {
        out[r] = S(0);
        for (int s = begin; s < end; ++s) out[r] = mul_add(s <= r ? L(r, s) : L(s, r), x[s], out[r]);
      }
    });
    each_early_base(model, tree, [&](int i) {
      S g[6];
      sum_at_base(tree, w, i, x, g);
      cholesky_solve(base_inertia(w, i), g);
      for (int r = tree.row_begin(i); r < tree.row_end(i); ++r)
        for (int c = 0; c < 6; ++c) out[r] = mul_add(component(w.K_A[r], c), g[c], out[r]);
    });
  };
  const auto solve = [&](S* x) {  // line 13
    each_block(model, tree, [&](int begin, int end) { cholesky_solve(B.part(begin, end), x + begin); });
    each_early_base(model, tree, [&](int i) {
      S g[6];
      sum_at_base(tree, w, i, x, g);
      cholesky_solve(base_schur(w, i), g);
      for (int r = tree.row_begin(i); r < tree.row_end(i); ++r)
        for (int c = 0; c < 6; ++c) x[r] = neg_mul_add(w.Y[c * m + r], g[c], x[r]);
    });
  };
  const auto roll_out = [&](S* out) {  // lines 17-19
    for (int i = 1; i < model.body_count(); ++i) {
      if (!early(i)) {
        pv_roll_out(model, set, w, i, a);
        continue;
      }
      const Body& k = model.bodies[static_cast<std::size_t>(i)];
      ConstrainedBody<S>& b = w.body[i];
      S a_1[6];
      base_acceleration(i, w.lambda, a_1);
      b.a = {{a_1[0], a_1[1], a_1[2]}, {a_1[3], a_1[4], a_1[5]}};
      const Motion<S> change = b.a - (act_inverse(b.X, w.body[0].a) + b.c);
      for (int c = 0; c < 6; ++c) a[k.v + c] = component(change, c);
    }
    for (int e = 0; e < tree.effector_count(); ++e) {
      const Effector& x = tree.effector(e);
      for (int r = x.row; r < x.row + x.rows; ++r) out[r] = dot(w.body[x.body].a, w.K[r]) - w.target[r];
    }
  };
  const SolveReport report =
      dual_iterations<S>({m, w.R, w.lambda, w.k, w.r, w.before, w.step, w.start, fill_reach(model, tree, w)},
                         problem.tolerance, problem.max_iterations, apply, solve, roll_out);  // lines 12-16
  give_forces(set, w, lambda);
  return report;
}

struct ProxPvPlain {
  static constexpr AlgorithmFacts facts{.name = "prox-pv-plain",
                                        .paper = "cABA",
                                        .listing = "Algorithm 4",
                                        .complexity = "O(n + m² d + m³)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool iterates = true;

  template <class S>
  static ConstrainedScratch<S> scratch(const ConstrainedSizes& n, Arena& arena) {
    ConstrainedScratch<S> w = constrained_rows<S>(n, arena);
    cut_dual(w, n, arena);
    w.K_A = arena.take<Force<S>>(n.rows);
    w.Y = arena.take<S>(6 * n.rows), w.base = arena.take<EarlyBase<S>>(n.bodies);
    return w;
  }
  template <class S>
  static SolveReport run(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                         const ConstrainedProblem<S>& problem, S* a, S* lambda) {
    return prox_pv_kernel(model, set, w, problem, a, lambda);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
