// Constrained dynamics in O(n + m), fast: paper/constrained_aba_residual.hpp on a walk, limbs in lanes. [cABA] Algs 1
// to 3. Departures beside that file's: all bodies take part in every iteration, because those that support no
// constraint stand in lanes beside those that do; rows stand in the lanes of their bodies too.
#pragma once

#include "constrained/call.hpp"
#include "constrained/fast/constrained_aba_rows.hpp"
#include "constrained/fast/free_base.hpp"
#include "constrained/paper/constrained_aba_residual.hpp"
#include "constrained/proximal.hpp"
#include "dynamics/fast/aba_wide_steps.hpp"

namespace tenon {

inline namespace TENON_ISA {

// Base to tips.  Alg. 1 lines 1-4.
template <class S, int W, class T>
[[gnu::noinline]] void bound_velocities(const CompiledModel& model, const Walk<W, T>& walk,
                                        const BoundScratch<S, Pack<double, W>> w, const Vec3<double>& gravity,
                                        const S* q, const S* v) {
  using P = Pack<double, W>;
  const S o(0);
  sweep_outward<BoundMotion, S>(
      walk, {{o, o, o}, {o, o, o}, -lifted<S>(gravity)}, w.motion,
      [&]<StepForm form>(const auto& s, int t, BoundMotion<S>& m) TENON_INLINE_LAMBDA {
        if constexpr (form == StepForm::other) {
          const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
          m = s.block ? bound_outward_base(k, s, q, v, gravity, w.trunk.place[t])
                      : bound_outward_other(k, s, q, v, m, w.X[t], w.trunk.place[t]);
        } else
          m = bound_outward<form>(s.k, w.joint[t], m, v[s.v], w.trunk.place[t]);
      },
      [&]<StepForm form>(const auto& g, int k, auto& m)
          TENON_INLINE_LAMBDA { m = bound_outward<form>(g.k, w.joints[k], m, gather<P>(v, g.v), w.groups.place[k]); });
}

// A joint of several degrees of freedom in that sweep.
template <class S, int W, class T>
TENON_INLINE void bound_inward_other(const CompiledModel& model, const TrunkStep<T>& s,
                                     const BoundScratch<S, Pack<double, W>>& w, const S* tau, int t, AbaLoad<S>& x) {
  const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
  BoundPlace<S>& b = w.trunk.place[t];
  aba_add_body<true>(lift<S>(s.k.I), b.p, x);
  if (s.block) {
    const FreeBase<S> base = factor_free_base(x.I);
    keep(base, w.axes + k.v);
    b.a = solve(base, force_of(tau + k.v) - x.p);
    return;
  }
  by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { aba_eliminate<kind>(model, k, tau, w.axes, x.I, x.p); });
  if (s.parent > 0) x = {act(w.X[t], x.I), act(w.X[t], x.p + x.I * b.c)};
}

// Tips to base.  Alg. 1 lines 5-9.
template <class S, int W, class T>
[[gnu::noinline]] void bound_inertias(const CompiledModel& model, const Walk<W, T>& walk, const BoundPlan& plan,
                                      const BoundScratch<S, Pack<double, W>> w, const RowStiffness<S>& stiffness,
                                      const S* tau) {
  using P = Pack<double, W>;
  const int *const entry = plan.entry.data(), *const entries = plan.entries.data();
  const auto limbs = [&]<StepForm form>(const auto& g, int k, auto& x) TENON_INLINE_LAMBDA {
    if (entries[k] >= 0) add_rows(plan, w.groups, stiffness, entries[k], x);
    x = aba_inward<true, form>(g.k, w.joints[k], gather<P>(tau, g.v), x, w.groups.place[k]);
  };
  if constexpr (std::is_same_v<S, double>)
    if (!walk.wide.empty()) {
      wide_placements(walk, w.joint, w.wide);
      sweep_limbs_inward<AbaLoad>(walk, w.load, limbs);
      return sweep_trunk_wide(
          walk, w.load,
          [&]<bool revolute>(const TrunkStep<>& s, int t, WideLoad& x) TENON_INLINE_LAMBDA {
            if (entry[t] >= 0) {
              AbaLoad<double> rows{};
              add_rows(plan, w.trunk, stiffness, entry[t], rows);
              x += widened(rows);
            }
            x = aba_inward<true, revolute>(s.k, walk.wide.data()[t], w.wide[t], tau[s.v], x, w.trunk.place[t]);
          },
          [&](const TrunkStep<>& s, int t, AbaLoad<double>& y) TENON_INLINE_LAMBDA {
            if (entry[t] >= 0) add_rows(plan, w.trunk, stiffness, entry[t], y);
            bound_inward_other(model, s, w, tau, t, y);
          });
    }
  sweep_inward<AbaLoad>(
      walk, w.load,
      [&]<StepForm form>(const auto& s, int t, AbaLoad<S>& x) TENON_INLINE_LAMBDA {
        if (entry[t] >= 0) add_rows(plan, w.trunk, stiffness, entry[t], x);
        if constexpr (form != StepForm::other)
          x = aba_inward<true, form>(s.k, w.joint[t], tau[s.v], x, w.trunk.place[t]);
        else
          bound_inward_other(model, s, w, tau, t, x);
      },
      limbs);
}

// Base to tips.  Alg. 1 lines 10-12.
template <class S, int W, class T>
[[gnu::noinline]] void bound_accelerations(const CompiledModel& model, const Walk<W, T>& walk,
                                           const BoundScratch<S, Pack<double, W>> w, const Vec3<double>& gravity,
                                           S* qdd) {
  const Vec3<S> still{S(0), S(0), S(0)};
  sweep_outward<Motion, S>(
      walk, {-lifted<S>(gravity), still}, w.motion,
      [&]<StepForm form>(const auto& s, int t, Motion<S>& a) TENON_INLINE_LAMBDA {
        BoundPlace<S>& b = w.trunk.place[t];
        if constexpr (form == StepForm::other) {
          const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
          if (s.block) {
            a = b.a;
            give_acceleration(b, qdd + k.v);
            return;
          }
          AbaBody<S> full;
          full.a = act_inverse(w.X[t], a) + b.c;
          by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { aba_accelerate<kind>(k, w.axes, full, qdd); });
          a = full.a;
        } else {
          a = aba_accelerate<true, form>(s.k, w.joint[t], b, a, b.qdd);
          qdd[s.v] = b.qdd;
        }
        b.a = a;
      },
      [&]<StepForm form>(const auto& g, int k, auto& a) TENON_INLINE_LAMBDA {
        auto& b = w.groups.place[k];
        b.a = a = aba_accelerate<true, form>(g.k, w.joints[k], b, a, b.qdd);
      });
}

