// What single calls and batches ask of the settings and of a set.
#pragma once

#include <span>

#include "constraints/compiled.hpp"
#include "tenon/constrained.hpp"

namespace tenon {

// Error that names the setting.
void check_settings(const ConstrainedSettings& settings, int rows);
// Error where the algorithm does not take a constraint of the set.
void check_takes(const ConstraintSet& set, Constrained algorithm);
// One number per row in place of μ.
void fill_R(const ConstraintSet& set, const ConstrainedSettings& settings, Constrained algorithm, std::span<double> R);
// Rows in local axes without gains must equal their reference, whatever the state is.
inline bool needs_kinematics(const ConstraintSet::Data& set) { return set.world_aligned || set.any_gain; }

}  // namespace tenon
