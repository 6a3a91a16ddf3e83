// Three rows of the centre of mass in world axes. They are rows on the momentum of all bodies.
#include "constraints/draft.hpp"
#include "dynamics/moving.hpp"
#include "model/convert.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {
namespace {

RowNumbers padded(const Vec3<double>& v) { return {v.x, v.y, v.z, 0, 0, 0}; }

class CentreOfMassRules final : public ConstraintRules {
 public:
  const char* name() const override { return "centre_of_mass"; }

  void compile(ConstraintDraft& draft) const override {
    const Constraint& in = draft.in;
    if (in.frame.given() || in.frame_b.given() || in.joint.given() || in.joint_b.given())
      draft.fail("found a frame or a joint, expected none");
    draft.expect_no_places();
    draft.expect_numbers({});
    if (!(draft.model.mass() > 0)) draft.fail("found nothing that moves and has mass");
    if (in.target) draft.out.target = to_transform(*in.target);
    draft.keep_rows(3);
    draft.out.momentum = true;
  }

  RowNumbers rate(const CompiledConstraint&, const RowState& state) const override {
    return padded(to_vec3(centre_of_mass(state.model, state.kinematics).velocity));
  }

  // Newton's law: the mass times the acceleration is the sum of the forces on the bodies.
  RowNumbers bias(const CompiledConstraint&, const RowState& state) const override {
    const CompiledModel& m = state.model.compiled();
    Vec3<double> force{0, 0, 0};
    for (int i = 1; i < m.body_count(); ++i) {
      if (!moves(m, i)) continue;
      const KinematicBody<double>& b = state.bodies()[i];
      const Inertia<double>& I = m.bodies[static_cast<std::size_t>(i)].I;
      force += b.X_wb.R * (I * b.bias + cross(b.v, I * b.v)).linear;
    }
    return padded((1 / m.mass) * force);
  }

  RowNumbers error(const CompiledConstraint& c, const RowState& state) const override {
    return padded(position(state) - c.target.p);
  }

  void hold(CompiledConstraint& c, const RowState& state) const override { c.target.p = position(state); }
  bool takes_target(const CompiledConstraint&) const override { return true; }

 private:
  static Vec3<double> position(const RowState& state) {
    return to_vec3(centre_of_mass(state.model, state.kinematics).position);
  }
};

}  // namespace

namespace kinds {
const ConstraintRules& centre_of_mass() {
  static constexpr CentreOfMassRules rules;
  return rules;
}
}  // namespace kinds

}  // namespace tenon
