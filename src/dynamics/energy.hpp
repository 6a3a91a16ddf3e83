// Kinetic energy v·M v / 2 body by body (and rotor by rotor: armature belongs to M), gravity's potential, springs.
// O(n).
#pragma once

#include "dynamics/momentum.hpp"
#include "dynamics/spring.hpp"
#include "model/algorithm_facts.hpp"

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

struct BodyEnergy {
  static constexpr AlgorithmFacts facts{.name = "body-sum",
                                        .family = "energy",
                                        .paper = "definition",
                                        .listing = "body by body",
                                        .complexity = "O(n)",
                                        .weights = {39, 39.9, 0.010}};
  template <class Ask>
  static void compute(const Ask& ask) {
    const auto e = energy(ask.model, ask.ws, ask.state());
    ask.out[0] = e.kinetic, ask.out[1] = e.potential, ask.out[2] = e.elastic, ask.out[3] = e.total();
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(&run.v, nullptr);
    const auto e = energy_kernel(run.model, run.body.data(), run.q.data(), run.v.data());
    run.out.assign(1, e.kinetic + e.potential + e.elastic);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
