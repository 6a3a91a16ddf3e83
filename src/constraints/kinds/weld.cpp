// Six rows of a frame: ṗ_A - ṗ_B and ω_A - ω_B.
#include "constraints/kinds/frames.hpp"

namespace tenon::kinds {

const ConstraintRules& weld() {
  static constexpr FrameRules rules("weld", 6);
  return rules;
}

}  // namespace tenon::kinds
