// M⁻¹ x by the articulated-body recursion with neither velocities nor gravity: eliminate once, then two sweeps per
// vector. O(n) per vector. [RBDA] Table 7.1; V is double for one vector, a Pack for four columns at once.
#pragma once

#include "dynamics/paper/aba.hpp"

namespace tenon {

// What a sweep carries per body: bias force on the way in, acceleration on the way out.
template <class V>
struct SweepBody {
  Force<V> p;
  Motion<V> a;
};

inline namespace TENON_ISA {

// X of every body, U and 1/D of every axis. `zero`: nv zeros.
template <class S>
void aba_eliminate_kernel(const CompiledModel& model, AbaBody<S>* body, AbaAxis<S>* axes, S* sine, S* cosine,
                          const S* q, const S* zero) {
  const int n = model.body_count();
  const S o(0);
  joint_trigonometry(model, q, sine, cosine);
  for (int i = n - 1; i > 0; --i) {
    const Body& k = model.bodies[i];
    ArticulatedInertia<S> I = aba_inertia(model, i, body[i].I);
    Force<S> p{{o, o, o}, {o, o, o}};
    by_kind(k.kind, [&]<JointKind kind>() {
      body[i].X = joint_placement<kind>(k, q, sine, cosine);
      aba_eliminate<kind>(model, k, zero, axes, I, p);
    });
    if (k.parent > 0) aba_hand_on(model, i, act(body[i].X, I), body[k.parent]);
  }
}

// load(d) gives x_d, store(d, y) takes (M⁻¹ x)_d; u: nv numbers of scratch.
template <class V, class S, class Load, class Store>
TENON_INLINE void minverse_sweep(const CompiledModel& model, const AbaBody<S>* body, const AbaAxis<S>* axes,
                                 SweepBody<V>* sweep, V* u, Load&& load, Store&& store) {
  const int n = model.body_count();
  const V o(0);
  const Force<V> none{{o, o, o}, {o, o, o}};
  for (int i = 0; i < n; ++i) sweep[i].p = none;
  for (int i = n - 1; i > 0; --i) {
    const Body& k = model.bodies[i];
    Force<V>& p = sweep[i].p;
    const auto eliminate = [&](int d, const V& component) {
      u[d] = load(d) - component;
      p += (axes[d].D_inverse * u[d]) * axes[d].U;
    };
    if (k.kind == JointKind::helical) eliminate(k.v, mul_add(V(k.pitch), p.linear.z, p.angular.z));
    by_kind(k.kind, [&]<JointKind kind>() {
      backward_axes<kind>(k, [&]<Axis axis>(int d) { eliminate(d, element<axis>(p)); });
    });
    if (k.parent > 0) sweep[k.parent].p += act(body[i].X, p);
  }
  sweep[0].a = {{o, o, o}, {o, o, o}};
  for (int i = 1; i < n; ++i) {
    const Body& k = model.bodies[i];
    Motion<V>& a = sweep[i].a;
    a = act_inverse(body[i].X, sweep[k.parent].a);
    const auto solve = [&](int d) {
      const V y = axes[d].D_inverse * (u[d] - dot(a, axes[d].U));
      store(d, y);
      return y;
    };
    if (k.kind == JointKind::helical) {
      const V y = solve(k.v);
      a.linear.z = mul_add(V(k.pitch), y, a.linear.z);
      a.angular.z += y;
    }
    by_kind(k.kind,
            [&]<JointKind kind>() { forward_axes<kind>(k, [&]<Axis axis>(int d) { element<axis>(a) += solve(d); }); });
  }
}

// Numbers of scratch that apply_minverse_kernel needs.
inline std::size_t minverse_scratch(const CompiledModel& model) {
  return 4 * (12 * model.bodies.size() + static_cast<std::size_t>(model.nv));
}

// out = M⁻¹ x, both row-major nv x columns; in and out may be the same. scratch: aligned to 32 bytes.
inline void apply_minverse_kernel(const CompiledModel& model, const AbaBody<double>* body, const AbaAxis<double>* axes,
                                  double* scratch, const double* x, double* out, int columns) {
  using P = Pack<double, 4>;
  const std::ptrdiff_t n = columns;
  int c = 0;
  for (; c + 4 <= columns; c += 4) {
    P* u = reinterpret_cast<P*>(scratch);
    auto* sweep = reinterpret_cast<SweepBody<P>*>(scratch + 4 * model.nv);
    minverse_sweep<P>(
        model, body, axes, sweep, u, [&](int d) { return P::load(x + d * n + c); },
        [&](int d, const P& y) { y.store(out + d * n + c); });
  }
  for (; c < columns; ++c) {
    auto* sweep = reinterpret_cast<SweepBody<double>*>(scratch + 4 * model.nv);
    minverse_sweep<double>(
        model, body, axes, sweep, scratch, [&](int d) { return x[d * n + c]; },
        [&](int d, double y) { out[d * n + c] = y; });
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
