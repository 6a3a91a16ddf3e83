// One row on a degree of freedom, which is held at rest. It has no position and hence no error.
#include "constraints/kinds/joints.hpp"

namespace tenon {
namespace {

class Friction final : public JointRules {
 public:
  const char* name() const override { return "friction"; }

  void compile(ConstraintDraft& draft) const override {
    draft.expect_only_joints();
    const int dof = draft.degree_of_freedom(draft.in.joint, false, draft.out.joint);
    draft.keep_rows(1);
    draft.add_entry(0, dof, 1);
  }

  RowNumbers error(const CompiledConstraint&, const RowState&) const override { return {}; }
};

}  // namespace

namespace kinds {
const ConstraintRules& friction() {
  static constexpr Friction rules;
  return rules;
}
}  // namespace kinds

}  // namespace tenon
