// The wrench that crosses a joint: net force on all links beyond it less the wrenches that act on them, whether the
// joint moves or is fixed inside a merged body. Spatial equation of motion f = I a + v ×* I v ([RBDA] eq. 2.71), with
// gravity as an upward acceleration of the world. O(n d).
// Rotor armature is not in it: armature times acceleration is the part of the torque that stays in the rotor.
#pragma once

#include "kinematics/forward.hpp"
#include "model/algorithm_facts.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

inline namespace TENON_ISA {

// Is `link` equal to `top`, or carried by it?
inline bool rests_on(const CompiledModel& m, int link, int top) {
  while (link >= 0 && link != top) link = m.links[static_cast<std::size_t>(link)].parent;
  return link == top;
}

// body: kinematics at q, v, a. each_wrench(take) calls take(frame, wrench in the frame's axes) for every wrench.
template <class S, class EachWrench>
Force<S> joint_reaction_kernel(const CompiledModel& m, const KinematicBody<S>* body, FrameId joint_frame,
                               EachWrench&& each_wrench) {
  const int top = m.frames[static_cast<std::size_t>(joint_frame.index)].link;
  const Motion<S> up{-lifted<S>(m.gravity), {S(0), S(0), S(0)}};
  Force<S> sum{};  // world axes, at the world origin
  for (std::size_t l = 0; l < m.links.size(); ++l) {
    const CompiledLink& link = m.links[l];
    if (!rests_on(m, static_cast<int>(l), top)) continue;
    const KinematicBody<S>& b = body[link.body];
    const Inertia<double> I = act(link.X_bl, link.I);
    sum += act(b.X_wb, I * (b.a + act_inverse(b.X_wb, up)) + cross(b.v, I * b.v));
  }
  const auto place = [&](int frame) {
    const BodyFrame& at = m.body_frames[static_cast<std::size_t>(frame)];
    return body[at.body].X_wb * at.X_bf;
  };
  each_wrench([&](int frame, const Force<S>& wrench) {
    const int link = m.frames[static_cast<std::size_t>(frame)].link;
    if (link >= 0 && rests_on(m, link, top)) sum -= act(place(frame), wrench);
  });
  return act_inverse(place(joint_frame.index), sum);
}

struct JointReaction {
  static constexpr AlgorithmFacts facts{.name = "rnea",
                                        .family = "joint_reaction",
                                        .paper = "RBDA",
                                        .listing = "Table 5.1, force across the joint",
                                        .complexity = "O(n d)",
                                        .weights = {63, 45.6, 0.005}};
  template <class Ask>
  static void compute(const Ask& ask) {
    const auto wrench =
        joint_reaction(ask.model, ask.ws, ask.state(), ask.given.a, ask.given.frame, {.wrenches = ask.given.wrenches});
    for (std::size_t k = 0; k < 6; ++k) ask.out[k] = wrench[k];
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(&run.v, &run.a);
    joint_reaction_kernel(run.model, run.body.data(), run.frame(), [&](auto&& take) {
      for (const ExternalWrench& w : run.given.wrenches) take(w.frame.index, run.unknown_force());
    });
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
