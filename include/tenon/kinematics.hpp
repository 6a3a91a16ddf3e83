// Where the frames are and how they move.
#pragma once

#include <memory>
#include <span>

#include "tenon/model.hpp"

namespace tenon {

// Axes and reference point of a spatial vector: the frame's own axes at its origin; world axes at the world
// origin; world axes at the frame's origin.
enum class Axes { local, world, world_aligned };

// The answer of forward_kinematics: placements and, where v and a were given, velocities and accelerations of
// every body. Sized once by a Model.
class Kinematics {
 public:
  explicit Kinematics(const Model& model, Mode mode = Mode::automatic);
  ~Kinematics();
  Kinematics(Kinematics&&) noexcept;
  Kinematics& operator=(Kinematics&&) noexcept;
  struct Data;  // internal
  const Data& data() const { return *data_; }
  Data& data() { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

// v and a may be empty, which means zero.
void forward_kinematics(const Model& model, std::span<const double> q, std::span<const double> v,
                        std::span<const double> a, Kinematics& out);

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
