// Inverse dynamics is linear in the mass properties: tau = Y pi + armature a. [RBDA] §9.7.2 states the linearity; the
// columns are the net force of net_force() in kinematics/joint.hpp for unit parameters, in world axes. O(n d).
#include <algorithm>
#include <array>

#include "dynamics/workspace.hpp"
#include "kinematics/each_axis.hpp"
#include "kinematics/kernels.hpp"
#include "model/arguments.hpp"

namespace tenon {

namespace {

// Net force on a link that moves like m, for each of its ten parameters set to 1:
//   force = mass a + alpha × h + ω × (ω × h),   moment = h × a + I alpha + ω × I ω.
std::array<Force<double>, 10> unit_forces(const ClassicalMotion<double>& m) {
  std::array<Force<double>, 10> f;
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
ClassicalMotion<double> classical(const Transform<double>& X_wf, const Motion<double>& v, const Motion<double>& a,
                                  const Vec3<double>& gravity) {
  return {v.angular, a.angular, cross_add(v.angular, v.linear, a.linear) - transpose_mul(X_wf.R, gravity)};
}

}  // namespace

void inverse_dynamics_regressor(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
                                std::span<const double> a, std::span<double> Y) {
  const CompiledModel& m = model.compiled();
  Workspace::Data& w = checked(model, ws);
  const std::size_t columns = 10 * m.links.size();
  check_input(q, m.nq, "q");
  check_input(v, m.nv, "v");
  check_input(a, m.nv, "a");
  check_size(Y.size(), static_cast<std::size_t>(m.nv) * columns, "Y");
  std::fill(Y.begin(), Y.end(), 0.0);
  TENON_ISA_CHOICE(kinematics_kernels)
      .forward(m, w.kinematics.data(), w.sine.data(), w.cosine.data(), q.data(), v.data(), a.data());
  for (int i = 1; i < m.body_count(); ++i)
    each_axis(m.bodies[i], [&](int dof, const Motion<double>& s) { w.S[dof] = act(w.kinematics[i].X_wb, s); });
  for (std::size_t l = 0; l < m.links.size(); ++l) {
    const CompiledLink& link = m.links[l];
    const KinematicBody<double>& b = w.kinematics[static_cast<std::size_t>(link.body)];
    const Transform<double> X_wl = b.X_wb * link.X_bl;
    std::array<Force<double>, 10> f =
        unit_forces(classical(X_wl, act_inverse(link.X_bl, b.v), act_inverse(link.X_bl, b.a), m.gravity));
    for (Force<double>& column : f) column = act(X_wl, column);
    for (int i = link.body; i > 0; i = m.bodies[i].parent) {
      const Body& k = m.bodies[i];
      for (int d = k.v; d < k.v + velocity_size(k.kind); ++d)
        for (std::size_t c = 0; c < 10; ++c) Y[static_cast<std::size_t>(d) * columns + 10 * l + c] = dot(w.S[d], f[c]);
    }
  }
}

std::vector<double> regressor_parameters(const Model& model) {
  std::vector<double> parameters;
  parameters.reserve(10 * model.compiled().links.size());
  for (const CompiledLink& link : model.compiled().links) {
    const auto& [mass, h, I] = link.I;
    parameters.insert(parameters.end(), {mass, h.x, h.y, h.z, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz});
  }
  return parameters;
}

}  // namespace tenon
