// Inverse dynamics is linear in the mass properties: tau = Y pi + armature a. [RBDA] §9.7.2 states the linearity; the
// columns are the net force of net_force() in kinematics/joint.hpp for unit parameters, in world axes. O(n d).
#pragma once

#include <algorithm>
#include <array>
#include <vector>
#include "model/algorithm_facts.hpp"

#include "kinematics/forward.hpp"
#include "model/each_axis.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Net force on a link that moves like m, for each of its ten parameters set to 1:
//   force = mass a + alpha × h + ω × (ω × h),   moment = h × a + I alpha + ω × I ω.
template <class S>
std::array<Force<S>, 10> unit_forces(const ClassicalMotion<S>& m) {
  std::array<Force<S>, 10> f;
  const auto with = [&](const Inertia<double>& I) { return net_force(I, m); };
  f[0] = with({1, {}, {}});
  f[1] = with({0, {1, 0, 0}, {}});
  f[2] = with({0, {0, 1, 0}, {}});
  f[3] = with({0, {0, 0, 1}, {}});
  f[4] = with({0, {}, {1, 0, 0, 0, 0, 0}});
  f[5] = with({0, {}, {0, 1, 0, 0, 0, 0}});
  f[6] = with({0, {}, {0, 0, 1, 0, 0, 0}});
  f[7] = with({0, {}, {0, 0, 0, 1, 0, 0}});
  f[8] = with({0, {}, {0, 0, 0, 0, 1, 0}});
  f[9] = with({0, {}, {0, 0, 0, 0, 0, 1}});
  return f;
}

// What the origin of a frame feels, gravity included, from its spatial velocity and acceleration.
template <class S>
ClassicalMotion<S> classical(const Transform<S>& X_wf, const Motion<S>& v, const Motion<S>& a,
                             const Vec3<double>& gravity) {
  return {v.angular, a.angular, cross_add(v.angular, v.linear, a.linear) - transpose_mul(X_wf.R, lifted<S>(gravity))};
}

// body: kinematics at q, v, a; axis: scratch, one per degree of freedom. Y is nv x (10 links), row-major.
template <class S>
void regressor_kernel(const CompiledModel& m, const KinematicBody<S>* body, Motion<S>* axis, S* Y) {
  const std::ptrdiff_t columns = 10 * static_cast<std::ptrdiff_t>(m.links.size());
  std::fill_n(Y, m.nv * columns, S(0));
  for (int i = 1; i < m.body_count(); ++i)
    each_axis(m.bodies[i], [&](int dof, const Motion<double>& s) { axis[dof] = act(body[i].X_wb, s); });
  for (std::size_t l = 0; l < m.links.size(); ++l) {
    const CompiledLink& link = m.links[l];
    const KinematicBody<S>& b = body[link.body];
    const Transform<S> X_bl{lifted<S>(link.X_bl.R), lifted<S>(link.X_bl.p)}, X_wl = b.X_wb * X_bl;
    std::array<Force<S>, 10> f =
        unit_forces(classical(X_wl, act_inverse(X_bl, b.v), act_inverse(X_bl, b.a), m.gravity));
    for (Force<S>& column : f) column = act(X_wl, column);
    S* first = Y + 10 * l;
    for (int i = link.body; i > 0; i = m.bodies[i].parent) {
      const Body& k = m.bodies[i];
      for (int d = k.v; d < k.v + velocity_size(k.kind); ++d)
        for (int c = 0; c < 10; ++c) first[d * columns + c] = dot(axis[d], f[static_cast<std::size_t>(c)]);
    }
  }
}

struct LinkColumns {
  static constexpr AlgorithmFacts facts{.name = "link-columns",
                                        .family = "regressor",
                                        .paper = "definition",
                                        .listing = "link by link",
                                        .complexity = "O(n d)",
                                        .weights = {0, 110.4, 0.270}};
  template <class Ask>
  static void compute(const Ask& ask) {
    inverse_dynamics_regressor(ask.model, ask.ws, ask.state(), ask.given.a, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    std::vector<Motion<N>> axis(run.out.size());
    std::vector<N> Y(axis.size() * 10 * run.model.links.size());
    run.kinematics(&run.v, &run.a);
    regressor_kernel(run.model, run.body.data(), axis.data(), Y.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
