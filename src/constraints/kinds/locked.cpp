// One row on every degree of freedom of a joint, which is held at the configuration that hold(q) takes.
#include <algorithm>

#include "constraints/kinds/joints.hpp"
#include "model/manifold.hpp"

namespace tenon {
namespace {

class Locked final : public JointRules {
 public:
  const char* name() const override { return "locked"; }

  void compile(ConstraintDraft& draft) const override {
    CompiledConstraint& c = draft.out;
    draft.expect_only_joints();
    draft.expect_numbers({});
    if (draft.in.joint.dof != 0)
      draft.fail("found degree of freedom " + std::to_string(draft.in.joint.dof) +
                 ", expected the joint alone: all of its degrees of freedom are locked (a mask keeps some)");
    c.joint = draft.joint(draft.in.joint);
    const JointInfo& joint = draft.model.joint_info(c.joint);
    if (joint.kind == JointKind::spherical) c.numbers[3] = 1;
    if (joint.kind == JointKind::planar) c.numbers[2] = 1;
    if (joint.kind == JointKind::free) c.numbers[6] = 1;
    draft.keep_rows(joint.nv);
    for (int r = 0; r < c.rows; ++r) draft.add_entry(r, joint.v_index + c.kept[static_cast<std::size_t>(r)], 1);
  }

  RowNumbers error(const CompiledConstraint& c, const RowState& state) const override {
    const JointInfo& joint = info(state, c.joint);
    RowNumbers e{};
    joint_difference(joint.kind, c.numbers.data(), state.q.data() + joint.q_index, e.data());
    return e;
  }

  bool needs_target(const CompiledConstraint&) const override { return true; }

  void hold(CompiledConstraint& c, const RowState& state) const override {
    const JointInfo& joint = info(state, c.joint);
    std::copy_n(state.q.begin() + joint.q_index, joint.nq, c.numbers.begin());
  }
};

}  // namespace

namespace kinds {
const ConstraintRules& locked() {
  static constexpr Locked rules;
  return rules;
}
}  // namespace kinds

}  // namespace tenon
