// Frames: everything fixed in a body, read from the body's motion. Jacobian columns are S moved to the frame.
#include <algorithm>

#include "kinematics/data.hpp"
#include "kinematics/each_axis.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"

namespace tenon {

namespace {

struct At {
  const KinematicBody<double>& body;
  Transform<double> X_bf, X_wf;
};

At at(const Model& model, const Kinematics& kinematics, FrameId frame) {
  check_kinematics(model, kinematics);
  const CompiledModel& m = model.compiled();
  check_frame(model, frame, "frame");
  const BodyFrame& f = m.body_frames[static_cast<std::size_t>(frame.index)];
  const KinematicBody<double>& body = kinematics.data().body[static_cast<std::size_t>(f.body)];
  return {body, f.X_bf, body.X_wb * f.X_bf};
}

Motion<double> turned(const Mat3<double>& R, const Motion<double>& m) { return {R * m.linear, R * m.angular}; }

// Time derivative of the velocity column in `axes`, from the spatial velocity and acceleration in frame axes.
Motion<double> derivative(const At& where, const Motion<double>& v, const Motion<double>& a, Axes axes) {
  switch (axes) {
    case Axes::local:
      return a;
    case Axes::world:
      return act(where.X_wf, a);
    case Axes::world_aligned:
      break;
  }
  // Axes fixed, reference point moving with the frame: the linear part gains ω × v.
  return turned(where.X_wf.R, {a.linear + cross(v.angular, v.linear), a.angular});
}

}  // namespace

Placement frame_placement(const Model& model, const Kinematics& kinematics, FrameId frame) {
  return from_transform(at(model, kinematics, frame).X_wf);
}

Vector6 frame_velocity(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes) {
  const At where = at(model, kinematics, frame);
  const Motion<double> v = act_inverse(where.X_bf, where.body.v);
  if (axes == Axes::local) return from_motion(v);
  return from_motion(axes == Axes::world ? act(where.X_wf, v) : turned(where.X_wf.R, v));
}

Vector6 frame_acceleration(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes) {
  const At where = at(model, kinematics, frame);
  return from_motion(
      derivative(where, act_inverse(where.X_bf, where.body.v), act_inverse(where.X_bf, where.body.a), axes));
}

Vector6 frame_bias_acceleration(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes) {
  const At where = at(model, kinematics, frame);
  return from_motion(
      derivative(where, act_inverse(where.X_bf, where.body.v), act_inverse(where.X_bf, where.body.bias), axes));
}

void frame_jacobian(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes,
                    std::span<double> jacobian) {
  const CompiledModel& m = model.compiled();
  const At where = at(model, kinematics, frame);
  check_size(jacobian.size(), 6 * static_cast<std::size_t>(m.nv), "jacobian");
  std::fill(jacobian.begin(), jacobian.end(), 0.0);
  // X_tb takes body coordinates to the frame in which the columns are wanted.
  Transform<double> X_tw = identity_transform<double>();
  if (axes == Axes::local) X_tw = inverse(where.X_wf);
  if (axes == Axes::world_aligned) X_tw.p = -where.X_wf.p;
  for (int i = m.body_frames[static_cast<std::size_t>(frame.index)].body; i > 0; i = m.bodies[i].parent) {
    const Transform<double> X_tb = X_tw * kinematics.data().body[static_cast<std::size_t>(i)].X_wb;
    each_axis(m.bodies[i], [&](int dof, const Motion<double>& s) {
      const Vector6 column = from_motion(act(X_tb, s));
      for (std::size_t row = 0; row < 6; ++row)
        jacobian[row * static_cast<std::size_t>(m.nv) + static_cast<std::size_t>(dof)] = column[row];
    });
  }
}

}  // namespace tenon
