// Derivatives of inverse dynamics, the plain version. [Sin22] (closed form in world axes); [Car18] was first. O(n d).
// Moving degree of freedom k shifts everything beyond its joint rigidly by the twist s_k, and what a body does beyond
// that is, with ψ̇_k = v_λ × s_k and ψ̈_k = a_λ × s_k + v_λ × ψ̇_k (λ the parent of k's body),
//   δv = s_k × v + ψ̇_k,   δa = s_k × a + ψ̇_k × v + ψ̈_k,   δf = s_k ×* f + 2 B ψ̇_k + I ψ̈_k    (B: bilinear.hpp),
// and for a unit change of velocity k,  δf = 2 B s_k + I (ψ̇_k + ṡ_k). Summed over subtrees (I, B, f composite), with
// tau_j = s_j · f_j, the rigid shift drops out where j lies beyond k:
//   j at or beyond k:  ∂tau_j/∂q_k = s_j · (2 B_j ψ̇_k + I_j ψ̈_k)
//                      ∂tau_j/∂v_k = s_j · (2 B_j s_k + I_j (ψ̇_k + ṡ_k))
//   j before k:        ∂tau_j/∂q_k = s_j · (2 B_k ψ̇_k + I_k ψ̈_k + s_k ×* f_k)
//                      ∂tau_j/∂v_k = s_j · (2 B_k s_k + I_k (ψ̇_k + ṡ_k))
// Departures: joints of several degrees of freedom need no case of their own, the derivation holds axis by axis;
// external wrenches turn with their bodies, so they are simply part of f.
#pragma once

#include <algorithm>
#include <vector>
#include "model/algorithm_facts.hpp"

#include "dynamics/paper/derivatives.hpp"
#include "model/each_axis.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Base to tips: placements, velocities, accelerations, axes and their rates, each body's own I, B and f.
template <class S>
void derivative_outward(const CompiledModel& model, const DerivativeScratch<S>& ws, const S* q, const S* v, const S* a,
                        const Force<S>* external) {
  joint_trigonometry(model, q, ws.sine, ws.cosine);
  ws.body[0].X = identity_transform<S>();
  ws.body[0].v = {};
  ws.body[0].a = {-lifted<S>(model.gravity), {}};
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[i];
    const DerivativeBody<S>& parent = ws.body[k.parent];
    DerivativeBody<S>& b = ws.body[i];
    by_kind(k.kind, [&]<JointKind kind>() { b.X = parent.X * joint_placement<kind>(k, q, ws.sine, ws.cosine); });
    if (k.parent == 0) b.X.p = {};  // the origin of this tree
    b.v = parent.v + act(b.X, joint_motion(k, v));
    b.a = parent.a + act(b.X, joint_motion(k, a)) + cross(b.v, act(b.X, joint_motion(k, v)));
    each_axis(k, [&](int dof, const Motion<double>& axis) {
      DerivativeAxis<S>& x = ws.axis[dof];
      x.s = act(b.X, axis);
      x.s_dot = cross(b.v, x.s);
      x.psi_dot = cross(parent.v, x.s);
      x.psi_ddot = cross(parent.a, x.s) + cross(parent.v, x.psi_dot);
    });
    b.I = act(b.X, k.I);
    b.B = bilinear(b.I, b.v);
    b.f = b.I * b.a + cross(b.v, b.I * b.v);
    if (external) b.f -= act(b.X, external[i]);
    b.A = articulated(b.I);
  }
}

// external: wrench on each body in body axes, or null. Outputs nv x nv, row-major.
template <class S>
void plain_rnea_derivatives(const CompiledModel& model, const DerivativeScratch<S>& ws, const S* q, const S* v,
                            const S* a, const Force<S>* external, S* dtau_dq, S* dtau_dv, S* dtau_da) {
  const std::ptrdiff_t nv = model.nv;
  for (S* out : {dtau_dq, dtau_dv, dtau_da}) std::fill_n(out, nv * nv, S(0));
  derivative_outward(model, ws, q, v, a, external);
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& body = model.bodies[i];
    const DerivativeBody<S>& b = ws.body[i];
    for (int j = body.v; j < body.v + velocity_size(body.kind); ++j) {
      const DerivativeAxis<S>& x = ws.axis[j];
      const Force<S> Is = b.I * x.s, Bs = S(2) * transpose_mul(b.B, x.s);
      const Force<S> by_v = S(2) * (b.B * x.s) + b.I * (x.psi_dot + x.s_dot);
      const Force<S> by_q = S(2) * (b.B * x.psi_dot) + b.I * x.psi_ddot + cross(x.s, b.f);
      for (int up = i; up > 0; up = model.bodies[up].parent) {
        const Body& above = model.bodies[up];
        for (int k = above.v; k < above.v + velocity_size(above.kind); ++k) {
          const DerivativeAxis<S>& y = ws.axis[k];
          dtau_dq[j * nv + k] = dot(y.psi_dot, Bs) + dot(y.psi_ddot, Is);
          dtau_dv[j * nv + k] = dot(y.s, Bs) + dot(y.psi_dot + y.s_dot, Is);
          dtau_da[j * nv + k] = dot(y.s, Is);
          if (up == i) continue;
          dtau_dq[k * nv + j] = dot(y.s, by_q);
          dtau_dv[k * nv + j] = dot(y.s, by_v);
          dtau_da[k * nv + j] = dtau_da[j * nv + k];
        }
      }
      dtau_da[j * nv + j] += S(model.armature[j]);
    }
    if (body.parent == 0) continue;
    DerivativeBody<S>& parent = ws.body[body.parent];
    parent.I += b.I, parent.B += b.B, parent.f += b.f;
  }
}

// Counted are the plain derivatives: the fast ones multiply the same things four at a time, blanks of their tables
// included.
template <class Run>
struct CountedDerivatives {
  using N = typename Run::Number;
  Run& run;
  std::vector<DerivativeBody<N>> body;
  std::vector<DerivativeAxis<N>> axis;
  std::vector<Force<N>> p;
  std::vector<N> dq, dv, dx;

  explicit CountedDerivatives(Run& r) : run(r), body(r.model.bodies.size()), axis(r.out.size()), p(body.size()) {
    for (auto* matrix : {&dq, &dv, &dx}) matrix->resize(axis.size() * axis.size());
  }
  DerivativeScratch<N> scratch() { return {body.data(), axis.data(), p.data(), run.sine.data(), run.cosine.data()}; }
  void of_rnea(const std::vector<N>& a) {
    plain_rnea_derivatives(run.model, scratch(), run.q.data(), run.v.data(), a.data(), run.external(), dq.data(),
                           dv.data(), dx.data());
  }
};

struct RneaDerivativesAlgorithm {
  static constexpr AlgorithmFacts facts{.name = "rnea-derivatives",
                                        .family = "rnea_derivatives",
                                        .paper = "Sin22",
                                        .listing = "in the root's frame",
                                        .complexity = "O(n d)",
                                        .weights = {64, 95.9, 0.019}};
  template <class Ask>
  static void compute(const Ask& ask) {
    rnea_derivatives(ask.model, ask.ws, ask.state(), ask.given.a, {.wrenches = ask.given.wrenches},
                     {ask.third(0), ask.third(1), ask.third(2)});
  }
  template <class Run>
  static void count(Run& run) {
    CountedDerivatives<Run>(run).of_rnea(run.a);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
