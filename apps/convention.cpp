// How each question's answer changes with the layout: as a force, a velocity, an acceleration or a matrix of them.
#include "convention.hpp"

#include <algorithm>
#include <string>

namespace tenon::cli {

namespace {

using Numbers = std::vector<double>;

// What an answer is made of, and so how it changes with the layout.
enum class Nature {
  force,
  velocity,
  acceleration,
  configuration,
  inertia,
  inverse_inertia,
  map_of_v,
  unchanged,
  other
};

Nature nature(std::string_view family) {
  const auto one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), family) != names.end();
  };
  if (one_of({"rnea", "gravity", "passive_forces"})) return Nature::force;
  if (one_of({"minverse_apply", "difference", "impulse"})) return Nature::velocity;
  if (one_of({"aba", "constrained_dynamics"})) return Nature::acceleration;
  if (one_of({"integrate", "interpolate", "random"})) return Nature::configuration;
  if (one_of({"crba"})) return Nature::inertia;
  if (one_of({"minverse"})) return Nature::inverse_inertia;
  if (one_of({"jacobian", "com_jacobian", "centroidal_map"})) return Nature::map_of_v;
  if (one_of({"placement", "velocity", "acceleration", "energy", "com", "com_velocity", "com_acceleration", "momentum",
              "joint_reaction", "delassus", "damped_inverse", "damped_solve"}))
    return Nature::unchanged;
  return Nature::other;
}

bool has_free_joint(const Model& model) {
  return std::any_of(model.joints().begin(), model.joints().end(),
                     [](const JointInfo& j) { return j.kind == JointKind::free; });
}

// rows x nv times the matrix that turns their velocity into ours; rows of J are wrench-like, so each is a force.
Numbers rows_in(Convention to, const Model& model, std::span<const double> q, const Numbers& J) {
  const auto n = static_cast<std::size_t>(model.nv());
  Numbers out(J.size());
  for (std::size_t r = 0; r < J.size(); r += n)
    force_to(model, to, q, std::span(J).subspan(r, n), std::span(out).subspan(r, n));
  return out;
}
// The same for rows that are velocity-like (those of M⁻¹).
Numbers velocity_rows_in(Convention to, const Model& model, std::span<const double> q, const Numbers& A) {
  const auto n = static_cast<std::size_t>(model.nv());
  Numbers out(A.size());
  for (std::size_t r = 0; r < A.size(); r += n)
    velocity_to(model, to, q, std::span(A).subspan(r, n), std::span(out).subspan(r, n));
  return out;
}

Numbers transposed(const Numbers& A, std::size_t n) {
  Numbers out(A.size());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) out[j * n + i] = A[i * n + j];
  return out;
}

}  // namespace

Layout read_layout(const Value& value) {
  const std::string name = value.choice({"tenon", "pinocchio", "mujoco"});
  if (name == "tenon") return std::nullopt;
  return name == "pinocchio" ? Convention::pinocchio : Convention::mujoco;
}

void vectors_from(Layout layout, const Model& model, std::span<const double> q, std::vector<double>& v,
                  std::vector<double>& a, std::vector<double>& tau, std::vector<double>& x) {
  if (!layout) return;
  const Numbers their_v = v, their_a = a, their_tau = tau, their_x = x;
  velocity_from(model, *layout, q, their_v, v);
  acceleration_from(model, *layout, q, v, their_a, a);
  force_from(model, *layout, q, their_tau, tau);
  force_from(model, *layout, q, their_x, x);
}

std::vector<double> answer_in(Layout layout, const Model& model, std::string_view family, std::span<const double> q,
                              std::span<const double> v, std::vector<double> answer) {
  if (!layout) return answer;
  const auto n = static_cast<std::size_t>(model.nv());
  Numbers out = answer;
  // Forces of constraints and reports that follow are the same in every layout.
  const std::span<double> first = std::span(out).first(std::min(n, out.size()));
  const std::span<const double> ours = std::span(answer).first(first.size());
  switch (nature(family)) {
    case Nature::force:
      force_to(model, *layout, q, ours, first);
      return out;
    case Nature::velocity:
      velocity_to(model, *layout, q, ours, first);
      return out;
    case Nature::acceleration:
      acceleration_to(model, *layout, q, v, ours, first);
      return out;
    case Nature::configuration:
      out.resize(static_cast<std::size_t>(configuration_size(model, *layout)));
      configuration_to(model, *layout, answer, out);
      return out;
    case Nature::inertia:  // both sides, M is symmetric
      return rows_in(*layout, model, q, transposed(rows_in(*layout, model, q, answer), n));
    case Nature::inverse_inertia:
      return velocity_rows_in(*layout, model, q, transposed(velocity_rows_in(*layout, model, q, answer), n));
    case Nature::map_of_v:
      return rows_in(*layout, model, q, answer);
    case Nature::unchanged:
      return answer;
    case Nature::other:
      break;
  }
  if (*layout == Convention::mujoco && has_free_joint(model))
    throw Error("\"" + std::string(family) + "\" is not offered in MuJoCo's layout for a model with a free joint" +
                (family == "bias" ? " (its bias is \"rnea\" with a = 0)" : ""));
  return answer;
}

}  // namespace tenon::cli
