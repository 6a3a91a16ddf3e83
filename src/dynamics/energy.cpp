// Kinetic energy v·M v / 2 body by body (and rotor by rotor: armature belongs to M), gravity's potential, springs.
// O(n).
#include "dynamics/moving.hpp"
#include "dynamics/spring.hpp"
#include "dynamics/workspace.hpp"
#include "kinematics/kernels.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

Energy energy(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v) {
  const CompiledModel& m = model.compiled();
  Workspace::Data& w = checked(model, ws);
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  TENON_ISA_CHOICE(kinematics_kernels)
      .forward(m, w.kinematics.data(), w.sine.data(), w.cosine.data(), q.data(), v.data(), nullptr);
  Energy e;
  for (int i = 1; i < m.body_count(); ++i) {
    if (!moves(m, i)) continue;
    const KinematicBody<double>& b = w.kinematics[static_cast<std::size_t>(i)];
    const Inertia<double>& I = m.bodies[i].I;
    e.kinetic += 0.5 * dot(b.v, I * b.v);
    e.potential -= dot(m.gravity, b.X_wb.R * I.h + I.m * b.X_wb.p);
  }
  for (std::size_t k = 0; k < v.size(); ++k) e.kinetic += 0.5 * m.armature[k] * v[k] * v[k];
  for (const JointInfo& joint : m.joints) {
    if (joint.stiffness == 0) continue;
    for (const double s : spring_stretch(joint, &q[static_cast<std::size_t>(joint.q_index)]))
      e.elastic += 0.5 * joint.stiffness * s * s;
  }
  return e;
}

}  // namespace tenon
