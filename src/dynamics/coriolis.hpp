// The Coriolis matrix, C = Σ Jᵀ (I J̇ + B J) over the bodies. [Ech21] Alg. 1, with its bilinear matrix
//   B(I, v) = (v×* I - I v× + (I v)×̄*) / 2,   so that B v = v ×* I v and B + Bᵀ = v×* I - I v×,
// which makes C v the velocity-dependent torque and dM/dt = C + Cᵀ. O(n d).
// Departures: world axes, where composite quantities are sums and S needs no moving; B in closed form, see Bilinear.
#pragma once

#include <algorithm>
#include <vector>
#include "model/algorithm_facts.hpp"

#include "dynamics/bilinear.hpp"
#include "kinematics/forward.hpp"
#include "model/each_axis.hpp"

namespace tenon {

// Scratch memory of the caller: per body, and per degree of freedom.
template <class S>
struct CoriolisScratch {
  const KinematicBody<S>* kinematics;  // at q and v
  Inertia<S>* composite;
  Bilinear<S>* B;
  Motion<S>*axis, *axis_rate;
};

inline namespace TENON_ISA {

template <class S>
void coriolis_kernel(const CompiledModel& m, const CoriolisScratch<S>& w, S* C) {
  const std::ptrdiff_t nv = m.nv;
  std::fill_n(C, nv * nv, S(0));
  for (int i = 1; i < m.body_count(); ++i) {
    const KinematicBody<S>& b = w.kinematics[i];
    const Motion<S> velocity = act(b.X_wb, b.v);
    w.composite[i] = act(b.X_wb, m.bodies[i].I);
    w.B[i] = bilinear(w.composite[i], velocity);
    each_axis(m.bodies[i], [&](int dof, const Motion<double>& s) {
      w.axis[dof] = act(b.X_wb, s);
      w.axis_rate[dof] = cross(velocity, w.axis[dof]);
    });
  }
  for (int j = m.body_count() - 1; j > 0; --j) {
    const Body& k = m.bodies[j];
    for (int c = k.v; c < k.v + velocity_size(k.kind); ++c) {
      const Force<S> by_rate = w.composite[j] * w.axis_rate[c] + w.B[j] * w.axis[c];  // column c of I J̇ + B J
      const Force<S> IS = w.composite[j] * w.axis[c], BtS = transpose_mul(w.B[j], w.axis[c]);
      for (int i = j; i > 0; i = m.bodies[i].parent) {
        const Body& up = m.bodies[i];
        for (int r = up.v; r < up.v + velocity_size(up.kind); ++r) {
          C[r * nv + c] = dot(w.axis[r], by_rate);
          C[c * nv + r] = dot(w.axis_rate[r], IS) + dot(w.axis[r], BtS);
        }
      }
    }
    if (k.parent > 0) {
      w.composite[k.parent] += w.composite[j];
      w.B[k.parent] += w.B[j];
    }
  }
}

struct BodyCoriolis {
  static constexpr AlgorithmFacts facts{.name = "body-coriolis",
                                        .family = "coriolis",
                                        .paper = "Ech21",
                                        .listing = "section 3",
                                        .complexity = "O(n d)",
                                        .weights = {0, 83.3, 0.203}};
  template <class Ask>
  static void compute(const Ask& ask) {
    coriolis_matrix(ask.model, ask.ws, ask.state(), ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    const std::size_t bodies = run.body.size(), nv = run.out.size();
    std::vector<Inertia<N>> composite(bodies);
    std::vector<Bilinear<N>> B(bodies);
    std::vector<Motion<N>> axis(nv), rate(nv);
    std::vector<N> C(nv * nv);
    run.kinematics(&run.v, nullptr);
    coriolis_kernel<N>(run.model, {run.body.data(), composite.data(), B.data(), axis.data(), rate.data()}, C.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
