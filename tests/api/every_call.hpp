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

// What is constrained, by index, as contacts come. On frames alone: points of two bodies and a weld. Every kind: a
// loop, joints, the centre of mass, and gains with targets.
std::vector<Constraint> frames_held(const Model& model);
std::vector<Constraint> every_kind_held(const Model& model);

// Inputs and outputs of one model, and what its calls work in.
struct ApiFixture {
  Mechanism m;
  const Model& model = m.model;
  std::size_t n = m.nv();
  ConstraintSet constraints;
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

  ApiFixture(const RobotDescription& robot, std::uint64_t seed,
             std::vector<Constraint> (*held)(const Model&) = frames_held)
      : m(robot, seed), constraints(model, held(model)) {
    regressor.resize(n * 10 * model.description().links.size());
    theirs_q.resize(static_cast<std::size_t>(configuration_size(model, Convention::pinocchio)));
    for (int f = 0; f <= last.index; ++f)
      if (model.frame_info({f}).kind == FrameInfo::Kind::joint) joint = {f};
    for (int c = 0; c < constraints.size(); ++c)  // a gain asks where a locked joint shall be
      if (constraints.kind(c) == ConstraintKind::locked) constraints.hold(c, m.q);
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
  // What the algorithms of a family read.
  Question question(const Family& asked) const {
    Question q{.q = m.q, .v = m.v, .a = m.a, .tau = m.a, .x = m.v, .wrenches = wrenches, .frame = joint};
    if (asked.takes("to")) q.x = m.q;
    if (asked.takes("constraints")) q.x = rows_in;
    q.constraints = &constraints, q.stiffness = stiffness;
    return q;
  }
};

using Calls = std::vector<std::pair<std::string, std::function<void()>>>;
// Several for a function with several ways through it: every algorithm that takes the fixture's constraints.
Calls every_call(ApiFixture& f);

}  // namespace tenon::test
