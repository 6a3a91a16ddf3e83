// The wrench that crosses a joint: net force on all links beyond it less the wrenches that act on them, whether the
// joint moves or is fixed inside a merged body. Spatial equation of motion f = I a + v ×* I v ([RBDA] eq. 2.71), with
// gravity as an upward acceleration of the world. O(n d).
// Rotor armature is not in it: armature times acceleration is the part of the torque that stays in the rotor.
#include "dynamics/workspace.hpp"
#include "kinematics/kernels.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

namespace {

// Is `link` equal to `top`, or carried by it?
bool rests_on(const CompiledModel& m, int link, int top) {
  while (link >= 0 && link != top) link = m.links[static_cast<std::size_t>(link)].parent;
  return link == top;
}

}  // namespace

Vector6 joint_reaction(const Model& model, Workspace& ws, std::span<const double> q, std::span<const double> v,
                       std::span<const double> a, FrameId joint_frame, std::span<const ExternalWrench> wrenches) {
  const CompiledModel& m = model.compiled();
  Workspace::Data& w = checked(model, ws);
  check_configuration(model, q);
  check_input(v, m.nv, "v");
  check_input(a, m.nv, "a");
  check_frame(model, joint_frame, "joint frame");
  const FrameInfo& joint = m.frames[static_cast<std::size_t>(joint_frame.index)];
  if (joint.kind != FrameInfo::Kind::joint && joint.kind != FrameInfo::Kind::fixed_joint)
    throw Error("joint frame: found \"" + joint.name + "\", expected a frame named joint:NAME");
  TENON_ISA_CHOICE(kinematics_kernels)
      .forward(m, w.kinematics.data(), w.sine.data(), w.cosine.data(), q.data(), v.data(), a.data());

  Force<double> sum{};  // world axes, at the world origin
  for (std::size_t l = 0; l < m.links.size(); ++l) {
    const CompiledLink& link = m.links[l];
    if (!rests_on(m, static_cast<int>(l), joint.link)) continue;
    const KinematicBody<double>& b = w.kinematics[static_cast<std::size_t>(link.body)];
    const Inertia<double> I = act(link.X_bl, link.I);
    const Motion<double> lift = act_inverse(b.X_wb, Motion<double>{-m.gravity, {}});
    sum += act(b.X_wb, I * (b.a + lift) + cross(b.v, I * b.v));
  }
  for (const ExternalWrench& wrench : wrenches) {
    check_frame(model, wrench.frame, "external wrench");
    check_input(wrench.wrench, 6, "external wrench");
    const std::size_t frame = static_cast<std::size_t>(wrench.frame.index);
    if (m.frames[frame].link < 0 || !rests_on(m, m.frames[frame].link, joint.link)) continue;
    const BodyFrame& at = m.body_frames[frame];
    sum -= act(w.kinematics[static_cast<std::size_t>(at.body)].X_wb * at.X_bf, to_force(wrench.wrench));
  }
  const BodyFrame& at = m.body_frames[static_cast<std::size_t>(joint_frame.index)];
  return from_force(act_inverse(w.kinematics[static_cast<std::size_t>(at.body)].X_wb * at.X_bf, sum));
}

}  // namespace tenon
