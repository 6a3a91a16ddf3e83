// One row on two joints: q = multiplier q_b + offset.
#include "constraints/kinds/joints.hpp"

namespace tenon {
namespace {

enum Number : std::size_t { multiplier, offset };

class Coupling final : public JointRules {
 public:
  const char* name() const override { return "coupling"; }

  void compile(ConstraintDraft& draft) const override {
    const Constraint& in = draft.in;
    CompiledConstraint& c = draft.out;
    draft.expect_only_joints(2);
    draft.expect_numbers({.multiplier = true, .offset = true});
    const int dof = draft.degree_of_freedom(in.joint, true, c.joint);
    if (!in.joint_b.given()) draft.fail("found no second joint");
    const int dof_b = draft.degree_of_freedom(in.joint_b, true, c.joint_b);
    if (dof_b == dof) draft.fail("found one joint twice, expected two");
    draft.keep_rows(1);
    draft.add_entry(0, dof, 1);
    draft.add_entry(0, dof_b, -in.multiplier);
    c.numbers[multiplier] = in.multiplier, c.numbers[offset] = in.offset;
  }

  RowNumbers error(const CompiledConstraint& c, const RowState& state) const override {
    return {coordinate(state, c.joint) - c.numbers[multiplier] * coordinate(state, c.joint_b) - c.numbers[offset]};
  }
};

}  // namespace

namespace kinds {
const ConstraintRules& coupling() {
  static constexpr Coupling rules;
  return rules;
}
}  // namespace kinds

}  // namespace tenon
