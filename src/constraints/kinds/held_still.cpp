// One row on a degree of freedom, which is held at rest. It has no position and hence no error.
#include "constraints/kinds/joints.hpp"

namespace tenon {
namespace {

class HeldStill final : public JointRules {
 public:
  const char* name() const override { return "held_still"; }

  void compile(ConstraintDraft& draft) const override {
    draft.expect_only_joints();
    draft.expect_numbers({});
    const int dof = draft.degree_of_freedom(draft.in.joint, false, draft.out.joint);
    draft.keep_rows(1);
    draft.add_entry(0, dof, 1);
  }

  bool has_error() const override { return false; }
  RowNumbers error(const CompiledConstraint&, const RowState&) const override { return {}; }
};

}  // namespace

namespace kinds {
const ConstraintRules& held_still() {
  static constexpr HeldStill rules;
  return rules;
}
}  // namespace kinds

}  // namespace tenon
