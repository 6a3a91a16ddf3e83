// Inverse dynamics, fast: the recursive Newton-Euler algorithm of paper/rnea.hpp with screw placements, the trunk body
// by body and limbs in lanes. [RBDA] Table 5.1. O(n).
#pragma once

#include <algorithm>
#include "dynamics/paper/rnea.hpp"
#include "model/algorithm_facts.hpp"
#include "walk/arena.hpp"
#include "walk/sweeps.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

template <class S, class P>
struct RneaScratch {
  JointState<S>* joint;   // trunk steps
  Force<S>* force;        // trunk steps: net force on the body less external
  Transform<S>* X;        // trunk steps: placements of joints with several degrees of freedom
  JointState<P>* joints;  // groups
  Force<P>* forces;       // groups
  S* motion;              // slots of ClassicalMotion
  S* load;                // slots of Force
};

inline namespace TENON_ISA {

template <class S, int W, class T>
RneaScratch<S, Pack<double, W>> rnea_scratch(const CompiledModel& model, const Walk<W, T>& walk, Arena& arena) {
  using P = Pack<double, W>;
  const std::size_t n = model.bodies.size(), trunk = walk.trunk.size(), groups = walk.groups.size();
  return {arena.take<JointState<S>>(trunk),     arena.take<Force<S>>(trunk),
          arena.take<Transform<S>>(trunk),      arena.take<JointState<P>>(groups),
          arena.take<Force<P>>(groups),         arena.take<S>(n * slot_stride<ClassicalMotion>),
          arena.take<S>(n * slot_stride<Force>)};
}

template <StepForm form, class S, class C>
TENON_INLINE ClassicalMotion<S> rnea_outward(const StepConstants<C>& k, const JointState<S>& j,
                                             const ClassicalMotion<S>& parent, const S& v, const S& a, Force<S>& f) {
  const ClassicalMotion<S> m = moved<form>(k, carried(placement<form>(k, j), parent), v, a);
  f = net_force(lift<S>(k.I), m);
  return m;
}

// f: what the body and all beyond it need. Returns it as the parent sees it.
template <StepForm form, class S, class C>
TENON_INLINE Force<S> rnea_inward(const StepConstants<C>& k, const JointState<S>& j, const Force<S>& f, const S& a,
                                  S& tau) {
  if constexpr (is_revolute(form))
    tau = f.angular.z;
  else
    tau = mul_add(lift<S>(k.armature), a, mul_add(lift<S>(k.slide), f.linear.z, lift<S>(k.turn) * f.angular.z));
  return act(placement<form>(k, j), f);
}

// A free joint on the world without armature.
template <class S>
TENON_INLINE ClassicalMotion<S> rnea_outward_base(const Body& k, const Vec3<double>& gravity, const S* q, const S* v,
                                                  const S* a) {
  const S *x = v + k.v, *y = a + k.v;
  const Vec3<S> w{x[3], x[4], x[5]}, up = up_in_base(k, gravity, q);
  return {w, {y[3], y[4], y[5]}, cross_add(w, Vec3<S>{x[0], x[1], x[2]}, Vec3<S>{y[0], y[1], y[2]} + up)};
}

// external: wrench on each body in body axes at its origin, or null.
template <class S, int W, class T>
void rnea_walk(const CompiledModel& model, const Walk<W, T>& walk, const RneaScratch<S, Pack<double, W>> w, const S* q,
               const S* v, const S* a, const Force<S>* external, S* tau) {
  using P = Pack<double, W>;
  joint_states(walk, q, w.joint, w.joints);

  // Base to tips: motions and the force each body needs.
  const S o(0);
  sweep_outward<ClassicalMotion, S>(
      walk, {{o, o, o}, {o, o, o}, -lifted<S>(model.gravity)}, w.motion,
      [&]<StepForm form>(const auto& s, int t, ClassicalMotion<S>& m) TENON_INLINE_LAMBDA {
        if constexpr (form == StepForm::other) {
          const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
          if (s.block) {
            m = rnea_outward_base(k, model.gravity, q, v, a);
          } else {
            by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
              w.X[t] = joint_placement<kind>(k, q, q, q);
              m = moved<kind>(k, carried(w.X[t], m), v, a);
            });
          }
          w.force[t] = net_force(lift<S>(s.k.I), m);
        } else {
          m = rnea_outward<form>(s.k, w.joint[t], m, v[s.v], a[s.v], w.force[t]);
        }
      },
      [&]<StepForm form>(const auto& g, int k, auto& m) TENON_INLINE_LAMBDA {
        m = rnea_outward<form>(g.k, w.joints[k], m, gather<P>(v, g.v), gather<P>(a, g.v), w.forces[k]);
      });

  if (external)
    subtract_external(
        walk, external, [&](std::size_t t) -> auto& { return w.force[t]; },
        [&](std::size_t k) -> auto& { return w.forces[k]; });

  // Tips to base: joint forces.
  sweep_inward<Force>(
      walk, w.load,
      [&]<StepForm form>(const auto& s, int t, Force<S>& f) TENON_INLINE_LAMBDA {
        f += w.force[t];
        if constexpr (form == StepForm::other) {
          const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
          if (s.block) {
            std::memcpy(static_cast<void*>(tau + k.v), &f, sizeof f);
            return;
          }
          joint_force(k, f, tau + k.v);
          for (int d = k.v; d < k.v + k.nv; ++d)
            tau[d] = mul_add(S(model.armature[static_cast<std::size_t>(d)]), a[d], tau[d]);
          if (s.parent > 0) f = act(w.X[t], f);
        } else {
          f = rnea_inward<form>(s.k, w.joint[t], f, a[s.v], tau[s.v]);
        }
      },
      [&]<StepForm form>(const auto& g, int k, auto& f) TENON_INLINE_LAMBDA {
        f += w.forces[k];
        P out;
        f = rnea_inward<form>(g.k, w.joints[k], f, gather<P>(a, g.v), out);
        scatter(out, g, tau);
      });
}

