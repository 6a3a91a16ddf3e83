// The public calls about frames: check, then read the frame's motion (frame_motion.hpp).
#include <algorithm>

#include "kinematics/data.hpp"
#include "kinematics/frame_motion.hpp"
#include "kinematics/kernels.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "spatial/isa.hpp"

namespace tenon {

namespace {

FrameAt<double> at(const Model& model, const Kinematics& kinematics, FrameId frame) {
  check_kinematics(model, kinematics);
  check_frame(model, frame, "frame");
  return frame_at(model.compiled(), kinematics.data().body.data(), frame);
}

}  // namespace

Placement frame_placement(const Model& model, const Kinematics& kinematics, FrameId frame) {
  check_kinematics(model, kinematics);
  check_frame(model, frame, "frame");
  const BodyFrame& f = model.compiled().body_frames[static_cast<std::size_t>(frame.index)];
  const KinematicBody<double>& body = kinematics.data().body[static_cast<std::size_t>(f.body)];
  return from_transform(TENON_ISA_CHOICE(kinematics_kernels).compose(body.X_wb, f.X_bf));
}

Vector6 frame_velocity(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes) {
  return from_motion(velocity_of(at(model, kinematics, frame), axes));
}

Vector6 frame_acceleration(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes) {
  const FrameAt<double> where = at(model, kinematics, frame);
  return from_motion(acceleration_of(where, where.body.a, axes));
}

Vector6 frame_bias_acceleration(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes) {
  const FrameAt<double> where = at(model, kinematics, frame);
  return from_motion(acceleration_of(where, where.body.bias, axes));
}

void frame_jacobian(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes,
                    std::span<double> jacobian) {
  const std::size_t nv = static_cast<std::size_t>(model.nv());
  check_kinematics(model, kinematics);
  check_frame(model, frame, "frame");
  check_size(jacobian.size(), 6 * nv, "jacobian");
  std::fill(jacobian.begin(), jacobian.end(), 0.0);
  each_jacobian_column(model.compiled(), kinematics.data().body.data(), frame, axes,
                       [&](int dof, const Motion<double>& column) {
                         const Vector6 numbers = from_motion(column);
                         for (std::size_t row = 0; row < 6; ++row)
                           jacobian[row * nv + static_cast<std::size_t>(dof)] = numbers[row];
                       });
}

}  // namespace tenon