// Alg. 2 on F: tips to base …
template <class S, int W, class T>
[[gnu::noinline]] void bound_imbalance(const CompiledModel& model, const Walk<W, T>& walk, const BoundPlan& plan,
                                       const BoundScratch<S, Pack<double, W>> w, const S* tau, const S* qdd) {
  using P = Pack<double, W>;
  const int *const entry = plan.entry.data(), *const entries = plan.entries.data();
  sweep_inward<Force>(
      walk, w.load,
      [&]<StepForm form>(const auto& s, int t, Force<S>& F) TENON_INLINE_LAMBDA {
        BoundPlace<S>& b = w.trunk.place[t];
        Force<S> own = lift<S>(s.k.I) * b.a + b.p;
        keep_apart(own);
        F += own;
        if (entry[t] >= 0) F += w.trunk.force[entry[t]];
        keep_apart(F);
        if constexpr (form != StepForm::other) {
          F = bound_inward<form>(s.k, w.joint[t], tau[s.v], F, b);
          keep_apart(F);
        } else {
          const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
          if (s.block) {
            keep_change(solve(kept_free_base(w.axes + k.v), force_of(tau + k.v) - F), b);
            return;
          }
          pass_through_joint(k, w.axes, F, [&](int dof, const S& component) {
            const S armature(model.armature[static_cast<std::size_t>(dof)]);
            return w.axes[dof].u = neg_mul_add(armature, qdd[dof], tau[dof] - component);
          });
          if (s.parent > 0) F = act(w.X[t], F);
        }
      },
      [&]<StepForm form>(const auto& g, int k, auto& F) TENON_INLINE_LAMBDA {
        auto& b = w.groups.place[k];
        F += lift<P>(g.k.I) * b.a + b.p;
        if (entries[k] >= 0) F += w.groups.force[entries[k]];
        F = bound_inward<form>(g.k, w.joints[k], gather<P>(tau, g.v), F, b);
      });
}

