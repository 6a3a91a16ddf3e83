// Links that are fixed to the world weigh on nothing: they have no part in energy, momentum and centre of mass.
#pragma once

#include "model/compiled.hpp"

namespace tenon {

inline bool moves(const CompiledModel& model, int body) {
  while (body > 0 && model.bodies[body].kind == JointKind::fixed) body = model.bodies[body].parent;
  return body > 0;
}

}  // namespace tenon
