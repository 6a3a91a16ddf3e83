// Inverse dynamics by the recursive Newton-Euler algorithm. [RBDA] Table 5.1. O(n).
// Departures: classical accelerations (kinematics/joint.hpp), so that no linear velocity is carried; gravity is an
// upward acceleration of the world; rotor armature adds to the joint's own term.
#pragma once

#include <vector>
#include "model/algorithm_facts.hpp"
#include "model/joint.hpp"

namespace tenon {

template <class S>
struct RneaBody {
  Transform<S> X;  // body in its parent
  ClassicalMotion<S> m;
  Force<S> f;
};

inline namespace TENON_ISA {

// external: wrench on each body in body axes at its origin, or null.
template <class S>
void rnea_kernel(const CompiledModel& model, RneaBody<S>* body, S* sine, S* cosine, const S* q, const S* v, const S* a,
                 const Force<S>* external, S* tau) {
  const int n = model.body_count();
  const S o(0);
  body[0].m = {{o, o, o}, {o, o, o}, -lifted<S>(model.gravity)};
  joint_trigonometry(model, q, sine, cosine);

  for (int i = 1; i < n; ++i) {
    const Body& k = model.bodies[i];
    RneaBody<S>& b = body[i];
    by_kind(k.kind, [&]<JointKind kind>() {
      b.X = joint_placement<kind>(k, q, sine, cosine);
      b.m = moved<kind>(k, carried(b.X, body[k.parent].m), v, a);
      b.f = net_force(k.I, b.m);
    });
    if (external) b.f -= external[i];
  }
  for (int i = n - 1; i > 0; --i) {
    const Body& k = model.bodies[i];
    joint_force(k, body[i].f, tau + k.v);
    if (k.parent > 0) body[k.parent].f += act(body[i].X, body[i].f);
  }
  for (int d = 0; d < model.nv; ++d) tau[d] = mul_add(S(model.armature[d]), a[d], tau[d]);
}

struct RneaPlain {
  static constexpr AlgorithmFacts facts{.name = "rnea-plain",
                                        .family = "rnea",
                                        .paper = "RBDA",
                                        .listing = "Table 5.1, body by body",
                                        .complexity = "O(n)"};
  template <class Ask>
  static void compute(const Ask& ask) {
    auto& w = ask.plain_scratch();
    ask.check_q(), ask.check(ask.given.v, "v"), ask.check(ask.given.a, "a"), ask.check_out(ask.nv, "tau");
    ask.kernels().rnea(ask.model.compiled(), w.rnea.data(), w.sine.data(), w.cosine.data(), ask.given.q.data(),
                       ask.given.v.data(), ask.given.a.data(), ask.external(), ask.out.data());
  }
  template <class Run>
  static void count(Run& run) {
    std::vector<RneaBody<typename Run::Number>> body(run.model.bodies.size());
    rnea_kernel(run.model, body.data(), run.sine.data(), run.cosine.data(), run.q.data(), run.v.data(), run.a.data(),
                run.external(), run.out.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
