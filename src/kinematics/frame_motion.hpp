// Everything fixed in a body, read from the body's motion. Jacobian columns are S moved to the frame.
#pragma once

#include "kinematics/forward.hpp"
#include "model/algorithm_facts.hpp"
#include "model/each_axis.hpp"
#include "tenon/kinematics.hpp"

namespace tenon {

// A frame of a body, with the body's motion.
template <class S>
struct FrameAt {
  const KinematicBody<S>& body;
  Transform<double> X_bf;
  Transform<S> X_wf;
};

inline namespace TENON_ISA {

template <class S>
FrameAt<S> frame_at(const CompiledModel& model, const KinematicBody<S>* body, FrameId frame) {
  const BodyFrame& f = model.body_frames[static_cast<std::size_t>(frame.index)];
  return {body[f.body], f.X_bf, body[f.body].X_wb * f.X_bf};
}

template <class S>
Motion<S> turned(const Mat3<S>& R, const Motion<S>& m) {
  return {R * m.linear, R * m.angular};
}

template <class S>
Motion<S> velocity_of(const FrameAt<S>& at, Axes axes) {
  const Motion<S> v = act_inverse(at.X_bf, at.body.v);
  if (axes == Axes::local) return v;
  return axes == Axes::world ? act(at.X_wf, v) : turned(at.X_wf.R, v);
}

// Time derivative of the velocity column in `axes`, from the body's spatial acceleration.
template <class S>
Motion<S> acceleration_of(const FrameAt<S>& at, const Motion<S>& of_body, Axes axes) {
  const Motion<S> a = act_inverse(at.X_bf, of_body);
  if (axes == Axes::local) return a;
  if (axes == Axes::world) return act(at.X_wf, a);
  // Axes fixed, reference point moving with the frame: the linear part gains ω × v.
  const Motion<S> v = act_inverse(at.X_bf, at.body.v);
  return turned(at.X_wf.R, Motion<S>{a.linear + cross(v.angular, v.linear), a.angular});
}

// visit(degree of freedom, column of J) for the joints that carry the frame.
template <class S, class Visit>
void each_jacobian_column(const CompiledModel& model, const KinematicBody<S>* body, FrameId frame, Axes axes,
                          Visit&& visit) {
  const FrameAt<S> at = frame_at(model, body, frame);
  // X_tb takes body coordinates to the frame in which the columns are wanted.
  Transform<S> X_tw = identity_transform<S>();
  if (axes == Axes::local) X_tw = inverse(at.X_wf);
  if (axes == Axes::world_aligned) X_tw.p = -at.X_wf.p;
  for (int i = model.body_frames[static_cast<std::size_t>(frame.index)].body; i > 0; i = model.bodies[i].parent) {
    const Transform<S> X_tb = X_tw * body[i].X_wb;
    each_axis(model.bodies[i], [&](int dof, const Motion<double>& s) { visit(dof, act(X_tb, s)); });
  }
}

struct FramePlacement {
  static constexpr AlgorithmFacts facts{.name = "forward-kinematics",
                                        .family = "placement",
                                        .paper = "definition",
                                        .listing = "joint by joint",
                                        .complexity = "O(n)",
                                        .weights = {73, 5.1, 0.073}};
  template <class Ask>
  static void compute(const Ask& ask) {
    const Placement X = frame_placement(ask.model, ask.moved(), ask.given.frame);
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) ask.out[4 * r + c] = X.rotation[3 * r + c];
      ask.out[4 * r + 3] = X.translation[r];
      ask.out[12 + r] = 0;
    }
    ask.out[15] = 1;
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(nullptr, nullptr);
    frame_at(run.model, run.body.data(), run.frame());
  }
};

struct FrameVelocity {
  static constexpr AlgorithmFacts facts{.name = "forward-kinematics",
                                        .family = "velocity",
                                        .paper = "RBDA",
                                        .listing = "eq. 5.7",
                                        .complexity = "O(n)",
                                        .weights = {89, 15.4, 0.073}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.answer(frame_velocity(ask.model, ask.moved(ask.given.v), ask.given.frame, ask.given.axes));
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(&run.v, nullptr);
    velocity_of(frame_at(run.model, run.body.data(), run.frame()), run.given.axes);
  }
};

struct FrameAcceleration {
  static constexpr AlgorithmFacts facts{.name = "forward-kinematics",
                                        .family = "acceleration",
                                        .paper = "RBDA",
                                        .listing = "eq. 5.8",
                                        .complexity = "O(n)",
                                        .weights = {95, 22.6, 0.027}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.answer(frame_acceleration(ask.model, ask.moved(ask.given.v, ask.given.a), ask.given.frame, ask.given.axes));
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(&run.v, &run.a);
    const auto at = frame_at(run.model, run.body.data(), run.frame());
    acceleration_of(at, at.body.a, run.given.axes);
  }
};

struct FrameBiasAcceleration {
  static constexpr AlgorithmFacts facts{.name = "forward-kinematics",
                                        .family = "bias_acceleration",
                                        .paper = "RBDA",
                                        .listing = "eq. 5.14",
                                        .complexity = "O(n)",
                                        .weights = {88, 15.8, 0.073}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.answer(frame_bias_acceleration(ask.model, ask.moved(ask.given.v), ask.given.frame, ask.given.axes));
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(&run.v, nullptr);
    const auto at = frame_at(run.model, run.body.data(), run.frame());
    acceleration_of(at, at.body.bias, run.given.axes);
  }
};

struct FrameJacobian {
  static constexpr AlgorithmFacts facts{.name = "frame-jacobian",
                                        .family = "jacobian",
                                        .paper = "definition",
                                        .listing = "joint axes moved to the frame",
                                        .complexity = "O(n)",
                                        .weights = {137, 5.2, 0.130}};
  template <class Ask>
  static void compute(const Ask& ask) {
    frame_jacobian(ask.model, ask.moved(), ask.given.frame, ask.given.axes, ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(nullptr, nullptr);
    each_jacobian_column(run.model, run.body.data(), run.frame(), run.given.axes,
                         [](int, const Motion<typename Run::Number>&) {});
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
