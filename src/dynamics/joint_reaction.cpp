// The public joint reaction: check, then sum what lies beyond the joint (joint_reaction.hpp).
#include "dynamics/joint_reaction.hpp"

#include "dynamics/workspace.hpp"
#include "kinematics/kernels.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

Vector6 joint_reaction(const Model& model, Workspace& ws, const State& state, std::span<const double> a,
                       FrameId joint_frame, const DynamicsOptions& options) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  const CompiledModel& m = model.compiled();
  TreeMemory& w = checked(model, ws);
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_input(a, m.nv, "a");
  check_frame(model, joint_frame, "joint frame");
  const FrameInfo& joint = m.frames[static_cast<std::size_t>(joint_frame.index)];
  if (joint.kind != FrameInfo::Kind::joint && joint.kind != FrameInfo::Kind::fixed_joint)
    throw Error("joint frame: found \"" + joint.name + "\", expected a frame named joint:NAME");
  TENON_ISA_CHOICE(kinematics_kernels)
      .forward(m, w.kinematics.data(), w.sine.data(), w.cosine.data(), q.data(), v.data(), a.data());
  return from_force(joint_reaction_kernel(m, w.kinematics.data(), joint_frame, [&](auto&& take) {
    for (const ExternalWrench& wrench : options.wrenches) {
      check_frame(model, wrench.frame, "external wrench");
      check_input(wrench.wrench, 6, "external wrench");
      take(wrench.frame.index, to_force(wrench.wrench));
    }
  }));
}

}  // namespace tenon
