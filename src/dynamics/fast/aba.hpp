// Forward dynamics, fast: the articulated-body algorithm with the steps of fast/aba_steps.hpp, the trunk body by body
// and limbs in lanes. [RBDA] Table 7.1. O(n).
#pragma once

#include "dynamics/fast/aba_wide_steps.hpp"
#include "model/algorithm_facts.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

inline namespace TENON_ISA {

// The three sweeps are functions of their own, not inlined: together they would share one stack frame and spill more.
// moving: with velocities, gravity and external wrenches; otherwise without all of them.

// Base to tips: angular velocities, velocity-dependent accelerations and forces.
template <class S, int W, class T>
[[gnu::noinline]] void aba_velocities(const CompiledModel& model, const Walk<W, T>& walk,
                                      const AbaScratch<S, Pack<double, W>> w, const S* q, const S* v) {
  using P = Pack<double, W>;
  const Body* const bodies = model.bodies.data();
  sweep_outward<Vec3, S>(
      walk, {S(0), S(0), S(0)}, w.motion,
      [&]<StepForm form>(const auto& s, int t, Vec3<S>& omega) TENON_INLINE_LAMBDA {
        if constexpr (form == StepForm::other) {
          if (s.block)
            omega = aba_outward_base(bodies[s.body], s, model.gravity, q, v, w.place[t]);
          else
            aba_outward_other(bodies[s.body], s, q, v, omega, w.X[t], w.place[t]);
        } else
          omega = aba_outward<form>(s.k, w.joint[t], omega, v[s.v], w.place[t]);
      },
      [&]<StepForm form>(const auto& g, int k, auto& omega)
          TENON_INLINE_LAMBDA { omega = aba_outward<form>(g.k, w.joints[k], omega, gather<P>(v, g.v), w.places[k]); });
}

// Tips to base: articulated inertias.
template <bool moving, class S, int W, class T>
[[gnu::noinline]] void aba_inertias(const CompiledModel& model, const Walk<W, T>& walk,
                                    const AbaScratch<S, Pack<double, W>> w, const S* q, const S* tau) {
  using P = Pack<double, W>;
  const Body* const bodies = model.bodies.data();
  sweep_inward<AbaLoad>(
      walk, w.load,
      [&]<StepForm form>(const auto& s, int t, AbaLoad<S>& x) TENON_INLINE_LAMBDA {
        if constexpr (form == StepForm::other) {
          aba_inward_other<moving>(model, bodies[s.body], s, q, tau, w.X[t], w.axes, x, w.place[t]);
        } else {
          x = aba_inward<moving, form>(s.k, w.joint[t], tau[s.v], x, w.place[t]);
        }
      },
      [&]<StepForm form>(const auto& g, int k, auto& x)
          TENON_INLINE_LAMBDA { x = aba_inward<moving, form>(g.k, w.joints[k], gather<P>(tau, g.v), x, w.places[k]); });
}

// Base to tips: accelerations.
template <bool moving, class S, int W, class T>
[[gnu::noinline]] void aba_accelerations(const CompiledModel& model, const Walk<W, T>& walk,
                                         const AbaScratch<S, Pack<double, W>> w, S* qdd) {
  using P = Pack<double, W>;
  const Body* const bodies = model.bodies.data();
  const Vec3<S> still{S(0), S(0), S(0)};
  sweep_outward<Motion, S>(
      walk, {moving ? -lifted<S>(model.gravity) : still, still}, w.motion,
      [&]<StepForm form>(const auto& s, int t, Motion<S>& a) TENON_INLINE_LAMBDA {
        if constexpr (form == StepForm::other)
          aba_accelerate_other<moving>(bodies[s.body], s, w.X[t], w.axes, w.place[t], a, qdd);
        else
          a = aba_accelerate<moving, form>(s.k, w.joint[t], w.place[t], a, qdd[s.v]);
      },
      [&]<StepForm form>(const auto& g, int k, auto& a) TENON_INLINE_LAMBDA {
        P out;
        a = aba_accelerate<moving, form>(g.k, w.joints[k], w.places[k], a, out);
        scatter(out, g, qdd);
      });
}

// external: wrench on each body in body axes at its origin, or null.
template <bool moving, class S, int W, class T>
TENON_INLINE void aba_inward_sweep(const CompiledModel& model, const Walk<W, T>& walk,
                                   const AbaScratch<S, Pack<double, W>>& w, const S* q, const S* tau) {
  if constexpr (std::is_same_v<S, double>)
    if (!walk.wide.empty()) return aba_inertias_wide<moving>(model, walk, w, q, tau);
  aba_inertias<moving>(model, walk, w, q, tau);
}

template <class S, int W, class T>
void aba_walk(const CompiledModel& model, const Walk<W, T>& walk, const AbaScratch<S, Pack<double, W>>& w, const S* q,
              const S* v, const S* tau, const Force<S>* external, S* qdd) {
  joint_states(walk, q, w.joint, w.joints);
  aba_velocities(model, walk, w, q, v);
  if (external)
    subtract_external(
        walk, external, [&](std::size_t t) -> auto& { return w.place[t].p; },
        [&](std::size_t k) -> auto& { return w.places[k].p; });
  aba_inward_sweep<true>(model, walk, w, q, tau);
  aba_accelerations<true>(model, walk, w, qdd);
}

// out = M⁻¹ x.
template <class S, int W, class T>
void minverse_walk(const CompiledModel& model, const Walk<W, T>& walk, const AbaScratch<S, Pack<double, W>>& w,
                   const S* q, const S* x, S* out) {
  joint_states(walk, q, w.joint, w.joints);
  aba_inward_sweep<false>(model, walk, w, q, x);
  aba_accelerations<false>(model, walk, w, out);
}

struct Aba {
  static constexpr AlgorithmFacts facts{.name = "aba",
                                        .family = "aba",
                                        .paper = "RBDA",
                                        .listing = "Table 7.1, limbs in lanes",
                                        .complexity = "O(n)",
                                        .lanes = true,
                                        .weights = {112, 49.5, 0.058}};
  template <class Ask>
  static void compute(const Ask& ask) {
    aba(ask.model, ask.ws, ask.state(), ask.given.tau, {.wrenches = ask.given.wrenches}, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    const auto w = run.cut([&](Arena& arena) { return aba_scratch<N>(run.model, run.model.walks->bodies, arena); });
    aba_walk<N>(run.model, run.model.walks->bodies, w, run.q.data(), run.v.data(), run.tau.data(), run.external(),
                run.out.data());
  }
};

struct AbaSweeps {
  static constexpr AlgorithmFacts facts{.name = "aba-sweeps",
                                        .family = "minverse_apply",
                                        .paper = "RBDA",
                                        .listing = "Table 7.1, v = g = 0, limbs in lanes",
                                        .complexity = "O(n)",
                                        .lanes = true,
                                        .weights = {39, 31.4, 0.113}};
  template <class Ask>
  static void compute(const Ask& ask) {
    minverse_apply(ask.model, ask.ws, ask.given.q, ask.given.x, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    const auto w = run.cut([&](Arena& arena) { return aba_scratch<N>(run.model, run.model.walks->bodies, arena); });
    minverse_walk<N>(run.model, run.model.walks->bodies, w, run.q.data(), run.x.data(), run.out.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
