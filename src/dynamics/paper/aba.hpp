// Forward dynamics by the articulated-body algorithm. [RBDA] Table 7.1. O(n).
// Departures: classical accelerations (kinematics/joint.hpp); armature is added to D; a joint of several degrees of
// freedom is eliminated one axis after the other, as the expanded tree of [Fea05] §2 would be, so that D is always a
// number and never a matrix.
#pragma once

#include <vector>
#include "dynamics/paper/axes.hpp"
#include "model/algorithm_facts.hpp"
#include "model/joint.hpp"

namespace tenon {

// One eliminated axis.
template <class S>
struct AbaAxis {
  Force<S> U;  // I^A s
  S D_inverse;
  S u;  // tau - sᵀ p^A
};

template <class S>
struct AbaBody {
  Transform<S> X;
  Vec3<S> w;                // angular velocity
  Motion<S> c;              // velocity-dependent part of the (classical) acceleration
  Motion<S> a;              // classical acceleration
  Force<S> p;               // bias force p^A
  ArticulatedInertia<S> I;  // I^A
};

inline namespace TENON_ISA {

// Pass 1, base to tips: angular velocities, velocity-dependent accelerations, gyroscopic forces.
template <JointKind kind, class S>
TENON_INLINE void aba_outward(const Body& k, const Vec3<S>& w_parent, const S* v, AbaBody<S>& b) {
  const S o(0);
  const Vec3<S> wp = transpose_mul(b.X.R, w_parent);
  b.c.linear = transpose_mul(b.X.R, cross(w_parent, cross(w_parent, b.X.p)));
  if constexpr (kind == JointKind::revolute) {
    const S rate = v[k.v];
    b.w = {wp.x, wp.y, wp.z + rate};
    b.c.angular = {wp.y * rate, -(wp.x * rate), o};
  } else {
    const Motion<S> rate = joint_motion<kind>(k, v);
    b.w = wp + rate.angular;
    b.c.angular = cross(wp, rate.angular);
    b.c.linear = cross_add(wp + b.w, rate.linear, b.c.linear);
  }
  b.p = {cross(b.w, cross(b.w, k.I.h)), cross(b.w, k.I.I * b.w)};
}

// Pass 2: eliminates the joint's axes from the articulated inertia and bias force of its body.
template <JointKind kind, class S>
TENON_INLINE void aba_eliminate(const CompiledModel& model, const Body& k, const S* tau, AbaAxis<S>* axes,
                                ArticulatedInertia<S>& I, Force<S>& p) {
  const auto eliminate = [&](int dof, const Force<S>& U, const S& D, const S& component)
                             __attribute__((always_inline)) {
                               AbaAxis<S> x;
                               x.U = U;
                               x.D_inverse = S(1) / (D + S(model.armature[dof]));
                               x.u = tau[dof] - component;
                               I = rank_one_downdate(I, x.D_inverse, x.U);
                               p += (x.D_inverse * x.u) * x.U;
                               axes[dof] = x;
                             };
  if constexpr (kind == JointKind::helical) {
    const Force<S> U = S(k.pitch) * column<linear_z>(I) + column<angular_z>(I);
    eliminate(k.v, U, mul_add(S(k.pitch), U.linear.z, U.angular.z), mul_add(S(k.pitch), p.linear.z, p.angular.z));
    return;
  }
  backward_axes<kind>(k, [&]<Axis axis>(int dof) {
    const Force<S> U = column<axis>(I);
    eliminate(dof, U, element<axis>(U), element<axis>(p));
  });
}

// The same for a revolute joint without armature, which leaves nothing that resists turning about z.
template <class S>
TENON_INLINE void aba_eliminate_about_z(const Body& k, const S* tau, AbaAxis<S>* axes, ArticulatedInertia<S>& I,
                                        Force<S>& p) {
  AbaAxis<S> x;
  x.U = column<angular_z>(I);
  x.D_inverse = S(1) / x.U.angular.z;
  x.u = tau[k.v] - p.angular.z;
  I = downdate_about_z(I, x.D_inverse, x.U);
  p += (x.D_inverse * x.u) * x.U;
  axes[k.v] = x;
}

// Children hand on in reverse order: the last one starts its parent's articulated inertia, the others add to it.
template <class S>
TENON_INLINE ArticulatedInertia<S> aba_inertia(const CompiledModel& model, int i, const ArticulatedInertia<S>& sum) {
  const bool leaf = model.end[i] == i + 1;
  return leaf ? articulated(lifted<S>(model.bodies[i].I)) : sum;
}
template <class S>
TENON_INLINE void aba_hand_on(const CompiledModel& model, int i, const ArticulatedInertia<S>& I, AbaBody<S>& parent) {
  const int up = model.bodies[i].parent;
  const bool starts = model.end[i] == model.end[up];
  parent.I = I + (starts ? articulated(lifted<S>(model.bodies[up].I)) : parent.I);
}

// Pass 3: the joint's acceleration, from what the parent carries in b.a.
template <JointKind kind, class S>
TENON_INLINE void aba_accelerate(const Body& k, const AbaAxis<S>* axes, AbaBody<S>& b, S* a) {
  if constexpr (kind == JointKind::helical) {
    const AbaAxis<S>& x = axes[k.v];
    a[k.v] = x.D_inverse * (x.u - dot(b.a, x.U));
    b.a.linear.z = mul_add(S(k.pitch), a[k.v], b.a.linear.z);
    b.a.angular.z += a[k.v];
    return;
  }
  forward_axes<kind>(k, [&]<Axis axis>(int dof) {
    const AbaAxis<S>& x = axes[dof];
    a[dof] = x.D_inverse * (x.u - dot(b.a, x.U));
    element<axis>(b.a) += a[dof];
  });
}

// external: wrench on each body in body axes at its origin, or null.
template <class S>
void aba_kernel(const CompiledModel& model, AbaBody<S>* body, AbaAxis<S>* axes, S* sine, S* cosine, const S* q,
                const S* v, const S* tau, const Force<S>* external, S* a) {
  const int n = model.body_count();
  const S o(0);
  body[0].w = {o, o, o};
  body[0].a = {-lifted<S>(model.gravity), {o, o, o}};
  joint_trigonometry(model, q, sine, cosine);

  for (int i = 1; i < n; ++i) {
    const Body& k = model.bodies[i];
    by_kind(k.kind, [&]<JointKind kind>() {
      body[i].X = joint_placement<kind>(k, q, sine, cosine);
      aba_outward<kind>(k, body[k.parent].w, v, body[i]);
    });
    if (external) body[i].p -= external[i];
  }
  for (int i = n - 1; i > 0; --i) {
    const Body& k = model.bodies[i];
    AbaBody<S>& b = body[i];
    ArticulatedInertia<S> I = aba_inertia(model, i, b.I);
    Force<S> p = b.p;
    if (k.kind == JointKind::revolute && model.armature[k.v] == 0) {
      aba_eliminate_about_z(k, tau, axes, I, p);
      if (k.parent == 0) continue;
      p += apply_about_z(I, b.c);
      aba_hand_on(model, i, act_about_z(b.X, I), body[k.parent]);
    } else {
      by_kind(k.kind, [&]<JointKind kind>() { aba_eliminate<kind>(model, k, tau, axes, I, p); });
      if (k.parent == 0) continue;
      p += I * b.c;
      aba_hand_on(model, i, act(b.X, I), body[k.parent]);
    }
    body[k.parent].p += act(b.X, p);
  }
  for (int i = 1; i < n; ++i) {
    const Body& k = model.bodies[i];
    AbaBody<S>& b = body[i];
    b.a = act_inverse(b.X, body[k.parent].a) + b.c;
    by_kind(k.kind, [&]<JointKind kind>() { aba_accelerate<kind>(k, axes, b, a); });
  }
}

struct AbaPlain {
  static constexpr AlgorithmFacts facts{.name = "aba-plain",
                                        .family = "aba",
                                        .paper = "RBDA",
                                        .listing = "Table 7.1, body by body",
                                        .complexity = "O(n)"};
  template <class Ask>
  static void compute(const Ask& ask) {
    auto& w = ask.plain_scratch();
    ask.check_q(), ask.check(ask.given.v, "v"), ask.check(ask.given.tau, "tau"), ask.check_out(ask.nv, "a");
    ask.kernels().aba(ask.model.compiled(), w.aba.data(), w.axes.data(), w.sine.data(), w.cosine.data(),
                      ask.given.q.data(), ask.given.v.data(), ask.given.tau.data(), ask.external(), ask.out.data());
  }
  template <class Run>
  static void count(Run& run) {
    std::vector<AbaBody<typename Run::Number>> body(run.model.bodies.size());
    std::vector<AbaAxis<typename Run::Number>> axes(run.out.size());
    aba_kernel(run.model, body.data(), axes.data(), run.sine.data(), run.cosine.data(), run.q.data(), run.v.data(),
               run.tau.data(), run.external(), run.out.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
