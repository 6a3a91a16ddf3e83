// The Popov-Vereshchagin algorithm with proximal iterations, fast: [cABA] Algorithm 4 on a walk.  O(n + m³).
// This is what `prox-pv` runs; paper/prox_pv.hpp is the listing, O(n + m² d + m³). Put together from what the others
// have:
//   lines 1-8       the sweeps of constrained-aba with rows that weigh nothing: free accelerations, and what they leave
//                   of the targets (fast/constrained_aba.hpp)
//   lines 9-11      the Delassus matrix by PV-OSIMr instead, which is O(n + m²) (delassus/fast/pv_osimr.hpp)
//   lines 12-16     paper/dual_iterations.hpp on its factors by blocks of four rows
//   (delassus/fast/pv_osimr_inverse.hpp) lines 17-19     accelerations by what the forces change, which refines them
//   (constrained-aba's residual form)
#pragma once

#include "constrained/fast/constrained_aba.hpp"
#include "constrained/paper/dual_iterations.hpp"
#include "constrained/paper/prox_pv.hpp"
#include "delassus/fast/pv_osimr.hpp"
#include "delassus/fast/pv_osimr_inverse.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

// Rows in the set's order.
template <class S>
struct ProxPvScratch {
  S *L, *factors;                             // rows x rows; whole tiles
  S *lambda, *y, *r, *before, *step, *start;  // rows
  double* reach;                              // rows: of one sample
};

