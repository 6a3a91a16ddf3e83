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
// Lever arms are differences of places in the world, and rounded as those are.
inline EntryRounding entry_rounding(const CompiledModel& model, const KinematicBody<double>* bodies,
                                    const CompiledConstraint& c) {
  constexpr double share = 64 * std::numeric_limits<double>::epsilon();
  const auto size = [](const Vec3<double>& p) { return std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z); };
  double most = 0;
  const auto reach = [&](int body, const Transform<double>& X_bf) {
    most = std::max(most, size((bodies[body].X_wb * X_bf).p));
    for (int i = body; i > 0; i = model.bodies[static_cast<std::size_t>(i)].parent) {
      const Body& k = model.bodies[static_cast<std::size_t>(i)];
      const bool turns_only = k.kind == JointKind::revolute || k.kind == JointKind::spherical;
      most = std::max({most, size(bodies[i].X_wb.p), turns_only ? 0.0 : 1.0});
    }
  };
  reach(c.body, c.X_bA);
  if (c.loop) reach(c.body_b, c.X_bB);
  return {share * most, share};
}

}  // namespace tenon