// Counted at a velocity and an acceleration, body by body: limbs in lanes do the same operations four at a time.
template <class Run, class Numbers>
void count_rnea(Run& run, const Numbers& v, const Numbers& a) {
  using N = typename Run::Number;
  const auto w = run.cut([&](Arena& arena) { return rnea_scratch<N>(run.model, run.model.walks->bodies, arena); });
  rnea_walk<N>(run.model, run.model.walks->bodies, w, run.q.data(), v.data(), a.data(), run.external(), run.out.data());
}

struct Rnea {
  static constexpr AlgorithmFacts facts{.name = "rnea",
                                        .family = "rnea",
                                        .paper = "RBDA",
                                        .listing = "Table 5.1, limbs in lanes",
                                        .complexity = "O(n)",
                                        .lanes = true,
                                        .weights = {35, 21.0, 0.064}};
  template <class Ask>
  static void compute(const Ask& ask) {
    rnea(ask.model, ask.ws, ask.state(), ask.given.a, {.wrenches = ask.given.wrenches}, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    count_rnea(run, run.v, run.a);
  }
};

struct Gravity {
  static constexpr AlgorithmFacts facts{.name = "rnea",
                                        .family = "gravity",
                                        .paper = "RBDA",
                                        .listing = "Table 5.1, v = a = 0",
                                        .complexity = "O(n)",
                                        .lanes = true,
                                        .weights = {47, 18.9, 0.147}};
  template <class Ask>
  static void compute(const Ask& ask) {
    gravity_torque(ask.model, ask.ws, ask.given.q, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    count_rnea(run, run.zero, run.zero);
  }
};

struct Bias {
  static constexpr AlgorithmFacts facts{.name = "rnea",
                                        .family = "bias",
                                        .paper = "RBDA",
                                        .listing = "Table 5.1, a = 0",
                                        .complexity = "O(n)",
                                        .lanes = true,
                                        .weights = {57, 25.3, 0.024}};
  template <class Ask>
  static void compute(const Ask& ask) {
    bias_torque(ask.model, ask.ws, ask.state(), ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    count_rnea(run, run.v, run.zero);
  }
};

// Column k of M is the force that the k-th unit acceleration takes at rest, beyond gravity's. M is symmetric, so the
// columns may be written as rows.
struct RneaColumns {
  static constexpr AlgorithmFacts facts{.name = "rnea-columns",
                                        .family = "crba",
                                        .paper = "RBDA",
                                        .listing = "section 6.1",
                                        .complexity = "O(n²)",
                                        .lanes = true,
                                        .weights = {0, 77.8, 0.397}};
  template <class Ask>
  static void compute(const Ask& ask) {
    const std::size_t nv = ask.nv;
    auto &at_rest = ask.memory.vector, &unit = ask.memory.other_vector;
    gravity_torque(ask.model, ask.ws, ask.given.q, at_rest);
    std::fill(unit.begin(), unit.end(), 0.0);
    for (std::size_t k = 0; k < nv; ++k) {
      const auto row = ask.out.subspan(k * nv, nv);
      unit[k] = 1;
      rnea(ask.model, ask.ws, {ask.given.q, ask.memory.zero}, unit, row);
      unit[k] = 0;
      for (std::size_t i = 0; i < nv; ++i) row[i] -= at_rest[i];
    }
  }
  template <class Run>
  static void count(Run& run) {
    count_rnea(run, run.zero, run.zero);
    const auto at_rest = run.out;
    for (std::size_t k = 0; k < at_rest.size(); ++k) {
      auto unit = run.zero;
      unit[k] = typename Run::Number(1);
      count_rnea(run, run.zero, unit);
      for (std::size_t i = 0; i < at_rest.size(); ++i) run.out[i] -= at_rest[i];
    }
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
