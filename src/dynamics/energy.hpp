// Kinetic energy v·M v / 2 body by body (and rotor by rotor: armature belongs to M), gravity's potential, springs.
// O(n).
#pragma once

#include "dynamics/momentum.hpp"
#include "dynamics/spring.hpp"

namespace tenon {

template <class S>
struct EnergyParts {
  S kinetic{}, potential{}, elastic{};
};

inline namespace TENON_ISA {

// body: kinematics at q and v.
template <class S>
EnergyParts<S> energy_kernel(const CompiledModel& model, const KinematicBody<S>* body, const S* q, const S* v) {
  EnergyParts<S> e;
  for (int i = 1; i < model.body_count(); ++i) {
    if (!moves(model, i)) continue;
    const Inertia<double>& I = model.bodies[i].I;
    e.kinetic += S(0.5) * dot(body[i].v, I * body[i].v);
    e.potential -= dot(lifted<S>(model.gravity), mass_moment(body[i], I));
  }
  for (int d = 0; d < model.nv; ++d) e.kinetic += S(0.5 * model.armature[static_cast<std::size_t>(d)]) * v[d] * v[d];
  for (const JointInfo& joint : model.joints) {
    if (joint.stiffness == 0) continue;
    for (const S& s : spring_stretch(joint, q + joint.q_index)) e.elastic += S(0.5 * joint.stiffness) * s * s;
  }
  return e;
}

}  // namespace TENON_ISA
}  // namespace tenon