// … and base to tips.
template <class S, int W, class T>
[[gnu::noinline]] void bound_changes(const CompiledModel& model, const Walk<W, T>& walk, const BoundPlan& plan,
                                     const BoundScratch<S, Pack<double, W>> w, S* qdd) {
  const S o(0);
  const int *const entry = plan.entry.data(), *const entries = plan.entries.data();
  sweep_outward<Motion, S>(
      walk, {{o, o, o}, {o, o, o}}, w.motion,
      [&]<StepForm form>(const auto& s, int t, Motion<S>& da) TENON_INLINE_LAMBDA {
        BoundPlace<S>& b = w.trunk.place[t];
        if constexpr (form != StepForm::other) {
          da = bound_change<form>(s.k, w.joint[t], da, b);
          qdd[s.v] = b.qdd, w.change[s.v] = b.g;
        } else if (s.block) {
          da = kept_change(b);
          b.a += da;
          add_change(da, qdd + s.v);
          std::memcpy(static_cast<void*>(w.change + s.v), &da, sizeof da);
        } else {
          AbaBody<S> full;
          full.a = act_inverse(w.X[t], da);
          const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
          S before[6];
          for (int d = 0; d < k.nv; ++d) before[d] = qdd[k.v + d];
          by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA { aba_accelerate<kind>(k, w.axes, full, qdd); });
          for (int d = 0; d < k.nv; ++d) w.change[k.v + d] = qdd[k.v + d], qdd[k.v + d] += before[d];
          da = full.a;
          b.a += da;
        }
        if (entry[t] >= 0) b.c = da;
      },
      [&]<StepForm form>(const auto& g, int k, auto& da) TENON_INLINE_LAMBDA {
        auto& b = w.groups.place[k];
        da = bound_change<form>(g.k, w.joints[k], da, b);
        if (entries[k] >= 0) b.c = da;
      });
}

// Alg. 1: the first iterate. Rows that are not stiff have no part in it.
template <bool stiff, class S, int W, class T>
void bound_start(const CompiledModel& model, const Walk<W, T>& walk, const BoundPlan& plan,
                 const ConstraintSet::Data& set, const BoundScratch<S, Pack<double, W>>& w,
                 const ConstrainedProblem<S>& problem, S* qdd, const S* lambda) {
  joint_states(walk, problem.q, w.joint, w.joints);
  const RowStiffness<S> stiffness = take_bound_rows<stiff>(plan, set, w, problem);
  bound_velocities(model, walk, w, problem.gravity, problem.q, problem.v);
  if (problem.external)
    subtract_external(
        walk, problem.external, [&](std::size_t t) -> auto& { return w.trunk.place[t].p; },
        [&](std::size_t k) -> auto& { return w.groups.place[k].p; });
  bound_row_forces<stiff>(plan, set, w, problem, lambda);
  bound_inertias(model, walk, plan, w, stiffness, problem.tau);
  bound_accelerations(model, walk, w, problem.gravity, qdd);
}

