// One row on a joint, which is held at its bound.
#include "constraints/kinds/joints.hpp"

namespace tenon {
namespace {

enum Number : std::size_t { bound };

class HeldAt final : public JointRules {
 public:
  const char* name() const override { return "held_at"; }

  void compile(ConstraintDraft& draft) const override {
    draft.expect_only_joints();
    draft.expect_numbers({.bound = true});
    const int dof = draft.degree_of_freedom(draft.in.joint, true, draft.out.joint);
    draft.keep_rows(1);
    draft.add_entry(0, dof, 1);
    draft.out.numbers[bound] = draft.in.bound;
  }

  RowNumbers error(const CompiledConstraint& c, const RowState& state) const override {
    return {coordinate(state, c.joint) - c.numbers[bound]};
  }
};

}  // namespace

namespace kinds {
const ConstraintRules& held_at() {
  static constexpr HeldAt rules;
  return rules;
}
}  // namespace kinds

}  // namespace tenon
