// Every call of the public API that computes, with its arguments, under its name.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/algorithms.hpp"
#include "support/mechanism.hpp"
#include "tenon/tenon.hpp"

namespace tenon::test {

// Inputs and outputs of one model, and what its calls work in.
struct ApiFixture {
  Mechanism m;
  const Model& model = m.model;
  std::size_t n = m.nv();
  // One body's point and a body's weld; by index, as contacts come.
  ConstraintSet constraints{model, constrained(model)};
  Workspace ws{model, constraints};            // of all calls
  Kinematics kinematics{model}, moved{model};  // computed at q, v, a; written by calls
  Factorization factors{model}, made{model};   // of M; written by calls
  Vector M = Vector(n * n);
  Vector x = Vector(n), square = M, second = M, third = M, wide = Vector(6 * n), regressor, q_out = m.q, theirs_q;
  Vector rows = Vector(static_cast<std::size_t>(constraints.rows())), rows_by_rows = Vector(rows.size() * rows.size());
  Vector rows_by_nv = Vector(rows.size() * n), rows_nv[3] = {rows_by_nv, rows_by_nv, rows_by_nv};
  Vector stiffness{20.0}, rows_in = Vector(rows.size(), 1.0);
  std::vector<int> actuated = actuated_by_joints(model);
  FrameId last{static_cast<int>(model.frames().size()) - 1}, joint{};
  std::span<const ExternalWrench> wrenches = m.wrenches;

  explicit ApiFixture(const RobotDescription& robot, std::uint64_t seed) : m(robot, seed) {
    regressor.resize(n * 10 * model.description().links.size());
    theirs_q.resize(static_cast<std::size_t>(configuration_size(model, Convention::pinocchio)));
    for (int f = 0; f <= last.index; ++f)
      if (model.frame_info({f}).kind == FrameInfo::Kind::joint) joint = {f};
    forward_kinematics(model, {m.q, m.v}, m.a, kinematics);
    crba(model, ws, m.q, M);
    renew();
  }
  // Nothing has been computed in it since it was made, but the factors of M.
  void renew() {
    ws = Workspace(model, constraints);
    moved = Kinematics(model);
    made = Factorization(model), factors = Factorization(model);
    EXPECT_TRUE(factors.factorize(M));
  }
  static std::vector<Constraint> constrained(const Model& model);
};

inline std::vector<Constraint> ApiFixture::constrained(const Model& model) {
  std::vector<FrameId> moving;
  for (int f = 0; f < static_cast<int>(model.frames().size()); ++f)
    if (model.frame_info({f}).parent_joint.index >= 0) moving.push_back({f});
  return {connect(moving.front()), weld(moving.back()), connect(moving[moving.size() / 2])};
}

using Calls = std::vector<std::pair<std::string, std::function<void()>>>;
// Several for a function with several ways through it.
Calls every_call(ApiFixture& f);

}  // namespace tenon::test
