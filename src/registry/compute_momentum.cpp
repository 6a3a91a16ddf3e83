// Adapters: energy, centre of mass, momentum, passive forces, and steps on the configuration manifold.
#include <algorithm>

#include "model/arguments.hpp"
#include "model/random.hpp"
#include "registry/compute.hpp"
#include "tenon/configuration.hpp"

namespace tenon::compute {

void energy(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const Energy e = tenon::energy(model, ws.data().tree, s.q, s.v);
  out[0] = e.kinetic, out[1] = e.potential, out[2] = e.elastic, out[3] = e.total();
}

void com(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  forward_kinematics(model, s.q, {}, {}, ws.data().kinematics);
  std::ranges::copy(centre_of_mass(model, ws.data().kinematics).position, out.begin());
}
void com_velocity(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  forward_kinematics(model, s.q, s.v, {}, ws.data().kinematics);
  std::ranges::copy(centre_of_mass(model, ws.data().kinematics).velocity, out.begin());
}
void com_acceleration(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  forward_kinematics(model, s.q, s.v, s.a, ws.data().kinematics);
  std::ranges::copy(centre_of_mass(model, ws.data().kinematics).acceleration, out.begin());
}
void com_jacobian(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  forward_kinematics(model, s.q, {}, {}, ws.data().kinematics);
  centre_of_mass_jacobian(model, ws.data().kinematics, out);
}

void momentum(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  forward_kinematics(model, s.q, s.v, {}, ws.data().kinematics);
  std::ranges::copy(centroidal_momentum(model, ws.data().kinematics), out.begin());
}
void centroidal_map(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  forward_kinematics(model, s.q, {}, {}, ws.data().kinematics);
  tenon::centroidal_map(model, ws.data().kinematics, out);
}

void passive_forces(const Model& model, AlgorithmWorkspace&, const Question& s, std::span<double> out) {
  tenon::passive_forces(model, s.q, s.v, out);
}

void integrate(const Model& model, AlgorithmWorkspace&, const Question& s, std::span<double> out) {
  tenon::integrate(model, s.q, s.v, out);
}
void difference(const Model& model, AlgorithmWorkspace&, const Question& s, std::span<double> out) {
  tenon::difference(model, s.q, s.x, out);
}
void interpolate(const Model& model, AlgorithmWorkspace&, const Question& s, std::span<double> out) {
  tenon::interpolate(model, s.q, s.x, s.fraction, out);
}
void random(const Model& model, AlgorithmWorkspace&, const Question& s, std::span<double> out) {
  check_size(out.size(), static_cast<std::size_t>(model.nq()), "out");
  Uniform uniform(s.seed);
  for (const JointInfo& joint : model.joints()) random_joint(uniform, joint, out.data() + joint.q_index);
}

}  // namespace tenon::compute