template <class S>
double first_number(const S& x) {
  if constexpr (std::is_same_v<S, Element<S>>)
    return x;
  else
    return x[0];
}
template <class S>
double largest_R(const ConstraintSet::Data& set, const ConstrainedProblem<S>& problem) {
  double most = 0;
  for (int r = 0; r < (problem.one_R ? std::min(set.rows, 1) : set.rows); ++r)
    most = std::max(most, first_number(problem.R[r]));
  return most;
}
// What is left of the force balance, swept; the largest correction of v̇, and the largest number of v̇.
template <class S>
struct Correction {
  S change, size;
  TENON_INLINE void take(const S& changed, const S& number) {
    change = larger(change, changed), size = larger(size, number);
  }
};
// Limbs lane by lane, which tells the active ones; what is walked body by body in packs, two by two.
template <int W, class T>
Correction<double> largest_correction(const CompiledModel& model, const Walk<W, T>& walk,
                                      const BoundScratch<double, Pack<double, W>>& w, const double* qdd) {
  using P = Pack<double, W>;
  Correction<double> out{0, 0};
  Correction<P> packs{P(0), P(0)};
  if (walk.groups.empty()) {
    int d = 0;
    for (; d + W <= model.nv; d += W) packs.take(P::load(w.change + d), P::load(qdd + d));
    for (; d < model.nv; ++d) out.take(w.change[d], qdd[d]);
  } else {
    for (const TrunkStep<T>& s : walk.trunk) {
      const int nv = s.form == StepForm::other ? model.bodies[static_cast<std::size_t>(s.body)].nv : 1;
      for (int d = s.v; d < s.v + nv; ++d) out.take(w.change[d], qdd[d]);
    }
    for (std::size_t k = 0; k < walk.groups.size(); ++k) {
      const auto active = lanes_of<P>(walk.groups[k].active);
      const BoundPlace<P>& b = w.groups.place[k];
      packs.take(select(active, b.g, P(0)), select(active, b.qdd, P(0)));
    }
  }
  for (int l = 0; l < W; ++l) out.take(packs.change[l], packs.size[l]);
  return out;
}
template <class S, int W, class T>
Correction<S> largest_correction(const CompiledModel& model, const Walk<W, T>&,
                                 const BoundScratch<S, Pack<double, W>>& w, const S* qdd) {
  Correction<S> out{S(0), S(0)};
  for (int d = 0; d < model.nv; ++d) out.take(w.change[d], qdd[d]);
  return out;
}
template <class S, int W, class T>
Correction<S> bound_correct(const CompiledModel& model, const Walk<W, T>& walk, const BoundPlan& plan,
                            const BoundScratch<S, Pack<double, W>>& w, const S* tau, S* qdd) {
  bound_imbalance(model, walk, plan, w, tau, qdd);
  bound_changes(model, walk, plan, w, qdd);
  return largest_correction(model, walk, w, qdd);
}

template <int W>
SolveReport constrained_aba_walk(const CompiledModel& model, const Walk<W>& walk, const BoundPlan& plan,
                                 const ConstraintSet::Data& set, const BoundScratch<double, Pack<double, W>>& w,
                                 const ConstrainedProblem<double>& problem, double* qdd, double* lambda) {
  const int m = set.branching.rows();
  bound_start<true>(model, walk, plan, set, w, problem, qdd, lambda);
  Settling<double> settling(set, largest_R(set, problem), problem.tolerance, problem.max_iterations);
  for (ProximalLoop loop(problem.tolerance, problem.max_iterations);;) {
    const RowNorms<double> norms = bound_residuals(plan, w);
    const bool first = m > 0 && loop.report().iterations == 0;
    if (!loop.goes_on({.residual = norms.residual,
                       .energy = norms.energy,
                       .moved = first ? -1 : norms.moved,
                       .settled = settling.settled()})) {
      for (std::size_t k = 0; k < walk.groups.size(); ++k) scatter(w.groups.place[k].qdd, walk.groups[k], qdd);
      give_row_forces(plan, w, loop.report().iterations > 1, lambda);
      return loop.report();
    }
    const Correction<double> correction = bound_correct(model, walk, plan, w, problem.tau, qdd);
    settling.corrected(correction.change, correction.size);
  }
}

struct ConstrainedAba {
  static constexpr AlgorithmFacts facts{
      .name = "constrained-aba",
      .paper = "cABA",
      .listing = "Algorithms 1 to 3 on what is left of the forces, limbs in lanes; counted body by body",
      .complexity = "O(n + m)",
      .degeneracies = massless_links_and_redundant_rows,
      .lanes = true};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool iterates = true, grows = true, on_walk = true;
  static constexpr Penalty penalty = Penalty::bearable;

  template <class S>
  static ConstrainedScratch<S> scratch(const ConstrainedSizes& n, Arena& arena) {
    ConstrainedScratch<S> w = constrained_rows<S>(n, arena);
    cut_links(w, n, arena);
    return w;
  }
  template <class S>
  static SolveReport run(const CompiledModel& model, const ConstraintSet::Data& set, const ConstrainedScratch<S>& w,
                         const ConstrainedProblem<S>& problem, S* a, S* lambda) {
    return constrained_aba_kernel(model, set, w, problem, a, lambda);
  }
  static SolveReport call(const ConstrainedCall& c) {
    start_on_walk(c);
    return TENON_ISA_CHOICE(constrained_walk_kernels)
        .constrained_aba(c.model.compiled(), *c.memory.walks.limbs, c.memory.bound, c.set.data(), c.memory.walk.data(),
                         c.problem, c.x.data(), c.lambda.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
