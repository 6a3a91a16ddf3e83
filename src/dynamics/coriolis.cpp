// The Coriolis matrix, C = Σ Jᵀ (I J̇ + B J) over the bodies. [Ech21] Alg. 1, with its bilinear matrix
//   B(I, v) = (v×* I - I v× + (I v)×̄*) / 2,   so that B v = v ×* I v and B + Bᵀ = v×* I - I v×,
// which makes C v the velocity-dependent torque and dM/dt = C + Cᵀ. O(n d).
// Departures: world axes, where composite quantities are sums and S needs no moving; B in closed form, see Bilinear.
#include <algorithm>

#include "dynamics/bilinear.hpp"
#include "dynamics/workspace.hpp"
#include "kinematics/each_axis.hpp"
#include "kinematics/kernels.hpp"
#include "model/arguments.hpp"

namespace tenon {

void coriolis_matrix(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
                     std::span<double> C) {
  const CompiledModel& m = model.compiled();
  Workspace::Data& w = checked(model, ws);
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  check_input(q, m.nq, "q");
  check_input(v, m.nv, "v");
  check_size(C.size(), nv * nv, "C");
  std::fill(C.begin(), C.end(), 0.0);
  TENON_ISA_CHOICE(kinematics_kernels)
      .forward(m, w.kinematics.data(), w.sine.data(), w.cosine.data(), q.data(), v.data(), nullptr);

  for (int i = 1; i < m.body_count(); ++i) {
    const KinematicBody<double>& b = w.kinematics[static_cast<std::size_t>(i)];
    const Motion<double> velocity = act(b.X_wb, b.v);
    w.composite[i] = act(b.X_wb, m.bodies[i].I);
    w.bilinear[i] = bilinear(w.composite[i], velocity);
    each_axis(m.bodies[i], [&](int dof, const Motion<double>& s) {
      w.S[dof] = act(b.X_wb, s);
      w.S_dot[dof] = cross(velocity, w.S[dof]);
    });
  }
  for (int j = m.body_count() - 1; j > 0; --j) {
    const Body& k = m.bodies[j];
    for (int c = k.v; c < k.v + velocity_size(k.kind); ++c) {
      const Force<double> by_rate = w.composite[j] * w.S_dot[c] + w.bilinear[j] * w.S[c];  // column c of I J̇ + B J
      const Force<double> IS = w.composite[j] * w.S[c], BtS = transpose_mul(w.bilinear[j], w.S[c]);
      for (int i = j; i > 0; i = m.bodies[i].parent) {
        const Body& up = m.bodies[i];
        for (int r = up.v; r < up.v + velocity_size(up.kind); ++r) {
          C[static_cast<std::size_t>(r) * nv + static_cast<std::size_t>(c)] = dot(w.S[r], by_rate);
          C[static_cast<std::size_t>(c) * nv + static_cast<std::size_t>(r)] = dot(w.S_dot[r], IS) + dot(w.S[r], BtS);
        }
      }
    }
    if (k.parent > 0) {
      w.composite[k.parent] += w.composite[j];
      w.bilinear[k.parent] += w.bilinear[j];
    }
  }
}

}  // namespace tenon
