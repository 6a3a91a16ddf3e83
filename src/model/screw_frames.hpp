// Body frames chosen as screws (modified Denavit-Hartenberg).
#pragma once

#include "model/compiled.hpp"

namespace tenon {

// Turns and slides the frame of every 1-DoF body about and along its own axis, so that the placement of one chosen
// child becomes a screw along x after a screw along z. Rotations about the axis commute with the joint's motion: the
// zero of q does not move. Frames, links and inertias fixed in the body are re-expressed.
void choose_screw_frames(CompiledModel& model);

}  // namespace tenon
