// Everything fixed in a body, read from the body's motion. Jacobian columns are S moved to the frame.
#pragma once

#include "kinematics/each_axis.hpp"
#include "kinematics/forward.hpp"
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

}  // namespace TENON_ISA
}  // namespace tenon
