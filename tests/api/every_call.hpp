// Every call of the public API that computes, with its arguments, under its name.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/algorithms.hpp"
#include "support/mechanism.hpp"
#include "tenon/tenon.hpp"

namespace tenon::test {

// Inputs, outputs and workspaces of one model; made before anything is counted.
struct ApiFixture {
  Mechanism m;
  const Model& model = m.model;
  std::size_t n = m.nv();
  Workspace ws{model};
  DerivativesWorkspace derivatives{model};
  Kinematics kinematics{model};
  Factorization factors{model};
  // One body's point and a body's weld; by index, as contacts come.
  ConstraintSet constraints{model, constrained(model)};
  DelassusWorkspace delassus_ws{model, constraints};
  DampedWorkspace damped_ws{model, constraints};
  ConstrainedWorkspace constrained_ws{model, constraints};
  OperationalWorkspace operational_ws{model, constraints};
  ConstrainedDerivativesWorkspace constrained_derivatives{model, constraints};
  Vector rows_nv[3] = {Vector(rows_size()), Vector(rows_size()), Vector(rows_size())};
  std::vector<int> actuated = actuated_by_joints(model);
  Vector x, y, square, second, third, wide, regressor, q_out, theirs_q;
  Vector rows = Vector(static_cast<std::size_t>(constraints.rows())), rows_by_nv, rows_by_rows;
  Vector stiffness{20.0}, rows_in = Vector(rows.size(), 1.0);
  FrameId last{static_cast<int>(model.frames().size()) - 1}, joint{};
  std::span<const ExternalWrench> wrenches = m.wrenches;

  explicit ApiFixture(const RobotDescription& robot, std::uint64_t seed)
      : m(robot, seed), x(n), y(n), square(n * n), second(n * n), third(n * n), wide(6 * n) {
    regressor.resize(n * 10 * model.description().links.size());
    q_out = m.q;
    rows_by_nv.resize(rows.size() * n), rows_by_rows.resize(rows.size() * rows.size());
    for (const Delassus algorithm : delassus_algorithms(names("delassus")))
      delassus(model, constraints, delassus_ws, m.q, rows_by_rows, algorithm);  // makes their memory
    for (const Damped algorithm : damped_algorithms(names("damped_inverse")))
      damped_inverse(model, constraints, damped_ws, m.q, stiffness, rows_by_rows, algorithm);
    for (const Constrained algorithm : constrained_algorithms(names("impulse")))
      constrained_impulse(model, constraints, constrained_ws, m.q, m.v, {}, x, rows, algorithm);
    theirs_q.resize(static_cast<std::size_t>(configuration_size(model, Convention::pinocchio)));
    for (int f = 0; f <= last.index; ++f)
      if (model.frames()[static_cast<std::size_t>(f)].kind == FrameInfo::Kind::joint) joint = {f};
    forward_kinematics(model, m.q, m.v, m.a, kinematics);
    crba(model, ws, m.q, third);
    factorize(model, factors, third);
  }
  static std::vector<Constraint> constrained(const Model& model);
  std::size_t rows_size() const { return static_cast<std::size_t>(constraints.rows()) * n; }
};

inline std::vector<Constraint> ApiFixture::constrained(const Model& model) {
  std::vector<FrameId> moving;
  for (int f = 0; f < static_cast<int>(model.frames().size()); ++f)
    if (model.frames()[static_cast<std::size_t>(f)].parent_joint >= 0) moving.push_back({f});
  return {connect(moving.front()), weld(moving.back()), connect(moving[moving.size() / 2])};
}

using Calls = std::vector<std::pair<std::string, std::function<void()>>>;
// Several for a function with several ways through it.
Calls every_call(ApiFixture& f);

}  // namespace tenon::test
