// Rows on joints: J is constant, hence no bias.
#pragma once

#include "constraints/draft.hpp"

namespace tenon {

class JointRules : public ConstraintRules {
 public:
  RowNumbers bias(const CompiledConstraint&, const RowState&) const final { return {}; }

 protected:
  constexpr JointRules() = default;
  ~JointRules() = default;
  static const JointInfo& info(const RowState& state, JointId joint) {
    return state.model.joints()[static_cast<std::size_t>(joint.index)];
  }
  // The coordinate of a joint that has one.
  static double coordinate(const RowState& state, JointId joint) {
    return state.q[static_cast<std::size_t>(info(state, joint).q_index)];
  }
};

}  // namespace tenon
