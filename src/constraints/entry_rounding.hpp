// Which entries of J are nothing but rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "constraints/compiled.hpp"
#include "kinematics/forward.hpp"

namespace tenon {

// How large rounding alone makes entries of J that vanish: a point on the axis, an arm stretched along a row. Scaled to
// unit length, as ranks are told, such a row would be one like any other.
struct EntryRounding {
  double linear, angular;
  double without(double entry, int row) const { return std::fabs(entry) <= (row < 3 ? linear : angular) ? 0 : entry; }
};
// Lever arms are differences of places in the world, and rounded as those are: the places that entries depend on.
class EntryReach {
 public:
  EntryReach(const CompiledModel& model, const KinematicBody<double>* bodies) : model_(model), bodies_(bodies) {}

  void add(const Vec3<double>& p) { most_ = std::max(most_, std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z)); }
  // A joint that slides has entries of its own size.
  void add_joint(int body) {
    const JointKind kind = model_.bodies[static_cast<std::size_t>(body)].kind;
    add(bodies_[body].X_wb.p);
    if (kind != JointKind::revolute && kind != JointKind::spherical && kind != JointKind::fixed)
      most_ = std::max(most_, 1.0);
  }
  // A frame and the joints that carry it.
  void add_frame(int body, const Transform<double>& X_bf) {
    add((bodies_[body].X_wb * X_bf).p);
    for (int i = body; i > 0; i = model_.bodies[static_cast<std::size_t>(i)].parent) add_joint(i);
  }
  EntryRounding rounding() const {
    constexpr double share = 64 * std::numeric_limits<double>::epsilon();
    return {share * most_, share};
  }

 private:
  const CompiledModel& model_;
  const KinematicBody<double>* bodies_;
  double most_ = 0;
};

// Of rows of frames or of the centre of mass; those of joints are exact.
inline EntryRounding entry_rounding(const CompiledModel& model, const KinematicBody<double>* bodies,
                                    const CompiledConstraint& c) {
  EntryReach reach(model, bodies);
  if (c.of_frame()) {
    reach.add_frame(c.body, c.X_bA);
    if (c.loop) reach.add_frame(c.body_b, c.X_bB);
  } else if (c.kind == ConstraintKind::centre_of_mass) {
    for (int i = 1; i < model.body_count(); ++i) reach.add_joint(i);
  }
  return reach.rounding();
}

}  // namespace tenon
