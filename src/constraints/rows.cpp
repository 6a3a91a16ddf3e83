// What the rows are and what they must equal, one constraint after the other. Conventions: docs/conventions.md.
#include <algorithm>

#include "constraints/entry_rounding.hpp"
#include "constraints/frame_rows.hpp"
#include "dynamics/momentum.hpp"
#include "dynamics/moving.hpp"
#include "kinematics/data.hpp"
#include "kinematics/each_axis.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "model/manifold.hpp"
#include "tenon/configuration.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

namespace {

using Bodies = std::vector<KinematicBody<double>>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void keep(const CompiledConstraint& c, const Vector6& all, std::span<double> out) {
  for (int r = 0; r < c.rows; ++r) out[at(c.row + r)] = all[at(c.kept[at(r)])];
}
Vector6 padded(const Vec3<double>& v) { return {v.x, v.y, v.z, 0, 0, 0}; }

// Adds sign · (columns of the bodies that carry `body`), seen at p in the axes of E.
void add_columns(const CompiledModel& m, const Bodies& bodies, const CompiledConstraint& c, int body,
                 const Mat3<double>& E, const Vec3<double>& p, double sign, std::span<double> J) {
  const Transform<double> X_tw{transpose(E), -transpose_mul(E, p)};
  for (int i = body; i > 0; i = m.bodies[at(i)].parent) {
    const Transform<double> X_tb = X_tw * bodies[at(i)].X_wb;
    each_axis(m.bodies[at(i)], [&](int dof, const Motion<double>& s) {
      const Vector6 column = from_motion(act(X_tb, s));
      for (int r = 0; r < c.rows; ++r) J[at(c.row + r) * at(m.nv) + at(dof)] += sign * column[at(c.kept[at(r)])];
    });
  }
}

void centre_of_mass_rows(const CompiledModel& m, const Kinematics::Data& kinematics, const CompiledConstraint& c,
                         std::span<double> J) {
  each_momentum_column(m, kinematics.body.data(), [&](int dof, const Force<double>& h) {
    const Vector6 column = from_force(h);
    for (int r = 0; r < c.rows; ++r) J[at(c.row + r) * at(m.nv) + at(dof)] += column[at(c.kept[at(r)])] / m.mass;
  });
}

Vec3<double> centre_of_mass_bias(const CompiledModel& m, const Bodies& bodies) {
  Vec3<double> force{0, 0, 0};
  for (int i = 1; i < m.body_count(); ++i) {
    if (!moves(m, i)) continue;
    const KinematicBody<double>& b = bodies[at(i)];
    const Inertia<double>& I = m.bodies[at(i)].I;
    force += b.X_wb.R * (I * b.bias + cross(b.v, I * b.v)).linear;
  }
  return (1 / m.mass) * force;
}

// Joint-level rows: which degrees of freedom, how much of each.
void joint_rows(const CompiledModel& m, const CompiledConstraint& c, std::span<double> J) {
  for (int r = 0; r < c.rows; ++r) {
    J[at(c.row + r) * at(m.nv) + at(c.dof + c.kept[at(r)])] = 1;
    if (c.kind == ConstraintKind::coupling) J[at(c.row + r) * at(m.nv) + at(c.dof_b)] = -c.multiplier;
  }
}

Vector6 joint_error(const Model& model, const CompiledConstraint& c, std::span<const double> q) {
  const JointInfo& joint = model.joints()[at(c.joint)];
  const double* own = q.data() + joint.q_index;
  Vector6 e{};
  if (c.kind == ConstraintKind::limit) e[0] = own[0] - c.bound;
  if (c.kind == ConstraintKind::coupling)
    e[0] = own[0] - c.multiplier * q[at(model.joints()[at(c.joint_b)].q_index)] - c.offset;
  if (c.kind == ConstraintKind::locked) joint_difference(joint.kind, c.target_q.data(), own, e.data());
  return e;
}

// All rows of a constraint, kept or not: J̇ v, ė and e.
Vector6 bias_of(const Model& model, const CompiledConstraint& c, const Kinematics& kinematics) {
  if (c.of_frame()) return from_motion(bias_rows(c, frame_pair(c, kinematics.data().body.data())));
  if (c.kind == ConstraintKind::centre_of_mass)
    return padded(centre_of_mass_bias(model.compiled(), kinematics.data().body));
  return {};
}
Vector6 velocity_of(const Model& model, const CompiledConstraint& c, const Kinematics& kinematics,
                    std::span<const double> v) {
  if (c.of_frame()) return from_motion(velocity_rows(c, frame_pair(c, kinematics.data().body.data())));
  if (c.kind == ConstraintKind::centre_of_mass) return padded(to_vec3(centre_of_mass(model, kinematics).velocity));
  Vector6 rate{};
  for (int r = 0; r < c.rows; ++r) rate[at(c.kept[at(r)])] = v[at(c.dof + c.kept[at(r)])];
  if (c.kind == ConstraintKind::coupling) rate[0] -= c.multiplier * v[at(c.dof_b)];
  return rate;
}
Vector6 error_of(const Model& model, const CompiledConstraint& c, const Kinematics& kinematics,
                 std::span<const double> q) {
  if (c.of_frame()) return from_motion(error_rows(c, frame_pair(c, kinematics.data().body.data())));
  if (c.kind == ConstraintKind::centre_of_mass)
    return padded(to_vec3(centre_of_mass(model, kinematics).position) - c.target.p);
  return joint_error(model, c, q);
}

// Checks what all calls share; returns the set's inside.
const ConstraintSet::Data& opened(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                                  std::size_t found, std::size_t columns, const char* argument) {
  const ConstraintSet::Data& data = checked(model, set);
  check_kinematics(model, kinematics);
  check_size(found, at(data.rows) * columns, argument);
  return data;
}

}  // namespace

