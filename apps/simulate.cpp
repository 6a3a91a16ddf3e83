// The integrator CF4 [Celledoni03], and what is watched along the motion.
#include "simulate.hpp"

#include <algorithm>

#include "tenon/configuration.hpp"

namespace tenon::cli {

Integrator::Integrator(const Model& model) : model_(model), workspace_(model) {
  const auto nq = static_cast<std::size_t>(model.nq()), nv = static_cast<std::size_t>(model.nv());
  for (std::vector<double>* x : {&zero_, &direction_, &stage_v_}) x->resize(nv);
  for (std::vector<double>* x : {&q2_, &q3_, &q4_}) x->resize(nq);
  for (Slope& k : k_) k.v.resize(nv), k.a.resize(nv);
}

void Integrator::slope(const std::vector<double>& q, const std::vector<double>& v, Slope& out) {
  out.v = v;
  aba(model_, workspace_, {q, v}, zero_, out.a);
}

void Integrator::move(double h, std::array<double, 4> weights, const std::vector<double>& from,
                      std::vector<double>& to) {
  for (std::size_t i = 0; i < direction_.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k)
      if (weights[k] != 0) sum += weights[k] * k_[k].v[i];
    direction_[i] = h * sum;
  }
  integrate(model_, from, direction_, to);
}

void Integrator::step(double h, State& s) {
  const auto stage_velocity = [&](double fraction, const Slope& k) {
    for (std::size_t i = 0; i < stage_v_.size(); ++i) stage_v_[i] = s.v[i] + fraction * h * k.a[i];
  };
  slope(s.q, s.v, k_[0]);
  move(h, {0.5, 0, 0, 0}, s.q, q2_);
  stage_velocity(0.5, k_[0]);
  slope(q2_, stage_v_, k_[1]);
  move(h, {0, 0.5, 0, 0}, s.q, q3_);
  stage_velocity(0.5, k_[1]);
  slope(q3_, stage_v_, k_[2]);
  move(h, {-0.5, 0, 1, 0}, q2_, q4_);
  stage_velocity(1, k_[2]);
  slope(q4_, stage_v_, k_[3]);

  move(h, {3.0 / 12, 2.0 / 12, 2.0 / 12, -1.0 / 12}, s.q, q2_);
  move(h, {-1.0 / 12, 2.0 / 12, 2.0 / 12, 3.0 / 12}, q2_, s.q);
  for (std::size_t i = 0; i < s.v.size(); ++i)
    s.v[i] += h / 6 * (k_[0].a[i] + 2 * k_[1].a[i] + 2 * k_[2].a[i] + k_[3].a[i]);
  normalize(model_, s.q);
}

Invariants invariants(const Model& model, const State& state) {
  Workspace workspace(model);
  Kinematics kinematics(model);
  forward_kinematics(model, {state.q, state.v}, kinematics);
  const CentreOfMass com = centre_of_mass(model, kinematics);
  const Vector6 momentum = centroidal_momentum(model, kinematics);
  return {energy(model, workspace, {state.q, state.v}),
          com.position,
          com.velocity,
          {momentum[3], momentum[4], momentum[5]}};
}

}  // namespace tenon::cli