inline namespace TENON_ISA {

template <class S>
ProxPvScratch<S> prox_pv_scratch(std::size_t rows, Arena& arena) {
  ProxPvScratch<S> d;
  d.L = arena.take<S>(rows * rows), d.factors = arena.take<S>((rows + 3) * (rows + 3));
  for (S** x : {&d.lambda, &d.y, &d.r, &d.before, &d.step, &d.start}) *x = arena.take<S>(rows);
  d.reach = arena.take<double>(rows);
  return d;
}

// J v̇ - target of the accelerations at hand, in the set's order.
template <class S, class P>
void row_violations(const BoundPlan& plan, const BoundScratch<S, P>& w, S* r) {
  each_side(plan, w, [&]<class V>(const auto& steps, const BoundRow* rows, const BoundSlots<V>& own) {
    constexpr int lanes = rows_per_slot<S, V>;
    for (const BoundStep& x : steps) {
      const Motion<V> a = own.place[x.step].a;
      for (int i = x.first; i < x.first + x.count; ++i)
        to_rows(dot(a, row_of<S>(plan, own, i)) - own.k[i], rows + lanes * i, r);
    }
  });
}
// Accelerations under the forces λ.
template <class S, int W, class T>
void accelerate_under(const CompiledModel& model, const Walk<W, T>& walk, const BoundPlan& plan,
                      const BoundScratch<S, Pack<double, W>>& w, const S* tau, const S* lambda, S* qdd) {
  each_side(plan, w, [&]<class V>(const auto& steps, const BoundRow* rows, const BoundSlots<V>& own) {
    constexpr int lanes = rows_per_slot<S, V>;
    Force<V>* force = own.force;
    for (const BoundStep& x : steps) {
      Force<V> f{};
      for (int i = x.first; i < x.first + x.count; ++i)
        f -= from_rows(rows + lanes * i, lambda, own.lambda) * row_of<S>(plan, own, i);
      *force++ = f;
    }
  });
  bound_imbalance(model, walk, plan, w, tau, qdd);
  bound_changes(model, walk, plan, w, qdd);
}

// Λ⁻¹, and its factors with R⁻¹.
struct DenseDelassus {
  int m;
  const double *L, *factors;

  void apply(const double* x, double* out) const {
    for (int a = 0; a < m; ++a) {
      const double* row = L + static_cast<std::ptrdiff_t>(a) * m;
      out[a] = 0;
      for (int b = 0; b < m; ++b) out[a] = mul_add(row[b], x[b], out[a]);
    }
  }
  void solve(double* x) const { solve_damped(m, factors, x); }
};
// Lines 1-11. d.r is then J v̇₀ - target, y its negative.
template <class S, int W, class T>
void prox_pv_start(const CompiledModel& model, const Walk<W, T>& walk, const BoundPlan& bound,
                   const ConstraintSet::Data& set, const BoundScratch<S, Pack<double, W>>& w,
                   const TrunkStep<T>* constants, const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& rows,
                   const ProxPvScratch<S>& d, const ConstrainedProblem<S>& problem, S* qdd, const S* lambda) {
  const int m = set.branching.rows();
  bound_start<false>(model, walk, bound, set, w, problem, qdd, lambda);
  row_violations(bound, w, d.r);
  for (int a = 0; a < m; ++a) d.y[a] = -d.r[a], d.lambda[a] = lambda[a];
  if (m == 0) return;
  pv_osimr_walk<S>(model, set, walk, constants, plan, rows, problem.q, d.L);
  factor_damped<S, std::is_same_v<S, double> ? W : 1>(m, d.L, problem.R, d.factors);
}
// √ of the diagonal of Λ⁻¹.
inline const double* fill_reach(int m, const double* L, double* reach) {
  for (int a = 0; a < m; ++a) reach[a] = std::sqrt(std::max(L[static_cast<std::ptrdiff_t>(a) * (m + 1)], 0.0));
  return reach;
}

template <int W>
SolveReport prox_pv_walk(const CompiledModel& model, const Walk<W>& walk, const BoundPlan& bound,
                         const ConstraintSet::Data& set, const BoundScratch<double, Pack<double, W>>& w,
                         const RowPlan<double>& plan, const RowScratch<double, Pack<double, W>>& rows,
                         const ProxPvScratch<double>& d, const ConstrainedProblem<double>& problem, double* qdd,
                         double* lambda) {
  const int m = set.branching.rows();
  prox_pv_start(model, walk, bound, set, w, model.walks->bodies.trunk.data(), plan, rows, d, problem, qdd, lambda);
  const DenseDelassus dense{m, d.L, d.factors};
  const SolveReport report = dual_iterations<double>(
      {m, problem.R, d.lambda, d.y, d.r, d.before, d.step, d.start, fill_reach(m, d.L, d.reach)}, problem.tolerance,
      problem.max_iterations, [&](const double* x, double* out) { dense.apply(x, out); },
      [&](double* x) { dense.solve(x); },
      [&](double* out) {
        accelerate_under(model, walk, bound, w, problem.tau, d.lambda, qdd);
        row_violations(bound, w, out);
      });
  std::copy_n(d.lambda, m, lambda);
  for (std::size_t k = 0; k < walk.groups.size(); ++k) scatter(w.groups.place[k].qdd, walk.groups[k], qdd);
  return report;
}

struct ProxPv {
  static constexpr AlgorithmFacts facts{
      .name = "prox-pv",
      .paper = "cABA",
      .listing = "Algorithm 4 on PV-OSIMr's matrix, limbs in lanes; counted as the listing, O(n + m² d + m³)",
      .complexity = "O(n + m³)",
      .degeneracies = massless_links_and_redundant_rows,
      .lanes = true};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool iterates = true, on_walk = true;

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
  static SolveReport call(const ConstrainedCall& c) {
    start_on_walk(c);
    ConstrainedMemory& d = c.memory;
    DelassusMemory& own = *c.ws.data().delassus;
    if (own.plan.serial != c.set.data().serial) own.plan.compile(c.model.compiled(), c.set.data());
    return TENON_ISA_CHOICE(constrained_walk_kernels)
        .prox_pv(c.model.compiled(), *d.walks.limbs, d.bound, c.set.data(), d.sizes.rows, d.walk.data(), d.dual.data(),
                 {own.plan, own.room, own.walk.data()}, c.problem, c.x.data(), c.lambda.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
