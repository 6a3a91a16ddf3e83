// Random constraints for random mechanisms.
#pragma once

#include "support/mechanism.hpp"
#include "tenon/constraints.hpp"

namespace tenon::test {

struct ConstraintMix {
  int most = 5;  // constraints
  bool loops = false, joints = false, centre_of_mass = false;
};
// Frames anywhere, several on one body, on a body and its ancestor, displaced in both frames of a loop, with second
// frames that are fixed to the world, masks, both axes, targets (the origin, too), references, stiffness, doubled rows;
// none when nothing moves.
std::vector<Constraint> random_constraints(const Model& model, Random& random, const ConstraintMix& mix = {});

}  // namespace tenon::test
