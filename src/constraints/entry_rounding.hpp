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
  // Entries of this row up to here are rounding; size: of the force that the row is, 1 for a unit force.
  double limit(int row, double size = 1) const { return (row < 3 ? linear : angular) * size; }
  double without(double entry, int row) const { return std::fabs(entry) <= limit(row) ? 0 : entry; }
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
  // A place of a body and the joints that carry it.
  void add_place(int body, const Vec3<double>& p) {
    add(p);
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

// Of rows on bodies; entries of joints are exact.
inline EntryRounding entry_rounding(const CompiledModel& model, const KinematicBody<double>* bodies,
                                    const ConstraintSet::Data& set, const CompiledConstraint& c) {
  EntryReach reach(model, bodies);
  const std::span<const BodyTerm> terms = set.terms_of(c);
  for (int t = 0; t < c.terms; ++t) {
    const BodyTerm& term = terms[static_cast<std::size_t>(t)];
    const bool fixed = term.axes != TermAxes::state;
    reach.add_place(term.body, fixed ? bodies[term.body].X_wb.R * term.X_bt.p + bodies[term.body].X_wb.p
                                     : placed(c, term, t, bodies).X_wt.p);
  }
  for (int i = 1; c.momentum && i < model.body_count(); ++i) reach.add_joint(i);
  return reach.rounding();
}

}  // namespace tenon
