// Kinematics: placements, velocities, accelerations and Jacobians of frames.
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/arm7.urdf");
//   const std::vector<double> q = tenon::neutral_configuration(robot), v(robot.nv(), 0.1);
//   tenon::Kinematics kinematics(robot);
//   tenon::forward_kinematics(robot, {q, v}, kinematics);
//   const tenon::FrameId hand = robot.frame("tool");
//   const tenon::Placement X = tenon::frame_placement(robot, kinematics, hand);
//   const tenon::Vector6 speed = tenon::frame_velocity(robot, kinematics, hand, tenon::Axes::world_aligned);
//   std::printf("the hand is %.2f m high and rises at %.2f m/s\n", X.translation[2], speed[2]);
#pragma once

#include <memory>
#include <span>

#include "tenon/workspace.hpp"

namespace tenon {

// Axes and reference point of a spatial vector: the frame's own axes at its origin; world axes at the world
// origin; world axes at the frame's origin.
enum class Axes { local, world, world_aligned };

// The answer of forward_kinematics: placements, velocities and accelerations of every body. Sized once by a Model.
// Before the first forward_kinematics() it holds nothing, and whoever reads it gets an Error.
class Kinematics {
 public:
  explicit Kinematics(const Model& model, const WalkOptions& options = {});
  ~Kinematics();
  Kinematics(Kinematics&&) noexcept;
  Kinematics& operator=(Kinematics&&) noexcept;
  struct Data;  // internal
  const Data& data() const {
    assert(data_ && "Kinematics: used after it was moved from");
    return *data_;
  }
  Data& data() {
    assert(data_ && "Kinematics: used after it was moved from");
    return *data_;
  }

 private:
  std::unique_ptr<Data> data_;
};

// {q} has zero velocities; without a, accelerations are those of zero a.
void forward_kinematics(const Model& model, const State& state, Kinematics& out);
void forward_kinematics(const Model& model, const State& state, std::span<const double> a, Kinematics& out);

Placement frame_placement(const Model& model, const Kinematics& kinematics, FrameId frame);
Vector6 frame_velocity(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes);
// Spatial acceleration: the time derivative of the frame_velocity column in the same axes, gravity not included.
Vector6 frame_acceleration(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes);
// The part of frame_acceleration that does not depend on v̇: J̇ v.
Vector6 frame_bias_acceleration(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes);
// 6 x nv, row-major: frame_velocity = J v.
void frame_jacobian(const Model& model, const Kinematics& kinematics, FrameId frame, Axes axes,
                    std::span<double> jacobian);

}  // namespace tenon