void constraint_jacobian(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                         std::span<double> J) {
  const CompiledModel& m = model.compiled();
  const ConstraintSet::Data& data = opened(model, set, kinematics, J.size(), at(m.nv), "jacobian");
  const Bodies& bodies = kinematics.data().body;
  std::fill(J.begin(), J.end(), 0.0);
  for (const CompiledConstraint& c : data.constraints) {
    if (c.of_frame()) {
      const FramePair<double> p = frame_pair(c, bodies.data());
      const Mat3<double> E = c.axes == Axes::local ? p.A.X.R : identity3<double>();
      add_columns(m, bodies, c, c.body, E, p.A.X.p, 1, J);
      if (c.loop) add_columns(m, bodies, c, c.body_b, E, p.B.X.p, -1, J);
    } else if (c.kind == ConstraintKind::centre_of_mass) {
      centre_of_mass_rows(m, kinematics.data(), c, J);
    } else {
      joint_rows(m, c, J);
      continue;
    }
    const EntryRounding rounding = entry_rounding(m, bodies.data(), c);
    for (int r = 0; r < c.rows; ++r)
      for (double& entry : J.subspan(at(c.row + r) * at(m.nv), at(m.nv)))
        entry = rounding.without(entry, c.kept[at(r)]);
  }
}

void constraint_bias(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                     std::span<double> bias) {
  for (const CompiledConstraint& c : opened(model, set, kinematics, bias.size(), 1, "bias").constraints)
    keep(c, bias_of(model, c, kinematics), bias);
}

void constraint_velocity(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                         std::span<const double> v, std::span<double> velocity) {
  const ConstraintSet::Data& data = opened(model, set, kinematics, velocity.size(), 1, "velocity");
  check_input(v, model.nv(), "v");
  for (const CompiledConstraint& c : data.constraints) keep(c, velocity_of(model, c, kinematics, v), velocity);
}

void constraint_error(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                      std::span<const double> q, std::span<double> error) {
  const ConstraintSet::Data& data = opened(model, set, kinematics, error.size(), 1, "error");
  check_input(q, model.nq(), "q");
  for (const CompiledConstraint& c : data.constraints) keep(c, error_of(model, c, kinematics, q), error);
}

void constraint_target(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                       std::span<const double> q, std::span<const double> v, std::span<double> target) {
  const ConstraintSet::Data& data = opened(model, set, kinematics, target.size(), 1, "target");
  check_input(q, model.nq(), "q");
  check_input(v, model.nv(), "v");
  for (const CompiledConstraint& c : data.constraints) {
    if (c.of_frame()) {
      frame_target(c, kinematics.data().body.data(), target.data());
      continue;
    }
    const Vector6 bias = bias_of(model, c, kinematics), rate = velocity_of(model, c, kinematics, v);
    const Vector6 error = c.kp == 0 ? Vector6{} : error_of(model, c, kinematics, q);
    for (int r = 0; r < c.rows; ++r) {
      const std::size_t k = at(c.kept[at(r)]);
      target[at(c.row + r)] = row_target(c, r, rate[k], error[k], bias[k]);
    }
  }
}

}  // namespace tenon
