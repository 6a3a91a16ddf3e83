// Exact directional derivatives: the library's kernels run with dual numbers.
#pragma once

#include "dynamics/paper/aba.hpp"
#include "dynamics/paper/crba.hpp"
#include "dynamics/paper/rnea.hpp"
#include "model/compiled.hpp"
#include "model/convert.hpp"
#include "support/mechanism.hpp"

namespace tenon::test {

struct Direction {
  Vector q, v, x;  // tangents: dq/dt on the manifold's coordinates, dv, and da or dtau
};

inline std::vector<Dual> dual(const Vector& value, const Vector& tangent) {
  std::vector<Dual> x(value.size());
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = Dual(value[k], tangent.empty() ? 0 : tangent[k]);
  return x;
}
inline Vector tangents(const std::vector<Dual>& x) {
  Vector t(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) t[k] = x[k].tangent;
  return t;
}

inline Force<Dual> lifted_force(const Force<double>& f) {
  return {{f.linear.x, f.linear.y, f.linear.z}, {f.angular.x, f.angular.y, f.angular.z}};
}

// Wrenches are constant in the frames they are given in, so in body axes they have no derivative.
inline std::vector<Force<Dual>> dual_wrenches(const Mechanism& m) {
  const CompiledModel& model = m.model.compiled();
  std::vector<Force<Dual>> external(model.bodies.size());
  for (const ExternalWrench& w : m.wrenches) {
    const BodyFrame& frame = model.body_frames[static_cast<std::size_t>(w.frame.index)];
    external[static_cast<std::size_t>(frame.body)] += lifted_force(act(frame.X_bf, to_force(w.wrench)));
  }
  return external;
}

// d rnea(q, v, a) along a direction.
inline Vector rnea_derivative(const Mechanism& m, const Direction& along) {
  const CompiledModel& model = m.model.compiled();
  std::vector<RneaBody<Dual>> body(model.bodies.size());
  std::vector<Dual> sine(m.q.size()), cosine(m.q.size()), tau(m.nv());
  const auto external = dual_wrenches(m);
  rnea_kernel(model, body.data(), sine.data(), cosine.data(), dual(m.q, along.q).data(), dual(m.v, along.v).data(),
              dual(m.a, along.x).data(), external.data(), tau.data());
  return tangents(tau);
}

// d aba(q, v, tau) along a direction.
inline Vector aba_derivative(const Mechanism& m, const Vector& tau, const Direction& along) {
  const CompiledModel& model = m.model.compiled();
  std::vector<AbaBody<Dual>> body(model.bodies.size());
  std::vector<AbaAxis<Dual>> axes(m.nv());
  std::vector<Dual> sine(m.q.size()), cosine(m.q.size()), a(m.nv());
  const auto external = dual_wrenches(m);
  aba_kernel(model, body.data(), axes.data(), sine.data(), cosine.data(), dual(m.q, along.q).data(),
             dual(m.v, along.v).data(), dual(tau, along.x).data(), external.data(), a.data());
  return tangents(a);
}

// dM/dt for q moving with velocity v: nv x nv, both triangles.
inline Vector inertia_matrix_rate(const Mechanism& m) {
  const CompiledModel& model = m.model.compiled();
  std::vector<CrbaBody<Dual>> body(model.bodies.size());
  std::vector<Dual> sine(m.q.size()), cosine(m.q.size()), M(m.nv() * m.nv());
  crba_kernel(model, body.data(), sine.data(), cosine.data(), dual(m.q, configuration_rate(m.model, m.q, m.v)).data(),
              M.data());
  Vector rate = tangents(M);
  for (std::size_t i = 0; i < m.nv(); ++i)
    for (std::size_t j = 0; j < i; ++j) rate[j * m.nv() + i] = rate[i * m.nv() + j];
  return rate;
}

}  // namespace tenon::test
