// The three rows ṗ_A - ṗ_B of a frame.
#include "constraints/kinds/frames.hpp"

namespace tenon::kinds {

const ConstraintRules& connect() {
  static constexpr FrameRules rules("connect", 3);
  return rules;
}

}  // namespace tenon::kinds
