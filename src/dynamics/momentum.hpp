// Momentum of the bodies in world axes at the world origin, as a sum over (body, joint that carries it).
#pragma once

#include "kinematics/data.hpp"
#include "kinematics/each_axis.hpp"
#include "model/compiled.hpp"

namespace tenon {

// visit(dof, h) with h the momentum that one body has for unit velocity of that degree of freedom. O(n d) visits.
template <class Visit>
void each_momentum_column(const CompiledModel& model, const Kinematics::Data& kinematics, Visit&& visit) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Transform<double>& X_wi = kinematics.body[static_cast<std::size_t>(i)].X_wb;
    const Inertia<double> I = act(X_wi, model.bodies[i].I);
    for (int j = i; j > 0; j = model.bodies[j].parent) {
      const Transform<double>& X_wj = kinematics.body[static_cast<std::size_t>(j)].X_wb;
      each_axis(model.bodies[j], [&](int dof, const Motion<double>& s) { visit(dof, I * act(X_wj, s)); });
    }
  }
}

}  // namespace tenon
