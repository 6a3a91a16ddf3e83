// Adapters: frames. Each starts from q, forward kinematics included.
#include <algorithm>

#include "registry/compute.hpp"

namespace tenon::compute {

namespace {

void copy(const Vector6& from, std::span<double> out) { std::copy(from.begin(), from.end(), out.begin()); }

}  // namespace

void placement(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  Kinematics& kinematics = ws.data().kinematics;
  forward_kinematics(model, s.q, {}, {}, kinematics);
  const Placement X = frame_placement(model, kinematics, s.frame);
  for (std::size_t r = 0; r < 3; ++r) {
    std::copy_n(X.rotation.begin() + static_cast<std::ptrdiff_t>(3 * r), 3,
                out.begin() + static_cast<std::ptrdiff_t>(4 * r));
    out[4 * r + 3] = X.translation[r];
  }
  out[12] = out[13] = out[14] = 0;
  out[15] = 1;
}

void velocity(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  forward_kinematics(model, s.q, s.v, {}, ws.data().kinematics);
  copy(frame_velocity(model, ws.data().kinematics, s.frame, s.axes), out);
}
void acceleration(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  forward_kinematics(model, s.q, s.v, s.a, ws.data().kinematics);
  copy(frame_acceleration(model, ws.data().kinematics, s.frame, s.axes), out);
}
void bias_acceleration(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  forward_kinematics(model, s.q, s.v, {}, ws.data().kinematics);
  copy(frame_bias_acceleration(model, ws.data().kinematics, s.frame, s.axes), out);
}
void jacobian(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  forward_kinematics(model, s.q, {}, {}, ws.data().kinematics);
  frame_jacobian(model, ws.data().kinematics, s.frame, s.axes, out);
}

}  // namespace tenon::compute
